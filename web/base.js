// Making elements. Text from outside becomes text nodes and attributes, never markup.
'use strict';
const thud = {};

thud.find = (selector, inside = document) => inside.querySelector(selector);

thud.attributes = (node, attributes) => {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
        else node.setAttribute(name, value === true ? '' : String(value));
    }
    return node;
};

thud.element = (tag, attributes, ...children) => {
    const node = thud.attributes(document.createElement(tag), attributes);
    node.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return node;
};

thud.svg = (tag, attributes, ...children) => {
    const node = thud.attributes(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes);
    node.append(...children.flat());
    return node;
};

// a list to choose from, with its label
thud.chooser = (label, choices, chosen, onchange) => {
    const select = thud.element(
        'select',
        { onchange: () => onchange(select.value) },
        choices.map(([value, text]) => thud.element('option', { value }, text)),
    );
    if (chosen !== undefined) select.value = String(chosen);
    return thud.element('label', { class: 'chooser' }, thud.element('span', {}, label), select);
};

// calls when the width of an element has changed
thud.watchWidth = (node, call) => {
    let width = 0;
    new ResizeObserver(() => {
        const now = Math.floor(node.clientWidth);
        if (now > 0 && now !== width) call((width = now));
    }).observe(node);
};
