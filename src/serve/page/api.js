// Questions to the server. A newer question for the same purpose ends the older one, here and there.

const client = [...crypto.getRandomValues(new Uint8Array(9))].map((b) => b.toString(16).padStart(2, '0')).join('');
const running = new Map();

// The token of a server that others can reach: it comes with the address and leaves it at once.
const given = new URLSearchParams(location.search).get('token');
if (given) {
  sessionStorage.setItem('token', given);
  history.replaceState(null, '', location.pathname + location.hash);
}
const token = sessionStorage.getItem('token');

export class Superseded extends Error {}

export class Refused extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

function headers(purpose, more = {}) {
  const out = { 'X-Thinair-Client': client, ...more };
  if (purpose) out['X-Thinair-Purpose'] = purpose;
  if (token) out.Authorization = `Bearer ${token}`;
  return out;
}

async function failed(response) {
  let error = {};
  try {
    error = (await response.json()).error;
  } catch {
    // What answers is no thinair.
  }
  if (error.code === 'serve-superseded') return new Superseded();
  return new Refused(response.status, error.code, error.message || `the server answers ${response.status}`);
}

// A page or a picture; what is wrong with the input comes as JSON instead.
async function textOf(response) {
  if (!response.headers.get('Content-Type').startsWith('application/json')) return response.text();
  const told = (await response.json()).flatMap((answer) => answer.diagnostics || []).map((d) => (d.hint ? `${d.message} (${d.hint})` : d.message));
  throw new Refused(200, 'rejected', told.join('\n'));
}

export async function ask(question, document, { purpose = question, as = 'json' } = {}) {
  running.get(purpose)?.abort();
  const control = new AbortController();
  running.set(purpose, control);
  try {
    for (let again = 0; ; again += 1) {
      const response = await fetch(`api/${question}`, {
        method: 'POST', signal: control.signal, body: JSON.stringify(document), headers: headers(purpose, { 'Content-Type': 'application/json' }),
      });
      if (response.ok) return as === 'json' ? await response.json() : await textOf(response);
      const error = await failed(response);
      // An older question of ours came after this one, by another connection.
      if (!(error instanceof Superseded) || again > 2) throw error;
    }
  } catch (error) {
    if (control.signal.aborted) throw new Superseded();
    if (error instanceof TypeError) throw new Refused(0, 'gone', 'The server does not answer. Is thinair serve still running?');
    throw error;
  } finally {
    if (running.get(purpose) === control) running.delete(purpose);
  }
}

export async function get(what) {
  const response = await fetch(`api/${what.split('/').map(encodeURIComponent).join('/')}`, { headers: headers('') });
  if (!response.ok) throw await failed(response);
  return response.json();
}

// Events of a question that takes long; `heard` gets the name and the data of each.
export async function listen(question, document, heard, signal) {
  const response = await fetch(`api/${question}`, {
    method: 'POST', signal, body: JSON.stringify(document), headers: headers('', { 'Content-Type': 'application/json' }),
  });
  if (!response.ok) throw await failed(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    const blocks = rest.split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1], data = /^data: (.*)$/m.exec(block)?.[1];
      if (name && data) heard(name, JSON.parse(data));
    }
  }
}
