import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { httpPeer } from '../../../test/support/http-peer.ts';
import { tool } from '../../../test/support/judge.ts';
import { hiddenPublication, played } from '../../../test/support/publication.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { makeSink, sinkTools } from '../../../test/support/sink.ts';
import { track } from '../../../test/support/tracks.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { OWN_SERVER_PAUSE_MS } from '../../core/health.ts';
import type { SettingsOf } from '../../core/option.ts';
import type { Publication } from '../../core/track.ts';
import { systemClock } from '../../host/clock.ts';
import { DeliveryQueue } from '../../show/deliver/delivery-queue.ts';
import { radioSink } from './index.ts';

type Settings = SettingsOf<typeof radioSink.options>;

/** A request that is under way holds up the one who waits for what comes after it. */
const ANSWERS_WITHIN_MS = 2_000;

/** Waits until it is so. */
const until = (what: string, isSo: () => boolean | undefined | Promise<boolean>, evidence?: () => string) =>
  waitFor(what, async () => (await isSo()) || undefined, evidence);

/** Ends with the test. */
function spawned(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Debian's Icecast on a port of its own, which can be ended and started again. */
async function icecast(password = 'hackme') {
  const folder = await testFolder();
  // It gives up root's rights.
  await chmod(folder, 0o777);
  const port = await freePort();
  const configuration = join(folder, 'icecast.xml');
  await writeFile(
    configuration,
    `<icecast><authentication><source-password>${password}</source-password><admin-user>admin</admin-user><admin-password>adm</admin-password></authentication>
    <hostname>localhost</hostname><listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
    <mount type="normal"><mount-name>/utf8</mount-name><charset>UTF-8</charset></mount>
    <paths><basedir>${folder}</basedir><logdir>${folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
    <logging><errorlog>error.log</errorlog><accesslog>access.log</accesslog></logging>
    <security><changeowner><user>nobody</user><group>nogroup</group></changeowner></security></icecast>`,
  );
  const errors = join(folder, 'error.log');
  const host = `127.0.0.1:${port}`;
  const status = (): Promise<string> =>
    fetch(`http://${host}/status-json.xsl`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
      (answer) => answer.text(),
      () => '',
    );
  let server: ChildProcess;
  /** Icecast 2.4.4 may crash when it is asked while it starts its threads; as an init system would, this starts it again. */
  const start = async () => {
    const spawnIt = () => spawned(tool('icecast2'), ['-c', configuration]);
    server = spawnIt();
    const answers = async () => {
      if (server.signalCode === 'SIGSEGV') {
        server = spawnIt();
      }
      return (await status()) !== '';
    };
    await until('Icecast', answers, () =>
      [server.exitCode ?? server.signalCode ?? 'runs', readFileSync(errors, 'utf8')].join('\n'),
    );
  };
  const stop = async () => {
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  /** An encoder that streams to a mount. */
  const encode = async (mount: string, format: readonly string[]) => {
    const target = `icecast://source:${password}@${host}${mount}`;
    const sound = ['-re', '-f', 'lavfi', '-i', 'sine=440'];
    const child = spawned(tool('ffmpeg'), ['-loglevel', 'error', ...sound, ...format, target]);
    await until('the stream', async () => (await status()).includes(`${mount}"`));
    return child;
  };
  await start();
  return { host, start, stop, encode, status };
}

const MP3 = ['-c:a', 'libmp3lame', '-b:a', '320k', '-content_type', 'audio/mpeg', '-f', 'mp3'];
const OPUS = ['-c:a', 'libopus', '-content_type', 'application/ogg', '-f', 'ogg'];

/** A player: the titles that it is sent, in order. */
function listenTo(host: string, mount: string, charset: 'utf8' | 'latin1'): string[] {
  const [name = '', port = ''] = host.split(':');
  const titles: string[] = [];
  const socket = connect(Number(port), name, () =>
    socket.write(`GET ${mount} HTTP/1.0\r\nIcy-MetaData: 1\r\n\r\n`),
  );
  onTestFinished(() => void socket.destroy());
  let bytes = Buffer.alloc(0);
  let every = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    const head = every === 0 ? bytes.indexOf('\r\n\r\n') : -1;
    if (head !== -1) {
      every = Number(/icy-metaint:\s*(\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1]);
      bytes = bytes.subarray(head + 4);
    }
    while (every > 0 && bytes.length > every && bytes.length > every + (bytes[every] ?? 0) * 16) {
      const length = (bytes[every] ?? 0) * 16;
      const block = bytes.toString(charset, every + 1, every + 1 + length);
      bytes = bytes.subarray(every + 1 + length);
      const title = /^StreamTitle='(.*?)';/.exec(block)?.[1];
      if (title !== undefined && title !== '' && title !== titles.at(-1)) {
        titles.push(title);
      }
    }
  });
  return titles;
}

