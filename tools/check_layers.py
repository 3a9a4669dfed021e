#!/usr/bin/env python3
"""Checks that includes in src/ only point down the pipeline, and that vendors stay behind their walls.

usage: tools/check_layers.py [SOURCE_DIR]

The order below is the order of the stages; a file may include files of its own layer and of earlier ones. A folder is one
layer, with one exception: program/ holds both the program as data (program.hpp, condition.hpp and what prints them), which
everything later is written against, and the front half of the pipeline, which reads litmus trees and makes it. The
first is layer `program`, the second layer `lowering`, after `litmus`. `plain`, the second opinion on every answer, stands before
`network` and `search`, so that it cannot lean on what it checks.
"""
import pathlib
import re
import sys

LAYERS = ['support', 'generate', 'relation', 'program', 'value', 'litmus', 'lowering', 'compile', 'cat', 'mem', 'events', 'plain', 'network', 'search',
          'causality', 'model', 'verdict', 'conform', 'suite', 'jcstress', 'draw', 'report', 'cli']
PROGRAM_AS_DATA = {'program', 'condition', 'operator', 'print'}

# A vendor's headers may be included in this folder only.
VENDORS = {
    'z3': {'value'},
    'CLI/': {'cli'},
    'nlohmann/': {'jcstress', 'report'},
    'zlib': {'jcstress'},
}

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def layer_of(path):
    """The layer of a path relative to src/; None if its folder is not a layer."""
    folder = path.parts[0]
    if folder == 'program' and path.stem not in PROGRAM_AS_DATA:
        return 'lowering'
    return folder if folder in LAYERS else None


def vendor_of(header):
    for prefix in VENDORS:
        if header.startswith(prefix):
            return prefix
    return None


def problems_in(path, text):
    """What is wrong with the includes of one file, as strings without position."""
    layer = layer_of(path)
    if layer is None:
        yield 1, f"folder '{path.parts[0]}' is not in the list of layers"
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
        else:
            vendor = vendor_of(system)
            if vendor and path.parts[0] not in VENDORS[vendor]:
                yield line, f"<{system}> may be included in {', '.join(sorted(VENDORS[vendor]))} only"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    sources = sorted(p for p in (root / 'src').rglob('*') if p.suffix in ('.hpp', '.cpp'))
    found = 0
    for source in sources:
        path = source.relative_to(root / 'src')
        for line, problem in problems_in(path, source.read_text()):
            print(f'src/{path}:{line}: {problem}')
            found += 1
    print(f'{len(sources)} files, {found} layer violations')
    return 1 if found or not sources else 0


if __name__ == '__main__':
    sys.exit(main())
