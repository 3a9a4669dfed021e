#!/usr/bin/env python3
"""What single pictures hold: cycles that are cycles, initial writes that somebody reads, values as they were asked for, and a sentence where
a picture would be too large.

usage: contents.py PATH/TO/thinair SOURCE_DIR
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import paths

failures = []


def expect(what, found, wanted):
    if found != wanted:
        failures.append(f'{what}: {found!r}, wanted {wanted!r}')


def run(thinair, test, model, option, folder):
    target = pathlib.Path(folder) / f'out.{option.strip("-")}'
    for old in pathlib.Path(folder).glob('out*'):
        old.unlink()
    subprocess.run([thinair, 'explain', test, '-m', model, option, target, '-q'], check=True, stdout=subprocess.DEVNULL)
    return [p.read_text() for p in sorted(pathlib.Path(folder).glob('out*'))]


def texts(picture):
    """Of events, by what the picture calls them."""
    found = re.findall(r'<g class="node[^"]*" data-node="(\d+)"[^>]*>.*?<text x=[^>]*>([^<]*)</text></g>', picture)
    return dict(found)


def evidence(picture):
    """(from, to, relations) of the edges that a rule finds."""
    return re.findall(r'<g class="edge[^"]* found"[^>]*data-relations="([^"]*)"[^>]*data-from="(\d+)" data-to="(\d+)"', picture)


def cycles(thinair, source, folder):
    """The edges that a check for cycles finds lead back to where they began, each one to the next."""
    for test, model, names in [('classic/SB+vol', 'sc', {'po', 'fr'}), ('classic/IRIW+vol', 'sc', {'po', 'rf', 'fr'}),
                               ('classic/MP+vol', 'sc', {'po', 'rf', 'fr'}), ('hardware/x86/2+2W', 'x86tso', None),
                               ('hardware/riscv/IRIW+fence.rw.rws', 'riscv', None)]:
        for picture in run(thinair, source / f'litmus/{test}.litmus', model, '--svg', folder):
            edges = evidence(picture)
            ends = {a: b for _, a, b in edges}
            at = seen = edges[0][1] if edges else None
            length = 0
            while at in ends and length <= len(edges):
                at = ends[at]
                length += 1
                if at == seen:
                    break
            expect(f'{test} under {model}: edges of the cycle', length if at == seen else None, len(edges) or 'some')
            if names:
                found = {name for relations, _, _ in edges for name in relations.split()}
                expect(f'{test} under {model}: names of the cycle', found - {'co'}, names)


def allowed(thinair, source, folder):
    """In an execution that shows an outcome, from-reads lead to other threads, and coherence stays in one location."""
    for test, model, wanted in [('hardware/x86/SB', 'x86tso', 2), ('hardware/aarch64/SB', 'aarch64', 2)]:
        picture, = run(thinair, source / f'litmus/{test}.litmus', model, '--svg', folder)
        expect(f'{test} under {model}: from-reads', len(re.findall(r'data-relations="[^"]*\bfr\b', picture)), wanted)
    picture, = run(thinair, source / 'litmus/hardware/aarch64/2+2W.litmus', 'aarch64', '--svg', folder)
    nodes = texts(picture)
    for relations, a, b in re.findall(r'data-relations="([^"]*)"[^>]*data-from="(\d+)" data-to="(\d+)"', picture):
        if 'co' in relations.split():
            expect('the location of co', nodes[a].split()[1].split('=')[0], nodes[b].split()[1].split('=')[0])


def order(thinair, source, folder):
    """Program order has no name on its arrows; a picture that stands alone says once what they are."""
    picture, = run(thinair, source / 'litmus/classic/SB+vol.litmus', 'sc', '--svg', folder)
    expect('names of program order', re.findall(r'<text class="label"[^>]*>po</text>', picture), [])
    expect('what arrows without a name are', picture.count('without a name: po'), 1)


def unread(thinair, source, folder):
    """Both reads of 2+2W-like tests see writes of threads: no initial write is drawn; in SB each is."""
    picture, = run(thinair, source / 'litmus/classic/SB.litmus', 'sc', '--svg', folder)
    expect('initial writes of SB', sorted(t for t in texts(picture).values() if 'init' in t), ['W[init] x=0', 'W[init] y=0'])
    for picture in run(thinair, source / 'litmus/classic/MP+vol.litmus', 'sc', '--svg', folder):
        expect('initial writes of MP+vol', [t for t in texts(picture).values() if 'init' in t], ['W[init] x=0'])


def open_values(thinair, source, folder):
    picture, = run(thinair, source / 'litmus/jmt/thin-air.litmus', 'jls-hb', '--svg', folder)
    expect('open values', sorted(texts(picture).values()), ['R x=42 (any)', 'R y=42 (any)', 'W x=42 (any)', 'W y=42 (any)'])


def large(thinair, folder):
    """Thirty threads: a sentence in the page, everything in the graph."""
    threads = 30
    test = pathlib.Path(folder) / 'large.litmus'
    test.write_text('Java large\n{ x=0; }\n' + ''.join(f'Thread{i} {{ x = {i}; }}\n' for i in range(threads - 1)) +
                    f'Thread{threads - 1} {{ int r = x; }}\nexists ({threads - 1}:r=7)\n')
    picture, = run(thinair, test, 'jls-hb', '--svg', folder)
    expect('the note', re.findall(r'>(\d+ threads, \d+ events and \d+ edges? [^<]*)<', picture),
           [f'{threads} threads, {threads} events and 1 edge are too many for a picture.'])
    expect('where the rest is', '--dot FILE' in picture, True)
    expect('events in the note', texts(picture), {})
    page, = run(thinair, test, 'jls-hb', '--html', folder)
    expect('the note in a page', len(re.findall('too many for a picture', page)), 1)
    graph, = run(thinair, test, 'jls-hb', '--dot', folder)
    expect('events of the graph', len(re.findall(r'^ *n\d+ \[', graph, re.M)), threads)


def legends(thinair, source, folder):
    """A page explains what its pictures have, and nothing else."""
    legend = re.compile(r'<p class="legend".*?</p>', re.S)
    page, = run(thinair, source / 'litmus/classic/SB+vol.litmus', 'sc', '--html', folder)
    line = legend.search(page).group(0)
    expect('stages in a page without stages', [w for w in ('stage', 'before', 'since') if w in line], [])
    expect('program order in the legend', 'program order' in line, True)
    page, = run(thinair, source / 'litmus/classic/LB.litmus', 'jls04', '--html', folder)
    line = legend.search(page).group(0)
    expect('stages in a page with stages', [w for w in ('in this stage', 'committed before', 'since the picture before') if w not in line], [])


def steps(thinair, source, folder):
    """A machine's trace: a picture for each step, with what the machine remembers."""
    page, = run(thinair, source / 'litmus/classic/SB.litmus', 'tso', '--html', folder)
    expect('captions of steps', re.findall(r'<span class="caption">(Step[^<]*)<', page),
           [f'Step {i + 1} of 6: {rule}' for i, rule in enumerate(['write', 'write', 'read', 'read', 'flush', 'flush'])])
    expect('events that are done', [len(re.findall('node step committed', figure)) - len(re.findall('committed earlier initial', figure))
                                    for figure in page.split('<figure')[1:]], [1, 2, 3, 4, 4, 4])
    expect('what the machine remembers', re.findall(r'<code>sb\[0\]</code> ([^<]*)', page), ['holds x=1', 'is empty now'])
    expect('the legend', 'done in this step' in page and 'in this stage' not in page, True)