/** The sink behind its queue, in real time, as the program has it. */
async function broadcasting(change: Partial<Settings>) {
  const tools = { ...sinkTools(), clock: systemClock };
  const sink = await radioSink.create(settingsOf(radioSink.options, change), tools);
  if (sink === undefined) {
    throw new Error('the sink is off');
  }
  const queue = new DeliveryQueue('radio', sink, tools);
  onTestFinished(() => queue.close(0));
  return { sink, queue, log: tools.log };
}

const emptied = (queue: DeliveryQueue) =>
  waitFor('the title to be written', () => (queue.health().queued === 0 ? queue.health() : undefined));

const named = (title: string, position: number): Publication => ({
  ...played(title, position),
  track: track({ artist: 'Björk', title }),
});

test('fifty changes reach a listener in order, each once, and a hidden one as ID', {
  timeout: 120_000,
}, async () => {
  const { host, encode } = await icecast();
  await Promise.all([encode('/latin', MP3), encode('/utf8', MP3)]);
  const received = [listenTo(host, '/latin', 'latin1'), listenTo(host, '/utf8', 'utf8')];
  const { queue } = await broadcasting({
    'radio.url': ['/latin', '/utf8'].map((mount) => `icecast://source:hackme@${host}${mount}`),
  });
  const expected: string[] = [];
  for (let position = 1; position <= 50; position += 1) {
    const isHidden = position % 10 === 0;
    const one = named(`Nº ${position}`, position);
    queue.publish(isHidden ? hiddenPublication({ playId: one.playId, position, at: one.at }) : one);
    expected.push(isHidden ? 'ID' : `Björk - Nº ${position}`);
    await until(`title ${position}`, () => received.every((titles) => titles.at(-1) === expected.at(-1)));
  }
  expect(received).toEqual([expected, expected]);
  expect(queue.health()).toMatchObject({ failed: 0, dropped: 0 });
});

test('a title waits for the server and for the encoder, and one that connects again gets it again', {
  timeout: 120_000,
}, async () => {
  const { host, start, stop, encode, status } = await icecast();
  await stop();
  const { queue, log } = await broadcasting({ 'radio.url': [`icecast://:hackme@${host}/live`] });
  queue.publish(named('One', 1));
  await until('the failure', () => queue.health().lastError?.includes('nothing listens there'));
  await start();
  await until('the other failure', () => queue.health().lastError?.includes('nobody streams to'));
  const first = await encode('/live', MP3);
  await emptied(queue);
  await until('the title', async () => (await status()).includes('Björk - One'));
  expect(log.lines.map(({ message }) => message)).toEqual(['delivery failed', 'delivery works again']);
  // Long enough for the server to have been looked at.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  const gone = once(first, 'exit');
  first.kill('SIGKILL');
  await gone;
  await until('the end of the stream', async () => !(await status()).includes('/live"'));
  await encode('/live', MP3);
  await until('the title again', async () => (await status()).includes('Björk - One'));
});

