#!/usr/bin/env python3
"""What `thinair serve` withstands: many clients that type, hostile ones, workers that are killed.

usage: bench/serve.py PATH/TO/thinair [--small] [--log]

  typing   50 clients, a question each 300 ms of small tests: how much longer an answer takes than the question itself takes alone
  flat     questions one after the other: what the server's memory does
  hostile  200 bad requests a second beside honest clients: too long, slow, malformed, wrong Host, paths, scripts in every field, tests that would
           need minutes or gigabytes
  killed   workers are killed at random: which questions are lost, and what they are told

--small runs each for a few seconds and checks what does not depend on the machine: nothing is lost that was not killed, nobody honest is refused, the
server lives. The figures of the long form go to bench/log with --log; bench/README.md has them. The clients share the machine with the server.
"""
import argparse
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'tests/serve'))
from server import Client, Server  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = ['classic/SB', 'classic/MP', 'classic/LB', 'classic/CoRR', 'classic/SB+vol', 'classic/MP+rel+acq']
TESTS = {name: (ROOT / f'litmus/{name}.litmus').read_text() for name in NAMES}
# Some thousand accesses of eight threads: minutes, and gigabytes.
HEAVY = 'Java heavy\n{ x=0; y=0;' + ''.join(f' {i}:X=x; {i}:Y=y;' for i in range(8)) + ' }\n' + ''.join(
    f'Thread{i} {{\n' + ''.join(f'  X.setOpaque({i}{k}); int a{k} = Y.getOpaque(); Y.setOpaque({i}{k}); int b{k} = X.getOpaque();\n' for k in range(1, 5)) + '}\n'
    for i in range(8)) + 'exists (0:a1=1)\n'
failures = []


def expect(what, held):
    if not held:
        failures.append(what)


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def question(i):
    return {'test': TESTS[NAMES[i % len(NAMES)]], 'models': ['sc', 'java'], 'timeout': 5}


