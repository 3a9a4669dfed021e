// An explanation beside the program: the article that `thinair explain --html` makes, with its pictures to step through, linked to the editor.
/* global showPictures, linkProgram */
import { $, el } from './dom.js';
import { ask, Superseded } from './api.js';
import { asked } from './state.js';

// Styles inside a page are not allowed here: the sheets are the same as ours, and what is in attributes is set by script instead.
export function parsed(html) {
  const allowed = html.replace(/<(style|script)>[^]*?<\/\1>/g, '').replace(/ style="/g, ' data-style="');
  const page = new DOMParser().parseFromString(allowed, 'text/html');
  for (const element of page.querySelectorAll('[data-style]')) {
    element.style.cssText = element.dataset.style;
    element.removeAttribute('data-style');
  }
  return page;
}

export function request(state, selected = state.selected) {
  const model = state.models.find((m) => m.name === selected.model) || state.models[0];
  const out = { test: state.test, models: asked([model]) };
  if (selected.outcome) out.outcome = selected.outcome;
  return out;
}

function keys(element) {
  return element.dataset.at.split(' ').map((key) => key.split('-').map(Number)).filter((range) => range.length === 2 && range[1] > range[0]);
}

// From pictures to the editor, and back.
export class Links {
  constructor(editor) {
    this.editor = editor;
    this.article = null;
  }

  attach(article) {
    this.article = article;
    const light = (event) => {
      const place = event.target.closest?.('[data-at]');
      this.editor.light(place ? keys(place) : []);
    };
    article.addEventListener('mouseover', light);
    article.addEventListener('focusin', light);
    article.addEventListener('mouseleave', () => this.editor.light([]));
  }

  // The cursor is at this byte of the test: the events of the innermost access there light up.
  at(byte) {
    if (!this.article?.isConnected) return;
    const line = this.editor.cm.getCursor().line;
    for (const node of this.article.querySelectorAll('.node[data-at], .access[data-at]')) {
      const hit = byte >= 0 && keys(node).some(([from, to]) => (from <= byte && byte <= to) || (this.lineOf(from) === this.lineOf(byte) && !this.inAccess(byte)));
      node.classList.toggle('lit', hit);
    }
    void line;
  }

  lineOf(byte) { return this.editor.place(byte).line; }

  inAccess(byte) {
    return [...this.article.querySelectorAll('.node[data-at]')].some((node) => keys(node).some(([from, to]) => from <= byte && byte <= to));
  }
}

export async function explain(state, links, box) {
  if (!state.selected || !state.models.length) {
    box.replaceChildren(el('p.soft', {}, 'Click on an outcome in the table: here is why it is possible, or why it is not.'));
    return;
  }
  box.classList.add('stale');
  try {
    const page = parsed(await ask('page', request(state), { as: 'text', purpose: 'explain' }));
    const articles = [...page.querySelectorAll('article.viewer')];
    const markers = page.querySelector('header svg');
    if (markers && !$('#markers').firstChild) $('#markers').append(document.adoptNode(markers));
    const legend = page.querySelector('.legend');
    box.replaceChildren();
    for (const article of articles) {
      document.adoptNode(article);
      article.querySelectorAll('a[href^="#m"], a[href^="#"]').forEach((link) => link.replaceWith(...link.childNodes));
      box.append(article);
      showPictures(article);
      linkProgram(article);
      links.attach(article);
    }
    if (legend) box.append(document.adoptNode(legend));
    if (!articles.length) box.append(el('p.soft', {}, 'There is nothing to explain here.'));
    box.classList.remove('stale');
  } catch (error) {
    if (error instanceof Superseded) return;
    box.classList.remove('stale');
    box.replaceChildren(el('p.problem', {}, error.message));
  }
}
