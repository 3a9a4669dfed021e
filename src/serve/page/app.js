// The page as a whole: what is asked when, and what a click does. Parts are in files of their own; the state is one value.
import { ask, get, Superseded } from './api.js';
import { $, el, later, tabKeys, toast } from './dom.js';
import { Editor } from './editor.js';
import { first, own, asked, encode, decode, store, stored } from './state.js';
import { drawTable } from './table.js';
import { explain, Links } from './why.js';
import { compare, compile, java } from './views.js';
import { changes, stopChanges } from './changes.js';
import { exportMenu } from './export.js';
import { guides } from './guides.js';

let state = { ...first };
let shipped = { tests: new Map(), models: [] };
let answers = new Map(), clauses = new Map(), failures = new Map();
let clausesOf = '';  // the test that the verdicts are of
let guide = null;
let edited = false;  // since the example was opened
let loading = false;  // the editor changes because of us

const editor = new Editor((name, text) => {
  if (loading) return;
  edited = true;
  if (name === 'test') state.test = text;
  else {
    const model = state.models.find((m) => m.name === name);
    if (model) model.text = text;
  }
  changed();
}, (byte, pointer) => { links.at(byte, pointer); });
const links = new Links(editor);

// --- questions

const answerSoon = later(80, () => busy(answer));
const keepSoon = later(400, () => keep());

// Says on the page that answers are on their way, until all are there.
let working = 0;
const tellBusy = () => $('#right').setAttribute('aria-busy', working > 0 || answerSoon.waits() ? 'true' : 'false');
async function busy(work) {
  working += 1;
  tellBusy();
  try {
    return await work();
  } finally {
    working -= 1;
    tellBusy();
  }
}

function changed() {
  $('#table').classList.add('stale');
  answerSoon();
  tellBusy();
  keepSoon();
}

async function keep() {
  store(state);
  if (location.hash.startsWith('#example=') && guide && !edited) return;  // a link to an example stays one
  const fragment = await encode(state);
  history.replaceState(null, '', `#s=${fragment}`);
}

// Answers by model. A model that cannot judge this test says so in its column, and the others are asked without it.
async function outcomes() {
  const failed = new Map();
  let diagnostics = [];
  for (let models = state.models; models.length;) {
    const found = await ask('outcomes', { test: state.test, models: asked(models) });
    const bad = found.filter((answer) => answer.diagnostics);
    if (!bad.length) return { answers: new Map(found.map((a) => [a.model, a])), failed, diagnostics };
    diagnostics = diagnostics.concat(bad.flatMap((b) => b.diagnostics));
    const names = new Set();
    for (const answer of bad)
      for (const d of answer.diagnostics) {
        const name = answer.model || models.find((m) => d.file === m.name)?.name;
        if (name) {
          names.add(name);
          failed.set(name, d.message);
        }
      }
    if (!names.size) return { answers: new Map(), failed, diagnostics };
    models = models.filter((m) => !names.has(m.name));
  }
  return { answers: new Map(), failed, diagnostics };
}

async function answer() {
  const began = performance.now();
  try {
    const found = await outcomes();
    const here = found.diagnostics.filter((d) => d.file === (editor.shown === 'test' ? 'test.litmus' : editor.shown));
    editor.errors(here);
    const elsewhere = found.diagnostics.filter((d) => !here.includes(d) && ![...found.failed.values()].includes(d.message));
    $('#messages').replaceChildren(...elsewhere.map((d) => el('p.problem', {}, `${d.file === 'test.litmus' ? 'test, ' : d.file ? `${d.file}, ` : ''}${d.line ? `line ${d.line}: ` : ''}${d.message}`)));
    failures = found.failed;
    const judged = state.models.filter((m) => found.answers.has(m.name));
    if (!judged.length && found.diagnostics.some((d) => d.file === 'test.litmus')) {
      $('#status').textContent = 'The test has an error.';
      $('#status').className = 'bad-status';
      $('#table').classList.replace('stale', 'outdated');
      return;
    }
    answers = found.answers;
    const short = [...answers.values()].find((a) => !a.complete);
    $('#status').className = short ? 'bad-status' : '';
    $('#status').textContent = short ? `A limit was reached${short.reason ? ` (${short.reason})` : ''}: what is missing may be possible.`
      : `Answered in ${Math.round(performance.now() - began)} ms.`;
    draw();
    const asking = state.test;
    const verdicts = judged.length && ask('check', { test: asking, models: asked(judged) }).then((found) => {
      clauses = new Map(found.filter((v) => v.clauses).map((v) => [v.model, v.clauses]));
      clausesOf = asking;
      draw();
    });
    await Promise.all([verdicts, show()]);
  } catch (error) {
    if (error instanceof Superseded) return;
    $('#status').textContent = error.message;
    $('#status').className = 'bad-status';
  }
}

