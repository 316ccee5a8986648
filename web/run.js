// The page of a run, put together from its parts.
(() => {
  const summary = thud.data('summary'), model = thud.data('model'), scenario = thud.data('scenario');
  const history = thud.data('history'), ledger = thud.data('impacts'), loopData = thud.data('loops'), psd = thud.data('psd');
  const section = (id) => thud.find(`#${id} .content`);

  // ---- data as the parts want them ----

  const time = thud.floats(history.time);
  const columns = history.columns.map((column) => ({ ...column, data: thud.floats(column.data) }));
  const coordinates = [...model.bodies, ...model.rods];
  const paths = coordinates.map((part) => columns.find((column) => column.name === part.name && /^(displacement|angle)$/.test(column.quantity))?.data ?? new Float32Array(time.length));

  const rowsOf = (table) => {
    const names = table.heads.map((head) => head.replace(/ \[.*\]$/, ''));
    const data = table.columns.map((column) => thud.floats(column.data));
    return Array.from({ length: table.shown }, (_, row) => Object.fromEntries(names.map((name, i) => [name, name === 'contact' ? table.names[data[i][row]] : data[i][row]])));
  };
  const impacts = rowsOf(ledger);
  const loops = [];
  for (const row of loopData ? rowsOf(loopData) : []) {
    let loop = loops.at(-1);
    if (!loop || loop.contact !== row.contact || loop.impact !== row.impact)
      loops.push(loop = { contact: row.contact, impact: row.impact, start: row.t, penetration: [], force: [] });
    loop.penetration.push(row.penetration);
    loop.force.push(row.force);
  }

  // when contacts are closed: impacts of the ledger, and rows with a force
  const numberOf = new Map(model.contacts.map((contact, i) => [contact.name, i]));
  const intervals = impacts.map((impact) => ({ contact: numberOf.get(impact.contact), start: impact.t, end: impact.t + (impact.duration || 0), impulse: Math.abs(impact.impulse) || 0 }));
  for (const column of columns.filter((c) => c.quantity === 'force'))
    for (let i = 0; i < time.length; i++) {
      if (!(column.data[i] > 0)) continue;
      const first = i;
      while (i + 1 < time.length && column.data[i + 1] > 0) i++;
      intervals.push({ contact: numberOf.get(column.name), start: time[first], end: time[i], impulse: 0 });
    }
  const run = { model, summary, time, columns, paths, intervals, impacts, ledger, loops };

  // ---- head ----

  document.title = `${summary.title || 'Run'} – thud`;
  thud.find('h1').textContent = summary.title || 'Untitled run';
  thud.find('#subtitle').textContent = [
    `${thud.plain(summary.duration)} s${summary.stop ? ` of ${thud.plain(model.duration)} s` : ''}`, thud.count(summary.impacts, 'impact'),
    thud.count(model.bodies.length + model.rods.length, model.rods.length ? 'part' : 'body').replace('bodys', 'bodies'),
    thud.count(model.contacts.length, 'contact'), `thud ${model.version}`].join(' · ');

  // ---- numbers ----

  const largest = (parts, key) => Object.entries(parts ?? {}).reduce((best, [name, part]) => part[key] > (best?.value ?? -1) ? { name, value: part[key] } : best, null);
  const tile = (label, value, unit, what, key) => thud.element('div', { class: 'tile' }, thud.element('dt', {}, label),
    thud.element('dd', {}, thud.element('span', { class: 'value', 'data-key': key, 'data-value': value }, unit === null ? value.toLocaleString('en') : thud.quantity(value, unit)),
      what ? thud.element('span', { class: 'of' }, what) : null));
  const tiles = [tile('Impacts', summary.impacts, null, null, 'impacts')];
  const addLargest = (label, parts, key, unit, path) => {
    const best = largest(parts, key);
    if (best && best.value > 0) tiles.push(tile(label, best.value, unit, best.name, `${path}.${key}`));
  };
  addLargest('Largest displacement', summary.bodies, 'max_displacement', 'm', 'bodies');
  addLargest('Largest acceleration', summary.bodies, 'max_acceleration', 'm/s²', 'bodies');
  addLargest('Largest angle', summary.rods, 'max_angle', 'rad', 'rods');
  addLargest('Largest contact force', summary.contacts, 'max_force', 'N', 'contacts');
  addLargest('Largest penetration', summary.contacts, 'max_penetration', 'm', 'contacts');
  const share = summary.energy.input > 0 ? `${thud.digits(100 * summary.energy.impact / summary.energy.input, 3)} % of the input` : '';
  tiles.push(tile('Lost in impacts', summary.energy.impact, 'J', share, 'energy.impact'));
  section('numbers').append(thud.element('dl', { class: 'tiles' }, tiles));

  // ---- how well ----

  const judged = [];
  const judge = (good, words) => judged.push(thud.element('li', { class: good === null ? 'plain' : good ? 'good' : 'bad' }, thud.element('strong', {}, good === null ? 'Note: ' : good ? 'Good: ' : 'Warning: '), words));
  const residual = Math.abs(summary.energy.residual);
  if (residual <= model.residual_limit) judge(true, `the energy books close to ${thud.digits(residual, 2)} of what went in; up to ${thud.digits(model.residual_limit, 2)} is rounding and tolerance.`);
  else judge(false, `the energy books do not close: ${thud.digits(summary.energy.residual, 3)} of the energy is missing. Do not trust this run.`);
  if (summary.verify) {
    const differences = Object.values(summary.verify.max_difference).filter(Number.isFinite), most = Math.max(...differences, 0);
    if (summary.verify.agreed_until >= summary.duration * (1 - 1e-9)) judge(true, `CVODE, which solved the same scenario on its own, agrees to ${thud.digits(most, 2)} of the peaks, with ${thud.count(summary.verify.impacts, 'impact')}.`);
    else judge(false, `CVODE agrees until ${thud.digits(summary.verify.agreed_until, 4)} s, then differs by up to ${thud.digits(most, 2)} of the peaks: impacts magnify the last digit. Counts and peaks after that hold in the mean only.`);
  } else {
    judge(null, 'no second solver was asked for; thud run --verify compares with CVODE.');
  }
  const sampled = thud.largest(columns.filter((column) => column.quantity === 'force').map((column) => thud.largest(column.data)));
  const truly = largest(summary.contacts, 'max_force')?.value ?? 0;
  if (truly > 1.1 * sampled) judge(null, `contacts are shorter than the ${thud.quantity(history.rows > 1 ? summary.duration / (history.rows - 1) : 0, 's', 2)} between rows of the history: the plots miss peaks of force and acceleration, the numbers and loops have them.`);
  if (summary.stop) judge(false, `the run ended early: ${summary.stop}.`);
  if (history.shown < history.rows) judge(null, `the plots show ${history.shown.toLocaleString('en')} points of ${history.rows.toLocaleString('en')} rows: the smallest and the largest of each stretch, so that peaks are kept.`);
  if (history.columns_left_out > 0) judge(null, `${history.columns_left_out} columns of the history are left out; history.csv has them.`);
  const solver = model.solver === 'moreau' ? 'by Moreau–Jean time stepping' : 'event by event';
  section('quality').append(thud.element('ul', { class: 'judged' }, judged), thud.element('p', { class: 'note' },
    `Solved ${solver} in ${thud.quantity(summary.solver.wall_seconds, 's', 3)}: ${thud.count(summary.solver.steps, 'step')}, ${thud.count(summary.solver.events, 'event')}, tolerance of contact phases ${thud.digits(model.tolerance, 1)}.`));

  // ---- small tables ----

  const small = (caption, heads, rows) => thud.element('div', { class: 'scroller' }, thud.element('table', {}, thud.element('caption', {}, caption),
    thud.element('thead', {}, thud.element('tr', {}, heads.map((head, i) => thud.element('th', { scope: 'col', class: i === 0 ? 'words' : null }, head)))),
    thud.element('tbody', {}, rows.map(([head, ...cells]) => thud.element('tr', {}, thud.element('th', { scope: 'row', class: 'words' }, head), cells.map((cell) => thud.element('td', {}, cell)))))));
  const q = thud.quantity;
  const tables = [];
  if (model.bodies.length) tables.push(small('Bodies', ['body', 'mass', 'max displacement', 'max velocity', 'max acceleration', 'at the end'],
    model.bodies.map((body) => [body, summary.bodies[body.name]]).map(([body, s]) => [body.name, thud.mass(body.mass), q(s.max_displacement, 'm'), q(s.max_velocity, 'm/s'), q(s.max_acceleration, 'm/s²'), q(s.final_displacement, 'm')])));
  if (model.rods.length) tables.push(small('Rods', ['rod', 'mass', 'length', 'max angle', 'max angular velocity', 'at the end'],
    model.rods.map((rod) => [rod, summary.rods[rod.name]]).map(([rod, s]) => [rod.name, thud.mass(rod.mass), q(rod.length, 'm'), q(s.max_angle, 'rad'), q(s.max_angular_velocity, 'rad/s'), q(s.final_angle, 'rad')])));
  if (model.contacts.length) tables.push(small('Contacts', ['contact', 'model', 'gap', 'e', 'impacts', 'max force', 'max penetration', 'impulse', 'energy lost', 'stuck'],
    model.contacts.map((contact) => [contact, summary.contacts[contact.name]]).map(([contact, s]) => [contact.name, contact.model, contact.tip !== undefined && contact.gap === 0 ? '–' : contact.gap === null ? '∞' : q(contact.gap, 'm'), thud.plain(contact.restitution),
      String(s.impacts), q(s.max_force, 'N'), q(s.max_penetration, 'm'), q(s.impulse, 'N·s'), q(s.energy_lost, 'J'), q(s.stick_time, 's')])));
  tables.push(small('Energy', ['', 'input', 'dissipated by the structure', 'lost in impacts', 'stored at the end', 'missing, relative'],
    [['energy', ...['input', 'dissipated', 'impact', 'stored'].map((key) => q(summary.energy[key], 'J')), thud.digits(summary.energy.residual, 2)]]));
  section('tables').append(...tables);

  // ---- plots ----

  thud.theme.start();
  if (time.length > 1) {
    const group = thud.group(time, intervals.map((hit) => [hit.start, hit.end]));
    thud.sketch(section('motion'), run, group);
    thud.histories(section('histories'), run, group);
    thud.find('#reset').addEventListener('click', group.reset);
    thud.plots = group.plots;
  }
  thud.loops(section('loops'), run);
  thud.ledger(section('ledger'), run);
  thud.spectrum(section('spectrum'), psd);
  if (scenario) section('scenario').append(thud.element('pre', { tabindex: 0 }, scenario));
  else thud.find('#scenario').remove();
})();
