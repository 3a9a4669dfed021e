#!/usr/bin/env python3
"""Runs a build with ninja and shows how far it is: on a terminal as one line, otherwise as a line now and then. All of it on stderr.

usage: tools/progress.py NAME LOG COMMAND...

NAME is what is built; LOG gets everything that COMMAND prints. Where nothing has to be built nothing is said. When the command fails, what
the compilers said follows, and its exit code is passed on.
"""
import os
import re
import selectors
import shutil
import subprocess
import sys
import time

STEP = re.compile(r'^\[(\d+)/(\d+)\] (.*)')
EVERY_SECONDS = 10
EVERY_SHARE = 0.1
LEFT_AFTER_SECONDS, LEFT_AFTER_STEPS = 20, 3  # before that nobody knows how long it will take
KILLED = 'Killed signal terminated program'  # what g++ says when the machine has no memory left for it


def told(step):
    """A step of ninja in a few words."""
    match = re.search(r'(?:CMakeFiles/)?([\w-]+)\.dir/(?:Unity/unity_)?(\S+?)(?:_cxx)?\.(?:cxx|cpp)\.o$', step)
    if match:
        return f'compiled {match.group(2).replace("__/", "")} of {match.group(1)}'
    match = re.match(r'Linking CXX (?:executable|static library) (\S+)', step)
    if match:
        return f'linked {os.path.basename(match.group(1))}'
    if step.endswith('cmake_pch.hxx.gch'):
        return 'compiled headers'
    return step.lower().replace('generating ', 'wrote ', 1)


def left(seconds, last, done, total):
    """How long the rest may take, if steps go on as they did until `last` seconds; steps differ, so it is said in minutes."""
    if seconds < LEFT_AFTER_SECONDS or done < LEFT_AFTER_STEPS or done >= total:
        return ''
    minutes = (last * (total - done) / done - (seconds - last)) / 60
    return f', about {minutes:.0f} min left' if minutes >= 1 else ', less than a minute left'


class Shown:
    """The line on a terminal, or lines in a log."""

    def __init__(self, name, out, terminal, width, now):
        self.name, self.out, self.terminal, self.width = name, out, terminal, width
        self.start = self.last = now
        self.share = 0.0
        self.done = self.all = 0
        self.at = 0.0  # when the last step ended
        self.what = ''
        self.quick, self.quick_at = 0, 0.0  # steps before the first that compiles something large; how long the others take they do not tell
        self.compiling = False
        self.written = False

    def step(self, done, total, what, now):
        self.done, self.all, self.what, self.at = done, total, what, now - self.start
        self.compiling = self.compiling or what.startswith('compiled ') and ' of ' in what and 'generated/' not in what
        if not self.compiling:
            self.quick, self.quick_at = done, self.at
        self.tick(now)

    def tick(self, now):
        seconds = int(now - self.start)
        if self.all < 3 and seconds < EVERY_SECONDS:  # CMake looking again
            return
        known = self.all >= 3
        count = f'[{self.done:>{len(str(self.all))}}/{self.all}] ' if known else ''
        rest = left(seconds - self.quick_at, self.at - self.quick_at, self.done - self.quick, self.all - self.quick)
        line = f'{count}{self.name}, {seconds} s{rest}: {self.what if known else "begun"}'
        share = self.done / self.all if known else 0
        if self.terminal:
            self.out.write(f'\r\x1b[K{line}'[:self.width + 4])
        elif now - self.last >= EVERY_SECONDS or share >= self.share + EVERY_SHARE:
            self.out.write(line + '\n')
            self.last, self.share = now, share
        self.out.flush()
        self.written = True

    def end(self):
        if self.terminal and self.written:
            self.out.write('\r\x1b[K')
            self.out.flush()


def failures(text):
    """What went wrong, from what ninja printed: without steps that went well, and without the command lines of those that did not."""
    lines = []
    skip = False
    for line in text.split('\n'):
        if skip:
            skip = False
        elif line.startswith('FAILED: '):
            skip = True
        elif not STEP.match(line) and line.strip():
            lines.append(line)
    return '\n'.join(lines)


def run(name, log, command):
    """Where memory has run out, what is left is tried once more, by one compiler at a time."""
    code, text = build(name, log, command)
    if code != 0 and KILLED in text:
        print('memory has run out; going on with one compiler at a time', file=sys.stderr)
        os.environ['CMAKE_BUILD_PARALLEL_LEVEL'] = '1'
        code, text = build(name, log, command)
    if code != 0:
        print(failures(text), f'{name} could not be built; all of it is in {log}', sep='\n', file=sys.stderr)
    return code


def build(name, log, command):
    """The command's exit code and what it printed."""
    terminal = sys.stderr.isatty()
    shown = Shown(name, sys.stderr, terminal, shutil.get_terminal_size().columns - 1, time.monotonic())
    # Not a terminal, so that ninja prints a line a step; what the user set for its status would hide the counts.
    environment = {key: value for key, value in os.environ.items() if key != 'NINJA_STATUS'}
    with open(log, 'w+', encoding='utf-8', errors='replace') as file:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
        try:
            follow(process, file, shown)
        except KeyboardInterrupt:  # ninja has it too, and stops by itself
            process.wait()
            shown.end()
            raise
        code = process.wait()
        shown.end()
        file.seek(0)
        return code, file.read()


def follow(process, file, shown):
    """Shows the steps that the process prints, and keeps all that it prints in the file."""
    selector = selectors.DefaultSelector()
    selector.register(process.stdout, selectors.EVENT_READ)
    rest = b''
    while True:
        if not selector.select(1):
            shown.tick(time.monotonic())
            continue
        piece = os.read(process.stdout.fileno(), 65536)
        if not piece:
            break
        *lines, rest = (rest + piece).split(b'\n')
        for line in lines:
            text = line.decode('utf-8', 'replace')
            file.write(text + '\n')
            file.flush()
            if match := STEP.match(text):
                shown.step(int(match.group(1)), int(match.group(2)), told(match.group(3)), time.monotonic())
    file.write(rest.decode('utf-8', 'replace'))


if __name__ == '__main__':
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    try:
        sys.exit(run(sys.argv[1], sys.argv[2], sys.argv[3:]))
    except KeyboardInterrupt:
        print('stopped; what is compiled stays', file=sys.stderr)
        sys.exit(130)
