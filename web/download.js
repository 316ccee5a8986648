// What a page shows, as files: tables as CSV, charts as SVG and PNG.
thud.save = (blob, name) => {
    const link = thud.element('a', { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

// a file name from a title: letters, digits, dots and dashes
thud.fileName = (title, ending) =>
    `${
        title
            .replace(/[^\p{L}\p{N}._-]+/gu, '-')
            .replace(/^-+|-+$/g, '')
            .slice(0, 80) || 'chart'
    }.${ending}`;

// as RFC 4180 wants it; numbers with a point and all their digits
thud.csvCell = (value) => {
    if (value === null || value === undefined || Number.isNaN(value)) return '';
    if (value === Infinity || value === -Infinity) return value > 0 ? 'inf' : '-inf';
    const text = String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

thud.saveCsv = (name, heads, rows) => {
    const lines = [heads, ...rows].map((row) => row.map(thud.csvCell).join(','));
    thud.save(new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' }), name);
};

// a chart that stands by itself: what the style sheet gives it is written into it
thud.standalone = (svg) => {
    const copy = svg.cloneNode(true),
        own = svg.querySelectorAll('*'),
        made = copy.querySelectorAll('*');
    const KEPT = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-family', 'fill-opacity'];
    own.forEach((node, i) => {
        const style = getComputedStyle(node);
        for (const key of KEPT) made[i].style.setProperty(key, style.getPropertyValue(key));
    });
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    copy.insertBefore(
        thud.svg('rect', { width: '100%', height: '100%', fill: thud.theme.token('back') }),
        copy.firstChild,
    );
    return new XMLSerializer().serializeToString(copy);
};

thud.savePng = (svg, name) => {
    const image = new Image(),
        { width, height } = svg.viewBox.baseVal,
        TIMES = 2;
    image.onload = () => {
        const canvas = thud.element('canvas', { width: width * TIMES, height: height * TIMES });
        canvas.getContext('2d').drawImage(image, 0, 0, width * TIMES, height * TIMES);
        canvas.toBlob((blob) => thud.save(blob, name), 'image/png');
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(thud.standalone(svg))}`;
};

// the two buttons of a chart; `find` gives it as it is then
thud.chartButtons = (find, title) =>
    thud.element(
        'p',
        { class: 'save' },
        thud.element(
            'button',
            {
                type: 'button',
                'aria-label': `Save ${title} as SVG`,
                onclick: () =>
                    thud.save(
                        new Blob([thud.standalone(find())], { type: 'image/svg+xml' }),
                        thud.fileName(title, 'svg'),
                    ),
            },
            'SVG',
        ),
        thud.element(
            'button',
            {
                type: 'button',
                'aria-label': `Save ${title} as PNG`,
                onclick: () => thud.savePng(find(), thud.fileName(title, 'png')),
            },
            'PNG',
        ),
    );
