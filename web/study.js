// The page of a study, put together from its parts.
(() => {
  const data = thud.data('study');
  const section = (id) => thud.find(`#${id} .content`);
  const coded = (column) => { const codes = thud.codes(column); return (row) => column.words[codes[row]]; };

  // ---- columns as the parts want them ----

  const LEVELS = 60, BINS = 12;
  // values that are too many to stand side by side are put into classes of as many cases each
  const binned = (axis) => {
    const sorted = Float64Array.from(axis.values).filter((v) => !Number.isNaN(v)).sort();
    const edges = Array.from({ length: BINS + 1 }, (_, i) => sorted[Math.min(Math.floor(i * sorted.length / BINS), sorted.length - 1)]);
    axis.levels = Array.from({ length: BINS }, (_, i) => ({ number: (edges[i] + edges[i + 1]) / 2, text: `${thud.plain(Number(edges[i].toPrecision(3)))}…` }));
    axis.codes = Uint16Array.from(axis.values, (v) => { let i = 0; while (i < BINS - 1 && v >= edges[i + 1]) i++; return i; });
    axis.binned = true;
  };
  const axisOf = (column) => {
    const label = data.columns.find((other) => other.kind === 'label' && other.index === column.index);
    const axis = { name: column.name, unit: column.unit, kind: 'axis', words: column.kind === 'text', labelled: !!label };
    if (axis.words) {
      axis.codes = thud.codes(column);
      axis.levels = column.words.map((word) => ({ number: NaN, text: word }));
      axis.textOf = (row) => column.words[axis.codes[row]];
      return axis;
    }
    axis.values = thud.unpack(column);
    const labelOf = label && coded(label);
    if (column.values && column.values.length <= LEVELS) {
      axis.codes = thud.codes(column);
      axis.levels = column.values.map((value) => ({ number: value === null ? NaN : value === '∞' ? Infinity : value === '−∞' ? -Infinity : value, text: '' }));
      axis.levels.forEach((level) => { level.text = thud.plain(level.number); });
      if (label) for (let row = data.done - 1; row >= 0; row--) axis.levels[axis.codes[row]].text = labelOf(row);
    } else {
      binned(axis);
    }
    axis.textOf = (row) => labelOf ? labelOf(row) : thud.plain(Number(axis.values[row].toPrecision(6)));
    return axis;
  };
  const axes = data.columns.filter((column) => column.kind === 'axis' || column.kind === 'text').map(axisOf);
  const results = data.columns.filter((column) => column.kind === 'result').map((column) => {
    const values = thud.unpack(column);
    const flag = !column.name.includes('.') && column.name !== 'impacts' && column.name !== 'duration' && values.every((v) => v === 0 || v === 1 || Number.isNaN(v));
    return { name: column.name, unit: column.unit, kind: 'result', values, flag };
  });
  const varied = (result) => { const [low, high] = thud.range(result.values); return high > low; };
  results.sort((a, b) => varied(b) - varied(a)); // what differs first; the order stays otherwise
  const status = coded(data.status), reason = coded(data.reason);
  const listeners = [];
  let passes = null;
  const measured = axes.filter((axis) => !axis.words && axis.levels.filter((level) => level.number > 0 && Number.isFinite(level.number)).length > 1);
  const named = (pattern) => results.findIndex((result) => pattern.test(result.name) && varied(result));
  // gaps cut displacements off: a demand that has many values says more
  const rich = (pattern) => { const at = named(pattern); return at >= 0 && new Set(results[at].values).size > 8 ? at : -1; };
  const study = {
    ...data, rows: data.done, axes, results, cases: thud.floats(data.cases.data), status, reason, measuredAxes: measured,
    intensity: measured.find((axis) => /scale|pga|intensity|amplitude|^(sa|im|ag)$/i.test(axis.name)) ?? null,
    favourite: Math.max(0, named(/^impacts$/)), demand: Math.max(0, rich(/max_displacement$/), rich(/max_velocity$/)),
    onFilter: (call) => listeners.push(call),
    eachRow: (call) => { for (let row = 0; row < data.done; row++) if (!passes || passes(row)) call(row); },
  };

  // ---- head ----

  document.title = `${data.title || 'Study'} – thud`;
  thud.find('h1').textContent = data.title || 'Untitled study';
  thud.find('#subtitle').textContent = [thud.count(data.done, 'case'), `${axes.length} ${axes.length === 1 ? 'axis' : 'axes'}`, thud.count(results.length, 'quantity').replace('quantitys', 'quantities'), `thud ${data.version}`].join(' · ');
  const tile = (label, value, what, key) => thud.element('div', { class: 'tile' }, thud.element('dt', {}, label), thud.element('dd', {}, thud.element('span', { class: 'value', 'data-key': key }, value), what ? thud.element('span', { class: 'of' }, what) : null));
  const extreme = (index, unit) => {
    const result = results[index];
    let best = -1;
    for (let row = 0; row < data.done; row++) if (result.values[row] > (best < 0 ? -Infinity : result.values[best])) best = row;
    if (best >= 0 && result.name === 'impacts') return tile('Most impacts', String(result.values[best]), `case ${study.cases[best]}`, 'impacts');
    return best < 0 ? null : tile(`Largest ${result.name.replace(/^.*\./, '').replace('max_', '').replaceAll('_', ' ')}`, thud.quantity(result.values[best], unit), `case ${study.cases[best]}${result.name.includes('.') ? `, ${result.name.split('.').slice(1, -1).join('.')}` : ''}`, result.name);
  };
  const tiles = [tile('Cases', data.done.toLocaleString('en'), data.done < data.total ? `of ${data.total.toLocaleString('en')}` : null, 'done'),
    tile('Failed', data.failed.toLocaleString('en'), null, 'failed'), tile('Computing time', thud.quantity(data.wall_seconds, 's', 3), 'all cases together', 'wall_seconds')];
  for (const pattern of [/^impacts$/, /max_displacement$/, /max_force$/, /max_acceleration$/]) { const at = named(pattern); if (at >= 0) tiles.push(extreme(at, results[at].unit)); }
  section('numbers').append(thud.element('dl', { class: 'tiles' }, tiles.filter(Boolean)));
  const remarks = [];
  if (data.done < data.total) remarks.push(`${thud.count(data.total - data.done, 'case')} not run yet: the same thud sweep goes on.`);
  if (data.failed > 0) remarks.push(`${thud.count(data.failed, 'case')} failed; the column status of the table says why.`);
  if (data.left_out.length) remarks.push(`Left out, to keep the page below 5 MB: ${data.left_out.join(', ')}. thud export has everything.`);
  if (data.done >= 20000) remarks.push('Results are kept to 4.8 digits in this page.');
  section('numbers').append(...remarks.map((words) => thud.element('p', { class: 'note' }, words)));

  // ---- inputs ----

  const head = (words) => thud.element('th', { scope: 'col', class: 'words' }, words);
  section('inputs').append(thud.element('div', { class: 'scroller' }, thud.element('table', {}, thud.element('caption', {}, 'What is varied'),
    thud.element('thead', {}, thud.element('tr', {}, head('axis'), head('values'), head(''))),
    thud.element('tbody', {}, axes.map((axis) => thud.element('tr', {}, thud.element('th', { scope: 'row', class: 'words' }, thud.withUnit(axis.name, axis.unit)),
      thud.element('td', {}, axis.binned ? 'many' : String(axis.levels.length)),
      thud.element('td', { class: 'words wide' }, axis.binned ? `${thud.plain(thud.range(axis.values)[0])} to ${thud.plain(thud.range(axis.values)[1])}` : axis.levels.slice(0, 12).map((level) => axis.labelled ? `${level.text} (${thud.plain(level.number)})` : level.text).join(', ') + (axis.levels.length > 12 ? ', …' : ''))))))));

  // ---- filter ----

  const columns = [...axes, ...results, { name: 'case', values: study.cases }, { name: 'status', textOf: status }];
  const said = thud.find('#filter-said');
  const input = thud.find('#filter');
  const example = axes.slice(0, 2).map((axis) => axis.words ? `${axis.name} = ${axis.levels[0].text}` : `${axis.name} <= ${thud.plain(axis.levels[Math.floor(axis.levels.length / 2)].number)}`).join(', ');
  input.placeholder = example;
  const apply = () => {
    try {
      passes = thud.filter(input.value, columns);
    } catch (problem) {
      said.textContent = `Not understood: ${problem.message}.`;
      input.setAttribute('aria-invalid', 'true');
      return;
    }
    input.removeAttribute('aria-invalid');
    for (const call of listeners) call(passes);
    let count = 0;
    study.eachRow(() => count++);
    said.textContent = passes ? `${thud.count(count, 'case')} of ${data.done.toLocaleString('en')}; maps and curves show these.` : '';
  };
  let timer = 0;
  input.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(apply, 250); });
  thud.find('#filter-form').addEventListener('submit', (event) => { event.preventDefault(); apply(); });

  // ---- parts ----

  thud.theme.start();
  if (data.done > 0 && axes.length > 0) {
    thud.map(section('map'), study);
    thud.lines(section('lines'), study);
    if (measured.length && (study.intensity || results.some((result) => result.flag))) thud.fragility(section('fragility'), study);
    else thud.find('#fragility').remove();
    if (study.intensity && axes.length > 1) thud.ida(section('ida'), study);
    else thud.find('#ida').remove();
    if (!thud.find('#fragility') && !thud.find('#ida')) thud.find('#curves').remove();
    thud.cases(section('cases'), study);
  }
})();
