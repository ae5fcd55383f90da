/**
 * Checks "My controller" in Firefox with its real Web MIDI: `npm run build`, then `node scripts/firefox-midi.js`, with
 * `FIREFOX` for another one than Debian's. Firefox's test ports come and go, and answer notes with the same notes, so
 * in this page notes count as moves of a fader; everything else is real.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const PATIENCE_MS = 60_000;
const PREFERENCES = {
  'dom.webmidi.enabled': true,
  'dom.webmidi.gated': false,
  'midi.testing': true,
  // Grants MIDI, with the next one.
  'midi.prompt.testing': true,
  'media.navigator.permission.disabled': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.normandy.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};
const PORT = 'Test Control MIDI Device Input Port';
const LATE_PORT = 'Test State MIDI Device Input Port';
/** Notes that command the test ports. */
const [ANSWER, PLUG, UNPLUG] = [0, 1, 2];

/** Runs before the page's scripts. */
const NOTES_ARE_FADERS = `() => {
  const { get } = Object.getOwnPropertyDescriptor(MIDIMessageEvent.prototype, 'data');
  Object.defineProperty(MIDIMessageEvent.prototype, 'data', {
    get() {
      const [status, ...values] = get.call(this);
      return Uint8Array.of(status === 0x90 ? 0xb0 : status, ...values);
    },
  });
}`;

/** Newest last. @type {(() => unknown)[]} */
const undo = [];
try {
  await check();
} finally {
  for (const one of undo.reverse()) {
    await one();
  }
}

async function check() {
  const home = await mkdtemp(join(tmpdir(), 'deckcast-firefox-'));
  undo.push(() => rm(home, { recursive: true, force: true }));
  const flags = ['--source=httpdecks', '--http.addr=127.0.0.1:0', '--session.filename=', '--midi.input=page'];
  const controllers = `--midi.controllers=${PORT} = x:1/0,${LATE_PORT} = 1:2/0`;
  const program = start(process.execPath, ['bin/deckcast.js', 'start', ...flags, controllers], home);
  const [, setup = ''] = await program.says(/setup=(\S+)/g);
  const { origin } = new URL(setup);
  let tracks = 0;
  /** Opens this deck alone with a new track, and waits until it is on air. @param {1 | 2} deck */
  const changeTo = async (deck) => {
    tracks += 1;
    const title = `Track ${tracks}`;
    const body = JSON.stringify({ track: { artist: 'Ada', title }, playing: true });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${origin}/api/v1/decks/${deck}`, { method: 'PUT', headers, body });
    await tell(ANSWER, deck === 1 ? 0 : 127);
    await until(`${title} on air`, async () => {
      const { track } = JSON.parse(await (await fetch(`${origin}/api/v1/now`)).text());
      return track?.title === title;
    });
  };

  const page = await openPage(setup, home);
  /** @param {string} selector */
  const click = (selector) =>
    until(selector, () =>
      page.run(`document.querySelector('${selector}')?.click() === undefined
      && document.querySelector('${selector}') !== null`),
    );
  /** @param {number} note @param {number} [value] */
  const tell = (note, value = 0) =>
    page.run(`navigator.requestMIDIAccess().then(({ outputs }) =>
      [...outputs.values()].find(({ name }) => name.includes('Control')).send([0x90, ${note}, ${value}]))`);
  await click('#controller summary');
  await click('#midi-allow');
  await program.says(new RegExp(`controller connected.*${PORT}`, 'g'));
  console.log('allowed: the page lists the test port, and deckcast follows it');
  for (const deck of /** @type {const} */ ([1, 2, 1, 2])) {
    await changeTo(deck);
  }
  console.log('four moves of the fader: the right deck is on air after each');
  for (let turn = 1; turn <= 3; turn += 1) {
    await tell(PLUG);
    await program.says(new RegExp(`controller connected.*${LATE_PORT}`, 'g'));
    await tell(UNPLUG);
    await program.says(new RegExp(`controller lost.*${LATE_PORT}`, 'g'));
  }
  console.log('plugged and unplugged three times: connected and lost each time');
  await changeTo(1);
  await page.reload();
  await program.says(new RegExp(`controller lost.*${PORT}`, 'g'));
  await click('#controller summary');
  await click('#midi-allow');
  await program.says(new RegExp(`controller connected.*${PORT}`, 'g'));
  await changeTo(2);
  console.log('reloaded and allowed again: the fader decides again');
}

/** Ends with this script. @param {string} command @param {readonly string[]} args @param {string} home */
function start(command, args, home) {
  const child = spawn(command, args, { env: { ...process.env, HOME: home } });
  undo.push(async () => {
    if (child.exitCode === null) {
      child.kill();
      await once(child, 'exit');
    }
  });
  let text = '';
  let read = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      text += data;
    });
  }
  return {
    /** Waits for a text after the last one awaited. @param {RegExp} pattern global */
    says: (pattern) =>
      until(`${command}: ${pattern}`, () => {
        pattern.lastIndex = read;
        const found = pattern.exec(text);
        read = found === null ? read : pattern.lastIndex;
        return found;
      }),
  };
}

/** New Firefox, over WebDriver BiDi. @param {string} url @param {string} home */
async function openPage(url, home) {
  const profile = join(home, 'profile');
  await mkdir(profile);
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const flags = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
  const [, address = ''] = await start(FIREFOX, [...flags, 'about:blank'], home).says(
    /BiDi listening on (\S+)/g,
  );
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  undo.push(() => socket.close());
  let last = 0;
  /** @param {string} method @param {object} params @returns {Promise<any>} */
  const ask = async (method, params) => {
    last += 1;
    const id = last;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [data] = await once(socket, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
      const answer = JSON.parse(String(data));
      if (answer.id === id) {
        assert.equal(answer.type, 'success', `${method}: ${answer.message}`);
        return answer.result;
      }
    }
  };
  await ask('session.new', { capabilities: {} });
  const { contexts } = await ask('browsingContext.getTree', {});
  const { context } = contexts[0];
  await ask('script.addPreloadScript', { functionDeclaration: NOTES_ARE_FADERS });
  await ask('browsingContext.navigate', { context, url, wait: 'complete' });
  return {
    reload: () => ask('browsingContext.reload', { context, wait: 'complete' }),
    /** @param {string} expression */
    async run(expression) {
      const how = { target: { context }, awaitPromise: true, userActivation: true };
      const { result, exceptionDetails } = await ask('script.evaluate', { expression, ...how });
      assert.equal(exceptionDetails, undefined, exceptionDetails?.text);
      return result.value;
    },
  };
}

/**
 * @template T
 * @param {string} what
 * @param {() => T | Promise<T>} look
 * @returns {Promise<NonNullable<T>>}
 */
async function until(what, look) {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found) {
      return found;
    }
    assert.ok(performance.now() < end, `waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
