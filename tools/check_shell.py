#!/usr/bin/env python3
"""Runs shellcheck over every shell script: files that end in .sh or start with #! and a shell. Without shellcheck the exit code is 77.

usage: tools/check_shell.py [SOURCE_DIR]
"""
import pathlib
import re
import shutil
import subprocess
import sys

from source_files import source_files

SHELL = re.compile(rb'^#!\s*(/usr)?/bin/(env )?(ba|da)?sh\b')


def is_script(path):
    with open(path, 'rb') as file:
        return path.suffix == '.sh' or bool(SHELL.match(file.read(64)))


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    if shutil.which('shellcheck') is None:
        print('skipped: there is no shellcheck')
        return 77
    scripts = [path for path in source_files(root) if is_script(path)]
    if not scripts:
        print('there is no shell script')
        return 1
    code = subprocess.run(['shellcheck', *scripts], cwd=root).returncode
    print(f'{len(scripts)} scripts, {"as shellcheck wants them" if code == 0 else "not all as shellcheck wants them"}')
    return code


if __name__ == '__main__':
    sys.exit(main())
