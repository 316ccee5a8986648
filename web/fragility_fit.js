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

// null where the data fix no curve
thud.fragilityFit = (levels, exceed, total) => {
    const used = levels
        .map((x, i) => [Math.log(x), exceed[i], total[i]])
        .filter(([x, , n]) => Number.isFinite(x) && n > 0);
    if (used.length < 2 || used.every(([, k]) => k === 0) || used.every(([, k, n]) => k === n)) return null;
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
    return { median: Math.exp(-a / b), dispersion: 1 / b };
};
