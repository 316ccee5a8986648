// The field with the conditions on cases: the whole page follows it.
thud.studyFilter = (study) => {
    const columns = [
        ...study.axes,
        ...study.results,
        { name: 'case', values: study.cases },
        { name: 'status', textOf: study.status },
    ];
    const said = thud.find('#filter-said');
    const input = thud.find('#filter');
    const example = study.axes
        .filter((axis) => axis.levels.length > 1)
        .slice(0, 2)
        .map((axis) =>
            axis.words
                ? `${axis.name} = ${axis.levels[0].text}`
                : `${axis.name} <= ${thud.plain(axis.levels[Math.floor((axis.levels.length - 1) / 2)].number)}${axis.unit ? ` ${axis.unit}` : ''}`,
        )
        .join(', ');
    input.placeholder = example;
    // conditions that a click sets, each of which leaves cases out: a value in the middle of an axis, and what the study collects
    const hints = [
        ...(example ? example.split(', ') : []),
        ...study.results.filter((result) => result.flag && thud.isVaried(result)).map((result) => `${result.name} = 1`),
    ].slice(0, 5);
    thud.find('#filter-form').append(
        thud.element(
            'span',
            { class: 'hints' },
            hints.map((hint) =>
                thud.element(
                    'button',
                    {
                        type: 'button',
                        onclick: () => {
                            input.value = [input.value.trim(), hint].filter(Boolean).join(', ');
                            apply();
                        },
                    },
                    hint,
                ),
            ),
        ),
    );
    const apply = () => {
        let test;
        try {
            test = thud.filter(input.value, columns);
        } catch (problem) {
            said.textContent = `Not understood: ${problem.message}.`;
            input.setAttribute('aria-invalid', 'true');
            return;
        }
        input.removeAttribute('aria-invalid');
        study.setFilter(test);
        let count = 0;
        study.eachRow(() => count++);
        said.textContent = test
            ? `${thud.count(count, 'case')} of ${study.done.toLocaleString('en')}; maps and curves show these.`
            : '';
    };
    let timer = 0;
    input.addEventListener('input', () => {
        clearTimeout(timer);
        timer = setTimeout(apply, 250);
    });
    thud.find('#filter-form').addEventListener('submit', (event) => {
        event.preventDefault();
        apply();
    });
};