test('a wrong password and an Ogg stream are refusals in one line each, and hold up no other station', {
  timeout: 30_000,
}, async () => {
  const { host, encode, status } = await icecast();
  await Promise.all([encode('/ogg', OPUS), encode('/live', MP3)]);
  const urls = {
    wrong: `icecast://source:no@${host}/live`,
    ogg: `icecast://source:hackme@${host}/ogg`,
    right: `icecast://source:hackme@${host}/live`,
  };
  const { queue } = await broadcasting({ 'radio.url': [urls.wrong, urls.ogg, urls.right] });
  queue.publish(named('One', 1));
  await until('the title', async () => (await status()).includes('Björk - One'));
  const { lastError, stopped } = await waitFor('the refusals', () => {
    const health = queue.health();
    return health.lastError === undefined ? undefined : health;
  });
  expect(stopped).toBe(false);
  expect(lastError).toBe(
    `${host}/live does not take this name and password: check --radio.url; ${host}/ogg takes no titles, because those of an Ogg stream come from its encoder: stream MP3 or AAC`,
  );
  const settings = settingsOf(radioSink.options, {
    'radio.url': [urls.right, urls.wrong, `icecast://source:hackme@${host}/nobody`],
  });
  const tools = { ...sinkTools(), chosen: true, running: true, listenMs: 0, licensed: true };
  const findings = await radioSink.diagnose?.(settings, tools, new AbortController().signal);
  expect(
    findings?.map(({ severity, finding }) => `${severity}: ${finding.replaceAll(host, 'host')}`),
  ).toEqual([
    'ok: the radio host/live answers',
    'fault: the radio host/live: host/live does not take this name and password: check --radio.url',
    'warning: the radio host/nobody: nobody streams to host/nobody at the moment',
  ]);
});

