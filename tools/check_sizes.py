#!/usr/bin/env python3
"""Checks that no file has grown beyond what one person reads in one go.

usage: tools/check_sizes.py [SOURCE_DIR]

Over 800 lines is an error, over 500 a warning. Counted: what people write (C++, Python, shell, CMake, models), not recorded
data such as goldens and corpora.
"""
import pathlib
import sys

from source_files import source_files

LIMIT = 800
THINK = 500
SUFFIXES = {'.hpp', '.cpp', '.py', '.sh', '.cmake', '.cat', '.mem', '.md'}
RECORDED = ('tests/golden/', 'tests/fuzz/corpus/')


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    too_long = counted = 0
    for path in source_files(root):
        name = str(path.relative_to(root))
        # CHANGELOG grows by nature and nobody reads it in one go.
        if path.suffix not in SUFFIXES or name.startswith(RECORDED) or name == 'CHANGELOG.md':
            continue
        counted += 1
        lines = path.read_bytes().count(b'\n')
        if lines > LIMIT:
            too_long += 1
            print(f'{name}: error: {lines} lines, at most {LIMIT}')
        elif lines > THINK:
            print(f'{name}: warning: {lines} lines; would two files tell the story better?')
    print(f'{counted} files, {too_long} too long')
    return 1 if too_long or not counted else 0


if __name__ == '__main__':
    sys.exit(main())
