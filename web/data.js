// The data that thud wrote into the page; report/page/page.h says how numbers are packed.
thud.data = (name) => {
    const node = document.getElementById(`data-${name}`);
    return node ? JSON.parse(node.textContent) : null;
};

thud.bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

thud.floats = (text) => new Float32Array(thud.bytes(text).buffer);

// a column of `bytes` 3 is floats without their last byte; of 4 floats; of 8 doubles; of 1 or 2 the places in its list of values
thud.unpack = (column) => {
    const bytes = thud.bytes(column.data);
    if (column.bytes === 3) {
        const all = new Uint8Array((bytes.length / 3) * 4);
        for (let i = 0, j = 0; i < bytes.length; i += 3, j += 4) all.set(bytes.subarray(i, i + 3), j + 1);
        return new Float32Array(all.buffer);
    }
    if (column.bytes === 8) return new Float64Array(bytes.buffer);
    if (column.bytes === 4) return new Float32Array(bytes.buffer);
    const codes = thud.codes(column);
    const values = column.values.map((value) =>
        value === null ? NaN : value === '∞' ? Infinity : value === '−∞' ? -Infinity : value,
    );
    return Float64Array.from(codes, (code) => values[code]);
};

thud.codes = (column) => {
    const bytes = thud.bytes(column.data);
    return column.bytes === 1
        ? bytes
        : column.bytes === 2
          ? new Uint16Array(bytes.buffer)
          : new Uint32Array(bytes.buffer);
};

// smallest and largest of the finite numbers
thud.range = (numbers) => {
    let least = Infinity,
        most = -Infinity;
    for (const number of numbers) {
        if (!Number.isFinite(number)) continue;
        if (number < least) least = number;
        if (number > most) most = number;
    }
    return least <= most ? [least, most] : [0, 0];
};

thud.largest = (numbers) => thud.range(numbers).reduce((most, end) => Math.max(most, Math.abs(end)), 0);