test('another program that writes titles to the mount is found, and named by its mount alone', {
  timeout: 30_000,
}, async () => {
  const { host, encode } = await icecast();
  await encode('/live', MP3);
  const { sink, log } = await broadcasting({ 'radio.url': [`icecast://:hackme@${host}/live`] });
  await sink.publish(named('One', 1), new AbortController().signal);
  const authorization = `Basic ${Buffer.from('source:hackme').toString('base64')}`;
  await until('the finding', async () => {
    await fetch(`http://${host}/admin/metadata?mode=updinfo&mount=/live&song=Secret%20-%20Dub`, {
      headers: { authorization },
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    return sink.findings?.()[0]?.finding === `another program writes titles to the radio ${host}/live, too`;
  });
  expect(log.at('warn')).toEqual(['another program writes titles to the radio, too']);
  expect(JSON.stringify(log.lines)).not.toContain('Secret');
});

test('after a test in the middle of a set, the title on air is written again', {
  timeout: 30_000,
}, async () => {
  const { host, encode, status } = await icecast();
  await encode('/live', MP3);
  const settings = { 'radio.url': [`icecast://:hackme@${host}/live`] };
  const { queue } = await broadcasting(settings);
  queue.publish(named('One', 1));
  await until('the title', async () => (await status()).includes('Björk - One'));
  await emptied(queue);
  const tried = await broadcasting(settings);
  await tried.sink.publish(named('This is a test', 1), new AbortController().signal);
  await until('the test', async () => (await status()).includes('This is a test'));
  await tried.sink.close?.();
  expect(queue.repeat()).toBe(true);
  await until('the title again', async () => (await status()).includes('Björk - One'));
});

test('an hour-old title is dropped', async () => {
  const peer = await httpPeer();
  const { publish } = await makeSink(radioSink, {
    'radio.url': [`${peer.url.replace('http', 'icecast')}/live`],
  });
  await expect(publish({ ...named('One', 1), at: -3_600_000 * 1_000 })).rejects.toThrow('an hour old');
  expect(peer.requests).toEqual([]);
});

test('a track that has been on for longer is hidden all the same', async () => {
  const peer = await httpPeer();
  const { publish } = await makeSink(radioSink, {
    'radio.url': [`${peer.url.replace('http', 'icecast')}/live`],
  });
  await publish(hiddenPublication({ kind: 'hide', at: -3_600_000 * 1_000 }));
  expect(peer.requests[0]?.path).toContain('song=ID');
});

test('a station whose password is corrected on the server has its titles again within five minutes', async () => {
  const peer = await httpPeer(() => ({ status: 401 }));
  const tools = sinkTools();
  const { sink } = await makeSink(
    radioSink,
    { 'radio.url': [`${peer.url.replace('http', 'icecast')}/live`] },
    tools,
  );
  const queue = new DeliveryQueue('radio', sink, tools);
  onTestFinished(() => queue.close(0));
  queue.publish({ ...named('One', 1), at: tools.clock.now() });
  await until('the refusal', () => queue.health().stopped);
  expect(queue.health().lastError).toContain('tried again every 5 minutes');
  peer.behavior = () => ({});
  await tools.clock.advance(OWN_SERVER_PAUSE_MS);
  await until('the title', () => queue.health().delivered === 1);
});

test('a station that does not answer holds up no hide at another one', async () => {
  const healthy = await httpPeer();
  const silent = await httpPeer(() => 'hang');
  const addresses = [silent, healthy].map(({ url }) => `${url.replace('http', 'icecast')}/live`);
  const { sink, clock } = await makeSink(radioSink, { 'radio.url': addresses });
  const replaced = new AbortController();
  const first = sink.publish({ ...named('One', 1), at: clock.now() }, replaced.signal);
  await until('the title', async () => healthy.requests.length === 1);
  replaced.abort(new Error('a newer one'));
  await expect(first).rejects.toThrow('a newer one');
  const hiding = new AbortController();
  const hide = sink.publish(hiddenPublication({ kind: 'hide', at: clock.now() }), hiding.signal);
  await until('the hide', async () => healthy.requests.at(-1)?.path.includes('song=ID') === true);
  hiding.abort(new Error('over'));
  await expect(hide).rejects.toThrow('over');
  await sink.close?.();
});

test('Shoutcast and AzuraCast get the title in their own ways', async () => {
  const peer = await httpPeer();
  const host = peer.url.replace('http://', '');
  const { publish, clock, sink } = await makeSink(radioSink, {
    'radio.url': [`shoutcast://:pa%26ss@${host}/?sid=2`, `azuracast://:key@${host}/main`],
    'radio.charset': 'latin1',
  });
  await publish({ ...named("Ж-Ö ';", 1), at: clock.now() });
  const [shoutcast, azuracast] = peer.requests.sort((one, other) => one.path.localeCompare(other.path));
  expect(new URLSearchParams(shoutcast?.path.split('?')[1]).get('pass')).toBe('pa&ss');
  expect(shoutcast?.path).toContain('%42%6A%F6%72%6B%20%2D%20%3F%2D%D6%20%27%20%3B');
  expect(azuracast).toMatchObject({ method: 'POST', path: '/api/station/main/nowplaying/update' });
  expect(azuracast?.headers['x-api-key']).toBe('key');
  expect(JSON.parse(azuracast?.body ?? '')).toEqual({ artist: 'Björk', title: "Ж-Ö ';" });
  await sink.close?.();
});

test.each([
  ['http://host/live', /begins with icecast:\/\//],
  ['icecast://host:8000', /the mount is missing/],
  ['azuracasts://:key@host', /the station's number/],
])('the address %s is refused', async (address, problem) => {
  const parsed = await radioSink.options['radio.url'].kind.parse(address);
  expect(parsed).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});

test('a password in the address of a station is never printed', async () => {
  const parsed = await radioSink.options['radio.url'].kind.parse('icecast://u:geheim@host:8000/live');
  expect(parsed.ok && radioSink.options['radio.url'].kind.print(parsed.value)).toBe(
    'icecast://***@host:8000/…',
  );
});
