#!/usr/bin/env python3
"""The page of `thinair serve` in a real browser: typing, picking, stepping, comparing, editing a model, sharing, exporting; by keyboard, narrow
and dark; no complaint in the console, and no rule of accessibility broken.

usage: page.py PATH/TO/thinair SOURCE_DIR SCREENSHOTS

Ends with 77 (skipped) where there is no Chromium. Rules of accessibility are those of axe-core, where tools/prepare_tests.sh could get it;
without it, the checks of this file alone.
"""
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'pages'))
import browser  # noqa: E402
from server import Server  # noqa: E402

failures = []
CTRL = 2
SHIFT = 8
AXE = pathlib.Path.home() / '.cache/thinair/axe.min.js'


def expect(what, found, wanted):
    if found != wanted:
        failures.append(f'{what}: {found!r}, wanted {wanted!r}')


class Page:
    def __init__(self, b, server, downloads=None):
        self.b, self.server = b, server
        self.address = os.environ.get('THINAIR_PAGE', server.address)  # for work on the page: a server of its files as they are
        self.axe = AXE.read_text() if AXE.exists() else None
        if downloads:
            self.downloads = pathlib.Path(downloads)

    def open(self, fragment=''):
        # A fragment alone would be no new page.
        self.b.open('about:blank')
        self.b.open(self.address + fragment)
        self.b.wait("document.body.dataset.ready === 'yes'")
        self.settled()

    def settled(self):
        """Until the answer to what is in the editor is there."""
        self.b.wait("document.querySelector('#right').getAttribute('aria-busy') === 'false'", 60)

    def set_text(self, text):
        self.b.evaluate(f"document.querySelector('.CodeMirror').CodeMirror.setValue({json.dumps(text)})")
        self.settled()

    def text(self):
        return self.b.evaluate("document.querySelector('.CodeMirror').CodeMirror.getValue()")

    def marks(self, model):
        return self.b.evaluate(f"[...document.querySelectorAll('tr.state')].map((r) => [...r.querySelectorAll('td.value')].map((c) => c.textContent).join(' ') + "
                               f"' ' + (r.querySelector('[data-model=\"{model}\"]')?.textContent ?? 'none'))")

    def clean(self, where):
        expect(f'{where}: complaints', self.b.complaints((self.address,)), [])

    def accessible(self, where, part=None, contrast=True):
        """The whole page, or a part of it, if the rest was looked at before; so for its colours."""
        expect(f'{where}: controls without a name', self.b.evaluate(
            "[...document.querySelectorAll('button, input, select, textarea, a[href]')].filter((e) => e.offsetParent && !(e.getAttribute('aria-label') || "
            "e.textContent.trim() || e.labels?.length || e.title || e.placeholder)).map((e) => e.outerHTML.slice(0, 120))"), [])
        expect(f'{where}: ids used twice', self.b.evaluate(
            "(() => { const ids = [...document.querySelectorAll('[id]')].map((e) => e.id); return ids.filter((id, i) => ids.indexOf(id) !== i); })()"), [])
        expect(f'{where}: pictures without text', self.b.evaluate(
            "[...document.querySelectorAll('svg.picture')].filter((s) => s.getAttribute('role') !== 'img' || !s.querySelector('title')?.textContent.trim()).length"), 0)
        if not self.axe:
            return
        seen = len(self.b.events)
        if not self.b.evaluate("typeof axe === 'object'"):
            self.b.evaluate(self.axe + '; 1')
        found = self.b.evaluate(f"axe.run({json.dumps(part) if part else 'document'}, {{resultTypes: ['violations'], rules: {{'color-contrast': {{enabled: {json.dumps(contrast)}}}}}}}).then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3)"
                                ".map((n) => n.html.slice(0, 140) + ' ' + (n.any[0]?.message || '')).join(' | ')))")
        del self.b.events[seen:]  # it tries styles of its own
        # The editor's own box scrolls with its cursor, which the keyboard moves.
        found = [f for f in found if not re.fullmatch(r'scrollable-region-focusable: <div class="CodeMirror-scroll"[^|]*', f)]
        expect(f'{where}: axe', found, [])

    def downloaded(self, name, seconds=15):
        path = self.downloads / name
        deadline = time.monotonic() + seconds
        while not path.exists() or path.stat().st_size == 0:
            if time.monotonic() > deadline:
                failures.append(f'{name} is not downloaded; there are {[p.name for p in self.downloads.iterdir()]}')
                return b''
            time.sleep(0.02)
        return path.read_bytes()


