// What changes in the catalogue when a shipped model becomes the edited one: the suite runs in the background and tells as it goes.
import { el } from './dom.js';
import { listen } from './api.js';
import { own } from './state.js';

let running = null;

export function stopChanges() {
  running?.abort();
  running = null;
}

// The folders of the catalogue, each with the number of its tests.
function families(tests) {
  const counts = new Map();
  for (const id of tests.keys()) counts.set(id.split('/')[0], (counts.get(id.split('/')[0]) || 0) + 1);
  return [...counts].sort();
}

export function changes(state, box, tests, open) {
  stopChanges();
  const edited = state.models.filter(own);
  if (!edited.length) {
    box.replaceChildren(el('p.soft', {}, 'Edit a copy of a model (the pencil beside its name in the table), then see here which verdicts of the catalogue change.'));
    return;
  }
  const select = el('select', { 'aria-label': 'Edited model' });
  for (const model of edited) select.append(el('option', { value: model.name }, `${model.name} instead of ${model.base}`));
  const where = el('select', { 'aria-label': 'Tests' }, el('option', { value: '' }, `all ${tests.size} tests`));
  for (const [family, count] of families(tests)) where.append(el('option', { value: family }, `${family} (${count})`));
  const start = el('button.primary', { type: 'button', id: 'run-changes' }, 'What changes in the catalogue?');
  const bar = el('progress', { 'aria-label': 'Tests judged', max: 1, value: 0, hidden: true });
  const told = el('p.soft', { role: 'status' }, 'The tests that are shipped, under both models: verdicts that differ are listed here, smallest tests first.');
  const list = el('ul.changes');
  box.replaceChildren(el('div.choose', {}, select, ' ', where, ' ', start), bar, told, list);
  start.addEventListener('click', async () => {
    if (running) {
      stopChanges();
      return;
    }
    const model = edited.find((m) => m.name === select.value);
    const control = new AbortController();
    running = control;
    const found = [];
    start.textContent = 'Stop';
    bar.hidden = false;
    list.replaceChildren();
    told.className = 'soft';
    const draw = () => {
      found.sort((a, b) => a.lines - b.lines || (a.test < b.test ? -1 : 1));
      list.replaceChildren(...found.slice(0, 400).map((change) => el('li', {}, el('button.quiet', { type: 'button', onclick: () => open(change.test, model, change.condition) },
        el('b', {}, change.test), ' ', el('code', {}, change.condition), ' ', el(`span.${change.before}`, {}, change.before), ' \u2192 ', el(`span.${change.after}`, {}, change.after)))));
    };
    let last = '';
    try {
      await listen('changes', { before: model.base, after: { name: model.name, text: model.text }, ...(where.value ? { family: where.value } : {}) }, (name, data) => {
        if (name === 'progress') {
          bar.max = data.total;
          bar.value = data.done;
          told.textContent = `${data.done} of ${data.total} tests, ${found.length} verdict${found.length === 1 ? '' : 's'} changed`;
        } else if (name === 'change') {
          found.push({ ...data, lines: tests.get(data.test)?.lines || 0 });
          draw();
        } else if (name === 'error') {
          last = data.message;
        } else if (name === 'done') {
          last = `${data.tests} tests were judged: ${data.changed || 'no'} verdict${data.changed === 1 ? '' : 's'} changed` +
            (data.unknown ? `, ${data.unknown} unknown` : '') + (data.skipped ? `; ${data.skipped} tests are not for this model` : '') + '.';
        }
      }, control.signal);
      told.textContent = last || 'It ended before all tests were judged.';
      if (!/judged/.test(last)) told.className = 'problem';
    } catch (error) {
      told.textContent = control.signal.aborted ? 'Stopped.' : error.message;
    }
    bar.hidden = true;
    start.textContent = 'What changes in the catalogue?';
    if (running === control) running = null;
  });
}
