// A quantity to move: a slider, a field for its number, the unit. thud.lab.control(quantity, value, moved) gives { node, set };
// moved(value, done) is called while it moves, with `done` when the hand is off it.
thud.lab.control = (quantity, value, moved) => {
    const id = `q-${quantity.key}-${(thud.lab.controls = (thud.lab.controls ?? 0) + 1)}`;
    const show = (now) => {
        range.value = thud.lab.placeOf(quantity, now);
        range.setAttribute('aria-valuetext', `${thud.lab.shown(quantity, now)} ${quantity.unit}`);
        if (document.activeElement !== field) field.value = thud.lab.shown(quantity, now);
    };
    const range = thud.element('input', {
        type: 'range',
        id,
        min: 0,
        max: thud.lab.STEPS,
        step: 1,
        'data-slider': quantity.key,
        oninput: () => {
            const now = thud.lab.atPlace(quantity, Number(range.value));
            show(now);
            moved(now, false);
        },
        onchange: () => moved(thud.lab.atPlace(quantity, Number(range.value)), true),
    });
    const field = thud.element('input', {
        type: 'text',
        inputmode: 'decimal',
        size: 8,
        'aria-label': `${quantity.label} in ${quantity.unit || 'numbers'}`,
        'data-field': quantity.key,
        onchange: () => {
            const typed = Number(field.value.trim().replace('−', '-').replace(',', '.') || NaN),
                now = thud.lab.accept(quantity, typed * (quantity.factor ?? 1));
            field.setAttribute('aria-invalid', now === null);
            if (now === null) return;
            moved(now, true);
            show(now);
            field.value = thud.lab.shown(quantity, now);
        },
        onkeydown: (event) => {
            if (event.key === 'Enter') field.blur();
        },
    });
    const node = thud.element(
        'div',
        { class: 'control', 'data-control': quantity.key },
        thud.element('label', { for: id }, quantity.label),
        range,
        field,
        thud.element('span', { class: 'unit' }, quantity.unit),
    );
    show(value);
    return { node, set: show };
};

// on a phone the panel of sliders is a bar that opens
thud.lab.fold = (panel) => {
    const button = thud.element('button', {
        type: 'button',
        class: 'fold',
        onclick: () => set(!panel.classList.contains('folded')),
    });
    const set = (folded) => {
        panel.classList.toggle('folded', folded);
        button.setAttribute('aria-expanded', String(!folded));
        button.textContent = folded ? 'Inputs' : 'Hide inputs';
    };
    set(matchMedia('(max-width: 900px)').matches);
    return button;
};

thud.lab.check = (label, key, on, changed) => {
    const box = thud.element('input', { type: 'checkbox', 'data-check': key, onchange: () => changed(box.checked) });
    box.checked = on;
    return { node: thud.element('label', { class: 'check' }, box, label), set: (now) => (box.checked = now) };
};