// --- what is shown

function draw() {
  const focus = document.activeElement?.closest?.('#table') ? [document.activeElement.dataset.model, document.activeElement.getAttribute('aria-label')] : null;
  drawTable({ models: state.models, answers, clauses, current: clausesOf === state.test, failures, selected: state.selected }, { select, edit, remove });
  if (focus) [...document.querySelectorAll('#table button')].find((b) => b.dataset.model === focus[0] && b.getAttribute('aria-label') === focus[1])?.focus();
}

const view = () => busy(show);

async function show() {
  for (const tab of document.querySelectorAll('[role=tab][data-tab]')) {
    const chosen = tab.dataset.tab === state.tab;
    tab.setAttribute('aria-selected', chosen);
    tab.tabIndex = chosen ? 0 : -1;
  }
  const box = $('#view');
  box.setAttribute('aria-labelledby', `tab-${state.tab}`);
  if (box.dataset.tab !== state.tab) box.replaceChildren();
  box.dataset.tab = state.tab;
  if (state.tab !== 'changes') stopChanges();
  if (state.tab === 'explain') await explain(state, links, box);
  else if (state.tab === 'compare') await compare(state, box, select);
  else if (state.tab === 'compile') await compile(state, box);
  else if (state.tab === 'java') await java(state, box);
  else if (!box.querySelector('#run-changes') || !box.querySelector('progress:not([hidden])')) changes(state, box, shipped.tests, openChange);
}

function select(model, outcome) {
  state.selected = { model, outcome };
  state.tab = 'explain';
  $('#asked').value = outcome;
  draw();
  view();
  keepSoon();
}

function tabs() {
  const names = ['test', ...state.models.filter(own).map((m) => m.name)];
  $('#files').replaceChildren(...names.map((name, i) => el('button', {
    type: 'button', role: 'tab', id: `file-${i}`, 'aria-selected': editor.shown === name ? 'true' : 'false', 'aria-controls': 'editor-pane',
    tabindex: editor.shown === name ? '0' : '-1', onclick: () => { showText(name); $(`#file-${i}`)?.focus(); },
  }, name === 'test' ? 'Test' : name)));
  $('#editor-pane').setAttribute('aria-labelledby', `file-${Math.max(0, names.indexOf(editor.shown))}`);
  const model = state.models.find((m) => m.name === editor.shown);
  const tools = $('#model-tools');
  tools.hidden = !model;
  if (model)
    tools.replaceChildren(el('p', {}, `A copy of ${model.base}. `, el('button', { type: 'button', onclick: () => { state.tab = 'changes'; view(); $('#tab-changes').focus(); } },
      'What changes in the catalogue?')));
}

function showText(name) {
  const model = state.models.find((m) => m.name === name);
  loading = true;
  editor.show(name, name === 'test' ? state.test : model.text, name === 'test' ? 'litmus' : 'model');
  loading = false;
  tabs();
  answerSoon();
  tellBusy();
}

// --- models

function addModel(name) {
  if (!name || state.models.some((m) => m.name === name)) return;
  state.models = [...state.models, { name }];
  changed();
}