def typing(page):
    b = page.b
    page.open()
    expect('first table, sc', page.marks('sc'), ['0 0 –', '0 1 ●', '1 0 ●', '1 1 ●'])
    expect('first table, java', page.marks('java'), ['0 0 ●', '0 1 ●', '1 0 ●', '1 1 ●'])
    page.accessible('begin')
    # Real keys, into the real editor: the 1 of X.set(1) becomes 12.
    b.click('.CodeMirror-line')
    at = page.text().index('X.set(1') + len('X.set(1')
    b.evaluate(f"(() => {{ const cm = document.querySelector('.CodeMirror').CodeMirror; cm.focus(); cm.setCursor(cm.posFromIndex({at})); }})()")
    b.key('2', 50, text='2')
    page.settled()
    expect('typed', 'X.set(12);' in page.text(), True)
    expect('the table has changed', page.marks('sc'), ['0 0 –', '0 12 ●', '1 0 ●', '1 12 ●'])
    b.key('Backspace', 8)
    b.key('(', 57, text='(')
    b.wait("document.querySelector('.error')")
    error = b.evaluate("(() => { const e = document.querySelector('.error'); const lines = [...document.querySelectorAll('.CodeMirror-code > div')]; "
                       "return [lines.findIndex((l) => l.contains(e)) + 1, e.querySelector('.caret').textContent.includes('^'), e.querySelector('strong').textContent.length > 5]; })()")
    expect('an error under its line', error, [7, True, True])
    expect('status', b.evaluate("document.querySelector('#status').textContent"), 'The test has an error.')
    b.key('Backspace', 8)
    b.key('1', 49, text='1')
    page.settled()
    expect('the error is gone', b.evaluate("document.querySelectorAll('.error').length"), 0)
    for _ in range(8):
        b.key('z', 90, modifiers=CTRL)
    page.settled()
    expect('undone', 'X.set(1);' in page.text(), True)
    # A hint comes with the error.
    page.set_text(page.text().replace('Y.get', 'Y.gett'))
    b.wait("document.querySelector('.error')")
    expect('the hint', b.evaluate("document.querySelector('.error .hint').textContent.includes('get')"), True)
    b.click('#undo')
    page.settled()
    expect('undo by the button', 'gett' in page.text(), False)
    page.clean('typing')


def explaining(page):
    b = page.b
    page.open('#test=classic/SB')
    b.click("tr.state:nth-child(1) button[data-model='sc']")
    page.settled()
    expect('why not', b.evaluate("document.querySelector('#view h3').textContent"), '0:r1=0 /\\ 1:r2=0 is forbidden under sc Sequential consistency')
    expect('the button is pressed', b.evaluate("document.querySelector('button[aria-pressed=true][data-model]').dataset.model"), 'sc')
    # Pictures and program light up each other.
    b.evaluate("document.querySelector('.CodeMirror').CodeMirror.setCursor({line: 7, ch: 4})")
    expect('an event of the line with the cursor', b.evaluate("[...document.querySelectorAll('#view .node.lit')].map((n) => n.textContent)"), ['W x=1'])
    b.hover("#view .node[data-at]")
    expect('the place of an event', b.evaluate("document.querySelectorAll('.CodeMirror .lit').length > 0"), True)
    b.hover('h1')
    page.accessible('a reason', '#view')
    # Picking a test, and stepping through its justification.
    b.click('#open-catalogue')
    b.wait("document.querySelector('#catalogue').open")
    b.call('Input.insertText', text='')
    b.evaluate("document.querySelector('#search').focus()")
    b.call('Input.insertText', text='pugh causality-02')
    b.wait("document.querySelectorAll('#tests li').length === 1")
    page.accessible('catalogue', '#catalogue', contrast=False)
    b.click('#tests button')
    b.wait("document.querySelector('.CodeMirror').CodeMirror.getValue().includes('causality-02')")
    page.settled()
    b.wait("document.querySelectorAll('#view .frame').length >= 1")
    expect('the catalogue is closed', b.evaluate("document.querySelector('#catalogue').open"), False)
    b.wait("document.querySelectorAll('button.verdict').length > 0")
    b.click("button.verdict[data-model='java']")
    page.settled()
    b.wait("document.querySelectorAll('#view .frame').length > 1")
    visible = "[...document.querySelectorAll('#view .frame')].findIndex((f) => !f.hidden)"
    expect('the first picture', b.evaluate(visible), 0)
    b.click('#view .next')
    expect('the next', b.evaluate(visible), 1)
    b.key('ArrowRight', 39)
    expect('and by the keyboard', b.evaluate(visible), 2)
    # An outcome of one's own.
    b.evaluate("(() => { const i = document.querySelector('#asked'); i.value = '0:r1=7'; i.form.requestSubmit(); })()")
    page.settled()
    b.wait("document.querySelector('#view h3')?.textContent.startsWith('0:r1=7')")
    page.clean('explaining')


