/** Beats as QLC+ and Pure Data receive them. Part of `npm run test:release`. */
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SinkPart } from '../src/core/contracts/sink.ts';
import type { OptionTable, SettingsOf } from '../src/core/option.ts';
import { systemClock } from '../src/host/clock.ts';
import { Beats } from '../src/show/beat/index.ts';
import { beatOptions } from '../src/show/beat/options.ts';
import { os2lSink } from '../src/sinks/os2l/index.ts';
import { oscSink } from '../src/sinks/osc.ts';
import { testFolder } from './support/folder.ts';
import { freePort } from './support/free-port.ts';
import { startTool, type Tool, tool } from './support/judge.ts';
import { publication } from './support/publication.ts';
import { settingsOf } from './support/settings.ts';
import { makeSink, sinkTools } from './support/sink.ts';
import { waitFor } from './support/wait.ts';

/** Fixed in QLC+: OS2L, and OSC of the second universe. */
const QLC = { os2l: 9_996, osc: 7_701 };
const WORKSPACE = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE Workspace>
<Workspace xmlns="http://www.qlcplus.org/Workspace"><Engine><InputOutputMap>
  <Universe Name="1" ID="0"><Input Plugin="OS2L" Line="0"/></Universe>
  <Universe Name="2" ID="1"><Input Plugin="OSC" UID="127.0.0.1" Line="0"/></Universe>
</InputOutputMap></Engine><VirtualConsole/></Workspace>`;
const BEATS = 24;
const BPM = 240;

/** Starts a program. The function that it resolves to gives the lines that the program has printed. */
async function printing(command: Tool, args: readonly string[], folder: string) {
  const log = join(folder, 'log.txt');
  await writeFile(log, '');
  const env = { QT_QPA_PLATFORM: 'offscreen', XDG_RUNTIME_DIR: folder, HOME: folder };
  startTool(
    'bash',
    ['-c', 'log=$1; shift; exec "$@" > "$log" 2>&1', 'bash', log, tool(command), ...args],
    env,
  );
  return async () => (await readFile(log, 'latin1')).split('\n');
}

const beats = new Beats(settingsOf(beatOptions, {}), systemClock);
beats.judgeBy({ shows: (play) => play === publication().playId });
beats.connect({
  follow: () => () => undefined,
  at: (at) => [
    {
      ...{ deck: '1', play: publication().playId, leads: true },
      grid: { beat: (at * BPM) / 60_000, bpm: BPM, positionMs: at },
    },
  ],
});

/** Sends beats until the test ends. */
async function send<Options extends OptionTable>(
  part: SinkPart<Options>,
  change: Partial<SettingsOf<Options>>,
): Promise<void> {
  const tools = sinkTools();
  const clock = { ...tools.clock, ...systemClock };
  const { sink } = await makeSink(part, change, { ...tools, clock, beats });
  onTestFinished(() => sink.close?.());
  sink.prepare?.();
}

const places = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => ((from - 1 + n) % 4) + 1);

test('QLC+ gets each beat by OS2L, and each value by OSC', async () => {
  const folder = await testFolder();
  const workspace = join(folder, 'beat.qxw');
  await writeFile(workspace, WORKSPACE);
  const lines = await printing('qlcplus', ['-d', '0', '-o', workspace], folder);
  await waitFor(
    'QLC+',
    () =>
      new Promise<true | undefined>((resolve) => {
        const socket = connect(QLC.os2l, '127.0.0.1', () => resolve(true));
        socket.once('error', () => resolve(undefined));
        socket.once('connect', () => socket.destroy());
      }),
  );
  await send(os2lSink, { 'os2l.addr': { host: '127.0.0.1', port: QLC.os2l } });
  await send(oscSink, { 'osc.host': '127.0.0.1', 'osc.port': QLC.osc, 'osc.beats': 'deckcast' });
  const read = await waitFor('the beats', async () => {
    const positions = (await lines()).flatMap((line) => {
      const [, position] = /Got beat message.*"pos\\":(\d+)/.exec(line) ?? [];
      return position === undefined ? [] : [Number(position)];
    });
    return positions.length >= BEATS ? positions : undefined;
  });
  const [first = Number.NaN] = read;
  expect(read).toEqual(read.map((_, n) => first + n));
  const printed = (await lines()).join('\n');
  for (const field of ['beat', 'bar', 'bpm', 'phase', 'position']) {
    expect(printed).toContain(`path extracted: "/deckcast/${field}"`);
  }
});

test('Pure Data gets each beat by OSC', async () => {
  const folder = await testFolder();
  const port = await freePort();
  const patch = join(folder, 'osc.pd');
  await writeFile(
    patch,
    `#N canvas 0 0 400 300 10;
#X obj 10 10 netreceive -u -b ${port};
#X obj 10 40 oscparse;
#X obj 10 70 print osc;
#X obj 90 10 loadbang;
#X connect 0 0 1 0;
#X connect 1 0 2 0;
#X connect 3 0 2 0;
`,
  );
  const lines = await printing('pd', ['-nogui', '-noaudio', '-nomidi', '-stderr', '-open', patch], folder);
  await waitFor('Pure Data', async () => ((await lines()).includes('osc: bang') ? true : undefined));
  await send(oscSink, { 'osc.host': '127.0.0.1', 'osc.port': port, 'osc.beats': 'deckcast' });
  const read = await waitFor('the beats', async () => {
    const found = (await lines()).flatMap((line) => {
      const [, beat] = /^osc: list deckcast beat (\d)$/.exec(line) ?? [];
      return beat === undefined ? [] : [Number(beat)];
    });
    return found.length >= BEATS ? found : undefined;
  });
  expect(read).toEqual(places(read[0] ?? Number.NaN, read.length));
});
