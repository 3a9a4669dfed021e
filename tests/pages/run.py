#!/usr/bin/env python3
"""Pages in a real browser: they load without a complaint, step by mouse and keyboard, light up the right edges, and can be read.

usage: run.py PATH/TO/thinair SOURCE_DIR SITE SCREENSHOTS

Ends with 77 (skipped) where there is no Chromium.
"""
import json
import pathlib
import re
import subprocess
import sys
import urllib.parse

import browser

VISIBLE = "[...document.querySelectorAll('%s .frame')].findIndex((f) => !f.hidden)"
failures = []


def expect(what, found, wanted):
    if found != wanted:
        failures.append(f'{what}: {found!r}, wanted {wanted!r}')


def check_page(b, name):
    expect(f'{name}: complaints', b.complaints(), [])
    # Every picture has a name and a description; every control has a name; ids are unique.
    expect(f'{name}: pictures without text', b.evaluate(
        "[...document.querySelectorAll('svg.picture')].filter((s) => s.getAttribute('role') !== 'img' || "
        "s.getAttribute('aria-labelledby').split(' ').some((id) => !document.getElementById(id)?.textContent.trim())).length"), 0)
    expect(f'{name}: buttons without name', b.evaluate(
        "[...document.querySelectorAll('button')].filter((e) => !e.textContent.trim()).length"), 0)
    expect(f'{name}: ids used twice', b.evaluate(
        "(() => { const ids = [...document.querySelectorAll('[id]')].map((e) => e.id); return ids.length - new Set(ids).size; })()"), 0)


# WCAG's contrast of every piece of text against what lies behind it.
CONTRAST = """(() => {
  const rgb = (c) => c.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const luminance = (c) => { const [r, g, b] = rgb(c).map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ratio = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const paper = getComputedStyle(document.body).backgroundColor;
  let worst = [99, ''];
  const see = (a, b, what) => { const r = ratio(a, b); if (r < worst[0]) worst = [r, what]; };
  for (const e of document.querySelectorAll('body *:not(svg *):not(script):not(style)')) {
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.offsetParent === null || e.disabled) continue;
    let behind = paper;
    for (let p = e; p; p = p.parentElement) {
      const c = getComputedStyle(p).backgroundColor;
      if (!/, 0\\)$/.test(c)) { behind = c; break; }
    }
    see(getComputedStyle(e).color, behind, e.tagName + '.' + e.className);
  }
  for (const t of document.querySelectorAll('svg.picture text')) {
    const box = t.parentElement.querySelector('rect');
    see(getComputedStyle(t).fill, box ? getComputedStyle(box).fill : paper, 'text in ' + t.parentElement.getAttribute('class'));
  }
  return worst;
})()"""

# Text that does not fit its box, as the browser sets it.
FITS = """[...document.querySelectorAll('svg.picture .edge, svg.picture .node')].filter((g) => {
  if (!g.getBoundingClientRect().width || !g.querySelector('rect')) return false;
  const box = g.querySelector('rect').getBBox();
  return [...g.querySelectorAll('text')].some((t) => { const b = t.getBBox();
    return b.x < box.x - 1 || b.x + b.width > box.x + box.width + 1; });
}).length"""


def schemes(b, name, shots):
    for scheme in ('light', 'dark'):
        b.scheme(scheme)
        worst = b.evaluate(CONTRAST)
        if worst[0] < 4.5:
            failures.append(f'{name}, {scheme}: contrast {worst[0]:.2f} of {worst[1]}')
        b.screenshot(shots / f'{name}-{scheme}.png', whole=name != 'index')
    b.scheme('light')


def explain(thinair, litmus, model, page):
    subprocess.run([thinair, 'explain', litmus, '--model', model, '--html', page], check=True, stdout=subprocess.DEVNULL)


