// The state in other words, to take away: a text in a field, a button that copies it, a link that brings it back.
thud.lab.copyPanel = (words, kinds = thud.lab.copies) => {
    const text = thud.element('pre', { tabindex: 0, id: 'copied' }),
        told = thud.element('span', { class: 'note', role: 'status' });
    let kind = Object.keys(kinds)[0];
    const show = () => {
        text.textContent = kind === 'link' ? `${location.href.split('#')[0]}${thud.lab.link()}` : kinds[kind](words());
        told.textContent = '';
    };
    const chooser = thud.chooser(
        'Copy as',
        [...Object.keys(kinds).map((name) => [name, name]), ['link', 'link']],
        kind,
        (name) => {
            kind = name;
            show();
        },
    );
    thud.find('select', chooser).id = 'copy-as';
    const copy = async () => {
        show();
        try {
            await navigator.clipboard.writeText(text.textContent);
            told.textContent = 'copied';
        } catch {
            // where a page may not: selected, for the keys that copy
            getSelection().selectAllChildren(text);
            told.textContent = 'selected; now copy it';
        }
    };
    const details = thud.element(
        'details',
        { class: 'copies', ontoggle: show },
        thud.element('summary', {}, `Take it away: ${[...Object.keys(kinds), 'link'].join(', ')}`),
        chooser,
        thud.element('button', { type: 'button', id: 'copy', onclick: copy }, 'Copy'),
        told,
        text,
    );
    return details;
};
