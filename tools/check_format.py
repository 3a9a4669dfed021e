#!/usr/bin/env python3
"""Checks that every C++ file is as clang-format 14 writes it; `--fix` writes it so.

usage: tools/check_format.py [--fix] [SOURCE_DIR]

Versions format differently, so no other will do. Where there is none (Debian 13) this says so, and the exit code is 77.
"""
import pathlib
import shutil
import subprocess
import sys

from source_files import source_files

VERSION = '14.'


def clang_format():
    for name in ('clang-format-14', 'clang-format'):
        if path := shutil.which(name):
            said = subprocess.run([path, '--version'], capture_output=True, text=True).stdout
            if f'version {VERSION}' in said:
                return path
    return None


def main():
    words = [word for word in sys.argv[1:] if word != '--fix']
    root = pathlib.Path(words[0] if words else pathlib.Path(__file__).parent.parent).resolve()
    program = clang_format()
    if program is None:
        print('skipped: there is no clang-format 14')
        return 77
    files = [path for path in source_files(root) if path.suffix in ('.cpp', '.hpp')]
    if not files:
        print('there is no C++ file')
        return 1
    if '--fix' in sys.argv:
        return subprocess.run([program, '-i', *files]).returncode
    done = subprocess.run([program, '--dry-run', *files], capture_output=True, text=True)
    wrong = sorted({line.split(':')[0] for line in done.stderr.split('\n') if 'warning: code should be clang-formatted' in line})
    for name in wrong:
        print(f'{pathlib.Path(name).relative_to(root)}: not formatted')
    print(f"{len(files)} files, {len(wrong)} not formatted" + ("; 'tools/check_format.py --fix' formats them" if wrong else ''))
    return 1 if wrong or done.returncode != 0 else 0


if __name__ == '__main__':
    sys.exit(main())