def linked(b):
    """Lines of LbOdd's program and events of its pictures show each other, by pointer and by keyboard."""
    lit = ("(() => { const f = document.querySelector('#o0-0 .frame:not([hidden])'); return [[...f.querySelectorAll('.node.lit')].map((n) => n.textContent)"
           ", [...document.querySelectorAll('#o0-0 .access.lit')].map((a) => a.textContent)]; })()")
    expect('threads side by side', b.evaluate(
        "(() => { const t = [...document.querySelectorAll('#o0-0 .thread')].map((e) => e.getBoundingClientRect()); "
        "return t.length === 2 && t[0].top === t[1].top && t[0].right < t[1].left; })()"), True)
    expect('the program is beside the picture', b.evaluate(
        "document.querySelector('#o0-0 .program').getBoundingClientRect().right < document.querySelector('#o0-0 .pictures').getBoundingClientRect().left"), True)
    expect('nothing is lit', b.evaluate(lit), [[], []])
    b.hover('#o0-0 .thread:nth-child(1) .line:nth-child(3) .access')
    expect('the event of an access', b.evaluate(lit), [['W y=1'], ['Y.set(b)']])
    b.hover('#o0-0 .frame:not([hidden]) .node[data-node="4"]')
    expect('the access of an event', b.evaluate(lit), [['R y=0'], ['Y.get()']])
    b.hover('h1')
    expect('nothing is lit any more', b.evaluate(lit), [[], []])
    b.evaluate("document.querySelector('#o0-0 .thread:nth-child(2) .line:nth-child(2)').focus()")
    expect('the event of a line in focus', b.evaluate(lit), [['W x=0'], ['X.set(c)']])
    b.evaluate("document.querySelector('#o0-0 .frame:not([hidden]) .node[data-node=\"2\"]').focus()")
    expect('the access of an event in focus', b.evaluate(lit), [['R x=0'], ['X.get()']])
    b.evaluate('document.activeElement.blur()')


def own_expectations(b, thinair, source, shots):
    """A page of one test holds each model to the table that it has, and shows the test's file."""
    page = shots / 'causality-05.html'
    subprocess.run([thinair, 'explain', source / 'litmus/pugh/causality-05.litmus', '--model', 'jls04', '--model', 'jls-hb', '--html', page], check=True,
                   stdout=subprocess.DEVNULL)
    b.open(page.as_uri())
    check_page(b, 'causality-05')
    expect('verdicts and what is expected', b.evaluate("[...document.querySelectorAll('.outcomes td')].map((c) => c.innerText.split('\\n'))"),
           [['forbidden', 'as expected'], ['allowed', 'as expected']])
    expect('titles of models', b.evaluate("[...document.querySelectorAll('.outcomes thead .title')].map((t) => t.textContent)"),
           ['Java SE: JLS 17.4.8', 'Java happens-before'])
    expect('links inside the page that lead nowhere', b.evaluate(
        "[...document.querySelectorAll('a[href^=\"#\"]')].filter((a) => !document.getElementById(decodeURIComponent(a.hash.slice(1)))).length"), 0)
    page = shots / 'x86-SB.html'
    subprocess.run([thinair, 'explain', source / 'litmus/hardware/x86/SB.litmus', '--html', page], check=True, stdout=subprocess.DEVNULL)
    b.open(page.as_uri())
    check_page(b, 'x86-SB')
    expect('the file of a processor test', b.evaluate("document.querySelector('#test + pre.file').innerText.includes('X86_64 SB')"), True)
    expect('columns of a processor test', b.evaluate(
        "[...document.querySelectorAll('#o0-0 .thread')].map((t) => [...t.querySelectorAll('.line')].map((l) => l.textContent))"),
        [['movl $1,(x)', 'movl (y),%eax'], ['movl $1,(y)', 'movl (x),%eax']])


def width(b, pixels):
    b.call('Emulation.setDeviceMetricsOverride', width=pixels, height=1000, deviceScaleFactor=1, mobile=False)


OVERFLOW = """[...document.querySelectorAll('body *')].filter((e) => e.offsetParent && !e.closest('.scroll, pre, svg, .skip') &&
  e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '.' + e.className).slice(0, 3)"""


