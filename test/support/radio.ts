/** Web radio servers, encoders that stream to them, and a player that reads titles. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SinkTools } from '../../src/core/contracts/sink.ts';
import type { SettingsOf } from '../../src/core/option.ts';
import type { Publication } from '../../src/core/track.ts';
import { systemClock } from '../../src/host/clock.ts';
import { DeliveryQueue } from '../../src/show/deliver/delivery-queue.ts';
import { radioSink } from '../../src/sinks/radio/index.ts';
import { testFolder } from './folder.ts';
import { freePort } from './free-port.ts';
import { startTool } from './judge.ts';
import { hiddenPublication, played } from './publication.ts';
import { settingsOf } from './settings.ts';
import { sinkTools, type ToolsUnderTest } from './sink.ts';
import { track } from './tracks.ts';
import { waitFor } from './wait.ts';

/** A pending request delays later ones up to this time. */
export const ANSWERS_WITHIN_MS = 2_000;

/** Polling interval in ms. Icecast renders each status request with XSLT. */
const STATUS_EVERY_MS = 80;

export const until = (
  what: string,
  isSo: () => boolean | undefined | Promise<boolean>,
  evidence?: () => string,
) => waitFor(what, async () => (await isSo()) || undefined, evidence);

/** Debian's Icecast on a free port, which can be stopped and restarted. */
export async function icecast() {
  const folder = await testFolder();
  // Icecast drops root's rights.
  await chmod(folder, 0o777);
  const port = await freePort();
  const configuration = join(folder, 'icecast.xml');
  await writeFile(
    configuration,
    `<icecast><authentication><source-password>hackme</source-password><admin-user>admin</admin-user><admin-password>adm</admin-password></authentication>
    <hostname>localhost</hostname><listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
    <mount type="default"><mp3-metadata-interval>2048</mp3-metadata-interval></mount>
    <mount type="normal"><mount-name>/utf8</mount-name><charset>UTF-8</charset><mp3-metadata-interval>2048</mp3-metadata-interval></mount>
    <paths><basedir>${folder}</basedir><logdir>${folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
    <logging><errorlog>error.log</errorlog><accesslog>access.log</accesslog></logging>
    <security><changeowner><user>nobody</user><group>nogroup</group></changeowner></security></icecast>`,
  );
  const errors = join(folder, 'error.log');
  const host = `127.0.0.1:${port}`;
  const status = async (): Promise<string> => {
    await systemClock.sleep(STATUS_EVERY_MS);
    return fetch(`http://${host}/status-json.xsl`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
      (answer) => answer.text(),
      () => '',
    );
  };
  let server: ChildProcess;
  /**
   * Icecast 2.4.4 may crash on a request during its start, also after its first answer. Restarts it as an init system
   * would.
   */
  const start = async () => {
    const spawnIt = () => {
      const one = startTool('icecast2', ['-c', configuration]);
      one.once('exit', (_, signal) => {
        if (signal === 'SIGSEGV') {
          spawnIt();
        }
      });
      server = one;
    };
    spawnIt();
    const answers = async () => (await status()) !== '';
    await until('Icecast', answers, () =>
      [server.exitCode ?? server.signalCode ?? 'runs', readFileSync(errors, 'utf8')].join('\n'),
    );
  };
  const stop = async () => {
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  /** Starts an encoder that streams to a mount. */
  const encode = async (mount: string, format: readonly string[]) => {
    const target = `icecast://source:hackme@${host}${mount}`;
    const sound = ['-re', '-f', 'lavfi', '-i', 'sine=440'];
    const child = startTool('ffmpeg', ['-loglevel', 'error', ...sound, ...format, target]);
    await until('the stream', async () => (await status()).includes(`${mount}"`));
    return child;
  };
  await start();
  return { host, start, stop, encode, status };
}

export const MP3 = ['-c:a', 'libmp3lame', '-b:a', '320k', '-content_type', 'audio/mpeg', '-f', 'mp3'];
export const OPUS = ['-c:a', 'libopus', '-content_type', 'application/ogg', '-f', 'ogg'];

/** A player that collects received titles in order. */
export function listenTo(host: string, mount: string, charset: 'utf8' | 'latin1'): string[] {
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

/** Sink behind its queue, with the program's timing unless a test passes another clock. */
export async function broadcasting(
  change: Partial<SettingsOf<typeof radioSink.options>>,
  tools: Omit<ToolsUnderTest, 'clock'> & Pick<SinkTools, 'clock'> = { ...sinkTools(), clock: systemClock },
) {
  const sink = await radioSink.create(settingsOf(radioSink.options, change), tools);
  if (sink === undefined) {
    throw new Error('the sink is off');
  }
  const queue = new DeliveryQueue('radio', sink, tools);
  onTestFinished(() => queue.close(0));
  return { sink, queue, log: tools.log };
}

export const named = (title: string, position: number): Publication => ({
  ...played(title, position),
  track: track({ artist: 'Björk', title }),
});

/**
 * Changes titles, each after every player received the one before. Every tenth is hidden. Returns the expected titles.
 */
export async function changeTitles(
  queue: Pick<DeliveryQueue, 'publish'>,
  players: readonly (readonly string[])[],
  changes = 50,
): Promise<readonly string[]> {
  const expected: string[] = [];
  for (let position = 1; position <= changes; position += 1) {
    const isHidden = position % 10 === 0;
    const one = named(`Nº ${position}`, position);
    queue.publish(isHidden ? hiddenPublication({ playId: one.playId, position, at: one.at }) : one);
    expected.push(isHidden ? 'ID' : `Björk - Nº ${position}`);
    await until(
      `title ${position}`,
      () => players.every((titles) => titles.at(-1) === expected.at(-1)),
      () => JSON.stringify(players.map((titles) => titles.slice(-3))),
    );
  }
  return expected;
}
