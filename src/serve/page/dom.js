// Elements, and small things that every part of the page uses.

export const $ = (selector) => document.querySelector(selector);

// el('td.mark', {title: 'x', onclick: f}, child, 'text', ..)
export function el(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split('.');
  const out = document.createElement(tag);
  if (classes.length) out.className = classes.join(' ');
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) out.addEventListener(name.slice(2), value);
    else if (value === true) out.setAttribute(name, '');
    else if (value !== false && value !== undefined && value !== null) out.setAttribute(name, value);
  }
  out.append(...children.filter((child) => child !== null && child !== undefined));
  return out;
}

let hiding = 0;
export function toast(text) {
  const box = $('#toast');
  box.textContent = text;
  box.classList.add('shown');
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.classList.remove('shown'); box.textContent = ''; }, 3500);
}

export function download(name, data, type) {
  const url = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  const link = el('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export function later(milliseconds, work) {
  let timer = 0;
  const soon = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => { timer = 0; work(...values); }, milliseconds);
  };
  soon.waits = () => timer !== 0;
  return soon;
}

// Arrow keys move between the tabs of a list, as screen readers expect.
export function tabKeys(list) {
  list.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tabs = [...list.querySelectorAll('[role=tab]')];
    const at = tabs.indexOf(document.activeElement);
    if (!by || at < 0) return;
    event.preventDefault();
    const next = tabs[(at + by + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}
