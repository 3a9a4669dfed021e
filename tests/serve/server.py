"""A `thinair serve` for tests, and a client of its API; nothing but the standard library is needed."""
import http.client
import json
import os
import pathlib
import signal
import subprocess
import time
import urllib.parse


def is_zombie(pid):
    try:
        return pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()[0] == 'Z'
    except OSError:
        return True


def until(condition, seconds=60):
    """Waits for what will be true; what it gives is returned."""
    deadline = time.monotonic() + seconds
    while True:
        found = condition()
        if found or time.monotonic() > deadline:
            return found
        time.sleep(0.01)


class Server:
    def __init__(self, thinair, *options):
        self.process = subprocess.Popen([str(thinair), 'serve', *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(f'serve does not begin: {self.process.stderr.read()}')
        parts = urllib.parse.urlsplit(self.address)
        self.host, self.port = parts.hostname, parts.port
        self.token = urllib.parse.parse_qs(parts.query).get('token', [None])[0]

    def children(self):
        found = pathlib.Path(f'/proc/{self.process.pid}/task/{self.process.pid}/children').read_text()
        return [int(pid) for pid in found.split()]

    def zygote(self):
        """The process that forks for questions: its standard input is the socket on which it hears of them."""
        for pid in self.children():
            try:
                if os.readlink(f'/proc/{pid}/fd/0').startswith('socket:'):
                    return pid
            except OSError:  # it has ended, or is sealed
                pass
        return None

    def workers(self):
        """Processes of the questions that run now."""
        zygote = self.zygote()
        return [pid for pid in self.children() if pid != zygote and not is_zombie(pid)]

    def at_work(self):
        """Those that have computed for some time: they were born long ago."""
        out = []
        for pid in self.workers():
            try:
                fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()
            except OSError:
                continue
            if int(fields[11]) + int(fields[12]) >= 5:
                out.append(pid)
        return out

    def status(self):
        return Client(self).get('/api/status')[1]

    def stop(self):
        """Ends it as Ctrl-C does; returns the exit code and what it complained about."""
        self.process.send_signal(signal.SIGINT)
        _, complaints = self.process.communicate(timeout=20)
        return self.process.returncode, complaints

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Client:
    """One connection that is kept."""

    def __init__(self, server, name=None, timeout=60):
        self.server, self.name, self.timeout = server, name, timeout
        self.connection = None

    def request(self, method, path, body=None, **headers):
        if self.connection is None:
            self.connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=self.timeout)
        sent = {'Content-Type': 'application/json'} if body is not None else {}
        if self.name:
            sent['X-Thinair-Client'] = self.name
        if self.server.token:
            sent['Authorization'] = f'Bearer {self.server.token}'
        sent.update({key.replace('_', '-'): value for key, value in headers.items()})
        sent = {key: value for key, value in sent.items() if value is not None}
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        try:
            self.connection.request(method, path, data, sent)
            response = self.connection.getresponse()
            text = response.read().decode('utf-8', 'replace')
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        if response.getheader('Connection') == 'close':
            self.close()
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        is_json = (response.getheader('Content-Type') or '').startswith('application/json')
        return response.status, json.loads(text) if is_json and text else text

    def get(self, path, **headers):
        return self.request('GET', path, **headers)

    def ask(self, question, document, **headers):
        return self.request('POST', f'/api/{question}', document, **headers)

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None
