#!/usr/bin/env python3
"""Programs a second: runs bench/throughput and, if given, the same program of an older tree, and prints a table.

usage: bench/throughput.py PATH/TO/throughput [PATH/TO/OLD] [--programs N] [--repeat N] [--log]

The two run alternately, so that whatever else the machine does hits both. Time is CPU time of the process, the best of N runs. `--log` writes
bench/log/DATE-COMMIT-throughput.json, headed by the machine's data.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from run import HERE, machine  # noqa: E402

ROWS = ['jls-hb', 'jls04', 'java', 'jam21', 'x86']
LINE = re.compile(r'\S+: (\d+) programs, (\d+) states, ([\d.]+) s')


def measure(program, row, count):
    """Programs, states and seconds of one run."""
    out = subprocess.run([program, row, str(count)], capture_output=True, text=True, check=True).stdout
    programs, states, seconds = LINE.match(out).groups()
    return int(programs), int(states), float(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('throughput')
    parser.add_argument('old', nargs='?')
    parser.add_argument('--programs', type=int, default=2000)
    parser.add_argument('--repeat', type=int, default=5)
    parser.add_argument('--log', action='store_true')
    a = parser.parse_intermixed_args()
    programs = [a.old, a.throughput] if a.old else [a.throughput]
    figures = {}
    print(f'{"":8}' + ''.join(f'{name:>26}' for name in (['before', 'after'] if a.old else ['programs/s'])))
    for row in ROWS:
        runs = [[] for _ in programs]
        for _ in range(a.repeat):
            for i, program in enumerate(programs):
                runs[i].append(measure(program, row, a.programs))
        best = [min(each, key=lambda run: run[2]) for each in runs]
        rates = [round(count / seconds) for count, _, seconds in best]
        figures[row] = [{'programs': count, 'states': states, 'cpu_seconds': seconds, 'programs_per_second': rate}
                        for (count, states, seconds), rate in zip(best, rates)]
        cells = ''.join(f'{rate:>12} ({states} states)' for (_, states, _), rate in zip(best, rates))
        print(f'{row:8}{cells}' + (f'   x{best[0][2] / best[1][2]:.2f}' if a.old else ''))
    if a.log:
        log = {'machine': machine(), 'repeat': a.repeat, 'order': ['before', 'after'] if a.old else ['after'], 'rows': figures}
        path = HERE / 'log' / f'{log["machine"]["date"]}-{log["machine"]["commit"]}-throughput.json'
        path.write_text(json.dumps(log, indent=1) + '\n')
        print(f'kept in {path}')


if __name__ == '__main__':
    main()
