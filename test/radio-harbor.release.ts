/**
 * Titles of a web radio on Liquidsoap's harbor, as `radio.test.ts` tries them on Icecast. Part of `npm run
 * test:release`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from './support/folder.ts';
import { freePort } from './support/free-port.ts';
import { startTool } from './support/judge.ts';
import { ANSWERS_WITHIN_MS, broadcasting, changeTitles, listenTo, MP3, until } from './support/radio.ts';

const PATIENCE_MS = 240_000;

/** A harbor that takes an encoder's stream and serves it to players itself. */
async function startHarbor(encoding: string) {
  const [port, players] = [await freePort(), await freePort()];
  const script = join(await testFolder(), 'harbor.liq');
  await writeFile(
    script,
    `settings.init.allow_root.set(true)
    settings.harbor.bind_addrs.set(["127.0.0.1"])
    s = input.harbor("live", port=${port}, password="hackme", buffer=0.5, max=2.)
    output.harbor(%mp3(bitrate=320), fallible=true, port=${players}, mount="out", encoding="${encoding}", s)\n`,
  );
  startTool('liquidsoap', [script]);
  const host = `127.0.0.1:${port}`;
  await until('the harbor', () =>
    fetch(`http://${host}/`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
      () => true,
      () => false,
    ),
  );
  return { host, players: `127.0.0.1:${players}` };
}

/** A player gets no bytes before the encoder streams. */
async function isAudible(host: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://${host}/out`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    const first = await answer.body?.getReader().read();
    return answer.ok && first?.done === false;
  } catch {
    return false;
  }
}

test.each([
  ['utf-8', 'utf8', 'UTF-8'],
  ['latin1', 'latin1', 'ISO-8859-1'],
] as const)(
  'fifty changes reach a player in order, each once, in %s',
  async (charset, read, encoding) => {
    const { host, players } = await startHarbor(encoding);
    const sound = ['-re', '-f', 'lavfi', '-i', 'sine=440', ...MP3];
    startTool('ffmpeg', ['-loglevel', 'error', ...sound, `icecast://source:hackme@${host}/live`]);
    await until('the stream', () => isAudible(players));
    const received = listenTo(players, '/out', read);
    const { queue } = await broadcasting({
      'radio.url': [`icecast://source:hackme@${host}/live`],
      'radio.charset': charset,
    });
    const expected = await changeTitles(queue, [received]);
    // The encoder may have sent a title before.
    expect(received.slice(received.indexOf(expected[0] ?? ''))).toEqual(expected);
    expect(queue.health()).toMatchObject({ failed: 0, dropped: 0 });
  },
  PATIENCE_MS,
);
