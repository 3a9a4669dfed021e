#!/usr/bin/env python3
"""Signals: what runs is ended, other programs and all that they have started with it, and the shell sees which signal did it. Nothing here is
measured in seconds; limits are only so that what hangs is told."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

PATIENCE = 900
THREADS = ''.join(f'Thread{i} {{ int a = x.getAndAdd(1); int b = x.getAndAdd(1); }}\n' for i in range(12))
ENDLESS = f'Java ENDLESS\n{{ x = 0; }}\n{THREADS}exists (0:a=0)\n'
# One question that takes long by itself: which of fourteen increments comes last.
SLOW = 'Java SLOW\n{ x = 0; }\n' + ''.join(f'Thread{t} {{ int a = X.getAndAdd(1); int b = X.getAndAdd(1); }}\n' for t in range(7)) + 'exists (0:a=13)\n'
problems = []


def expect(ok, what):
    if not ok:
        problems.append(what)


def until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)


def interrupted(command, ready, environment=None, by=signal.SIGINT):
    child = subprocess.Popen([str(word) for word in command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        until(lambda: ready(child) or child.poll() is not None, 'it does not begin')
        child.send_signal(by)
        printed = child.communicate(timeout=PATIENCE)[0]
    finally:
        child.kill()
    expect(child.returncode == -by, f'{command}: exit code {child.returncode}, expected an end by {by.name}\n{printed}')
    return printed


def cpu_ticks(child):
    return int(pathlib.Path(f'/proc/{child.pid}/stat').read_text().rsplit(')', 1)[1].split()[11])


def alive(pid):
    try:
        return pathlib.Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()[0] != 'Z'
    except OSError:
        return False


def main():
    thinair, litmus = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / 'endless.litmus').write_text(ENDLESS)
        working = lambda child: cpu_ticks(child) >= 20
        printed = interrupted([thinair, 'outcomes', folder / 'endless.litmus', '--model', 'sc'], working)
        expect('unknown: stopped' in printed, f'what was known when Ctrl-C came is told\n{printed}')
        many = [folder / 'endless.litmus'] * 50
        interrupted([thinair, 'outcomes', *many, '--model', 'sc', '--jobs', '4'], working)

        # A catalogue: what was judged until then is shown, and how much of it that is.
        catalogue = folder / 'catalogue'
        for family, text in (('a', (litmus / 'classic/SB.litmus').read_text()), ('b', SLOW)):
            (catalogue / family).mkdir(parents=True)
            (catalogue / family / 'one.litmus').write_text(text)
        printed = interrupted([thinair, 'suite', catalogue, '--model', 'sc', '--jobs', '2'], working)
        expect('\na           1         1 |' in printed and '\nb ' not in printed, f'suite shows what was done when Ctrl-C came\n{printed}')
        expect('stopped: 1 of 2 tests were judged' in printed, f'suite says how far it came\n{printed}')

        # Several of another program at once, each of them a script that starts a third one; all of these would run for ever. SIGKILL
        # leaves thinair no time to do anything.
        tools = folder / 'tools'
        tools.mkdir()
        herd = tools / 'herd7'
        herd.write_text(f'#!/bin/sh\nsleep 1000000 &\necho $$ $! > {folder}/running.$$\nwait\n')
        herd.chmod(0o755)
        begun = lambda: [path for path in folder.glob('running.*') if path.read_text().endswith('\n')]
        environment = dict(os.environ, PATH=f'{tools}:{os.environ["PATH"]}')
        command = [thinair, 'conform', litmus / 'classic', '--to', 'x86', '--engine', 'herd7', '--jobs', '4']
        for by in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            interrupted(command, lambda child: len(begun()) >= 4, environment, by)
            for path in begun():
                for pid in path.read_text().split():
                    until(lambda: not alive(int(pid)), f'a program that was started is still there after {by.name}')
                path.unlink()

        # A limit is one for the other program too. Some parents ignore SIGCHLD, which is inherited.
        command = [thinair, 'conform', litmus / 'classic/SB.litmus', '--to', 'x86', '--engine', 'herd7', '--timeout', '2']
        ignore = lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, preexec_fn=ignore)
        expect(done.returncode == 4 and re.search(r'unknown: herd7 was stopped after (2|1\.\d+) s', done.stdout), f'--timeout bounds herd7\n{done}')
        for path in begun():
            for pid in path.read_text().split():
                until(lambda: not alive(int(pid)), 'a program is still there after its time')
    print('\n'.join(problems))
    print(f'{len(problems)} problems')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
