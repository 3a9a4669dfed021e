// The other views of a test: where models differ, what it compiles to, and the test for a real JVM.
import { el, download } from './dom.js';
import { ask, Superseded } from './api.js';
import { asked, own } from './state.js';
import { zip } from './zip.js';
import { condition } from './table.js';

function failed(box, error) {
  if (error instanceof Superseded) return;
  box.classList.remove('stale');
  box.replaceChildren(el('p.problem', {}, error.message));
}

// What the answers say against the question, as sentences.
export function complaints(answers) {
  return answers.flatMap((answer) => (answer.diagnostics || []).map((d) => (d.hint ? `${d.message} (${d.hint})` : d.message)));
}

function note(box, answers) {
  const told = complaints(answers);
  if (told.length) box.append(el('p.problem', {}, told.join('; ')));
}

const table = (states) => {
  const names = Object.keys(states[0]);
  const value = (v) => (v === null ? 'null' : typeof v === 'object' ? `any ${v.any}` : String(v));
  return el('table.small', {}, el('thead', {}, el('tr', {}, ...names.map((n) => el('th', { scope: 'col' }, el('code', {}, n))))),
    el('tbody', {}, ...states.map((s) => el('tr', {}, ...names.map((n) => el('td', {}, el('code', {}, value(s[n]))))))));
};

export async function compare(state, box, select) {
  if (state.models.length < 2) {
    box.replaceChildren(el('p.soft', {}, 'Add a second model to compare.'));
    return;
  }
  box.classList.add('stale');
  try {
    const answers = await ask('compare', { test: state.test, models: asked(state.models) });
    box.classList.remove('stale');
    box.replaceChildren();
    note(box, answers);
    for (const answer of answers.filter((a) => a.models)) {
      const [a, b] = answer.models;
      const card = el('section.card', { 'aria-label': `${a} and ${b}` }, el('h3', {}, `${a} and ${b} `,
        el(answer.equal ? 'span.allowed' : 'span.forbidden', {}, answer.equal ? (answer.complete ? 'have the same outcomes' : 'show no difference so far') : 'differ')));
      const halves = el('div.halves');
      for (const [model, other] of [[a, b], [b, a]]) {
        const states = answer.only[model];
        if (!states.length) continue;
        halves.append(el('div', {}, el('p', {}, `only under ${model}`), table(states),
          el('button', { type: 'button', onclick: () => select(other, condition(states[0])) }, `Why not under ${other}?`)));
      }
      card.append(halves);
      box.append(card);
    }
  } catch (error) {
    failed(box, error);
  }
}

const targets = [['x86', 'x86'], ['aarch64', 'AArch64'], ['riscv', 'RISC-V'], ['power', 'Power']];

// Models of the language that can be held against compiled code: those of the table, or Java's own.
function judges(state) {
  const names = state.models.map((m) => m.name);
  return names.length ? names : ['java'];
}

function chooser(state, label, chosen, changed) {
  const select = el('select', { 'aria-label': label, onchange: (event) => changed(event.target.value) });
  for (const name of judges(state)) select.append(el('option', { value: name, selected: name === chosen }, name));
  return el('label.choose', {}, `${label} `, select);
}

let conformModel = '';
export async function compile(state, box) {
  if (!judges(state).includes(conformModel)) conformModel = judges(state).includes('java') ? 'java' : judges(state)[0];
  const again = (name) => { conformModel = name; compile(state, box); };
  const columns = el('div.targets');
  const cards = new Map();
  for (const [scheme, title] of targets) {
    const card = el('section.card', { 'aria-label': title }, el('h3', {}, title), el('p.conform', { 'data-scheme': scheme }, '\u2026'), el('pre', { tabindex: '0', 'aria-label': `Compiled to ${title}` }));
    cards.set(scheme, card);
    columns.append(card);
  }
  const model = state.models.find((m) => m.name === conformModel) || { name: conformModel };
  box.replaceChildren(chooser(state, 'Held against', conformModel, again), columns);
  const fill = async (scheme) => {
    const card = cards.get(scheme), word = card.querySelector('.conform');
    try {
      const compiled = await ask('compile', { test: state.test, to: [scheme] }, { purpose: `compile-${scheme}` });
      const told = complaints(compiled);
      if (told.length) {
        word.className = 'problem';
        word.textContent = told.join('; ');
        return;
      }
      card.querySelector('pre').textContent = compiled[0].litmus;
      const [answer] = await ask('conform', { test: state.test, models: asked([model]), to: [scheme] }, { purpose: `conform-${scheme}` });
      if (answer.diagnostics) word.textContent = complaints([answer]).join('; ');
      else {
        const bad = Object.values(answer.only || {}).flat();
        word.className = `conform ${{ pass: 'allowed', fail: 'forbidden' }[answer.verdict] || 'unknown'}`;
        word.textContent = answer.verdict === 'pass' ? `stays within ${answer.model}` : answer.verdict === 'fail'
          ? `shows ${bad.length} outcome${bad.length === 1 ? '' : 's'} that ${answer.model} forbids` : 'unknown';
        if (bad.length) card.insertBefore(table(bad), card.querySelector('pre'));
      }
    } catch (error) {
      if (error instanceof Superseded) return;
      word.className = 'problem';
      word.textContent = error.message;
    }
  };
  await Promise.all(targets.map(([scheme]) => fill(scheme)));
}

let gradingModel = '';
export async function java(state, box) {
  if (!judges(state).includes(gradingModel)) gradingModel = judges(state).includes('java') ? 'java' : judges(state)[0];
  const again = (name) => { gradingModel = name; java(state, box); };
  box.classList.add('stale');
  try {
    const model = state.models.find((m) => m.name === gradingModel) || { name: gradingModel };
    const answers = await ask('jcstress/generate', { test: state.test, models: asked([model]) }, { purpose: 'java' });
    box.classList.remove('stale');
    box.replaceChildren(chooser(state, 'Graded by', gradingModel, again));
    note(box, answers);
    const project = answers.find((a) => a.files);
    if (!project) return;
    const test = project.files.find((f) => f.path.endsWith('.java') && f.text.includes('@JCStressTest')) || project.files[0];
    const name = /^\w+\s+(\S+)/.exec(state.test)?.[1].replace(/[^\w.+-]/g, '_') || 'test';
    box.append(el('p', {}, 'A jcstress test for a real JVM. Its outcomes are graded: ', el('b', {}, 'acceptable'), ' if some interleaving has them, ',
      el('b', {}, 'interesting'), ' if only the model allows them, ', el('b', {}, 'forbidden'), ' otherwise.'),
    el('p', {}, el('button.primary', {
      type: 'button', id: 'download-project', onclick: () => download(`${name}-jcstress.zip`, new Blob([zip(project.files)], { type: 'application/zip' })),
    }, `Download the project (${project.files.length} files)`), ' ', el('span.soft', {}, 'builds with Maven, or with javac alone')),
    el('h3', {}, el('code', {}, test.path.split('/').pop())),
    el('pre.file', { tabindex: '0', 'aria-label': 'The jcstress test' }, test.text));
    void own;
  } catch (error) {
    failed(box, error);
  }
}
