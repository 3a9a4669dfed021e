#!/usr/bin/env python3
"""The API of `thinair serve`: the same answers as the command line, nothing but what is shipped is read, and who may ask.

usage: api.py PATH/TO/thinair SOURCE_DIR
"""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from server import Client, Server, until

failures = []


def expect(what, found, wanted):
    if found != wanted:
        failures.append(f'{what}: {found!r}, wanted {wanted!r}')


def expect_in(what, part, whole):
    if part not in str(whole):
        failures.append(f'{what}: {part!r} is not in {str(whole)[:400]!r}')


SB = pathlib.Path('litmus/classic/SB.litmus')
# Some thousand states of eight threads: minutes, and gigabytes.
HEAVY = 'Java heavy\n{ x=0; y=0;' + ''.join(f' {i}:X=x; {i}:Y=y;' for i in range(8)) + ' }\n' + ''.join(
    f'Thread{i} {{\n' + ''.join(f'  X.setOpaque({i}{k}); int a{k} = Y.getOpaque(); Y.setOpaque({i}{k}); int b{k} = X.getOpaque();\n' for k in range(1, 5)) + '}\n'
    for i in range(8)) + 'exists (0:a1=1)\n'


def same_as_command_line(client, thinair, source):
    """Every question answers with what --json prints."""
    test = (source / SB).read_text()

    def printed(*words):
        out = subprocess.run([thinair, *words], capture_output=True, text=True, check=False, cwd=folder.name).stdout
        return [json.loads(line) for line in out.splitlines()]

    with tempfile.TemporaryDirectory() as name:
        folder = type('Folder', (), {'name': name})
        (pathlib.Path(name) / 'test.litmus').write_text(test)
        models = ['--model', 'sc', '--model', 'java']
        # The second time, models are ready.
        for question, extra, words in 2 * [('outcomes', {}, []), ('check', {}, []), ('explain', {'outcome': '0:r1=1 /\\ 1:r2=1'}, ['--outcome', '0:r1=1 /\\ 1:r2=1']),
                                       ('compare', {}, []), ('conform', {'to': ['x86']}, ['--to', 'x86'])]:
            status, answer = client.ask(question, {'test': test, 'models': ['sc', 'java'], 'timeout': 5, **extra})
            expect(f'{question}: status', status, 200)
            expect(question, answer, printed(question, 'test.litmus', '--json', *models, *words))
        expect('compile', client.ask('compile', {'test': test, 'to': ['x86', 'power']})[1], printed('compile', 'test.litmus', '--json', '--to', 'x86', '--to', 'power'))
        expect('races', client.ask('races', {'test': test})[1], printed('races', 'test.litmus', '--json'))
        expect('page', client.ask('page', {'test': test, 'models': ['java']})[1],
               subprocess.run([thinair, 'explain', 'test.litmus', '--quiet', '--html', '-', '--model', 'java'], capture_output=True, text=True, check=True, cwd=name).stdout)
    expect('shipped', client.ask('outcomes', {'shipped': 'classic/SB', 'models': ['sc']})[1][0]['states'],
           [{'0:r1': 0, '1:r2': 1}, {'0:r1': 1, '1:r2': 0}, {'0:r1': 1, '1:r2': 1}])
    for question, begins in [('svg', '<svg '), ('dot', 'digraph '), ('tikz', '% Needs \\usepackage{tikz}')]:
        status, text = client.ask(question, {'test': test, 'models': ['java']})
        expect(question, (status, text[:len(begins)]), (200, begins))
    _, [project] = client.ask('jcstress/generate', {'test': test, 'models': ['java']})
    expect('files of a project', sorted(f['path'] for f in project['files'] if f['path'].endswith(('.java', 'pom.xml')))[:1], ['pom.xml'])
    expect('tests', len(client.get('/api/tests')[1]), len(printed_lines(thinair, 'tests')))
    expect('a test', client.get('/api/tests/classic/MP%2Brel%2Bacq')[1]['text'], (source / 'litmus/classic/MP+rel+acq.litmus').read_text())
    expect('a model', client.get('/api/models/sc')[1]['text'], (source / 'models/sc.cat').read_text())
    expect('no such test', client.get('/api/tests/classic/none')[0], 404)
    expect('schemes', client.get('/api/schemes')[0], 200)