def views(page, shots):
    b = page.b
    page.open('#test=classic/SB')
    b.wait("document.querySelector('.CodeMirror').CodeMirror.getValue().startsWith('Java SB')")
    b.click('#tab-compare')
    b.wait("document.querySelectorAll('#view .card').length >= 1")
    page.settled()
    expect('sc and java differ', b.evaluate("document.querySelector('#view .card').textContent.includes('differ')"), True)
    page.accessible('compare', '#view', contrast=False)
    b.click('#view .card .halves button')
    b.wait("document.querySelector('#view h3')?.textContent.includes('is forbidden under')")
    b.click('#tab-compile')
    b.wait("[...document.querySelectorAll('#view .conform')].filter((c) => c.textContent.startsWith('stays within')).length === 4", 60)
    expect('compiled', b.evaluate("[...document.querySelectorAll('#view .card pre')].map((p) => p.textContent.split(' ')[0])"), ['X86_64', 'AArch64', 'RISCV', 'PPC'])
    page.accessible('compile', '#view')
    b.screenshot(shots / 'serve-compile.png', whole=False)
    b.click('#tab-java')
    b.wait("document.querySelector('#download-project')")
    expect('a jcstress test', b.evaluate("document.querySelector('#view pre').textContent.includes('@JCStressTest')"), True)
    page.accessible('java', '#view', contrast=False)
    b.click('#download-project')
    data = page.downloaded('SB-jcstress.zip')
    if data:
        with zipfile.ZipFile(page.downloads / 'SB-jcstress.zip') as archive:
            expect('the archive', archive.testzip(), None)
            expect('its files', [name for name in ('pom.xml', 'README.md') if name in archive.namelist()], ['pom.xml', 'README.md'])
    # A processor's test under models that are not for it: the column says so, the others answer.
    page.set_text(pathlib.Path(page.source, 'litmus/hardware/x86/SB.litmus').read_text())
    b.wait("document.querySelectorAll('.column-error').length === 2")
    expect('sc judges it', len(page.marks('sc')), 3)
    page.clean('views')


