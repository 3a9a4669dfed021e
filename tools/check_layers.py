#!/usr/bin/env python3
"""Checks that includes in src/ only point down the pipeline, and that vendors stay behind their walls.

usage: tools/check_layers.py [SOURCE_DIR]

The order below is the order of the stages; a file may include files of its own layer and of earlier ones. A layer is a folder of
src/, or one of its folders where these are stages of their own. Engines do not know each other, but for `justified`, which
builds on `axiomatic`; `reference`, the second opinion on every answer, leans on neither and on nothing that they share (APART).

Printers (show/) print what they are given: no header that they include, however indirectly, belongs to an engine. This rule, and others
that tell what a file must not reach, are in FAR; each has a switch in RULES.
"""
import pathlib
import re
import sys

LAYERS = ['support', 'space', 'transformation', 'relation', 'program', 'value', 'read', 'language', 'language/cat', 'language/mem', 'language/op', 'events', 'answer',
          'engine/bounds', 'engine/candidates', 'engine', 'engine/reference', 'engine/axiomatic', 'engine/justified', 'engine/machine', 'problem',
          'ask/generate', 'ask/compile', 'ask/verdict', 'ask/notes', 'ask/races', 'ask/conform', 'ask/suite', 'ask/find', 'ask/jcstress', 'ask/programs',
          'show/draw', 'show/report', 'show/page', 'library', 'serve', 'cli']

# Layers whose files must not include those of certain others, whatever the order says.
APART = {'engine/reference': {'engine/bounds', 'engine/candidates'}}

# A vendor's headers may be included in this folder only.
VENDORS = {
    'z3': {'value'},
    'nlohmann/': {'ask/find', 'ask/jcstress', 'show/report', 'serve'},
    'boost/': {'serve'},
    'zlib': {'read'},
}

# Files of the first folder must not include files of the second, directly or through others.
FAR = {'printers-know-no-engine': ('show', 'engine')}
# Which of these are in force.
RULES = {'printers-know-no-engine': True}

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def layer_of(path):
    """The layer of a path relative to src/; None if its folder is not a layer."""
    for depth in (2, 1):
        folder = '/'.join(path.parts[:-1][:depth])
        if folder in LAYERS:
            return folder
    return None


def vendor_of(header):
    for prefix in VENDORS:
        if header.startswith(prefix):
            return prefix
    return None


def problems_in(path, text):
    """What is wrong with the includes of one file, as strings without position."""
    layer = layer_of(path)
    if layer is None:
        yield 1, f"folder '{path.parent}' is not in the list of layers"
        return
    for match in INCLUDE.finditer(text):
        line = text.count('\n', 0, match.start(1) if match.group(1) else match.start(2)) + 1
        own, system = match.groups()
        if own:
            target = layer_of(pathlib.PurePath(own))
            if target is None:
                yield line, f"includes '{own}', which belongs to no layer"
            elif LAYERS.index(target) > LAYERS.index(layer):
                yield line, f"layer '{layer}' includes '{own}' of the later layer '{target}'"
            elif target in APART.get(layer, ()):
                yield line, f"layer '{layer}' must do without '{target}', but includes '{own}'"
        else:
            vendor = vendor_of(system)
            if vendor and layer not in VENDORS[vendor]:
                yield line, f"<{system}> may be included in {', '.join(sorted(VENDORS[vendor]))} only"


def chain(start, far, includes):
    """The shortest way from one file to a file of the folder, as a list of paths; None if there is none."""
    ways = [[start]]
    seen = {start}
    for way in ways:  # it grows
        for name in includes.get(way[-1], ()):
            if name.startswith(far + '/'):
                return [*way, name]
            if name not in seen:
                seen.add(name)
                ways.append([*way, name])
    return None


def far_problems(texts, rules):
    """(path, problem) for each file that reaches what it must not; texts are by path below src/."""
    includes = {path: [own for own, _ in INCLUDE.findall(text) if own] for path, text in texts.items()}
    for rule, (near, far) in FAR.items():
        if not rules[rule]:
            continue
        for path in sorted(texts):
            if path.startswith(near + '/') and (way := chain(path, far, includes)):
                yield path, f"a file of {near}/ reaches {far}/: {' -> '.join(way[1:])}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    sources = sorted(p for p in (root / 'src').rglob('*') if p.suffix in ('.hpp', '.cpp'))
    texts = {str(source.relative_to(root / 'src')): source.read_text() for source in sources}
    found = 0
    for path, text in texts.items():
        for line, problem in problems_in(pathlib.PurePath(path), text):
            print(f'src/{path}:{line}: {problem}')
            found += 1
    for path, problem in far_problems(texts, RULES):
        print(f'src/{path}: {problem}')
        found += 1
    print(f'{len(sources)} files, {found} layer violations')
    return 1 if found or not sources else 0


if __name__ == '__main__':
    sys.exit(main())