def the_test_itself():
    """paths.py finds what it looks for."""
    node = '<g class="node" data-node="{}"><rect x="{}" y="{}" width="80" height="30" rx="7"/></g>'
    edge = ('<g class="edge s1" data-relations="rf" data-rules="" data-from="{}" data-to="{}"><path d="{}"/>'
            '<rect class="label" x="{}" y="{}" width="20" height="15" rx="3"/></g>')
    three = node.format(0, 0, 100) + node.format(1, 200, 100) + node.format(2, 400, 100)
    kinds = lambda text: sorted(kind for kind, _ in paths.problems(text))
    expect('a clear picture', kinds(three + edge.format(0, 1, 'M80 115C100 115 180 115 200 115', 130, 107)), [])
    expect('behind a box', kinds(three + edge.format(0, 2, 'M80 115C100 115 380 115 400 115', 100, 107)), ['events'])
    expect('through a name', kinds(three + '<text class="heading" x="140" y="119">Thread0</text>' +
                                   edge.format(0, 1, 'M80 115C100 115 180 115 200 115', 85, 107)), ['names'])
    expect('through a label', kinds(three + edge.format(0, 1, 'M80 105C100 105 180 105 200 105', 130, 97) +
                                    edge.format(1, 0, 'M200 110C180 110 100 110 80 110', 90, 112)), ['labels'])
    expect('through the label of a bracket', kinds(three + '<g class="bracket"><path d=""/><rect class="label" x="100" y="107" width="20" height="15"/></g>' +
                                                   edge.format(0, 1, 'M80 115C100 115 180 115 200 115', 130, 107)), ['labels'])
    expect('a loose end', kinds(three + edge.format(0, 1, 'M80 115C100 115 120 115 150 115', 130, 107)), ['ends'])


