// The library as a module of WebAssembly: numbers and texts across its border. lab/lab.h says what each function does.
//
// thud.lab.open(bytes) compiles it and gives { call, text, numbers, write }, for one desk.
thud.lab = {};

// the system that the C library asks for: there is none, and every call of it fails with "not supported"
thud.lab.system = (imports) => {
    const NOT_SUPPORTED = 58,
        system = {};
    for (const { module, name } of imports) (system[module] ??= {})[name] = () => NOT_SUPPORTED;
    return system;
};

thud.lab.open = async (bytes) => {
    const module = await WebAssembly.compile(bytes),
        instance = await WebAssembly.instantiate(module, thud.lab.system(WebAssembly.Module.imports(module))),
        c = instance.exports;
    c._initialize();
    const desk = c.lab_open();
    let room = 0,
        size = 0;

    // memory may have grown with any call: views are made anew
    const doubles = (at, count) => new Float64Array(c.memory.buffer, at, count);
    const text = (at) => {
        const all = new Uint8Array(c.memory.buffer),
            end = all.indexOf(0, at);
        return new TextDecoder().decode(all.subarray(at, end));
    };
    // one place for what goes in and comes out of a call, as large as the largest yet
    const reserve = (bytes) => {
        if (bytes > size) {
            if (room) c.lab_give_back(room);
            room = c.lab_room((size = 2 * bytes));
            if (!room) throw new Error('there is not enough memory');
        }
        return room;
    };

    return {
        desk,
        // functions of the desk, by name without lab_
        call: (name, ...values) => c[`lab_${name}`](desk, ...values),
        plain: (name, ...values) => c[`lab_${name}`](...values),
        text,
        said: () => text(c.lab_said(desk)),
        // `give` numbers go in, `count` come out behind them: use(at, out) is the call; null when its status says so
        through: (give, count, use) => {
            const at = reserve(8 * (give.length + count)),
                out = at + 8 * give.length;
            doubles(at, give.length).set(give);
            return use(at, out) === 0 ? doubles(out, count).slice() : null;
        },
        bytesIn: (given, use) => {
            const at = reserve(given.length);
            new Uint8Array(c.memory.buffer, at, given.length).set(given);
            return use(at, given.length);
        },
        copy: (at, count) => (at ? doubles(at, count).slice() : new Float64Array(0)),
    };
};