function remove(name) {
  state.models = state.models.filter((m) => m.name !== name);
  if (editor.shown === name) showText('test');
  editor.forget(name);
  answers.delete(name);
  clauses.delete(name);
  if (state.selected?.model === name) state.selected = state.models.length ? { ...state.selected, model: state.models[0].name } : null;
  tabs();
  draw();
  changed();
}

async function edit(name) {
  const model = state.models.find((m) => m.name === name);
  if (own(model)) {
    showText(name);
    editor.cm.focus();
    return;
  }
  try {
    const { text } = await get(`models/${name}`);
    const statements = text.replace(/\(\*[^]*?\*\)/g, '');
    const ending = /^single\s/m.test(statements) ? 'mem' : /^threads\s/m.test(statements) ? 'op' : 'cat';  // what each language begins with
    let copy = `my-${name}.${ending}`;
    for (let i = 2; state.models.some((m) => m.name === copy); i += 1) copy = `my-${name}-${i}.${ending}`;
    const at = state.models.indexOf(model);
    state.models = [...state.models.slice(0, at + 1), { name: copy, text, base: name }, ...state.models.slice(at + 1)];
    showText(copy);
    editor.cm.focus();
    changed();
  } catch (error) {
    toast(error.message);
  }
}

// --- tests, examples, links

const openTest = (id, more = {}) => busy(() => fetchTest(id, more));

async function fetchTest(id, more) {
  $('#table').classList.add('stale');
  const { text } = await get(`tests/${id}`);
  loading = true;
  editor.set('test', text, 'litmus');
  loading = false;
  Object.assign(state, { test: text, selected: null }, more);
  showText('test');
  const list = await ask('check', { test: text, models: asked(state.models) }, { purpose: 'open' }).catch(() => []);
  if (state.selected === null) {
    const judged = list.find((answer) => answer.clauses?.length && answer.model === more.why) || list.find((answer) => answer.clauses?.length);
    if (judged) state.selected = { model: judged.model, outcome: judged.clauses[0].condition };
  }
  clauses = new Map();
  changed();
}

async function openChange(id, model, outcome) {
  const base = state.models.some((m) => m.name === model.base) ? [] : [{ name: model.base }];
  await openTest(id, { models: [...base, ...state.models], selected: { model: model.name, outcome }, tab: 'explain' });
  view();
  toast(id);
}

function code(text) {
  return text.split('`').map((piece, i) => (i % 2 ? el('code', {}, piece) : piece.replace(/\*/g, '')));
}

async function step(at) {
  const chosen = guide.steps[at];
  edited = false;
  for (const button of document.querySelectorAll('#guide .steps button')) button.setAttribute('aria-pressed', Number(button.dataset.step) === at ? 'true' : 'false');
  await openTest(chosen.test, { models: chosen.models.map((name) => ({ name })), tab: chosen.tab || 'explain', why: chosen.why });
  delete state.why;
  if (chosen.edit) await edit(chosen.edit);
}

async function openGuide(id) {
  guide = guides.find((g) => g.id === id) || null;
  const box = $('#guide');
  box.hidden = !guide;
  if (!guide) return;
  const at = guides.indexOf(guide);
  box.replaceChildren(
    el('div.guide-head', {}, el('h2', {}, `${at + 1}. ${guide.title}`), el('button.quiet', { type: 'button', 'aria-label': 'Close the example', onclick: closeGuide }, '\u2715')),
    ...guide.text.map((text) => el('p', {}, ...code(text))),
    el('div.steps', { role: 'group', 'aria-label': 'Steps' }, ...guide.steps.map((s, i) => el('button', { type: 'button', 'data-step': i, 'aria-pressed': 'false', onclick: () => step(i) }, s.label)),
      at + 1 < guides.length ? el('button.quiet.next-guide', { type: 'button', onclick: () => { location.hash = `example=${guides[at + 1].id}`; } }, `Next: ${guides[at + 1].title}`) : null));
  await step(0);
}

function closeGuide() {
  guide = null;
  $('#guide').hidden = true;
  keep();
}