def justification(b, thinair, source, shots):
    """LbOdd, as in Fig. 3 of Panneke and Wehrheim's jMT paper: six stages, and what each commits."""
    page = shots / 'LbOdd.html'
    explain(thinair, source / 'litmus/jmt/LbOdd.litmus', 'jls04', page)
    b.open(page.as_uri())
    check_page(b, 'LbOdd')
    captions = b.evaluate("[...document.querySelectorAll('#o0-0 .caption')].map((c) => c.textContent)")
    expect('stages', captions, [f'Stage {i} of 6' for i in range(1, 6)] + ['Stage 6 of 6, the execution itself'])
    sets = b.evaluate("[...document.querySelectorAll('#o0-0 .frame')].map((f) => f.querySelector('figcaption .formula').textContent)")
    kinds = [re.sub(r'=-?\d+', '', s) for s in sets]
    expect('commit sets', kinds, ['C1 = {W[init] x, W[init] y}', 'C2 = C1 with 0:W y', 'C3 = C2 with 1:R y', 'C4 = C3 with 1:W x',
                                  'C5 = C4 with 0:R x', 'C6 = C5'])
    told = b.evaluate("[...document.querySelectorAll('#o0-0 .frame')].map((f) => [...f.querySelectorAll('.told li')].map((l) => l.textContent))")
    expect('stages without a sentence', [i + 1 for i, sentences in enumerate(told) if not any(sentences)], [])
    expect('what stage 3 says', told[2], ['Thread1\'s read of y is committed. Here it still sees the initial 0, but from now on it may see the 1 that '
                                          'Thread0 wrote: that write was committed in stage 2.'])
    expect('rules of an allowed outcome are folded', b.evaluate("document.querySelectorAll('#o0-0 details:not([open]) [data-rule]').length > 8 && "
                                                                "document.querySelectorAll('#o0-0 details[open] [data-rule]').length === 0"), True)
    expect('rules say their comments', b.evaluate("document.querySelector('#o0-0 [data-rule=rule-7] .says').textContent"),
           'A read is committed after the writes that it sees')
    linked(b)
    marked = b.evaluate("[...document.querySelectorAll('#o0-0 .frame')].map((f) => f.querySelectorAll('.committed').length)")
    expect('marked events', marked, [2, 3, 4, 5, 6, 6])
    edges = b.evaluate("[...document.querySelectorAll('#o0-0 .frame')].map((f) => [...f.querySelectorAll('.edge')].filter("
                       "(e) => e.dataset.relations.split(' ').includes('rf')).map((e) => e.dataset.from + '>' + e.dataset.to).sort().join(' '))")
    # Events 0, 1: initial x, y; 2, 3: R x, W y of Thread0; 4, 5: R y, W x of Thread1. G1=G2=G3, G4=G5, G6=T.
    expect('what reads see', edges, ['0>2 1>4'] * 3 + ['0>2 3>4'] * 2 + ['3>4 5>2'])
    expect('first picture', b.evaluate(VISIBLE % '#o0-0'), 0)
    expect('previous is off', b.evaluate("document.querySelector('#o0-0 .previous').getAttribute('aria-disabled')"), 'true')
    b.click('#o0-0 .next')
    expect('after a click', b.evaluate(VISIBLE % '#o0-0'), 1)
    b.key('ArrowRight', 39)
    expect('after an arrow key', b.evaluate(VISIBLE % '#o0-0'), 2)
    b.key('ArrowLeft', 37)
    b.click('#o0-0 .previous')
    expect('back again', b.evaluate(VISIBLE % '#o0-0'), 0)
    b.key('End', 35)
    b.evaluate("document.querySelector('#o0-0 .frames').focus()")
    b.key('End', 35)
    expect('at the end', b.evaluate(VISIBLE % '#o0-0'), 5)
    expect('next is off', b.evaluate("document.querySelector('#o0-0 .next').getAttribute('aria-disabled')"), 'true')
    for stage in range(6):
        b.key('Home', 36)
        for _ in range(stage):
            b.key('ArrowRight', 39)
        expect(f'text that does not fit, stage {stage + 1}', b.evaluate(FITS), 0)
        b.screenshot(shots / f'LbOdd-stage-{stage + 1}.png', '#o0-0')
    schemes(b, 'LbOdd', shots)


def keys(b, thinair, source, shots):
    """Arrow keys: without a focus while one viewer is on screen, and after a click has led to the last picture."""
    page = shots / 'LB.html'
    explain(thinair, source / 'litmus/classic/LB.litmus', 'jls04', page)
    b.open(page.as_uri())
    last = b.evaluate("document.querySelectorAll('#o0-0 .frame').length") - 1
    b.evaluate("document.querySelector('#o0-0 .frames').scrollIntoView()")
    b.key('ArrowRight', 39)
    expect('an arrow key without focus', b.evaluate(VISIBLE % '#o0-0'), 1)
    for _ in range(last):
        b.click('#o0-0 .next')
    expect('clicked to the end', b.evaluate(VISIBLE % '#o0-0'), last)
    expect('the focus', b.evaluate("document.querySelector('#o0-0').contains(document.activeElement)"), True)
    b.key('ArrowLeft', 37)
    expect('back from the end', b.evaluate(VISIBLE % '#o0-0'), last - 1)
    b.key('Home', 36)
    expect('back to the start', b.evaluate(VISIBLE % '#o0-0'), 0)


