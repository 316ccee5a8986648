// Light and dark, and colours that colour-blind readers can tell apart (after Okabe and Ito 2008).
thud.theme = (() => {
    // each 3:1 or more on white and on the dark ground: a body has one colour in both
    const colours = ['#0072b2', '#d55e00', '#009e73', '#c4659b', '#a87b00', '#8a63d2', '#7d7d7d'];
    const dashes = [[], [6, 3], [2, 3], [8, 3, 2, 3]];
    const system = matchMedia('(prefers-color-scheme: dark)');
    const listeners = [];
    let chosen = null,
        printing = false;

    const isDark = () => !printing && (chosen ?? (system.matches ? 'dark' : 'light')) === 'dark';
    const apply = () => {
        document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
        if (printing) document.documentElement.dataset.printing = 'yes';
        else delete document.documentElement.dataset.printing;
        const button = thud.find('#theme');
        if (button) {
            button.textContent = isDark() ? 'Light' : 'Dark';
            button.setAttribute('aria-label', `Switch to ${isDark() ? 'light' : 'dark'} colours`);
        }
        for (const call of listeners) call();
    };
    system.addEventListener('change', apply);
    addEventListener('beforeprint', () => {
        printing = true;
        // a picture as wide as the screen goes onto a sheet
        const main = thud.find('main');
        document.documentElement.style.setProperty('--fit', Math.min(1, 700 / (main.clientWidth - 40)));
        for (const details of document.querySelectorAll('#scenario details')) details.open = true;
        apply();
    });
    addEventListener('afterprint', () => {
        printing = false;
        apply();
    });

    return {
        start() {
            thud.find('#theme').addEventListener('click', () => {
                chosen = isDark() ? 'light' : 'dark';
                apply();
            });
            apply();
        },
        onChange: (call) => listeners.push(call),
        isDark,
        colour: (index) => colours[index % colours.length],
        dash: (index) => dashes[Math.floor(index / colours.length) % dashes.length],
        // a colour of the style sheet by its name
        token: (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim(),
    };
})();