def printed_lines(thinair, what):
    return subprocess.run([thinair, what, '--json'], capture_output=True, text=True, check=True).stdout.splitlines()


def rejected(client, source):
    """What is wrong with a test or a model comes with its place."""
    test = (source / SB).read_text()
    _, [record] = client.ask('outcomes', {'test': test.replace('X.set', 'X.sett'), 'models': ['sc']})
    first = record['diagnostics'][0]
    expect('an error in a test', (first['code'], first['file'], first['line']), ('litmus-unknown-method', 'test.litmus', 8))
    mine = {'name': 'mine.cat', 'text': 'mine\nacyclic po | rff as sc\n'}
    _, [record] = client.ask('outcomes', {'test': test, 'models': ['sc', mine]})
    expect('an error in a model', (record['diagnostics'][0]['file'], record['diagnostics'][0]['line']), ('mine.cat', 2))
    sc = (source / 'models/sc.cat').read_text()
    _, answers = client.ask('outcomes', {'test': test, 'models': ['sc', {'name': 'mine.cat', 'text': sc}]})
    expect('a model of our own', [(a['model'], len(a['states'])) for a in answers], [('sc', 3), ('mine.cat', 3)])
    _, answers = client.ask('outcomes', {'test': test, 'models': [{'name': 'mine.mem', 'text': (source / 'models/jls04.mem').read_text()}]})
    expect('a multi-execution model of our own', [(a['model'], len(a['states'])) for a in answers], [('mine.mem', 4)])
    expect('an unknown model', client.ask('outcomes', {'test': test, 'models': ['scc']})[1][0]['diagnostics'][0]['code'], 'cat-model')
    for document, part in [({'test': test, 'modles': []}, 'modles'), ({}, "'test'"), ({'test': test, 'shipped': 'x'}, "'test'"), ({'test': 1}, "'test'"),
                           ({'test': test, 'models': 'sc'}, "'models'"), ({'test': test, 'timeout': -1}, "'timeout'"), ({'test': test, 'unroll': 1000}, "'unroll'"),
                           ([], 'object'), ({'test': test, 'models': [{'name': '../x.cat', 'text': ''}]}, 'name'), (b'{', 'JSON'), (b'[' * 100000, 'nested')]:
        status, answer = client.ask('outcomes', document)
        expect(f'status of {str(document)[:60]}', status, 400)
        expect_in('message', part, answer)
    expect('two texts of one name', client.ask('compare', {'test': test, 'models': [{'name': 'a.cat', 'text': sc}, {'name': 'a.cat', 'text': sc}]})[0], 400)
    expect('one model to compare', client.ask('compare', {'test': test, 'models': ['sc']})[0], 400)


def closed(client, source):
    """No file of the machine is read, whoever names it."""
    test = (source / SB).read_text()
    secret = source / 'models/sc.cat'
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / 'secret.cat').write_text('secret\nlet secret = po\n')
        for name in (str(secret), '/etc/passwd', f'{folder}/secret.cat', '../../../../etc/passwd', 'file:///etc/passwd'):
            _, answer = client.ask('outcomes', {'test': test, 'models': [{'name': 'mine.cat', 'text': f'mine\ninclude "{name}"\nacyclic po\n'}]})
            expect_in(f'include of {name}', 'cat-include', answer)
            _, answer = client.ask('outcomes', {'test': test, 'models': [{'name': 'mine.mem', 'text': (source / 'models/jls04.mem').read_text().replace('jls-hb', name)}]})
            expect_in(f'a model that rests on {name}', 'diagnostics', answer)
        _, answer = client.ask('outcomes', {'test': test, 'models': [{'name': 'mine.cat', 'text': 'mine\ninclude "cos.cat"\nacyclic po | rf | co as a\n'}]})
        expect('include of a shipped file', 'states' in answer[0], True)
        for model in (str(secret), f'{folder}/secret.cat', '../x.cat', '-', '--help'):
            status, answer = client.ask('outcomes', {'test': test, 'models': [model]})
            expect(f'model {model}', status == 400 or 'diagnostics' in str(answer), True)
        for name in ('/etc/passwd', folder, '../x', '-', 'README.md', str(source / SB), 'litmus/classic/SB.litmus'):
            status, answer = client.ask('outcomes', {'shipped': name, 'models': ['sc']})
            expect(f'shipped {name}', status in (400, 422) or 'diagnostics' in str(answer), True)
        for name in (str(source / 'schemes/x86.scheme'), './x.scheme'):
            status, answer = client.ask('compile', {'test': test, 'to': [name]})
            expect(f'scheme {name}', status in (400, 422) or 'diagnostics' in str(answer), True)
    for path in ('/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/etc/passwd', '/index.html/..', '//etc/passwd', '/api/tests/../../etc/passwd',
                 '/api/models/%2Fetc%2Fpasswd', '/api/schemes/-'):
        expect(f'path {path}', client.get(path)[0], 404)