def java(thinair, folder):
    """A monitor is a bracket from lock to unlock; start and join are edges under any model; freezes are small."""
    test = pathlib.Path(folder) / 'java.litmus'
    test.write_text('Java java\nclass Box { final int x; Box() { x = 1; } }\n{ Box box = null; Object m = new Object(); n = 0; }\n'
                    'Thread0 { synchronized (m) { n = 1; } box = new Box(); Thread1.start(); Thread1.join(); }\n'
                    'Thread1 { int r1 = -1; synchronized (m) { r1 = n; } }\nexists (1:r1=1)\n')
    for model in ('sc', 'jls-hb', 'jam21'):
        picture = run(thinair, test, model, '--svg', folder)[0]
        expect(f'brackets under {model}', re.findall(r'<g class="bracket">.*?<text[^>]*>([^<]*)</text></g>', picture), ['m', 'm'])
        nodes = texts(picture)
        lines = {(nodes[a], nodes[b]) for a, b in re.findall(r'data-from="(\d+)" data-to="(\d+)"', picture)}
        expect(f'start under {model}', ('Start Thread1', 'Begin Thread1') in lines, True)
        expect(f'join under {model}', ('End Thread1', 'Join Thread1') in lines, True)
        expect(f'small events under {model}', sorted(re.findall(r'<g class="node[^"]* small.*?<text x=[^>]*>([^<]*)</text></g>', picture)),
               ['Begin Thread1', 'End Thread1', 'Freeze Box1.x'])
        expect(f'problems of the picture under {model}', list(paths.problems(picture)), [])
    page, = run(thinair, test, 'sc', '--html', folder)
    expect('brackets in the legend', 'bracket: the thread holds this monitor' in page, True)
    expect('classes beside the picture', '<pre class="declared">' in page, True)


def main():
    thinair, source = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
    the_test_itself()
    with tempfile.TemporaryDirectory(prefix='thinair-pages-') as folder:
        cycles(thinair, source, folder)
        allowed(thinair, source, folder)
        order(thinair, source, folder)
        unread(thinair, source, folder)
        open_values(thinair, source, folder)
        large(thinair, folder)
        legends(thinair, source, folder)
        steps(thinair, source, folder)
        java(thinair, folder)
    for failure in failures:
        print(failure)
    print(f'{len(failures)} failures')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
