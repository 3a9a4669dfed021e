// What leaves the page as a file.
import { $, download, toast } from './dom.js';
import { ask } from './api.js';
import { request } from './why.js';

// The picture that is on screen, of all that the explanation has.
function shownFrame() {
  const frames = [...document.querySelectorAll('#view .viewer .frame')];
  return Math.max(0, frames.findIndex((frame) => !frame.hidden));
}

async function picture(state) {
  const all = await ask('svg', request(state, state.selected || { model: state.models[0].name, outcome: '' }), { as: 'text', purpose: 'export' });
  const pictures = all.split(/(?=<svg xmlns=)/).filter((text) => text.startsWith('<svg'));
  return pictures[Math.min(shownFrame(), pictures.length - 1)];
}

// Twice its size, on the paper's colour.
async function png(svg) {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg).map(Number);
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 2 * width;
    canvas.height = 2 * height;
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  } finally {
    URL.revokeObjectURL(url);
  }
}

export async function exportAs(kind, state) {
  const name = /^\w+\s+(\S+)/.exec(state.test)?.[1].replace(/[^\w.+-]/g, '_') || 'test';
  const explained = request(state, state.selected || { model: state.models[0]?.name, outcome: '' });
  try {
    if (kind === 'litmus') download(`${name}.litmus`, state.test, 'text/plain');
    else if (kind === 'svg') download(`${name}.svg`, await picture(state), 'image/svg+xml');
    else if (kind === 'png') download(`${name}.png`, await png(await picture(state)));
    else if (kind === 'tikz') download(`${name}.tex`, await ask('tikz', explained, { as: 'text', purpose: 'export' }), 'text/x-tex');
    else if (kind === 'page') download(`${name}.html`, await ask('page', explained, { as: 'text', purpose: 'export' }), 'text/html');
  } catch (error) {
    toast(error.message);
  }
}

export function exportMenu(state) {
  const menu = $('#export-menu'), button = $('#open-export');
  const items = [...menu.querySelectorAll('[role=menuitem]')];
  const show = (open) => {
    menu.hidden = !open;
    button.setAttribute('aria-expanded', open);
    if (open) items[0].focus();
  };
  button.addEventListener('click', () => show(menu.hidden));
  menu.addEventListener('click', (event) => {
    const item = event.target.closest('[data-export]');
    if (!item) return;
    show(false);
    button.focus();
    exportAs(item.dataset.export, state());
  });
  menu.addEventListener('keydown', (event) => {
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Escape') {
      show(false);
      button.focus();
    } else if (to !== undefined) {
      event.preventDefault();
      items[(to + items.length) % items.length].focus();
    }
  });
  document.addEventListener('click', (event) => { if (!event.target.closest('.menu')) show(false); });
}
