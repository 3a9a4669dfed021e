#!/usr/bin/env python3
"""Threads of 400 accesses are judged within so many steps and so much memory, and so are outcomes that only a search that learns finds to be forbidden.

usage: cost.py THINAIR BENCH

Steps are the same on every machine. The limits are some three times what is needed, and far below what one propagation or one copy of all bounds for each read takes.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, sys.argv[2])
from families import FAMILIES  # noqa: E402

N = 400
SHORTER = {'long-either': 100,  # n propagations: no part of the goal tells anything by itself
           'take-turns': 10, 'take-turns-volatile': 10, 'writes-then-reads': 10, 'writes-then-reads-volatile': 10, 'iriw-any-two': 8,
           'add-twice-same': 6, 'add-twice-lost': 6, 'add-twice-same-jls-hb': 6, 'ldaddal-same': 6}
MEBIBYTES = 128
# family, model, verdict
ROWS = [
    ('long-one-location', 'sc', 'forbidden'),
    ('long-one-location', 'jam19', 'forbidden'),
    ('long-one-location', 'jam21', 'allowed'),
    ('long-one-location', 'jls-hb', 'allowed'),
    ('long-one-location-allowed', 'sc', 'allowed'),
    ('long-one-location-allowed', 'jam19', 'allowed'),
    ('long-one-location-allowed', 'jam21', 'allowed'),
    ('long-three-locations', 'sc', 'forbidden'),
    ('long-three-locations', 'jam21', 'forbidden'),
    ('long-many-locations', 'sc', 'allowed'),
    ('long-many-locations', 'jam21', 'allowed'),
    ('long-either', 'sc', 'forbidden'),
    ('take-turns', 'sc', 'forbidden'),
    ('take-turns-volatile', 'jls-hb', 'forbidden'),
    ('writes-then-reads', 'sc', 'forbidden'),
    ('writes-then-reads-volatile', 'jls-hb', 'forbidden'),
    ('add-twice-same', 'sc', 'forbidden'),
    ('add-twice-same-jls-hb', 'jls-hb', 'forbidden'),
    ('add-twice-lost', 'sc', 'forbidden'),
    ('add-twice-lost', 'jls-hb', 'forbidden'),
    ('ldaddal-same', 'aarch64', 'forbidden'),
    ('iriw-any-two', 'jls-hb', 'forbidden'),
    ('x86-long', 'x86tso', 'forbidden'),
    ('aarch64-long', 'aarch64', 'allowed'),
]
STEPS = 1_500_000


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for family, model, wanted in ROWS:
            path = pathlib.Path(folder) / f'{family}.litmus'
            n = SHORTER.get(family, N)
            path.write_text(FAMILIES[family][0](n))
            command = [sys.argv[1], 'check', str(path), '--model', model, '--json', '--steps', str(STEPS), '--memory', str(MEBIBYTES)]
            run = subprocess.run(command, capture_output=True, text=True)
            try:
                clause = json.loads(run.stdout)['clauses'][0]
            except (ValueError, KeyError, IndexError):
                clause = {'verdict': run.stderr or run.stdout}
            if clause['verdict'] != wanted:
                failed += 1
                print(f'{family} of {n} under {model}: {clause["verdict"]}, not {wanted}: {clause.get("reason", "")}')
    print(f'{len(ROWS)} questions, {failed} failed')
    sys.exit(failed != 0)


if __name__ == '__main__':
    main()
