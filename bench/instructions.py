#!/usr/bin/env python3
"""Counts the instructions of two builds of thinair on the families of growing tests, with callgrind.

usage: bench/instructions.py OLD NEW [FAMILY...] [--log FILE]

Counts do not depend on what else the machine does. Of each family the largest size that the old build answers within the limit is taken; both builds get the same
file. A family that the old build does not finish is counted for the new one alone.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from families import FAMILIES  # noqa: E402
from run import machine, measure, size_text  # noqa: E402

LIMIT = 0.25  # seconds without callgrind, which is some fifty times slower


def instructions(command, folder):
    out = pathlib.Path(folder) / 'callgrind.out'
    run = subprocess.run(['valgrind', '--tool=callgrind', f'--callgrind-out-file={out}', *command], capture_output=True, text=True)
    found = re.search(r'Collected : (\d+)', run.stderr)
    if not found:
        sys.exit(f'{" ".join(command)}: {run.stderr}')
    return int(found.group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('old')
    parser.add_argument('new')
    parser.add_argument('families', nargs='*', metavar='FAMILY')
    parser.add_argument('--log')
    a = parser.parse_intermixed_args()
    rows = []
    print(f'{"family":20} {"n":>5} {"old":>14} {"new":>14}  new/old')
    with tempfile.TemporaryDirectory() as folder:
        for name, (make, model, sizes, *command_of) in FAMILIES.items():
            if a.families and name not in a.families:
                continue
            best = None
            for n in sizes:
                path = pathlib.Path(folder) / f'{name}-{size_text(n)}.litmus'
                path.write_text(make(n))
                arguments = [command_of[0] if command_of else 'outcomes', str(path), '--model', model, '--json']
                took = measure([a.old, *arguments], 20)
                if took is None or took[0] > LIMIT and best:
                    break
                best = (n, arguments)
            n, arguments = best or (sizes[0], arguments)
            old = instructions([a.old, *arguments], folder) if best else None
            new = instructions([a.new, *arguments], folder)
            rows.append({'family': name, 'n': size_text(n), 'old': old, 'new': new})
            print(f'{name:20} {size_text(n):>5} {old or 0:14,} {new:14,}  {new / old if old else 0:.2f}', flush=True)
    if a.log:
        pathlib.Path(a.log).write_text(json.dumps({'machine': machine(), 'instructions': rows}, indent=1) + '\n')


if __name__ == '__main__':
    main()
