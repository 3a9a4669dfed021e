#!/usr/bin/env python3
"""Follows every edge of every picture in a site: none runs behind an event that is not its own, through the name of a thread, or through
the label of another edge or of a bracket. `--part N` looks at one page in N, chosen by name, and at all pages of algorithms,
which have the largest pictures.

usage: paths.py SITE [--list N] [--part N]
"""
import argparse
import concurrent.futures
import html
import os
import pathlib
import re
import sys

import boxes

GROUP = re.compile(r'<g class="(node|edge|bracket)([^"]*)"([^>]*)>(.*?)</g>', re.S)
DATA = re.compile(r'data-(\w+)="([^"]*)"')
RECT = re.compile(r'<rect(?: class="label")? x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"')
HEADING = re.compile(r'<text class="heading" x="([-\d.]+)" y="([-\d.]+)">([^<]*)</text>')
NUMBER = re.compile(r'-?\d+(?:\.\d+)?')
LETTER = 7.3   # of a heading, which is set in 12 px and bold
STEP = 1.5     # between points at which a path is looked at
TOUCH = 0.5    # a path that only touches a box does not run through it


def sampled(data):
    """Points along a path of cubic curves: M x y, then C with six numbers each."""
    letters = re.findall('[A-Za-z]', data)
    if not letters or letters[0] != 'M' or any(letter != 'C' for letter in letters[1:]):
        raise ValueError(f'a path that this test cannot follow: {data}')
    numbers = [float(n) for n in NUMBER.findall(data)]
    if len(numbers) != 2 + 6 * (len(letters) - 1) or len(letters) < 2:
        raise ValueError(f'a path that this test cannot follow: {data}')
    x, y = numbers[:2]
    points = [(x, y)]
    for i in range(2, len(numbers), 6):
        x1, y1, x2, y2, x3, y3 = numbers[i:i + 6]
        rough = abs(x1 - x) + abs(y1 - y) + abs(x2 - x1) + abs(y2 - y1) + abs(x3 - x2) + abs(y3 - y2)
        count = max(1, int(rough / STEP))
        for k in range(1, count + 1):
            t = k / count
            u = 1 - t
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            points.append((a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3))
        x, y = x3, y3
    return points


def through(points, box):
    x, y, w, h = box
    return any(x + TOUCH < px < x + w - TOUCH and y + TOUCH < py < y + h - TOUCH for px, py in points)


def extent(points):
    """The smallest box that has all points."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return left, top, max(x for x, _ in points), max(y for _, y in points)


def runs_through(edge, box):
    """As `through`; most boxes are nowhere near."""
    x, y, w, h = box
    left, top, right, bottom = edge['extent']
    return left < x + w and right > x and top < y + h and bottom > y and through(edge['points'], box)


def rect(text):
    found = RECT.search(text)
    return tuple(map(float, found.groups())) if found else None


def parts(text):
    nodes, edges, brackets = {}, [], []
    for kind, _, attributes, inside in GROUP.findall(text):
        data = dict(DATA.findall(attributes))
        if kind == 'node':
            nodes[data['node']] = rect(inside)
        elif kind == 'bracket':
            brackets.append(rect(inside))
        else:
            points = sampled(re.search(r'<path d="([^"]*)"', inside).group(1))
            edges.append({'from': data['from'], 'to': data['to'], 'name': html.unescape(data['relations']), 'points': points, 'extent': extent(points),
                          'label': rect(inside)})
    names = [(title, (float(x) - len(title) * LETTER / 2, float(y) - 11, len(title) * LETTER, 14)) for x, y, title in HEADING.findall(text)]
    return nodes, edges, names, brackets


def problems(text):
    """Pairs of what is wrong and a sentence about it."""
    nodes, edges, names, brackets = parts(text)
    for edge in edges:
        who = f'{edge["name"]} from {edge["from"]} to {edge["to"]}'
        for end in ('from', 'to'):
            if edge[end] not in nodes:
                yield 'ends', f'{who}: there is no event {edge[end]}'
                continue
            # An edge ends at the side of its own boxes, not somewhere else.
            x, y, w, h = nodes[edge[end]]
            px, py = edge['points'][0 if end == 'from' else -1]
            if not (x - 1 <= px <= x + w + 1 and y - 1 <= py <= y + h + 1) or through([(px, py)], (x + 1, y + 1, w - 2, h - 2)):
                yield 'ends', f'{who}: it does not end at the side of event {edge[end]}'
        for name, box in nodes.items():
            own = name in (edge['from'], edge['to'])
            if runs_through(edge, box if not own else (box[0] + 1, box[1] + 1, box[2] - 2, box[3] - 2)):
                yield 'events', f'{who} runs behind event {name}'
        for title, box in names:
            if runs_through(edge, box):
                yield 'names', f'{who} runs through {title}'
        for label in brackets:
            if runs_through(edge, label):
                yield 'labels', f'{who} runs through the label of a bracket'
        for other in edges:
            if other is not edge and other['label'] and runs_through(edge, other['label']):
                yield 'labels', f'{who} runs through the label of {other["name"]} from {other["from"]} to {other["to"]}'


def page_problems(page):
    """Of one page: how many pictures and edges, and (picture, kind, sentence) of each problem."""
    pictures = edges = 0
    found = []
    for i, match in enumerate(boxes.PICTURE.finditer(page.read_text())):
        pictures += 1
        edges += match.group(0).count('<g class="edge')
        found += [(i + 1, kind, sentence) for kind, sentence in problems(match.group(0))]
    return pictures, edges, found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('site', type=pathlib.Path)
    parser.add_argument('--list', type=int, default=20)
    parser.add_argument('--part', type=int, default=1)
    arguments = parser.parse_args()
    found = {'events': 0, 'names': 0, 'labels': 0, 'ends': 0}
    pictures = edges = listed = 0
    pages = [p for p in sorted(arguments.site.rglob('*.html')) if boxes.chosen(p.relative_to(arguments.site), arguments.part)]
    with concurrent.futures.ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for page, (some, lines, wrong) in zip(pages, pool.map(page_problems, pages, chunksize=4)):
            pictures += some
            edges += lines
            for i, _, sentence in wrong:
                listed += 1
                if listed <= arguments.list:
                    print(f'{page.relative_to(arguments.site)}, picture {i}: {sentence}')
            for _, kind in {(i, kind) for i, kind, _ in wrong}:
                found[kind] += 1
    print(f'{pictures} pictures, {edges} edges; pictures with an edge behind an event: {found["events"]}, through a thread\'s name: '
          f'{found["names"]}, through another edge\'s label: {found["labels"]}, with a loose end: {found["ends"]}')
    return 1 if any(found.values()) or pictures < 100 else 0


if __name__ == '__main__':
    sys.exit(main())
