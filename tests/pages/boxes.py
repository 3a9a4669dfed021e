#!/usr/bin/env python3
"""Checks the boxes of every picture in a site: no label lies on another one, on an event or outside its picture.

usage: boxes.py SITE
"""
import pathlib
import re
import sys
import zlib

PICTURE = re.compile(r'<svg [^>]*class="picture[^>]*viewBox="0 0 ([\d.]+) ([\d.]+)".*?</svg>', re.S)
LABEL = re.compile(r'<rect class="label" x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"')
NODE = re.compile(r'<g class="node[^>]*><rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"')


def chosen(page, part):
    """Whether a test of one page in `part` looks at this one: by its name, so that it is always the same; all that have many events."""
    return page.parts[0] == 'algorithms' or zlib.crc32(page.as_posix().encode()) % part == 0


def boxes(pattern, text):
    return [tuple(map(float, m.groups())) for m in pattern.finditer(text)]


def overlap(a, b):
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def problems(text, width, height):
    labels, nodes = boxes(LABEL, text), boxes(NODE, text)
    for i, label in enumerate(labels):
        for other in labels[:i]:
            if overlap(label, other):
                yield f'labels {label} and {other} overlap'
        for node in nodes:
            if overlap(label, node):
                yield f'label {label} lies on event {node}'
        if label[0] < 0 or label[1] < 0 or label[0] + label[2] > width or label[1] + label[3] > height:
            yield f'label {label} is outside the picture of {width} x {height}'
    for i, node in enumerate(nodes):
        for other in nodes[:i]:
            if overlap(node, other):
                yield f'events {node} and {other} overlap'


def main():
    site = pathlib.Path(sys.argv[1])
    pictures = found = most = 0
    for page in sorted(site.rglob('*.html')):
        for match in PICTURE.finditer(page.read_text()):
            pictures += 1
            most = max(most, len(NODE.findall(match.group(0))))
            for problem in problems(match.group(0), float(match.group(1)), float(match.group(2))):
                found += 1
                if found < 20:
                    print(f'{page.relative_to(site)}: {problem}')
    print(f'{pictures} pictures, the largest of {most} events; {found} problems')
    return 1 if found or pictures < 100 else 0


if __name__ == '__main__':
    sys.exit(main())
