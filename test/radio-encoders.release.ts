/** Titles of a web radio on every pair of server and encoder that Debian has. Part of `npm run test:release`. */
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../src/core/listening.ts';
import { testFolder } from './support/folder.ts';
import { freePort } from './support/free-port.ts';
import { tool } from './support/judge.ts';
import {
  ANSWERS_WITHIN_MS,
  broadcasting,
  changeTitles,
  icecast,
  listenTo,
  MP3,
  spawned,
  until,
} from './support/radio.ts';

const PATIENCE_MS = 240_000;
/** Of the streams: a player gets titles between pieces of 16,000 bytes. */
const BITS_PER_SECOND = 320_000;

/** What titles are sent in, and what players read them in. */
const CHARSETS = { 'utf-8': 'utf8', latin1: 'latin1' } as const;
type Charset = keyof typeof CHARSETS;

interface Server {
  /** Where the encoder streams to, and titles are written: `host:port` and mount. */
  readonly host: string;
  readonly mount: string;
  /** Where players hear that. */
  readonly audible: readonly [host: string, mount: string];
}

async function startIcecast(charset: Charset): Promise<Server> {
  const { host } = await icecast();
  const mount = charset === 'utf-8' ? '/utf8' : '/live';
  return { host, mount, audible: [host, mount] };
}

/** A harbor that takes the encoder's stream, and sends it to players itself. */
async function startHarbor(charset: Charset): Promise<Server> {
  const [port, players] = [await freePort(), await freePort()];
  const script = join(await testFolder(), 'harbor.liq');
  await writeFile(
    script,
    `settings.init.allow_root.set(true)
    settings.harbor.bind_addrs.set(["127.0.0.1"])
    s = input.harbor("live", port=${port}, password="hackme", buffer=0.5, max=2.)
    output.harbor(%mp3(bitrate=320), fallible=true, port=${players}, mount="out", encoding="${charset === 'utf-8' ? 'UTF-8' : 'ISO-8859-1'}", s)\n`,
  );
  spawned(tool('liquidsoap'), [script]);
  const host = `127.0.0.1:${port}`;
  await until('the harbor', () =>
    fetch(`http://${host}/`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
      () => true,
      () => false,
    ),
  );
  return { host, mount: '/live', audible: [`127.0.0.1:${players}`, '/out'] };
}

async function encodeByFfmpeg({ host, mount }: Server): Promise<void> {
  const sound = ['-re', '-f', 'lavfi', '-i', 'sine=440'];
  spawned(tool('ffmpeg'), [
    '-loglevel',
    'error',
    ...sound,
    ...MP3,
    `icecast://source:hackme@${host}${mount}`,
  ]);
}

/**
 * Passes a stream on as fast as it sounds: ALSA's null device gives an encoder silence as fast as it takes that, and a
 * server drops what comes too fast.
 */
async function pacedTo(host: string): Promise<{ address: string; port: number }> {
  const [address = '', port] = host.split(':');
  const relay = createServer((encoder) => {
    const server = connect(Number(port), address);
    encoder.on('data', (chunk) => {
      server.write(chunk);
      encoder.pause();
      setTimeout(() => encoder.resume(), (chunk.length * 8_000) / BITS_PER_SECOND);
    });
    server.pipe(encoder);
    for (const [one, other] of [
      [encoder, server],
      [server, encoder],
    ] as const) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  const at = await listen(relay, { host: address, port: 0 });
  onTestFinished(() => void relay.close());
  return { address, port: at };
}

/** Its window is on a display without a screen. */
async function encodeByButt({ host, mount }: Server): Promise<void> {
  const folder = await testFolder();
  const { address, port } = await pacedTo(host);
  await writeFile(join(folder, '.asoundrc'), 'pcm.!default { type null }\nctl.!default { type null }\n');
  const configuration = join(folder, 'butt.cfg');
  await writeFile(
    configuration,
    [
      '[main]\nserver = deck\nnum_of_srv = 1\nnum_of_icy = 0\nsrv_ent = deck\nconnect_at_startup = 1\ncheck_for_update = 0',
      '[audio]\ndevice = default\nsamplerate = 44100\nbitrate = 320\nchannel = 2\ncodec = mp3',
      `[record]\nsamplerate = 44100\nbitrate = 320\nchannel = 2\ncodec = mp3\nfolder = ${folder}/`,
      `[deck]\naddress = ${address}\nport = ${port}\npassword = hackme\ntype = 1\nmount = ${mount.slice(1)}\nusr = source`,
      '[gui]\nlang_str = en\n',
    ].join('\n'),
  );
  spawned(tool('xvfb-run'), ['-a', tool('butt'), '-c', configuration], folder);
}

/** A player gets nothing before the encoder streams. */
async function untilAudible([host, mount]: Server['audible']): Promise<void> {
  await until('the stream', async () => {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    try {
      const answer = await fetch(`http://${host}${mount}`, { signal });
      const first = await answer.body?.getReader().read();
      return answer.ok && first?.done === false;
    } catch {
      return false;
    }
  });
}

const SERVERS = { Icecast: startIcecast, 'the harbor of Liquidsoap': startHarbor };
const ENCODERS = { ffmpeg: encodeByFfmpeg, butt: encodeByButt };

const CASES = Object.entries(SERVERS).flatMap(([server, start]) =>
  Object.entries(ENCODERS).flatMap(([encoder, encode]) =>
    Object.entries(CHARSETS).map(([charset, read]) => ({
      server,
      encoder,
      start,
      encode,
      // The keys of the table are character sets.
      charset: charset as Charset,
      read,
    })),
  ),
);

test.each(CASES)(
  'on $server, with $encoder as the encoder, fifty changes reach a player in order, each once, in $charset',
  async ({ start, encode, charset, read }) => {
    const server = await start(charset);
    await encode(server);
    await untilAudible(server.audible);
    const received = listenTo(...server.audible, read);
    const { queue } = await broadcasting({
      'radio.url': [`icecast://source:hackme@${server.host}${server.mount}`],
      'radio.charset': charset,
    });
    const expected = await changeTitles(queue, [received]);
    // An encoder may have said something before.
    expect(received.slice(received.indexOf(expected[0] ?? ''))).toEqual(expected);
    expect(queue.health()).toMatchObject({ failed: 0, dropped: 0 });
  },
  PATIENCE_MS,
);