def models(page):
    b = page.b
    page.open('#test=classic/SB')
    b.click("button[aria-label='Edit a copy of sc']")
    b.wait("document.querySelector('.CodeMirror').CodeMirror.getValue().includes('acyclic')")
    page.settled()
    expect('a column of its own', b.evaluate("[...document.querySelectorAll('.model-name')].map((m) => m.textContent)"), ['sc', 'my-sc.cat', 'java', 'jam21'])
    expect('the copy answers the same', page.marks('my-sc.cat'), page.marks('sc'))
    text = page.text()
    page.set_text(text.replace(' | fr', '', 1))
    expect('the edited one does not', page.marks('my-sc.cat')[0], '0 0 ●')
    page.set_text(text.replace(' | fr', ' | frr', 1))
    b.wait("document.querySelector('.error')")
    expect('an error in a model, in its column too', b.evaluate("document.querySelectorAll('.column-error').length"), 1)
    page.set_text(text.replace(' | fr', '', 1))
    page.accessible('a model', '#left', contrast=False)
    b.click('#tab-changes')
    b.wait("document.querySelector('#run-changes')")
    expect('families to choose from', b.evaluate("[...document.querySelectorAll('#view select[aria-label=Tests] option')].map((o) => o.value).filter((v) => ['', 'classic', 'jcstress'].includes(v))"),
           ['', 'classic', 'jcstress'])
    if 'THINAIR_CAMPAIGN' not in os.environ:  # all of it takes a minute
        b.evaluate("document.querySelector('#view select[aria-label=Tests]').value = 'classic'")
    # How far it was, each time that it was told: the bar may be gone before one looks.
    b.evaluate("(() => { window.told = []; new MutationObserver(() => { const p = document.querySelector('progress'); if (p && !p.hidden) window.told.push(p.value / p.max); })"
               ".observe(document.querySelector('#view'), {subtree: true, childList: true, attributes: true, characterData: true}); })()")
    b.click('#run-changes')
    b.wait("/tests were judged/.test(document.querySelector('#view [role=status]').textContent)", 200)
    told = b.evaluate('window.told')
    expect('progress', (told == sorted(told), max(told) > 0, b.evaluate("document.querySelectorAll('.changes li').length > 2")), (True, True, True))
    found = b.evaluate("[...document.querySelectorAll('.changes li')].map((l) => l.querySelector('b').textContent)")
    expect('SB is among them', 'classic/SB' in found, True)
    page.accessible('changes', '#view')
    name = found[0]
    b.click('.changes li:first-child button')
    b.wait("document.querySelector('#view h3')?.textContent.includes('my-sc.cat')")
    expect('a click opens the test', b.evaluate("document.querySelector('.CodeMirror').CodeMirror.getValue().split('\\n')[0].split(' ').pop()"), name.split('/')[-1])
    page.clean('models')


def sharing(page):
    b = page.b
    page.open('#test=classic/MP')
    b.wait("document.querySelector('button.verdict:enabled')")
    b.click("button.verdict[data-model='jam21']")
    page.settled()
    b.click('#share')
    b.wait("location.hash.startsWith('#s=')")
    b.wait("document.querySelector('#toast').textContent.includes('link')")
    link = b.evaluate('location.href')
    expect('nothing but the address is needed', len(link) < 2000, True)
    text = page.text()
    with b.fresh():
        page.open('#' + link.split('#')[1])
        expect('the shared test', page.text(), text)
        expect('the shared view', b.evaluate("document.querySelector('button[aria-pressed=true][data-model]')?.dataset.model"), 'jam21')
        before = b.evaluate('location.hash')
        page.set_text(text.replace('MP', 'Mine'))
        b.wait(f'location.hash !== {json.dumps(before)}')
        page.open()
        expect('the last state survives', page.text().split('\n')[0], 'Java Mine')
        b.open('about:blank')
        b.open(page.address + '#s=nonsense')
        b.wait("document.querySelector('#toast').textContent.includes('cannot be read')")
        script = '<img src=x onerror=alert(1)><script>alert(1)</script>'
        page.set_text(f'Java {script}\n"{script}"\n{{ x=0; 0:X=x; }}\nThread0 {{\n  int r1 = X.get();\n}}\nexists (0:r1=0)\n')
        expect('no element comes from a text', b.evaluate("document.querySelectorAll('img:not([src=\"icon.svg\"]), #view script, #table script').length"), 0)
        page.clean('a fresh browser')


