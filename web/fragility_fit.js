// P(exceed | x) = Φ(ln(x/median)/dispersion) by maximum likelihood from counts (Baker 2015), as thud_fragility_fit does:
// Newton's method with Fisher's information on Φ(a + b ln x), b = 1/dispersion, a = −ln(median)/dispersion.
thud.normal = (z) => {
    // complementary error function by its continued fraction and series; 1e-12 in the range that matters
    const x = Math.abs(z) / Math.SQRT2;
    let tail;
    if (x < 2.5) {
        let term = x,
            sum = x;
        for (let n = 1; n < 60; n++) {
            term *= (-x * x) / n;
            sum += term / (2 * n + 1);
        }
        tail = 1 - (2 / Math.sqrt(Math.PI)) * sum;
    } else {
        let fraction = 0;
        for (let n = 60; n > 0; n--) fraction = n / 2 / (x + fraction);
        tail = Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + fraction);
    }
    return z > 0 ? 1 - tail / 2 : tail / 2;
};

// standard errors of ln median and ln dispersion by the observed information, as thud_fragility_fit has them
thud.fragilityErrors = (used, a, b) => {
    const density = (z) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    let aa = 0,
        ab = 0,
        bb = 0;
    for (const [x, k, n] of used) {
        const z = a + b * x,
            below = density(z) / Math.max(thud.normal(z), 1e-300),
            above = density(z) / Math.max(thud.normal(-z), 1e-300),
            w = (k > 0 ? k * below * (z + below) : 0) + (n > k ? (n - k) * above * (above - z) : 0);
        aa += w;
        ab += w * x;
        bb += w * x * x;
    }
    const det = aa * bb - ab * ab,
        da = -1 / b, // of ln median = −a/b
        db = a / (b * b);
    // of z = a + b ln x at a level, by which a curve has its band
    const error = (x) => Math.sqrt(Math.max(bb - 2 * ab * Math.log(x) + aa * Math.log(x) ** 2, 0) / det);
    return {
        error,
        medianError: Math.sqrt((da * da * bb - 2 * da * db * ab + db * db * aa) / det),
        dispersionError: Math.sqrt(aa / det) / b,
    };
};

// why counts fix no curve
thud.fragilityNote = (levels, exceed, total) => {
    const on = (test) => levels.filter((x, i) => x > 0 && test(i)),
        some = on((i) => exceed[i] > 0),
        others = on((i) => total[i] > exceed[i]);
    if (!some.length && !others.length) return 'no case has a result';
    if (!some.length) return 'no case exceeds it';
    if (!others.length) return 'all cases exceed it';
    const [from, to] = [Math.min(...some), Math.max(...others)];
    if (from === to) return `a step at ${thud.plain(to)}`;
    if (from > to) return `a step between ${thud.plain(to)} and ${thud.plain(from)}`;
    return 'shares do not rise with the level';
};

// whether a level separates those that exceed from those that do not: no curve is then the likeliest
thud.isSeparated = (used) => {
    const some = used.filter(([, k]) => k > 0).map(([x]) => x),
        others = used.filter(([, k, n]) => n > k).map(([x]) => x);
    return Math.min(...some) >= Math.max(...others) || Math.max(...some) <= Math.min(...others);
};

// null where the data fix no curve
thud.fragilityFit = (levels, exceed, total) => {
    const used = levels
        .map((x, i) => [Math.log(x), exceed[i], total[i]])
        .filter(([x, , n]) => Number.isFinite(x) && n > 0);
    if (used.length < 2 || used.every(([, k]) => k === 0) || used.every(([, k, n]) => k === n)) return null;
    if (thud.isSeparated(used)) return null;
    const density = (z) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    const clamp = (p) => Math.min(Math.max(p, 1e-14), 1 - 1e-14);
    const likelihood = (a, b) =>
        used.reduce((sum, [x, k, n]) => {
            const p = clamp(thud.normal(a + b * x));
            return sum + k * Math.log(p) + (n - k) * Math.log(1 - p);
        }, 0);
    const middle = used.reduce((sum, [x]) => sum + x, 0) / used.length;
    let b = 2,
        a = -2 * middle;
    for (let round = 0; round < 200; round++) {
        let ga = 0,
            gb = 0,
            haa = 0,
            hab = 0,
            hbb = 0;
        for (const [x, k, n] of used) {
            const z = a + b * x,
                p = clamp(thud.normal(z)),
                f = density(z),
                w = (n * f * f) / (p * (1 - p)),
                g = ((k - n * p) * f) / (p * (1 - p));
            ga += g;
            gb += g * x;
            haa += w;
            hab += w * x;
            hbb += w * x * x;
        }
        const determinant = haa * hbb - hab * hab;
        if (!(determinant > 0)) return null;
        let da = (hbb * ga - hab * gb) / determinant,
            db = (haa * gb - hab * ga) / determinant,
            cut = 0;
        const before = likelihood(a, b);
        while (cut++ < 40 && !(likelihood(a + da, b + db) >= before - 1e-12 * Math.abs(before))) {
            da /= 2;
            db /= 2;
        }
        a += da;
        b += db;
        if (Math.abs(da) + Math.abs(db) < 1e-10 * (Math.abs(a) + Math.abs(b))) break;
    }
    if (!(b > 0) || !Number.isFinite(a) || b > 1e3) return null;
    return { median: Math.exp(-a / b), dispersion: 1 / b, ...thud.fragilityErrors(used, a, b) };
};
