import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type BroadcastOptions, OggStreamWriter, SimulatedBroadcaster } from '@deckcast/simulator';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { amount } from '../../../test/support/full-length.ts';
import { keptBytes } from '../../../test/support/kept-bytes.ts';
import { type KeptLog, keptLog } from '../../../test/support/log.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { portOf, type RunningSource, runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { SourceTools } from '../../core/contracts/source.ts';
import { listen } from '../../core/listening.ts';
import { Secret } from '../../core/option.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { type IcecastSettings, icecastOptions } from './options.ts';
import { IcecastSource } from './source.ts';

const HOST = '127.0.0.1';

let clock: FakeClock;
let log: KeptLog;
let source: IcecastSource;
let running: RunningSource;
let port: number;

beforeEach(() => {
  clock = fakeClock();
  log = keptLog();
});

async function start(
  change: Partial<IcecastSettings> = {},
  audio: Pick<SourceTools, 'broadcastAudio'> = {},
): Promise<void> {
  const settings = settingsOf(icecastOptions, { 'icecast.addr': { host: HOST, port: 0 }, ...change });
  source = new IcecastSource(settings, { clock, log, ...audio });
  running = runSource(source);
  onTestFinished(() => running.stop());
  port = await waitFor('a port', () => (log.at('info').length > 0 ? portOf(source) : undefined));
}

function broadcast(options: Partial<BroadcastOptions> = {}): SimulatedBroadcaster {
  const broadcaster = new SimulatedBroadcaster({ port, ...options }, clock);
  onTestFinished(() => broadcaster.close());
  return broadcaster;
}

function client(to = port): { readonly socket: Socket; readonly received: () => string } {
  const socket = connect(to, HOST).on('error', () => undefined);
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes;
  });
  onTestFinished(() => {
    socket.destroy();
  });
  return { socket, received: () => received };
}

/** Half-closes after the bytes; resolves to the response. */
async function answerTo(bytes: string | Uint8Array): Promise<string> {
  const { socket, received } = client();
  socket.end(bytes);
  if (!socket.closed) {
    await once(socket, 'close');
  }
  return received();
}

function basic(password: string): string {
  return `Authorization: Basic ${Buffer.from(`source:${password}`).toString('base64')}`;
}

function update(query: string | Uint8Array, head = ''): Promise<string> {
  return answerTo(
    Buffer.concat([
      Buffer.from('GET /admin/metadata?mode=updinfo&mount=%2flive&'),
      Buffer.from(query),
      Buffer.from(` HTTP/1.0\r\nUser-Agent: test\r\n${head}\r\n`),
    ]),
  );
}

/** Lets sockets deliver in each second. */
async function pass(seconds: number, eachSecond?: () => void): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    eachSecond?.();
    await clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function interrupted(): Promise<true> {
  return waitFor(
    'the end of a broadcast',
    () => source.health().details?.some(({ state }) => /interrupted|ended/.test(String(state))) || undefined,
  );
}

/** Keeps the connection open; resolves to the first response. */
async function sent(bytes: string, to = port): Promise<string> {
  const { socket, received } = client(to);
  socket.write(bytes);
  return waitFor('an answer', () => received() || undefined);
}

async function accepted(broadcaster: SimulatedBroadcaster): Promise<void> {
  await waitFor('an answer', () => broadcaster.answer || undefined);
  expect(broadcaster.answer).toMatch(/^HTTP\/1\.0 200 OK\r\n/);
}

