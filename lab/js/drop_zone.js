// A place to drop a file on, or to choose one: take(name, bytes). What is said about it is text, whatever the file says.
thud.lab.LARGEST = 50e6; // bytes

thud.lab.dropZone = (words, take) => {
    const told = thud.element('p', { class: 'note', role: 'status' });
    const read = async (file) => {
        if (!file) return;
        if (file.size > thud.lab.LARGEST) {
            told.textContent = `${file.name}: larger than 50 MB`;
            return;
        }
        take(file.name, new Uint8Array(await file.arrayBuffer()));
    };
    const input = thud.element('input', { type: 'file', 'aria-label': words, onchange: () => read(input.files[0]) });
    const hover = (on) => (event) => {
        event.preventDefault();
        node.classList.toggle('over', on);
    };
    const node = thud.element(
        'div',
        {
            class: 'drop',
            ondragover: hover(true),
            ondragleave: hover(false),
            ondrop: (event) => {
                hover(false)(event);
                read(event.dataTransfer.files[0]);
            },
        },
        thud.element('p', {}, words),
        input,
        told,
    );
    return { node, say: (text) => (told.textContent = text) };
};
