// The editor: CodeMirror, the languages that it colours, errors under their lines, and places that light up.
/* global CodeMirror */
import { $, el } from './dom.js';

const comment = [{ regex: /\(\*/, token: 'comment', next: 'comment' }, { regex: /\/\/.*/, token: 'comment' }];
const commented = [{ regex: /.*?\*\)/, token: 'comment', next: 'start' }, { regex: /.*/, token: 'comment' }];

CodeMirror.defineSimpleMode('litmus', {
  start: [
    { regex: /"(?:[^"\\]|\\.)*"?/, token: 'string' },
    ...comment,
    { regex: /(?:Java|C|X86_64|AArch64|RISCV|PPC)\b/, sol: true, token: 'keyword' },
    { regex: /[A-Z][A-Za-z]*=.*/, sol: true, token: 'comment' },
    { regex: /(?:exists|forall|required|forbidden|locations|filter|not)\b|~exists\b/, token: 'keyword' },
    { regex: /(?:Thread\d+|P\d+|init|class|new|final|volatile|static|synchronized|while|for|do|if|else|return|break|continue|throw|try|catch|finally|assert)\b/, token: 'keyword' },
    { regex: /(?:int|long|byte|short|char|boolean|float|double|void|Object|String)\b/, token: 'type' },
    { regex: /(?:true|false|null|this)\b/, token: 'atom' },
    { regex: /\.(?:get|set|compareAnd|weakCompareAnd)\w*/, token: 'property' },
    { regex: /(?:0x[\da-f]+|\d+)(?=:)/i, token: 'number' },
    { regex: /-?(?:0x[\da-f]+|\d+)[lLfFdD]?\b/i, token: 'number' },
    { regex: /\/\\|\\\/|[-+*/%=<>!&|^~?]+/, token: 'operator' },
    { regex: /[A-Za-z_$][\w$.]*/, token: 'variable' },
  ],
  comment: commented,
  meta: { blockCommentStart: '(*', blockCommentEnd: '*)', lineComment: '//' },
});

CodeMirror.defineSimpleMode('model', {
  start: [
    { regex: /"(?:[^"\\]|\\.)*"?/, token: 'string' },
    ...comment,
    { regex: /(?:let|rec|and|in|as|include|with|from|acyclic|irreflexive|empty|flag|show|unshow|if|then|else|match|end|fun|procedure|call|forall|do|begin|enum|instructions|undefined_unless)\b|~(?=empty|acyclic|irreflexive)/, token: 'keyword' },
    { regex: /(?:single|multi|sem|commit|condition|identity|require|justify|by|machine|state|step|when|table|cell)\b/, token: 'keyword' },
    { regex: /(?:po|rf|co|fr|rfe|rfi|coe|fre|loc|int|ext|id|hb|sw|so|W|R|M|F|IW|RMW)\b/, token: 'atom' },
    { regex: /[-+*/%=<>!&|^~?;\\]+/, token: 'operator' },
    { regex: /\d+/, token: 'number' },
    { regex: /[A-Za-z_][\w.-]*/, token: 'variable' },
  ],
  comment: commented,
  meta: { blockCommentStart: '(*', blockCommentEnd: '*)' },
});

export class Editor {
  constructor(changed, moved) {
    this.documents = new Map();
    this.marks = [];
    this.widgets = [];
    this.cm = CodeMirror($('#editor'), {
      lineNumbers: true, matchBrackets: true, tabSize: 2, indentUnit: 2, lineWrapping: true, viewportMargin: Infinity,
      // Tab leaves the editor: whoever has no mouse must get on.
      extraKeys: { Tab: false, 'Shift-Tab': false, 'Ctrl-/': 'toggleComment', 'Cmd-/': 'toggleComment' },
      screenReaderLabel: 'Test',
    });
    this.cm.on('change', () => changed(this.shown, this.cm.getValue()));
    this.cm.on('cursorActivity', () => moved(this.byte(this.cm.getCursor())));
    this.cm.getWrapperElement().addEventListener('mousemove', (event) => {
      moved(this.byte(this.cm.coordsChar({ left: event.clientX, top: event.clientY })), true);
    });
    this.cm.getWrapperElement().addEventListener('mouseleave', () => moved(-1, true));
  }

  // One document for each text: each has its own undo.
  show(name, text, mode) {
    if (!this.documents.has(name)) this.documents.set(name, CodeMirror.Doc(text, mode));
    if (this.shown === name) return;
    this.clear();
    this.shown = name;
    this.cm.swapDoc(this.documents.get(name));
    this.cm.getInputField().setAttribute('aria-label', name === 'test' ? 'Test' : `Model ${name}`);
  }

  // Replaces a text so that it can be undone.
  set(name, text, mode) {
    const document = this.documents.get(name);
    if (!document) this.documents.set(name, CodeMirror.Doc(text, mode));
    else if (document.getValue() !== text) document.replaceRange(text, { line: 0, ch: 0 }, { line: document.lastLine() + 1, ch: 0 });
  }

  forget(name) {
    if (this.shown !== name) this.documents.delete(name);
  }

  clear() {
    this.widgets.forEach((widget) => widget.clear());
    this.marks.forEach((mark) => mark.clear());
    this.widgets = [];
    this.marks = [];
    this.light([]);
  }

  // Under its line: where, what and what to do.
  errors(diagnostics) {
    this.clear();
    for (const d of diagnostics) {
      const line = Math.min(Math.max(0, (d.line || 1) - 1), this.cm.lastLine()), text = this.cm.getLine(line) || '';
      const column = Math.min(text.length, (d.column || 1) - 1), end = column + Math.max(1, (/^(?:[\w$]+|\S)/.exec(text.slice(column)) || [' '])[0].length);
      this.marks.push(this.cm.markText({ line, ch: column }, { line, ch: end }, { className: 'wrong' }));
      const node = el('div.error', { role: 'note' },
        el('pre.caret', { 'aria-hidden': 'true' }, ' '.repeat(column) + '^' + '~'.repeat(end - column - 1)),
        el('p', {}, el('strong', {}, d.message), d.hint ? el('span.hint', {}, ` ${d.hint}`) : null,
          ' ', el('span.place', {}, `line ${line + 1}`), ' ', el('span.place', {}, d.code)));
      this.widgets.push(this.cm.addLineWidget(line, node, { coverGutter: false, noHScroll: true }));
    }
  }

  // Places that an explanation speaks of, as ranges of bytes.
  light(ranges) {
    (this.lit || []).forEach((mark) => mark.clear());
    this.lit = this.shown === 'test' ? ranges.map(([from, to]) => this.cm.markText(this.place(from), this.place(to), { className: 'lit' })) : [];
  }

  place(byte) {
    const text = this.cm.getValue();
    if (/^[\x00-\x7f]*$/.test(text)) return this.cm.posFromIndex(byte);
    return this.cm.posFromIndex(new TextDecoder().decode(new TextEncoder().encode(text).slice(0, byte)).length);
  }

  byte(position) {
    if (this.shown !== 'test') return -1;
    return new TextEncoder().encode(this.cm.getValue().slice(0, this.cm.indexFromPos(position))).length;
  }
}