async function fromAddress() {
  const [, kind, value] = /^#(s|example|test)=(.+)$/.exec(location.hash) || [];
  try {
    if (kind === 'example') return await openGuide(value);
    $('#guide').hidden = true;
    guide = null;
    if (kind === 'test') return await openTest(decodeURIComponent(value));
    if (kind === 's') {
      const found = await decode(value);
      if (found) return open(found);
    }
  } catch {
    toast('This link cannot be read.');
  }
  return open(kind ? state : stored() || { ...first });
}

function open(value) {
  state = value;
  loading = true;
  editor.set('test', state.test, 'litmus');
  for (const model of state.models.filter(own)) editor.set(model.name, model.text, 'model');
  loading = false;
  showText('test');
  $('#asked').value = state.selected?.outcome || '';
  view();
  changed();
}

// --- dialogs

function dialog(button, box) {
  $(button).addEventListener('click', () => $(box).showModal());
  $(box).querySelector('.close').addEventListener('click', () => $(box).close());
  $(box).addEventListener('click', (event) => { if (event.target === $(box)) $(box).close(); });
}

function catalogue() {
  const words = $('#search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = [...shipped.tests.values()].filter((test) => words.every((word) => `${test.test} ${test.title} ${test.dialect}`.toLowerCase().includes(word)));
  $('#found').textContent = `${fits.length} of ${shipped.tests.size} tests`;
  $('#tests').replaceChildren(...fits.slice(0, 200).map((test) => el('li', {}, el('button.quiet', {
    type: 'button', 'data-test': test.test, onclick: () => { $('#catalogue').close(); closeGuide(); openTest(test.test); },
  }, el('b', {}, test.test), ' ', el('span.dialect', {}, test.dialect), el('span.title', {}, test.title)))));
}

async function begin() {
  $('#open-catalogue').addEventListener('click', catalogue);
  dialog('#open-catalogue', '#catalogue');
  dialog('#open-guides', '#guides');
  exportMenu(() => state);
  document.querySelectorAll('[role=tablist]').forEach(tabKeys);
  for (const tab of document.querySelectorAll('[role=tab][data-tab]'))
    tab.addEventListener('click', () => { state.tab = tab.dataset.tab; view(); keepSoon(); });
  $('#search').addEventListener('input', catalogue);
  $('#undo').addEventListener('click', () => { editor.cm.undo(); });
  $('#redo').addEventListener('click', () => { editor.cm.redo(); });
  $('#add-model').addEventListener('change', (event) => { addModel(event.target.value); event.target.value = ''; });
  $('#ask').addEventListener('submit', (event) => {
    event.preventDefault();
    if ($('#asked').value.trim()) select(state.selected?.model || state.models[0]?.name, $('#asked').value.trim());
  });
  $('#share').addEventListener('click', async () => {
    closeGuide();
    const address = `${location.origin}${location.pathname}#s=${await encode(state)}`;
    history.replaceState(null, '', address);
    try {
      await navigator.clipboard.writeText(address);
      toast('The link is in the clipboard: test, models and view are in it.');
    } catch {
      toast('The link is in the address bar: test, models and view are in it.');
    }
  });
  $('#guide-list').replaceChildren(...guides.map((g) => el('li', {}, el('a', { href: `#example=${g.id}`, onclick: () => $('#guides').close() }, g.title), el('span.title', {}, g.text[0].replace(/`/g, '')))));
  addEventListener('hashchange', fromAddress);
  const lists = Promise.all([get('tests'), get('models')]).then(([tests, models]) => {
    shipped = { tests: new Map(tests.map((t) => [t.test, t])), models: models.filter((m) => m.model) };
    $('#add-model').append(...shipped.models.map((m) => el('option', { value: m.model }, `${m.model} \u2013 ${m.title}`)));
    if ($('#catalogue').open) catalogue();
  });
  await fromAddress();
  await lists.catch((error) => toast(error.message));
  document.body.dataset.ready = 'yes';
}

begin();