describe('a broadcast', () => {
  beforeEach(() => start());

  test('announces the tracks in its stream comments, each once', async () => {
    for (const [index, codec] of (['vorbis', 'opus', 'flac'] as const).entries()) {
      const broadcaster = broadcast({ mount: `/${codec}`, codec });
      broadcaster.play({});
      broadcaster.play({ artist: 'Björk', title: `Jóga ${codec}` });
      broadcaster.play({ artist: 'Björk', title: `Jóga ${codec}` });
      broadcaster.play({ artist: '', title: '' });
      broadcaster.play({ title: `坂本龍一 - 戦場の ${codec}` });
      broadcaster.play({ title: `Untitled ${codec}` });
      broadcaster.play({ artist: `Only ${codec}` });
      await running.announces(4 * (index + 1));
    }
    expect(running.announced).toEqual(
      ['vorbis', 'opus', 'flac'].flatMap((codec) => [
        `Björk - Jóga ${codec}`,
        `坂本龍一 - 戦場の ${codec}`,
        ` - Untitled ${codec}`,
        `Only ${codec} - `,
      ]),
    );
    expect(running.transitions[0]).toMatchObject({
      source: 'icecast',
      playId: expect.stringMatching(/^icecast:\w+:1$/),
      hidden: false,
    });
  });

  test('reports further fields from its stream comments', async () => {
    const broadcaster = broadcast();
    const names = { artist: 'Ada', title: 'One' };
    broadcaster.play({
      ...names,
      more: [
        ...['ALBUM=First', 'Genre=House', 'genre=Techno', 'ORGANIZATION=Harbour', 'REMIXER=Bo'],
        ...['COMMENT=Opener', 'INITIALKEY=8A', 'KEY=Am', 'BPM=127.996', 'DATE=1999-05-01'],
        'ISRC=DE-ABC-26-00001',
      ],
    });
    broadcaster.play({
      ...names,
      title: 'Two',
      more: ['ALBUM=Unknown Album', 'LABEL= ', `COMMENT=${'x'.repeat(2_000)}`, 'BPM=120 or so', 'DATE=98'],
    });
    await running.announces(2);
    expect(running.transitions.map(({ track }) => track)).toEqual([
      {
        ...UNKNOWN_TRACK,
        ...names,
        album: 'First',
        genre: 'House, Techno',
        label: 'Harbour',
        remixer: 'Bo',
        comment: 'Opener',
        key: '8A',
        bpm: 128,
        year: 1999,
        isrc: 'DEABC2600001',
      },
      { ...UNKNOWN_TRACK, ...names, title: 'Two' },
    ]);
  });

  test('gets "100 Continue" if it expects one', async () => {
    const { socket, received } = client();
    socket.write(`PUT /live HTTP/1.1\r\n${basic('x')}\r\nExpect: 100-continue\r\n\r\n`);
    await waitFor('both answers', () => (received().endsWith('200 OK\r\n\r\n') ? true : undefined));
    expect(received()).toBe('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 200 OK\r\n\r\n');
  });

  test('is preceded by requests without a password if libshout makes it', async () => {
    expect(await answerTo('OPTIONS * HTTP/1.1\r\nUpgrade: TLS/1.0, HTTP/1.1\r\n\r\n')).toMatch(
      /^HTTP\/1\.0 204 No Content\r\n.*Allow: .*PUT, SOURCE\r\n/s,
    );
    expect(await answerTo('PUT /live HTTP/1.1\r\nContent-Length: 0\r\n\r\n')).toMatch(
      /^HTTP\/1\.0 401 Unauthorized\r\n.*WWW-Authenticate: Basic realm=/s,
    );
    expect(source.health().details).toEqual([]);
    expect(log.at('warn')).toEqual([]);
  });

  test('may end its header lines with bare line feeds', async () => {
    expect(await sent('SOURCE /live HTTP/1.0\nUser-Agent: DarkIce/1.3\nice-name: x\r\n\r\n')).toBe(
      'HTTP/1.0 200 OK\r\n\r\n',
    );
    expect(source.health().details).toEqual([{ name: '/live (DarkIce/1.3)', state: 'broadcasts' }]);
  });

  test('ends after ten seconds without audio', async () => {
    const broadcaster = broadcast();
    broadcaster.play({ artist: 'Ada', title: 'One' });
    await running.announces(1);
    await pass(15);
    expect(broadcaster.closed).toBe(false);
    broadcaster.fallSilent();
    const silentAt = clock.now();
    await waitFor('its end', async () => {
      await clock.advance(1_000);
      return broadcaster.closed || undefined;
    });
    expect(log.lines.at(-1)?.message).toBe('broadcast ends');
    await clock.advance(10_000);
    expect(running.ends).toHaveLength(1);
    expect(running.ends[0]?.at).toBeLessThan(silentAt + 2_000);
    expect(source.health().problem).toMatch(/^the broadcast of .* has ended/);
  });
});

