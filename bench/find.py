#!/usr/bin/env python3
"""Times searches for programs, and says whether each keeps its bar; with --log also keeps the figures.

usage: bench/find.py PATH/TO/thinair [--repeat N] [--log]

Time is CPU time of the process (user and system) with --jobs 1, start-up, reasons and confirmation of what is printed included; the best of N runs. A search that does not find
what it found when its bar was set ends the script: figures of another search would say nothing. `--log` writes bench/log/DATE-COMMIT-find.json, headed by the machine's data.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from run import HERE, machine  # noqa: E402

# The words, what must be found (programs, minimal ones, the first), and the bar: seconds, or programs a second.
SEARCHES = [
    ('unsound --model jam21 --to x86 --size ..3+3', 192, 8, 'Wxp.Rxv.Ryv|Wyv.Rxv', {'seconds': 5}),
    ('unsound --model jam21 --to x86 --size ..3+3 --final', 612, 25, 'Wxp.Rxv.Ryv|Wyv.Rxv', {'seconds': 30}),
    ('unsound --model jam21 --to aarch64 --final', 60, 5, 'Rxp.Wyp|Wyp.Wxr', {'seconds': 10}),
    ('difference --model jam19 --model jam21', 770, 15, 'Rxp.Rxp|Wxp', {'seconds': 5}),
    ('difference --model jls04 --model jls-revised --space plain', 12, 12, None, {'seconds': 20}),
    ('race --model jls04 --size ..2+2', 0, 0, None, {'seconds': 5}),
    ('race --model jls-hb --size ..2+2', 12, 2, 'Rxp.Wxpc|Rxp.Wxpc', {'seconds': 5}),
    ('race --model jam21 --size ..2+2', None, None, 'Rxp.Wxpc|Rxp', {'seconds': 5}),
    ('lost --model jls04', 0, 0, None, {}),
    ('lost --model jam21 --space modes --size 2+2', 0, 0, None, {'rate': 10000}),
    ('unsound --model jam21 --to x86 --size 3+3 --exhaustive --shard 0/80', None, None, None, {'rate': 5000}),
    ('lost --model jls04 --space modes --size ..3+2 --final', 0, 0, None, {}),
    ('transformation read-after-read reorder-WR write-after-read overwritten-write-conditional overwritten-write irrelevant-read read-after-write '
     'reorder-RR reorder-RW reorder-WW --model jls04 --space context', None, None, None, {'seconds': 300}),
]


def run(thinair, words):
    """The last document, the canonical text of the first finding, and CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([thinair, 'find', *words.split(), '--jobs', '1', '--json', '--quiet'], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f'{words}: exit {done.returncode}\n{done.stderr}')
    *findings, last = map(json.loads, done.stdout.splitlines())
    return last, findings[0]['canonical'] if findings else None, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('thinair')
    parser.add_argument('--repeat', type=int, default=2)
    parser.add_argument('--log', action='store_true')
    a = parser.parse_intermixed_args()
    rows, missed = [], 0
    for words, found, minimal, first, bar in SEARCHES:
        best = None
        for _ in range(a.repeat):
            last, smallest, seconds = run(a.thinair, words)
            if (found is not None and (last['found'], last['minimal']) != (found, minimal)) or (first and smallest != first):
                sys.exit(f'{words}: finds {last["found"]}, {last["minimal"]} of them minimal, {smallest} first; not {found}, {minimal}, {first}')
            best = seconds if best is None else min(best, seconds)
        rate = round(last['tests'] / best)
        kept = best <= bar.get('seconds', best) and rate >= bar.get('rate', 0)
        missed += not kept
        limit = f'{bar["seconds"]} s' if 'seconds' in bar else f'{bar["rate"]:,} a second' if 'rate' in bar else ''
        print(f'| `find {words}` | {last["tests"]:,} | {last["found"]} ({last["minimal"]}) | {best:.2f} | {rate:,} | {limit}{"" if kept else " MISSED"} |', flush=True)
        rows.append({'search': words, 'programs': last['tests'], 'found': last['found'], 'minimal': last['minimal'], 'cpu_seconds': round(best, 3), 'programs_per_second': rate, 'bar': bar})
    if a.log:
        log = {'machine': machine(), 'repeat': a.repeat, 'rows': rows}
        path = HERE / 'log' / f'{log["machine"]["date"]}-{log["machine"]["commit"]}-find.json'
        path.write_text(json.dumps(log, indent=1) + '\n')
        print(f'kept in {path}')
    sys.exit(1 if missed else 0)


if __name__ == '__main__':
    main()