def guarded(server, client, thinair):
    port = server.port
    for host, origin, wanted in [(f'127.0.0.1:{port}', None, 200), (f'localhost:{port}', f'http://localhost:{port}', 200), (f'LOCALHOST:{port}', None, 200),
                                 ('evil.example', None, 403), (f'evil.example:{port}', None, 403), ('127.0.0.1', None, 403), ('', None, 403),
                                 (f'127.0.0.1:{port}', 'http://evil.example', 403), (f'127.0.0.1:{port}', 'null', 403),
                                 (f'127.0.0.1:{port}', f'http://127.0.0.1:{port + 1}', 403)]:
        expect(f'host {host}, origin {origin}', client.get('/api/status', Host=host, Origin=origin)[0], wanted)
        expect(f'the page for host {host}, origin {origin}', client.get('/', Host=host, Origin=origin)[0], wanted)
    expect('a form of another page', client.request('POST', '/api/outcomes', b'{}', Content_Type='text/plain')[0], 415)
    expect('methods', [client.request(m, p)[0] for m, p in [('GET', '/api/outcomes'), ('POST', '/'), ('DELETE', '/api/tests'), ('PUT', '/api/outcomes')]], [405] * 4)
    status, api = client.get('/api')
    expect('OpenAPI', (status, api['openapi'][:2]), (200, '3.'))
    for path, methods in api['paths'].items():  # what is documented is there, and the other way round the other tests ask
        for method in methods:
            found = client.request(method.upper(), path.replace('{name}', 'sc' if 'models' in path else 'x86' if 'schemes' in path else 'classic/SB'),
                                   b'{}' if method == 'post' else None)[0]
            expect(f'{method} {path}', found, 400 if method == 'post' else 200)
    client.get('/')
    policy = client.headers.get('content-security-policy', '')
    expect('policy', ["default-src 'none'" in policy, 'unsafe' in policy, "frame-ancestors 'none'" in policy], [True, False, True])
    with Server(thinair, '--host', '0.0.0.0') as other:
        stranger = Client(other)
        expect('a token is needed', bool(other.token), True)
        expect('with the token', stranger.get('/api/status', Host='whatever:1')[0], 200)
        expect('without', stranger.get('/api/status', Authorization=None)[0], 403)
        expect('a wrong one', stranger.get('/api/status', Authorization='Bearer ' + 'f' * 32)[0], 403)
        expect('the page itself', stranger.get('/', Authorization=None)[0], 200)


