#!/usr/bin/env python3
"""docs/errors.md has a row for every code that a message of thinair can end with, and for no other.

usage: tools/check_codes.py SOURCE_DIR

Codes of the source are string literals of src/ that start with the name of a family, as "cat-kind" does. A family is found where a message gets its
code: code = "cat-kind". The .mem reader renames some codes of .cat; those are found in the messages that tests expect (tests/errors, tests/golden).
"""
import pathlib
import re
import sys

ASSIGNED = re.compile(r'\bcode = "([a-z]+(?:-[a-z]+)*)"')
REPORTED = re.compile(r'\b(?:error|warning|fail)\("([a-z]+(?:-[a-z]+)+)",')
LITERAL = re.compile(r'"([a-z]+(?:-[a-z]+)+)"')
EXPECTED = re.compile(r'(?:error|warning|note): .*\[([a-z]+(?:-[a-z]+)*)\]$', re.MULTILINE)
OPTIONS = pathlib.Path('src/cli/options.cpp')
OPTION = re.compile(r'^ *\{"([a-z-]+)"', re.MULTILINE)
ROW = re.compile(r'^\| `([a-z]+(?:-[a-z]+)*)` \| *(.*?) *\| *(.*?) *\|$', re.MULTILINE)
DOCUMENT = pathlib.Path('docs/errors.md')


def read(path):
    return path.read_text(errors='replace') if path.is_file() else ''


def codes_of_source(root):
    texts = [read(path) for path in sorted((root / 'src').rglob('*.[ch]pp'))]
    codes = {code for text in texts for pattern in (ASSIGNED, REPORTED) for code in pattern.findall(text)}
    families = {code.split('-')[0] for code in codes}
    options = set(OPTION.findall(read(root / OPTIONS)))
    literals = {literal for text in texts for literal in LITERAL.findall(text)}
    return codes | {literal for literal in literals - options if literal.split('-')[0] in families}


def codes_of_tests(root):
    folders = (root / 'tests' / 'errors', root / 'tests' / 'golden')
    return {code for folder in folders for path in sorted(folder.rglob('*')) for code in EXPECTED.findall(read(path))}


def problems(root):
    source, expected = codes_of_source(root), codes_of_tests(root)
    rows = ROW.findall(read(root / DOCUMENT))
    listed = [code for code, _, _ in rows]
    if not source:
        yield 'src/ has no codes'
    for code in sorted((source | expected) - set(listed)):
        yield f"{DOCUMENT}: no row for '{code}'"
    for code in sorted(set(listed) - source - expected):
        yield f"{DOCUMENT}: '{code}' is in no message of thinair"
    for code in sorted({code for code in listed if listed.count(code) > 1}):
        yield f"{DOCUMENT}: two rows for '{code}'"
    for code, meaning, remedy in rows:
        if not meaning or not remedy:
            yield f"{DOCUMENT}: '{code}' needs a sentence in each column"


def main():
    found = list(problems(pathlib.Path(sys.argv[1]).resolve()))
    print('\n'.join(found) if found else 'every code has its row')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