test('a SHOUTcast broadcast gets its names by separate updates', async () => {
  await start({ 'icecast.password': new Secret('pläy') });
  const { socket, received } = client();
  socket.write('pläy\r\n');
  await waitFor('a welcome', () => received() || undefined);
  expect(received()).toBe('OK2\r\nicy-caps:11\r\n\r\n');
  socket.write('icy-name:Some station\r\ncontent-type:audio/mpeg\r\n\r\n\xff\xfb');
  await waitFor('the broadcast', () => source.health().details?.[0]);
  const song = 'artist=Bj%F6rk&title=J%C3%B3ga&song=Bj%C3%B6rk%20-%20J%C3%B3ga';
  const answer = await answerTo(`GET /admin.cgi?mode=updinfo&pass=pl%C3%A4y&${song} HTTP/1.0\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.0 200 OK\r\n/);
  await running.announces(1);
  expect(running.announced).toEqual(['Björk - Jóga']);
});

test('a SHOUTcast program broadcasts to the next port', async () => {
  await start({ 'icecast.addr': { host: HOST, port: await freePort(2) } });
  expect(await sent('any\r\n', port + 1)).toMatch(/^OK2/);
});

describe('metadata updates', () => {
  beforeEach(() => start());

  test.each([
    ['song=Bj%C3%B6rk%20-%20J%C3%B3ga', 'Björk - Jóga'],
    [Buffer.from('song=坂本龍一 - 戦場の'), '坂本龍一 - 戦場の'],
    [Buffer.from('song=Bj\xf6rk%20-%20A%26B%23%2BC', 'latin1'), 'Björk - A&B#+C'],
    // Icecast 2.4.4 reads the same requests like this.
    ['song=Mira+Vale+-+Low%2BTide', 'Mira Vale - Low+Tide'],
    ['charset=windows-1251&song=%CA%E8%ED%EE+-+%C3%F0%F3%EF%EF%E0', 'Кино - Группа'],
    ['artist=%EB%C9%CE%CF&title=%E7&charset=koi8-r', 'Кино - Г'],
    ['charset=ISO-8859-2&song=%A3%F3d%BC+-+x', 'Łódź - x'],
    ['charset=Shift_JIS&song=%8D%E2%96%7B+-+x', '坂本 - x'],
    ['charset=iso-8859-1&song=Bj%F6rk+-+x', 'Björk - x'],
    ['charset=iso-8859-1&song=Bj%C3%B6rk+-+x', 'Björk - x'],
    ['song=Simon%20%26amp%3B%20Co%20-%20Don%26%23039%3Bt', "Simon & Co - Don't"],
    ['song=Mira%2520Vale%2520-%2520Low%2520Tide', 'Mira Vale - Low Tide'],
    ['charset=nonsense&song=Bj%F6rk+-+x', 'Björk - x'],
    ['artist=Bj%F6rk&title=J%C3%B3ga&charset=UTF-8', 'Björk - Jóga'],
    ['artist=Ada&title=Two&song=Ada%20-%20One', 'Ada - Two'],
    ['artist=&title=Ada%20-%20Two', 'Ada - Two'],
    ['artist=&title=&song=Ada%20-%20Two', 'Ada - Two'],
    ['song=Two', ' - Two'],
    ['song=%20-%20Two', ' - Two'],
    ['song=%20-%20Ada%20-%20Two', 'Ada - Two'],
    // Sent by liquidsoap for a file without a title.
    ['artist=Ada&title=Unknown&song=Ada%20-%20Unknown', 'Ada - '],
    ['song=Ada%20-%20', 'Ada - '],
    ['song=100%%20-%20%2', '100% - %2'],
  ])('with %s', async (query, announced) => {
    expect(await update(query)).toMatch(/^HTTP\/1\.0 200 OK\r\n.*<return>1<\/return>/s);
    await running.announces(1);
    expect(running.announced).toEqual([announced]);
  });

  test('are ignored without names and when repeated', async () => {
    const broadcaster = broadcast({ mount: '/live' });
    await accepted(broadcaster);
    const none = ['', '%20-%20', 'Unknown', 'Unknown%20-%20unknown', 'live', '%2Flive', 'Some%20station'];
    const repeated = ['long'.repeat(300), 'Ada%20-%20One', 'Ada%20-%20One', '', 'Ada%20-%20Two'];
    await update('title=Unknown&song=Unknown&artist=');
    for (const song of [...none, ...repeated]) {
      await update(`song=${song}`);
    }
    await running.announces(2);
    expect(running.announced).toEqual(['Ada - One', 'Ada - Two']);
  });

  test('without a mount point belong to the newest broadcast', async () => {
    await accepted(broadcast({ mount: '/one' }));
    await answerTo('GET /admin/metadata?mode=updinfo&song=One HTTP/1.0\r\n\r\n');
    await running.announces(1);
    expect(source.health().details?.map(({ name }) => name)).toEqual(['/one (Broadcaster 1.0)']);
  });
});

test('reading pauses while hearing needs no audio, and then delivers everything', async () => {
  const pieces: string[] = [];
  const push = (bytes: Buffer): number => {
    pieces.push(bytes.toString());
    return 250;
  };
  await start({}, { broadcastAudio: { begin: () => ({ push, end: () => undefined }) } });
  const { socket } = client();
  socket.write('SOURCE /live HTTP/1.0\r\nContent-Type: audio/mpeg\r\n\r\nfirst');
  await waitFor('the first piece', () => pieces[0]);
  for (let packet = 0; packet < 20; packet += 1) {
    socket.write('more');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(pieces).toEqual(['first']);
  await waitFor('the rest', async () => {
    await clock.advance(250);
    return pieces.join('') === `first${'more'.repeat(20)}` || undefined;
  });
  expect(pieces.length).toBeLessThan(5);
  socket.end();
  await clock.advance(250);
  await waitFor('the end', () => socket.closed || undefined);
});

test.each([
  ['', 'user source, any password'],
  ['s3cret', 'user source, password as in --icecast.password'],
])('IcecastSource with the password "%s" says which one to type', async (password, what) => {
  await start({ 'icecast.password': new Secret(password) });
  expect(source.health().problem).toContain(what);
  expect(await source.findings()).toMatchObject([{ plain: 'No program is broadcasting to deckcast now' }]);
});

describe('a password', () => {
  beforeEach(() => start({ 'icecast.password': new Secret('s3cret') }));

  test('is no problem if given after a challenge, for broadcasts and updates', async () => {
    const right = `${basic('s3cret')}\r\n`;
    await answerTo('PUT /live HTTP/1.1\r\nContent-Length: 0\r\n\r\n');
    await sent(`PUT /live HTTP/1.1\r\nContent-Type: audio/mpeg\r\n${right}\r\n`);
    expect(await update('song=One')).toMatch(/ 401 /);
    expect(await update('song=One', right)).toMatch(/ 200 /);
    await pass(5);
    expect(await update('song=Two')).toMatch(/ 401 /);
    await pass(5);
    expect(source.health().problem).toBe(
      `a program at ${HOST} sends no password (enter the password from --icecast.password in its broadcast settings)`,
    );
    expect(await update('song=Two', right)).toMatch(/ 200 /);
    expect(source.health().problem ?? '').not.toContain('password');
    expect(running.announced).toEqual([' - One', ' - Two']);
  });

  test('is required of every client that sends something', async () => {
    expect(await answerTo(`SOURCE /live HTTP/1.0\r\n${basic('wrong')}\r\n\r\n`)).toMatch(/ 401 /);
    expect(await answerTo('PUT /live HTTP/1.1\r\n\r\n')).toMatch(/ 401 /);
    expect(await update('song=One', `${basic('wrong')}\r\n`)).toMatch(/ 401 /);
    expect(await update('song=One&pass=wrong')).toMatch(/ 401 /);
    expect(await update('song=One')).toMatch(/ 401 /);
    expect(await answerTo('wrong\r\n')).toBe('invalid password\r\n');
    expect(source.health().problem).toContain(`a program at ${HOST} sends a wrong password`);
    expect(running.announced).toEqual([]);
    await update('song=One');
    await clock.advance(3_000);
    const [finding] = await source.findings();
    expect(finding).toMatchObject({
      severity: 'fault',
      finding: `a program at ${HOST} sends no password`,
    });
    expect(log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields.reason)).toEqual([
      'it gave a wrong password',
      'it gave no password',
    ]);
  });

  test('may be given after a challenge, as Mixxx does', async () => {
    expect(await answerTo('SOURCE /live HTTP/1.0\r\nUser-Agent: libshout/2.4.1\r\n\r\n')).toMatch(/ 401 /);
    expect(source.health().problem).toContain('no program is broadcasting now');
    await accepted(broadcast({ password: 's3cret', program: 'libshout/2.4.1' }));
    await clock.advance(5_000);
    expect(log.at('warn')).toEqual([]);
    expect(source.health().problem).toBeUndefined();
  });

  test('works in every request format, and never gets into the log', async () => {
    await accepted(broadcast({ password: 's3cret' }));
    expect(await update('song=One', `${basic('s3cret')}\r\n`)).toMatch(/ 200 /);
    expect(await answerTo(`PUT /x HTTP/1.1\r\n${basic('s3cret')}\r\nContent-Length: 0\r\n\r\n`)).toMatch(
      / 200 /,
    );
    await answerTo('admin.cgi s3cret\r\n');
    await answerTo('s3cret\r\n\r\n');
    await answerTo('source:s3cret\r\n\r\n');
    expect(JSON.stringify([log.lines, source.health(), await source.findings()])).not.toContain('s3cret');
  });
});

describe('Receiver refuses', () => {
  beforeEach(() => start());

  test('a page in a browser', async () => {
    expect(await update('song=One', 'Sec-Fetch-Site: cross-site\r\n')).toMatch(/ 403 /);
    expect(await update('song=One', 'Origin: https://example.com\r\n')).toMatch(/ 403 /);
    expect(await answerTo('PUT /live HTTP/1.1\r\nOrigin: http://127.0.0.1\r\n\r\n')).toMatch(/ 403 /);
    expect(running.announced).toEqual([]);
  });

  test('other requests, without a warning', async () => {
    expect(await answerTo('GET /status-json.xsl HTTP/1.0\r\n\r\n')).toMatch(/ 404 /);
    expect(await answerTo('POST / HTTP/1.0\r\n\r\n')).toMatch(/ 405 /);
    expect(await answerTo('GET / HTTP/1.0\r\n\r\n')).toMatch(/deckcast waits here/);
    expect(log.at('warn')).toEqual([]);
  });

  test('TLS, and logs where to switch it off', async () => {
    await answerTo(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]));
    expect(log.lines.at(-1)?.fields.reason).toBe('it speaks TLS: switch TLS or SSL off in its settings');
  });

  test('an endless head', async () => {
    expect(await answerTo(`GET / HTTP/1.0\r\n${'x: y\r\n'.repeat(10_000)}`)).toBe('');
    expect(await answerTo('x'.repeat(100_000))).toBe('');
    expect(log.at('warn')).toHaveLength(1);
  });
});

describe('two programs on one mount point', () => {
  test('replace the older one by the newer, which the older cannot undo', async () => {
    await start();
    const one = broadcast({ program: 'one' });
    one.play({ artist: 'Ada', title: 'One' });
    await running.announces(1);
    const two = broadcast({ program: 'two' });
    two.play({ artist: 'Bo', title: 'Two' });
    await running.announces(2);
    await waitFor('the end of the other', () => one.closed || undefined);
    const again = broadcast({ program: 'one' });
    await waitFor('an answer', () => again.answer || undefined);
    expect(again.answer).toMatch(/^HTTP\/1\.0 403 .*Mountpoint in use$/s);
    // The same program over another connection, because its network failed.
    const back = broadcast({ program: 'two' });
    await accepted(back);
    await waitFor('the end of its old connection', () => two.closed || undefined);
    const problem = 'two connected to /live.ogg again while its earlier connection was open';
    expect(source.health().problem).toContain(problem);
    expect(await source.findings()).toMatchObject([{ severity: 'warning', finding: problem }]);
    expect(log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields.reason)).toEqual([
      'another program broadcasts to its mount point now',
      'it may not broadcast to /live.ogg',
      'two connected again: its network failed, or two copies of it broadcast',
    ]);
    back.play({ artist: 'Bo', title: 'Two' });
    back.play({ artist: 'Bo', title: 'Three' });
    await running.announces(3);
    expect(running.announced).toEqual(['Ada - One', 'Bo - Two', 'Bo - Three']);
    await pass(60, () => back.play({ artist: 'Bo', title: 'Three' }));
    expect(source.health().problem).toBeUndefined();
  });

  test('keep the first if the user chose that', async () => {
    await start({ 'icecast.conflict': 'first' });
    const one = broadcast({ program: 'one' });
    await accepted(one);
    const two = broadcast({ program: 'two' });
    await waitFor('an answer', () => two.answer || undefined);
    expect(two.answer).toMatch(/^HTTP\/1\.0 403 /);
    one.close();
    await interrupted();
    await accepted(broadcast({ program: 'two' }));
  });
});

test('IcecastSource follows the newest broadcast, and after its end the one before', async () => {
  await start();
  const one = broadcast({ mount: '/one' });
  one.play({ artist: 'Ada', title: 'One' });
  await running.announces(1);
  const two = broadcast({ mount: '/two' });
  two.play({ artist: 'Bo', title: 'Two' });
  await running.announces(2);
  one.play({ artist: 'Ada', title: 'Three' });
  two.close();
  await interrupted();
  await waitFor('the first again', async () => {
    await clock.advance(1_000);
    return running.announced.length === 3 || undefined;
  });
  expect(running.announced).toEqual(['Ada - One', 'Bo - Two', 'Ada - Three']);
});

test('IcecastSource ends the track of a broadcast that ended a moment before the stop', async () => {
  await start();
  const one = broadcast();
  one.play({ artist: 'Ada', title: 'One' });
  await running.announces(1);
  const at = clock.now();
  one.close();
  await interrupted();
  await clock.advance(3_000);
  await running.stop();
  expect(running.ends).toEqual([{ playId: running.transitions[0]?.playId, at }]);
  expect(clock.waiting).toBe(0);
});

test('IcecastSource does not end the track of a broadcast by a stop', async () => {
  await start();
  broadcast().play({ artist: 'Ada', title: 'One' });
  await running.announces(1);
  await running.stop();
  await clock.advance(60_000);
  expect(running.ends).toEqual([]);
});

test('IcecastSource keeps the track of a broadcast that comes back', async () => {
  await start();
  const before = broadcast();
  before.play({ artist: 'Ada', title: 'One' });
  await running.announces(1);
  const endsAt = clock.now();
  before.leave();
  await waitFor('its end', () => log.at('info').includes('broadcast ends') || undefined);
  expect(source.health().details?.map(({ state }) => String(state))).toEqual(['ended']);
  await clock.advance(60_000);
  const ended = expect.stringMatching(/^the broadcast of Broadcaster 1.0 to \/live.ogg has ended/);
  const { problem, waits, watching } = source.health();
  expect([problem, waits, String(watching)]).toEqual([undefined, true, 'no program is broadcasting now']);
  expect(await source.findings()).toMatchObject([{ severity: 'note', finding: ended }]);
  expect(running.ends).toEqual([{ playId: running.transitions[0]?.playId, at: endsAt }]);
  const nameless = broadcast();
  await accepted(nameless);
  nameless.close();
  await interrupted();
  await clock.advance(60_000);
  expect(running.ends).toHaveLength(1);
  const after = broadcast();
  after.play({ artist: 'Ada', title: 'One' });
  after.play({ artist: 'Ada', title: 'Two' });
  await running.announces(3);
  expect(running.announced).toEqual(['Ada - One', 'Ada - One', 'Ada - Two']);
  const [first, again, next] = running.transitions.map(({ playId }) => playId);
  expect([again, next === first]).toEqual([first, false]);
  expect(source.health().problem).toBeUndefined();
  expect(await source.findings()).toMatchObject([
    { severity: 'ok', finding: 'Broadcaster 1.0 broadcasts to /live.ogg and names its tracks' },
  ]);
});

test('a port in use is reported with its number and what to do', async () => {
  const other = createServer();
  const taken = await listen(other, { host: HOST, port: 0 });
  onTestFinished(() => {
    other.close();
  });
  const settings = settingsOf(icecastOptions, { 'icecast.addr': { host: HOST, port: taken } });
  const late = new IcecastSource(settings, { clock, log });
  await expect(runSource(late).ended).rejects.toThrow(
    `cannot listen for broadcasts: port ${taken} is in use by another program; close the program`,
  );
});

/** More than may wait. */
const MANY = 300;

test('too many connections with unfinished heads disturb no broadcast', async () => {
  await start();
  const good = broadcast();
  good.play({ artist: 'Ada', title: 'One' });
  await running.announces(1);
  const heads = Array.from({ length: MANY }, async () => {
    const { socket } = client();
    await once(socket, 'connect');
    socket.write('SOURCE /live.ogg HTTP/1.0\r\nice-name: ');
    return socket;
  });
  const [first] = await Promise.all(heads);
  await waitFor('the end of the oldest', () => first?.closed || undefined);
  good.play({ artist: 'Ada', title: 'Two' });
  await running.announces(2);
  broadcast({ mount: '/another' }).play({ artist: 'Bo', title: 'Three' });
  await running.announces(3);
  expect(good.closed).toBe(false);
});

const SECOND_BYTES = 1_250_000;

test.each([
  ['no container', Buffer.alloc(SECOND_BYTES, 'OggX')],
  ['Ogg', new OggStreamWriter(1).pages([Buffer.alloc(SECOND_BYTES)])],
  [
    'Ogg, a stream with a large cover each second',
    new OggStreamWriter(1).begin('vorbis', ['TITLE=One', `COVER=${'A'.repeat(SECOND_BYTES)}`]),
  ],
])('audio of 10 Mbit/s is not kept: %s', async (_, second) => {
  await start();
  const seconds = amount({ short: 5, full: 600 });
  const { socket } = client();
  socket.write('SOURCE /much HTTP/1.0\r\n\r\n');
  await once(socket, 'data');
  socket.write(new OggStreamWriter(0).begin('vorbis', []));
  const before = keptBytes();
  for (let at = 0; at < seconds; at++) {
    if (!socket.write(second)) {
      await once(socket, 'drain');
    }
  }
  expect(keptBytes() - before).toBeLessThan(4 * SECOND_BYTES);
});