def limits(server, client):
    """Too long, too large, too slow, ended: each is an answer, and the server lives on."""
    began = time.monotonic()
    status, answer = client.ask('outcomes', {'test': HEAVY, 'models': ['java'], 'timeout': 1})
    expect('a limit of time', (status, [a.get('complete') for a in answer] if status == 200 else answer), (200, [False]))
    expect('in time', time.monotonic() - began < 30, True)  # a busy machine
    expect('too large', client.ask('outcomes', {'test': 'x' * 700000})[0], 413)
    expect('a long header', client.get('/', Cookie='x' * 20000)[0], 431)
    raw = socket.create_connection((server.host, server.port))
    raw.sendall(b'\x16\x03\x01 no http at all\r\n\r\n')
    expect_in('no HTTP', '400', raw.recv(100))
    raw.close()

    def killed():
        result.append(Client(server, 'victim').ask('outcomes', {'test': HEAVY, 'models': ['java'], 'timeout': 8}))

    result = []
    thread = threading.Thread(target=killed)
    thread.start()
    for pid in until(server.at_work):
        os.kill(pid, signal.SIGKILL)
    thread.join()
    expect('a killed worker', (result[0][0], result[0][1]['error']['code']), (500, 'serve-worker-died'))

    result = []

    def older():
        result.append(Client(server, 'typist').ask('outcomes', {'test': HEAVY, 'models': ['java'], 'timeout': 8}, X_Thinair_Purpose='outcomes'))

    thread = threading.Thread(target=older)
    thread.start()
    until(server.at_work)
    began = time.monotonic()
    status, _ = Client(server, 'typist').ask('outcomes', {'shipped': 'classic/SB', 'models': ['sc']}, X_Thinair_Purpose='outcomes')
    thread.join()
    expect('a newer question', (status, result[0][0], result[0][1]['error']['code']), (200, 409, 'serve-superseded'))
    expect('the older one ended before its time', time.monotonic() - began < 7, True)

    raw = socket.create_connection((server.host, server.port))
    body = json.dumps({'test': HEAVY, 'models': ['java'], 'timeout': 9}).encode()
    raw.sendall(f'POST /api/outcomes HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n'.encode() + body)
    expect('a question runs', len(until(server.at_work)), 1)
    began = time.monotonic()
    raw.close()
    expect('who hangs up ends it', until(lambda: not server.workers()), True)
    expect('before its time', time.monotonic() - began < 8, True)

    # Without the process that forks for questions, they are programs started anew; and there is another one soon.
    zygote = server.zygote()
    expect('a process that forks for questions', bool(zygote), True)
    os.kill(zygote, signal.SIGKILL)
    for _ in range(3):
        expect('without it', client.ask('outcomes', {'shipped': 'classic/SB', 'models': ['sc']})[0], 200)
    expect('another one', until(lambda: server.zygote() not in (None, zygote)), True)

    # Many slow clients at once; an honest one is served.
    slow = [socket.create_connection((server.host, server.port)) for _ in range(200)]
    for s in slow:
        s.sendall(b'POST /api/outcomes HTTP/1.1\r\nHost: x')
    expect('beside slow clients', Client(server).ask('outcomes', {'shipped': 'classic/SB', 'models': ['sc']})[0], 200)
    for s in slow:
        s.close()


def events(server, source):
    """What changes in the catalogue, told as it goes."""
    text = (source / 'models/sc.cat').read_text()
    weaker = text.replace(' | fr', '', 1)
    expect('the model is changed', weaker != text, True)
    status, told = Client(server, 'changer', 300).ask('changes', {'before': 'sc', 'after': {'name': 'mine.cat', 'text': 'mine\nacyclic po | rff as sc'}})
    expect_in('a broken model', 'event: error', told)
    status, told = Client(server, 'changer', 300).ask('changes', {'before': 'sc', 'after': {'name': 'mine.cat', 'text': weaker}, 'family': 'classic', 'timeout': 5})
    blocks = [block.split('\n') for block in told.split('\n\n') if block]
    found = [(b[0].removeprefix('event: '), json.loads(b[1].removeprefix('data: '))) for b in blocks]
    classic = len(list((source / 'litmus/classic').glob('**/*.litmus')))
    changed = {d['test']: (d['before'], d['after']) for name, d in found if name == 'change'}
    expect('status of changes', status, 200)
    expect('SB changes', changed.get('classic/SB'), ('forbidden', 'allowed'))
    expect('the end', found[-1][0], 'done')
    expect('counted', found[-1][1]['changed'], len([1 for name, _ in found if name == 'change']))
    done = [d['done'] for name, d in found if name == 'progress']
    expect('progress', (done == sorted(done), len(done) > 1, done[-1], found[-2][1].get('total')), (True, True, classic, classic))
    expect('a family that is none', Client(server).ask('changes', {'before': 'sc', 'after': 'java', 'family': 'none'})[0], 404)


def main():
    thinair, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with Server(thinair, '--timeout', '10') as server:
        client = Client(server, 'api')
        same_as_command_line(client, thinair, source)
        rejected(client, source)
        closed(client, source)
        guarded(server, client, thinair)
        limits(server, client)
        events(server, source)
        expect('nothing is left over', (server.status()['waiting'], server.status()['running']), (0, 0))
        expect('Ctrl-C', server.stop(), (0, ''))
    for failure in failures:
        print(failure)
    print(f'{len(failures)} failures')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
