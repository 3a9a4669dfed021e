"""A headless Chromium, driven through its pipe (the Chrome DevTools Protocol); nothing but the standard library is needed."""
import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
SECONDS = 600


def find():
    for program in PROGRAMS:
        path = shutil.which(program)
        if path:
            return path
    return None


class Browser:
    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(prefix='thinair-pages-')
        there_read, self.write_end = os.pipe()
        self.read_end, there_write = os.pipe()

        def ends():  # the browser reads its commands from 3 and answers on 4
            os.dup2(there_read, 13)
            os.dup2(there_write, 14)
            os.dup2(13, 3)
            os.dup2(14, 4)

        flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars', '--no-first-run',
                 '--remote-debugging-pipe', f'--user-data-dir={self.profile.name}', '--window-size=1280,1000', 'about:blank']
        self.process = subprocess.Popen([program] + flags, close_fds=False, preexec_fn=ends, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        os.close(there_read)
        os.close(there_write)
        self.buffer = b''
        self.last = 0
        self.events = []
        self.session = None
        self.context = {}

    @contextlib.contextmanager
    def fresh(self):
        """As a browser that has never been anywhere: with a store of its own, which is forgotten."""
        kept = self.session, self.events, self.context
        self.session, self.events, self.context = None, [], self.call('Target.createBrowserContext')
        own = dict(self.context)
        try:
            yield
        finally:
            self.session, self.events, self.context = kept
            self.call('Target.disposeBrowserContext', **own)

    def receive(self, deadline):
        while b'\0' not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.read_end], [], [], left)[0]:
                raise TimeoutError('the browser does not answer')
            piece = os.read(self.read_end, 1 << 16)
            if not piece:
                raise RuntimeError('the browser has ended')
            self.buffer += piece
        message, self.buffer = self.buffer.split(b'\0', 1)
        return json.loads(message)

    def call(self, method, **params):
        self.last += 1
        message = {'id': self.last, 'method': method, 'params': params}
        if self.session and not method.startswith('Target.'):
            message['sessionId'] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b'\0')
        deadline = time.monotonic() + SECONDS
        while True:
            answer = self.receive(deadline)
            if answer.get('id') == self.last:
                if 'error' in answer:
                    raise RuntimeError(f'{method}: {answer["error"]}')
                return answer['result']
            self.events.append(answer)

    def open(self, url):
        if not self.session:
            target = self.call('Target.createTarget', url='about:blank', **self.context)['targetId']
            self.session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
            for domain in ('Page', 'Runtime', 'Log', 'Network'):
                self.call(f'{domain}.enable')
            self.call('Emulation.setDeviceMetricsOverride', width=1280, height=1000, deviceScaleFactor=1, mobile=False)
        self.events.clear()
        self.call('Page.navigate', url=url)
        deadline = time.monotonic() + SECONDS
        while not any(e.get('method') == 'Page.loadEventFired' for e in self.events):
            self.events.append(self.receive(deadline))

    def evaluate(self, expression):
        result = self.call('Runtime.evaluate', expression=expression, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in result:
            raise RuntimeError(f'{expression}: {result["exceptionDetails"]}')
        return result['result'].get('value')

    def complaints(self, own=()):
        """What the page wrote to the console as a warning or error, what it threw, and what it fetched from elsewhere than `own`."""
        out = []
        for e in self.events:
            method, params = e.get('method'), e.get('params', {})
            if method == 'Runtime.exceptionThrown' or (method == 'Runtime.consoleAPICalled' and params['type'] in ('error', 'warning')):
                out.append(json.dumps(params)[:300])
            if method == 'Log.entryAdded' and params['entry']['level'] in ('error', 'warning'):
                out.append(params['entry']['text'])
            if method == 'Network.requestWillBeSent' and not params['request']['url'].startswith(('file:', 'data:', 'about:', 'blob:', *own)):
                out.append(f'fetches {params["request"]["url"]}')
        return out

    def centre(self, selector):
        box = self.evaluate(f'(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: "center"}}); '
                            'const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()')
        return {'x': box[0], 'y': box[1]}

    def hover(self, selector):
        self.call('Input.dispatchMouseEvent', type='mouseMoved', **self.centre(selector))

    def click(self, selector):
        at = self.centre(selector)
        self.call('Input.dispatchMouseEvent', type='mouseMoved', **at)
        for kind in ('mousePressed', 'mouseReleased'):
            self.call('Input.dispatchMouseEvent', type=kind, button='left', clickCount=1, **at)

    def key(self, key, code=0, modifiers=0, text=None):
        typed = {'text': text} if text else {}
        for kind in ('keyDown' if text else 'rawKeyDown', 'keyUp'):
            self.call('Input.dispatchKeyEvent', type=kind, key=key, code=key, windowsVirtualKeyCode=code, modifiers=modifiers,
                      **(typed if kind == 'keyDown' else {}))

    def wait(self, expression, seconds=20):
        """Until the expression is true."""
        deadline = time.monotonic() + seconds
        while True:
            if self.evaluate(f'Boolean({expression})'):  # an element itself has no value here
                return
            if time.monotonic() > deadline:
                raise TimeoutError(f'never true: {expression}')
            time.sleep(0.02)

    def scheme(self, name):
        self.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': name}])

    def screenshot(self, path, selector=None, whole=True):
        clip = {}
        if selector:
            box = self.evaluate(f'(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect(); '
                                'return [b.x + scrollX, b.y + scrollY, b.width, b.height]; })()')
            clip = {'clip': {'x': box[0], 'y': box[1], 'width': box[2], 'height': box[3], 'scale': 1}}
        data = self.call('Page.captureScreenshot', format='png', captureBeyondViewport=whole, **clip)['data']
        with open(path, 'wb') as file:
            file.write(base64.b64decode(data))

    def close(self):
        try:
            self.call('Browser.close')
        except (RuntimeError, TimeoutError, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        os.close(self.write_end)
        os.close(self.read_end)
        self.profile.cleanup()