def narrow(b, folder):
    """On a small screen pictures scroll; their text keeps its size."""
    b.call('Emulation.setDeviceMetricsOverride', width=400, height=800, deviceScaleFactor=1, mobile=False)
    for name in ('classic/IRIW.html', 'classic/SB.html'):
        b.open((folder / name).as_uri())
        smallest = b.evaluate("Math.min(...[...document.querySelectorAll('svg.picture')].filter((s) => s.getBoundingClientRect().width)"
                              ".map((s) => s.getBoundingClientRect().width / s.viewBox.baseVal.width))")
        if smallest < 0.9:
            failures.append(f'{name}: a picture is shrunk to {smallest:.2f} of its size on a small screen')
        expect(f'{name}: the page is wider than the screen', b.evaluate('document.documentElement.scrollWidth > 400'), False)
    b.call('Emulation.setDeviceMetricsOverride', width=1280, height=1000, deviceScaleFactor=1, mobile=False)


def highlighting(b, thinair, source, shots):
    """The edges that light up for a rule are those of the cycle that the rule finds."""
    litmus, model = source / 'litmus/classic/SB+vol.litmus', 'jls-hb'
    page = shots / 'SB+vol.html'
    explain(thinair, litmus, model, page)
    b.open(page.as_uri())
    check_page(b, 'SB+vol')
    told = json.loads(subprocess.run([thinair, 'explain', litmus, '--model', model, '--json'], check=True, capture_output=True, text=True).stdout)
    cases = told['reason']['refutation']['candidates'][0]['cases']
    chosen = "[...document.querySelectorAll('#o0-0 .frame:not([hidden]) .edge.chosen')].map((e) => e.dataset.from + '>' + e.dataset.to).sort()"
    rule = "#o0-0 [data-rule='hb-overwritten']"
    for i, case in enumerate(cases):
        wanted = []
        for step in case['steps']:
            for s in step['via'] if len(step.get('via', [])) > 1 else [step]:
                wanted.append(f'{s["to"]}>{s["from"]}' if s.get('inverse') else f'{s["from"]}>{s["to"]}')
        expect('nothing is lit', b.evaluate(chosen), [])
        b.hover(rule)
        expect(f'lit by the mouse, case {i + 1}', b.evaluate(chosen), sorted(set(wanted)))
        if i == 0:
            b.screenshot(shots / 'SB+vol-lit.png', '#o0-0')
        b.hover('h1')
        b.evaluate(f'document.querySelector("{rule}").focus()')
        expect(f'lit by the keyboard, case {i + 1}', b.evaluate(chosen), sorted(set(wanted)))
        b.evaluate('document.activeElement.blur()')
        b.click('#o0-0 .next')
        b.hover('h1')
    expect('text that does not fit', b.evaluate(FITS), 0)
    schemes(b, 'SB+vol', shots)
    thin = shots / 'causality-04.html'
    explain(thinair, source / 'litmus/pugh/causality-04.litmus', 'jls04', thin)
    b.open(thin.as_uri())
    check_page(b, 'causality-04')
    b.hover("#o0-0 [data-rule='rule-7']")
    expect('the circle', b.evaluate(chosen), ['2>3', '3>4', '4>5', '5>2'])
    b.hover('h1')
    schemes(b, 'causality-04', shots)


