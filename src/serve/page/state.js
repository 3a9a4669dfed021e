// What the page shows, as a value: test, models, what is selected. It goes into the address, compressed, and into the browser's store.

export const first = {
  test: `Java SB
"Store buffering: may both threads miss the other one's write?"
{ x=0; y=0;
  0:X=x; 0:Y=y;
  1:X=x; 1:Y=y; }
Thread0 {
  X.set(1);
  int r1 = Y.get();
}
Thread1 {
  Y.set(1);
  int r2 = X.get();
}
exists (0:r1=0 /\\ 1:r2=0)
`,
  models: [{ name: 'sc' }, { name: 'java' }, { name: 'jam21' }],
  selected: { model: 'java', outcome: '' },
  tab: 'explain',
};

// Own models have a text, and the shipped one that they began as.
export const own = (model) => model.text !== undefined;
export const asked = (models) => models.map((model) => (own(model) ? { name: model.name, text: model.text } : model.name));

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function encode(state) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export async function decode(text) {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  return valid(JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))));
}

// A link is written by somebody else: only what has the right form is taken.
export function valid(value) {
  if (typeof value !== 'object' || value === null || typeof value.test !== 'string' || !Array.isArray(value.models)) return null;
  const models = value.models.filter((m) => m && typeof m.name === 'string' && (m.text === undefined || typeof m.text === 'string')).slice(0, 12)
    .map((m) => (m.text === undefined ? { name: m.name } : { name: m.name, text: m.text, base: typeof m.base === 'string' ? m.base : '' }));
  const chosen = value.selected;
  const selected = chosen && typeof chosen.model === 'string' && typeof chosen.outcome === 'string' ? { model: chosen.model, outcome: chosen.outcome } : null;
  const tabs = ['explain', 'compare', 'compile', 'java', 'changes'];
  return { test: value.test, models, selected, tab: tabs.includes(value.tab) ? value.tab : 'explain' };
}

export function stored() {
  try {
    return valid(JSON.parse(localStorage.getItem('thinair')));
  } catch {
    return null;
  }
}

export function store(state) {
  try {
    localStorage.setItem('thinair', JSON.stringify(state));
  } catch {
    // Nothing is kept then.
  }
}