def alone(thinair, runs):
    """Seconds of each question as a command of its own, the median of some runs."""
    out = {}
    for i, name in enumerate(NAMES):
        times = []
        for _ in range(runs):
            began = time.perf_counter()
            subprocess.run([thinair, 'outcomes', ROOT / f'litmus/{name}.litmus', '--json', '--model', 'sc', '--model', 'java'], capture_output=True, check=True)
            times.append(time.perf_counter() - began)
        out[i] = sorted(times)[len(times) // 2]
    return out


class Typist(threading.Thread):
    """One question each `pause` seconds, the next one at its time even if an answer came late."""

    def __init__(self, server, number, seconds, pause=0.3):
        super().__init__()
        self.client = Client(server, f'typist-{number}')
        self.number, self.until, self.pause = number, time.monotonic() + seconds, pause
        self.answers = []  # (which question, seconds, status, error code)

    def run(self):
        time.sleep(random.random() * self.pause)
        due = time.monotonic()
        i = self.number
        while due < self.until:
            began = time.perf_counter()
            try:
                status, answer = self.client.ask('outcomes', question(i), X_Thinair_Purpose='outcomes')
                code = answer['error']['code'] if isinstance(answer, dict) else ''
                if status == 200 and [a.get('complete') for a in answer] != [True, True]:
                    code = 'wrong'
            except OSError as error:
                status, code = 0, str(error)
            self.answers.append((i % len(NAMES), time.perf_counter() - began, status, code))
            i += 1
            due = max(due + self.pause, time.monotonic() - self.pause)
            time.sleep(max(0.0, due - time.monotonic()))
        self.client.close()


def typing(server, own, clients, seconds):
    typists = [Typist(server, i, seconds) for i in range(clients)]
    for t in typists:
        t.start()
    for t in typists:
        t.join()
    answers = [a for t in typists for a in t.answers]
    good = [a for a in answers if a[2] == 200 and not a[3]]
    more = [a[1] - own[a[0]] for a in good]
    return {'clients': clients, 'seconds': seconds, 'questions': len(answers), 'answered': len(good),
            'refused': sorted({f'{a[2]} {a[3]}' for a in answers if a not in good}),
            'own_ms': round(1000 * sum(own.values()) / len(own), 1),
            'more_ms': {'median': round(1000 * percentile(more, 0.5), 1), 'p99': round(1000 * percentile(more, 0.99), 1), 'largest': round(1000 * max(more, default=0), 1)}}


def flat(server, count):
    """Resident memory of the server while it answers."""
    client = Client(server, 'flat')
    kept, began = [], time.monotonic()
    for i in range(count):
        status, _ = client.ask('outcomes', question(i))
        expect(f'question {i} is answered', status == 200)
        if i % max(1, count // 10) == 0 or i == count - 1:
            kept.append(server.status()['resident'] >> 10)
    expect('memory is flat', kept[-1] - kept[len(kept) // 3] < 4096)
    with open(f'/proc/{server.zygote()}/statm', encoding='ascii') as statm:
        zygote = int(statm.read().split()[1]) * os.sysconf('SC_PAGESIZE')
    return {'questions': count, 'seconds': round(time.monotonic() - began, 1), 'resident_kib': kept, 'zygote_kib': zygote >> 10}


SCRIPT = '<script>alert(1)</script>\'"><img src=x onerror=alert(1)>'


def hostile_request(server, kind):
    host = f'127.0.0.1:{server.port}'
    try:
        s = socket.create_connection((server.host, server.port), timeout=30)
    except OSError:
        return
    try:
        def post(document, path='/api/outcomes', name=host, more=''):
            body = json.dumps(document).encode()
            s.sendall(f'POST {path} HTTP/1.1\r\nHost: {name}\r\nContent-Type: application/json\r\n{more}Content-Length: {len(body)}\r\n\r\n'.encode() + body)

        if kind == 'too long':
            s.sendall(f'POST /api/outcomes HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n'.encode() + b'x' * 65536)
        elif kind == 'slow':
            for piece in (b'POST /api/outcomes HT', b'TP/1.1\r\nHo', b'st: ', b'127.0'):
                s.sendall(piece)
                time.sleep(1.5)
        elif kind == 'malformed':
            s.sendall(random.choice([b'\x00' * 400, b'GET\r\n\r\n', b'POST / HTTP/9.9\r\n\r\n', b'GET / HTTP/1.1\r\nHost\r\n\r\n', os.urandom(600) + b'\r\n\r\n',
                                     b'POST /api/outcomes HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzzzz\r\n']))
        elif kind == 'host':
            post(question(0), name='evil.example')
        elif kind == 'path':
            s.sendall(f'GET {random.choice(["/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/shadow", "/api/models/..%2f..%2fetc%2fpasswd"])} HTTP/1.1\r\nHost: {host}\r\n\r\n'.encode())
        elif kind == 'script':
            post({'test': TESTS['classic/SB'].replace('SB', SCRIPT), 'models': [SCRIPT, {'name': SCRIPT, 'text': SCRIPT}], 'timeout': SCRIPT},
                 more=f'X-Thinair-Client: {SCRIPT}\r\n')
        else:
            post({'test': HEAVY, 'models': ['java'], 'timeout': 600})
        if kind != 'slow':
            s.settimeout(1 if kind == 'heavy' else 5)
            s.recv(4000)
    except OSError:
        pass
    finally:
        s.close()


KINDS = ['too long', 'slow', 'malformed', 'host', 'path', 'script', 'heavy']


def hostile(server, own, clients, seconds, rate):
    stop = threading.Event()
    sent = {kind: 0 for kind in KINDS}

    def flood(share):
        i = share
        while not stop.is_set():
            began = time.monotonic()
            kind = KINDS[i % len(KINDS)]
            sent[kind] += 1
            threading.Thread(target=hostile_request, args=(server, kind), daemon=True).start()
            i += 1
            time.sleep(max(0.0, 4 / rate - (time.monotonic() - began)))

    floods = [threading.Thread(target=flood, args=(i,)) for i in range(4)]
    for f in floods:
        f.start()
    found = typing(server, own, clients, seconds)
    stop.set()
    for f in floods:
        f.join()
    found['hostile'] = {'a_second': round(sum(sent.values()) / seconds), **sent}
    found['resident_kib'] = server.status()['resident'] >> 10
    expect('the server lives', server.process.poll() is None)
    return found


def killed(server, seconds):
    """Workers die at random: their questions say so, and no other is lost."""
    stop = threading.Event()
    kills = []

    def reaper():
        while not stop.is_set():
            last = len(kills) % 10 == 9  # the process that forks for the others
            workers = [server.zygote()] if last else server.workers()
            for victim in random.sample(workers, min(1, len(workers))):
                try:
                    os.kill(victim, signal.SIGKILL)
                    kills.append(victim)
                    time.sleep(0.05)
                except (ProcessLookupError, TypeError):
                    pass
            time.sleep(0.001)

    thread = threading.Thread(target=reaper)
    thread.start()
    typists = [Typist(server, i, seconds) for i in range(10)]
    for t in typists:
        t.start()
    for t in typists:
        t.join()
    stop.set()
    thread.join()
    answers = [a for t in typists for a in t.answers]
    lost = [a for a in answers if a[2] != 200]
    expect('who was killed says so', all(a[3] == 'serve-worker-died' for a in lost))
    expect('no more are lost than were killed', len(lost) <= len(kills))
    expect('the server lives', server.process.poll() is None)
    return {'seconds': seconds, 'questions': len(answers), 'killed': len(kills), 'lost_and_said_so': len(lost)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('thinair')
    parser.add_argument('--small', action='store_true')
    parser.add_argument('--log', action='store_true')
    parser.add_argument('--only', action='append')
    options = parser.parse_args()
    thinair = pathlib.Path(options.thinair).resolve()
    small = options.small
    random.seed(19)
    figures = {}
    load = os.getloadavg()[0]
    own = alone(thinair, 3 if small else 15)
    with Server(thinair) as server:
        parts = {
            'typing': lambda: typing(server, own, 8 if small else 50, 1 if small else 30),
            'hostile': lambda: hostile(server, own, 5 if small else 20, 2 if small else 30, 40 if small else 200),
            'killed': lambda: killed(server, 1 if small else 20),
            'flat': lambda: flat(server, 60 if small else 10000),
        }
        for name, part in parts.items():
            if options.only and name not in options.only:
                continue
            figures[name] = part()
            print(name, json.dumps(figures[name]), flush=True)
        for name in ('typing', 'hostile'):
            if name in figures:
                expect(f'{name}: every honest question is answered', figures[name]['questions'] == figures[name]['answered'])
        expect('Ctrl-C', server.stop() == (0, ''))
    if options.log:
        machine = {'cpus': os.cpu_count(), 'load_before': load}
        path = ROOT / 'bench/log' / time.strftime('%Y-%m-%d-serve.json')
        path.write_text(json.dumps({'machine': machine, **figures}, indent=1) + '\n')
    for failure in failures[:20]:
        print(failure)
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
