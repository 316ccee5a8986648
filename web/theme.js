// Light and dark, and colours that colour-blind readers can tell apart (Okabe and Ito 2008).
thud.theme = (() => {
    const light = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#3a3a3a'];
    const dark = ['#56b4e9', '#e69f00', '#1cc296', '#e39ac4', '#f0e442', '#ff7a2e', '#dddddd'];
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
        colour: (index) => (isDark() ? dark : light)[index % light.length],
        dash: (index) => dashes[Math.floor(index / light.length) % dashes.length],
        // a colour of the style sheet by its name
        token: (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim(),
    };
})();
