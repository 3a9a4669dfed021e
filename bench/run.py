#!/usr/bin/env python3
"""Times thinair on families of growing tests (families.py) and prints a table; with --log also keeps the raw figures.

usage: bench/run.py PATH/TO/thinair [FAMILY...] [--repeat N] [--limit SECONDS] [--log]

Time is wall clock of the whole process, start-up included, the best of N runs; memory is the peak resident size that it reports (--stats). A run over the
limit is shown as such, and the family stops there. `--log` writes bench/log/DATE-COMMIT.json, headed by the machine's data.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from families import FAMILIES  # noqa: E402

HERE = pathlib.Path(__file__).parent


def measure(command, limit):
    """Seconds, peak KiB and output of one run; None past the limit."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, err = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None
    seconds = time.perf_counter() - start
    if process.returncode != 0:
        sys.exit(f'{" ".join(command)}: exit {process.returncode}\n{err.decode()}')
    return seconds, out


def machine():
    def line(path, key):
        try:
            return next((x.split(':', 1)[1].strip() for x in open(path) if x.startswith(key)), '')
        except OSError:
            return ''
    git = subprocess.run(['git', '-C', str(HERE), 'rev-parse', '--short', 'HEAD'], capture_output=True, text=True).stdout.strip()
    compiler = subprocess.run(['g++', '--version'], capture_output=True, text=True).stdout.split('\n')[0]
    return {'cpu': line('/proc/cpuinfo', 'model name'), 'cores': os.cpu_count(), 'memory': line('/proc/meminfo', 'MemTotal'),
            'kernel': platform.release(), 'compiler': compiler, 'commit': git, 'date': datetime.date.today().isoformat()}


def size_text(n):
    return f'{n[0]}w{n[1]}r' if isinstance(n, tuple) else str(n)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('thinair')
    parser.add_argument('families', nargs='*', metavar='FAMILY')
    parser.add_argument('--repeat', type=int, default=3)
    parser.add_argument('--limit', type=float, default=60)
    parser.add_argument('--log', action='store_true')
    a = parser.parse_intermixed_args()
    for name in a.families:
        if name not in FAMILIES:
            parser.error(f'no family {name}; there are {", ".join(FAMILIES)}')
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (make, model, sizes, *command_of) in FAMILIES.items():
            if a.families and name not in a.families:
                continue
            print(f'{name} ({model}): {" ".join(make.__doc__.split()) if make.__doc__ else ""}')
            figures[name] = {'model': model, 'rows': []}
            before = None
            for n in sizes:
                path = pathlib.Path(folder) / f'{name}-{size_text(n)}.litmus'
                path.write_text(make(n))
                asked = command_of[0] if command_of else 'outcomes'
                command = [a.thinair, asked, str(path), '--model', model, '--json', '--stats']
                runs = [measure(command, a.limit) for _ in range(a.repeat)]
                if None in runs:
                    print(f'  {size_text(n):>5}  over {a.limit:g} s')
                    break
                seconds = min(run[0] for run in runs)
                answer = json.loads(runs[0][1])
                row = {'n': size_text(n), 'seconds': round(seconds, 5), 'peak_kib': answer['stats']['peak_kib'], 'states': len(answer.get('states', answer.get('clauses', []))),
                       'complete': answer.get('complete', answer.get('met') is not None)}
                figures[name]['rows'].append(row)
                growth = f'x{seconds / before:.1f}' if before else ''
                print(f'  {row["n"]:>5}  {seconds * 1000:9.1f} ms  {row["peak_kib"] / 1024:7.1f} MiB  {row["states"]:6} states  {growth}')
                before = seconds
    if a.log:
        log = {'machine': machine(), 'repeat': a.repeat, 'families': figures}
        path = HERE / 'log' / f'{log["machine"]["date"]}-{log["machine"]["commit"]}.json'
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(log, indent=1) + '\n')
        print(f'kept in {path}')


if __name__ == '__main__':
    main()