def typeset(pictures):
    """LaTeX takes them as they are; skipped where there is none."""
    if not shutil.which('pdflatex') or not shutil.which('kpsewhich') or subprocess.run(['kpsewhich', 'tikz.sty'], capture_output=True, check=False).returncode:
        return
    needs = re.findall(r'\\use\w+\{[^}]*\}', pictures.split('\\begin')[0])
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / 'it.tex').write_text('\\documentclass{article}\n' + '\n'.join(needs) + '\n\\begin{document}\n' + pictures + '\\end{document}\n')
        done = subprocess.run(['pdflatex', '-interaction=nonstopmode', '-halt-on-error', 'it.tex'], cwd=folder, capture_output=True, text=True, check=False, errors='replace')
        expect('LaTeX', (done.returncode, done.stdout[-600:] if done.returncode else ''), (0, ''))


def exports(page):
    b = page.b
    page.open('#test=classic/LB')
    b.click("button.verdict[data-model='java']")
    page.settled()
    b.wait("document.querySelectorAll('#view .frame').length > 1")
    for kind, name in [('litmus', 'LB.litmus'), ('svg', 'LB.svg'), ('png', 'LB.png'), ('tikz', 'LB.tex'), ('page', 'LB.html')]:
        b.click('#open-export')
        b.wait("!document.querySelector('#export-menu').hidden")
        b.click(f'[data-export={kind}]')
        data = page.downloaded(name)
        if kind == 'litmus':
            expect('the test', data.decode(), page.text())
        elif kind == 'svg' and data:
            expect('the picture', xml.etree.ElementTree.fromstring(data).tag.endswith('svg'), True)
        elif kind == 'png' and data:
            width, height = struct.unpack('>II', data[16:24])
            expect('the picture in pixels', (data[:8], width > 300, height > 300), (b'\x89PNG\r\n\x1a\n', True, True))
        elif kind == 'tikz':
            text = data.decode()
            expect('pictures for LaTeX', (text.count('\\begin{tikzpicture}') > 1, text.count('\\begin{tikzpicture}') == text.count('\\end{tikzpicture}'),
                                          text.count('{') == text.count('}')), (True, True, True))
            typeset(text)
        elif kind == 'page':
            expect('a page of its own', (data[:15], b'src=' in re.sub(rb'<pre.*?</pre>', b'', data, flags=re.DOTALL)), (b'<!DOCTYPE html>', False))
    page.clean('exports')


def keyboard(page):
    """From the address bar to an explanation, without a mouse."""
    b = page.b
    page.open('#test=classic/SB')
    b.evaluate('document.activeElement.blur()')
    seen = []
    for _ in range(60):
        b.key('Tab', 9)
        seen.append(b.evaluate("(() => { const e = document.activeElement; const s = getComputedStyle(e); return [e.id || e.getAttribute('aria-label') || e.textContent.slice(0, 20), "
                               "e.matches(':focus-visible')]; })()"))
        if b.evaluate("document.activeElement.matches('button.verdict')"):
            break
    expect('a verdict is reached by Tab', b.evaluate("document.activeElement.matches('button.verdict')"), True)
    names = [name for name, _ in seen]
    expect('the editor is on the way', any('Test' == name for name in names), True)
    b.key('Enter', 13, text='\r')
    page.settled()
    expect('Enter explains', b.evaluate("document.querySelectorAll('#view article').length"), 1)
    b.evaluate("document.querySelector('#tab-explain').focus()")
    b.key('ArrowRight', 39)
    expect('arrows move between tabs', b.evaluate('document.activeElement.id'), 'tab-compare')
    b.evaluate("document.querySelector('#open-export').focus()")
    b.key('Enter', 13, text='\r')
    b.key('ArrowDown', 40)
    expect('the menu', b.evaluate('document.activeElement.dataset.export'), 'svg')
    b.key('Escape', 27)
    expect('Escape leads back', b.evaluate('document.activeElement.id'), 'open-export')
    b.evaluate("document.querySelector('#open-catalogue').focus()")
    b.key('Enter', 13, text='\r')
    b.wait("document.querySelector('#catalogue').open")
    b.key('Escape', 27)
    b.wait("!document.querySelector('#catalogue').open")
    page.clean('keyboard')


OVERFLOW = """[...document.querySelectorAll('body *')].filter((e) => e.offsetParent && !e.closest('.scroll, pre, svg, .skip, .CodeMirror, .tabs, .drawing, dialog, .sr') &&
  e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '.' + e.className).slice(0, 3)"""