def site(b, folder, shots):
    b.open((folder / 'index.html').as_uri())
    check_page(b, 'index')
    visible = ("[...document.querySelectorAll('tr[data-test]')].filter((r) => !r.hidden).map((r) => r.dataset.family + '/' + "
               "r.querySelector('a').textContent)")
    every = b.evaluate(visible)
    expect('search comes first', b.evaluate("document.querySelector('#search').compareDocumentPosition(document.querySelector('table')) & 4"), 4)
    expect('columns without a verdict', b.evaluate(
        "[...document.querySelectorAll('table')].flatMap((t) => [...t.tHead.rows[0].cells].map((h, i) => [h.textContent, "
        "[...t.tBodies[0].rows].map((r) => r.cells[i].textContent.replace('\u2013', '').trim())]).filter(([, cells]) => cells.every((c) => c === '')))"), [])
    expect('counts of nothing', b.evaluate("document.body.textContent.includes('0 of 0')"), False)
    expect('models of Java', b.evaluate("[...document.querySelector('.counts thead').querySelectorAll('th a')].map((a) => a.textContent)"),
           ['sc', 'jls-hb', 'jls04', 'jam21'])
    b.click('#search')
    for letter in 'causality-04':
        b.call('Input.insertText', text=letter)
    expect('search', b.evaluate(visible), ['pugh/causality-04'])
    b.evaluate("(() => { const s = document.querySelector('#search'); s.value = ''; const f = document.querySelector('#family'); f.value = 'jmt'; "
               "f.dispatchEvent(new Event('input', {bubbles: true})); })()")
    expect('family', b.evaluate(visible), [t for t in every if t.startswith('jmt/')])
    b.evaluate("(() => { const f = document.querySelector('#family'); f.value = ''; document.querySelector('#model').value = 'jls04'; "
               "const v = document.querySelector('#verdict'); v.value = 'surprising'; v.dispatchEvent(new Event('input', {bubbles: true})); })()")
    expect('nothing is surprising', b.evaluate(visible), [])
    b.evaluate("(() => { const v = document.querySelector('#verdict'); v.value = ''; v.dispatchEvent(new Event('input', {bubbles: true})); })()")
    schemes(b, 'index', shots)
    width(b, 400)
    b.evaluate("(() => { document.querySelector('#model').value = ''; document.querySelector('#model').dispatchEvent(new Event('input', {bubbles: true})); "
               "document.querySelectorAll('details.family').forEach((f) => { f.open = true; }); })()")
    expect('width at 400', b.evaluate('document.documentElement.scrollWidth'), 400)
    expect('what sticks out at 400', b.evaluate(OVERFLOW), [])
    b.screenshot(shots / 'index-400.png', whole=False)
    width(b, 1280)
    expect('models without their text', [m for m in b.evaluate("[...document.querySelectorAll('thead a')].map((a) => a.getAttribute('href'))")
                                         if not (folder / m.split('#')[0]).exists()], [])
    links = b.evaluate("[...document.querySelectorAll('tr[data-test] a')].map((a) => a.getAttribute('href'))")
    links = [urllib.parse.unquote(link).removeprefix('./') for link in links]  # as a browser takes them
    expect('links that lead nowhere', [link for link in links if not (folder / link).exists()], [])
    # A page of each family, and the largest ones.
    chosen = {link.split('/')[0]: link for link in links}
    largest = sorted(links, key=lambda link: -(folder / link).stat().st_size)[:6]
    for link in sorted(set(chosen.values()) | set(largest)):
        b.open((folder / link).as_uri())
        check_page(b, link)
        expect(f'{link}: text that does not fit', b.evaluate(FITS), 0)
        expect(f'{link}: stages without a sentence', b.evaluate(
            "[...document.querySelectorAll('.frame')].filter((f) => f.querySelector('.caption').textContent.startsWith('Stage') && "
            "!f.querySelector('.told li')?.textContent.trim()).length"), 0)
        expect(f'{link}: articles without a program', b.evaluate("[...document.querySelectorAll('article')].filter((a) => !a.querySelector('.thread')).length"), 0)
        width(b, 400)
        expect(f'{link}: width at 400', b.evaluate('document.documentElement.scrollWidth'), 400)
        width(b, 1280)


def main():
    program = browser.find()
    if not program:
        print('skipped: there is no Chromium on this machine (Debian: chromium-headless-shell)')
        return 77
    thinair, source, folder, shots = (pathlib.Path(a).resolve() for a in sys.argv[1:5])
    shots.mkdir(parents=True, exist_ok=True)
    b = browser.Browser(program)
    try:
        justification(b, thinair, source, shots)
        keys(b, thinair, source, shots)
        highlighting(b, thinair, source, shots)
        own_expectations(b, thinair, source, shots)
        narrow(b, folder)
        site(b, folder, shots)
    finally:
        b.close()
    for failure in failures:
        print(failure)
    print(f'{len(failures)} failures; screenshots are in {shots}')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
