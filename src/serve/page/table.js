// Outcomes as a table: a row for each final state and for each clause of the test, a column for each model.
import { $, el } from './dom.js';
import { own } from './state.js';

const words = { yes: 'possible', no: 'impossible', open: 'unknown', none: 'not judged' };
const signs = { yes: '\u25cf', no: '\u2013', open: '?', none: '\u00a0' };

function show(value) {
  if (value === null) return 'null';
  return typeof value === 'object' ? `any ${value.any}` : String(value);
}

// A condition that holds in this state alone, as far as its values are known.
export function condition(state) {
  const parts = Object.entries(state).map(([name, value]) => [name, typeof value === 'object' && value !== null ? value.example : value])
    .filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value === null ? 'null' : value}`);
  return parts.join(' /\\ ');
}

// States of all models, each once, in a stable order.
function union(answers) {
  const rows = new Map();
  for (const answer of answers.values())
    for (const state of answer.states || []) {
      const key = JSON.stringify(state);
      if (!rows.has(key)) rows.set(key, state);
    }
  const rank = (value) => (typeof value === 'number' ? value : value === null ? -1 : 1e9);
  return [...rows].sort(([, a], [, b]) => {
    for (const name of Object.keys(a)) if (rank(a[name]) !== rank(b[name])) return rank(a[name]) - rank(b[name]);
    return 0;
  });
}

// `view`: models, answers and clauses by model, failures by model, what is selected; `on`: what buttons do.
export function drawTable(view, on) {
  const { models, answers, clauses, current, failures, selected } = view;
  const rows = union(answers);
  const names = rows.length ? Object.keys(rows[0][1]) : [];
  const head = el('tr', {}, ...names.map((name) => el('th.value', { scope: 'col' }, el('code', {}, name))));
  if (!names.length) head.append(el('th', { scope: 'col' }, 'outcome'));
  for (const model of models) head.append(heading(model, failures.get(model.name), models, on));
  const body = el('tbody');
  const mark = (model, outcome, verdict, label) => {
    const chosen = selected && selected.model === model.name && selected.outcome === outcome;
    return el('td.cell', {}, el(`button.mark.${verdict}`, {
      type: 'button', 'aria-pressed': chosen ? 'true' : 'false', 'aria-label': `${label}: ${words[verdict]} under ${model.name}. Explain`,
      title: `${words[verdict]} under ${model.name}: why?`, onclick: () => on.select(model.name, outcome), 'data-model': model.name,
    }, signs[verdict]));
  };
  for (const [key, state] of rows) {
    const outcome = condition(state);
    const row = el('tr.state', {}, ...names.map((name) => el('td.value', {}, el('code', {}, show(state[name])))));
    for (const model of models) {
      const answer = answers.get(model.name);
      if (!answer) row.append(el('td.cell', {}, el('span.mark.none', { title: words.none }, signs.none)));
      else {
        const has = answer.states.some((other) => JSON.stringify(other) === key);
        row.append(mark(model, outcome, has ? 'yes' : answer.complete ? 'no' : 'open', outcome));
      }
    }
    body.append(row);
  }
  const questions = [...clauses.values()][0] || [];
  const foot = el(current ? 'tbody.clauses' : 'tbody.clauses.stale');  // verdicts of what the test was before
  for (const [i, clause] of questions.entries()) {
    const row = el('tr', {}, el('th', { scope: 'row', colspan: Math.max(1, names.length) }, el('span.soft', {}, clause.kind), ' ', el('code', {}, clause.condition)));
    for (const model of models) {
      const verdict = clauses.get(model.name)?.[i]?.verdict;
      if (!verdict) row.append(el('td.cell'));
      else {
        const chosen = selected && selected.model === model.name && selected.outcome === clause.condition;
        row.append(el('td.cell', {}, el(`button.verdict.${verdict}`, {
          type: 'button', disabled: !current, 'aria-pressed': chosen ? 'true' : 'false', title: 'Why?', 'data-model': model.name, onclick: () => on.select(model.name, clause.condition),
        }, verdict)));
      }
    }
    foot.append(row);
  }
  const table = el('table.outcomes', {}, el('thead', {}, head), body, foot);
  $('#table').replaceChildren(table);
  $('#table').classList.remove('stale', 'outdated');
}

function heading(model, failure, models, on) {
  const buttons = el('span.column-tools', {},
    el('button.quiet', { type: 'button', title: own(model) ? 'Edit' : 'Edit a copy', 'aria-label': `Edit ${own(model) ? '' : 'a copy of '}${model.name}`, onclick: () => on.edit(model.name) }, '\u270e'),
    models.length > 1 ? el('button.quiet', { type: 'button', title: 'Remove', 'aria-label': `Remove ${model.name}`, onclick: () => on.remove(model.name) }, '\u2715') : null);
  return el(`th.model${own(model) ? '.own' : ''}`, { scope: 'col' }, el('span.model-name', {}, model.name), buttons,
    failure ? el('span.column-error', { title: failure }, failure) : null);
}