def looks(page, shots):
    b = page.b

    def size(width, height=1000):
        b.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)

    page.open('#example=load-buffering')
    page.settled()
    b.wait("document.querySelectorAll('#view .frame').length > 1")
    for width in (1280, 400, 2560):
        size(width, 1400 if width == 2560 else 1000)
        for scheme in ('light', 'dark'):
            b.scheme(scheme)
            b.screenshot(shots / f'serve-{width}-{scheme}.png', whole=width == 400)
            if (width, scheme) in ((1280, 'dark'), (400, 'light')):
                page.accessible(f'{width} {scheme}', '#right' if scheme == 'dark' else None, contrast=scheme == 'dark')  # colours of the editor: looked at in light
        expect(f'wider than {width}', b.evaluate('document.documentElement.scrollWidth > innerWidth'), False)
        expect(f'what sticks out at {width}', b.evaluate(OVERFLOW), [])
    size(1280)
    b.scheme('light')
    b.evaluate("document.querySelector('#guides').showModal()")
    page.accessible('examples', '#guides', contrast=False)
    b.screenshot(shots / 'serve-examples.png', whole=False)
    b.evaluate("document.querySelector('#guides').close()")
    page.clean('looks')


def guides(page):
    """Every example opens by its link, and every step of it answers."""
    b = page.b
    ids = b.evaluate("[...document.querySelectorAll('#guide-list a')].map((a) => a.getAttribute('href'))")
    expect('a dozen examples', len(ids), 12)
    for link in ids if 'THINAIR_CAMPAIGN' in os.environ else ids[4::6]:  # all take half a minute
        page.open(link)
        b.wait("document.querySelectorAll('tr.state').length > 0 && document.querySelector('#view article')", 30)
        expect(f'{link}: text', b.evaluate("document.querySelectorAll('#guide p').length >= 2"), True)
        expect(f'{link}: the address stays', b.evaluate('location.hash'), link)
        steps = b.evaluate("document.querySelectorAll('#guide [data-step]').length")
        for i in range(1, steps):
            b.click(f"#guide [data-step='{i}']")
            page.settled()
            expect(f'{link}, step {i}', b.evaluate("[document.querySelectorAll('tr.state').length > 0, document.querySelectorAll('.error, .column-error, .problem').length]"), [True, 0])
        page.clean(link)


def main():
    program = browser.find()
    if not program:
        print('skipped: there is no Chromium on this machine (Debian: chromium-headless-shell)')
        return 77
    thinair, source, shots = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
    shots.mkdir(parents=True, exist_ok=True)
    only = sys.argv[4:]
    b = browser.Browser(program)
    with tempfile.TemporaryDirectory() as downloads, Server(thinair) as server:
        page = Page(b, server, downloads)
        page.source = source
        try:
            b.open('about:blank')
            b.call('Browser.setDownloadBehavior', behavior='allow', downloadPath=downloads)
            parts = {'typing': lambda: typing(page), 'explaining': lambda: explaining(page), 'views': lambda: views(page, shots), 'models': lambda: models(page),
                     'sharing': lambda: sharing(page), 'exports': lambda: exports(page), 'keyboard': lambda: keyboard(page),
                     'looks': lambda: looks(page, shots), 'guides': lambda: guides(page)}
            for name, part in parts.items():
                if only and name not in only:
                    continue
                if only == ['guides']:
                    page.open()
                began = time.monotonic()
                try:
                    part()
                except (TimeoutError, RuntimeError) as error:
                    failures.append(f'{name}: {error}; {b.complaints((page.address,))}')
                    b.screenshot(shots / f'serve-failed-{name}.png', whole=False)
                print(f'{name}: {time.monotonic() - began:.1f} s', flush=True)
        finally:
            b.close()
        expect('Ctrl-C', server.stop(), (0, ''))
    for failure in failures:
        print(failure)
    print(f'{len(failures)} failures{"" if page.axe else "; without axe-core"}; screenshots are in {shots}')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
