/** Real programs print messages. */
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { keptLog } from '../../test/support/log.ts';
import { settingsOf } from '../../test/support/settings.ts';
import type { ControllerLevels } from '../core/contracts/faders.ts';
import { systemClock } from '../host/clock.ts';
import { FollowedFaders } from './followed.ts';
import { MidiPart } from './index.ts';
import { midiOptions } from './options.ts';

/** Runs a command, and waits for states of the levels. */
function running(command: string) {
  const faders = new FollowedFaders();
  const settings = settingsOf(midiOptions, {
    'midi.input': ['command'],
    'midi.command': command,
    'midi.controllers': ['DDJ-SB3'],
  });
  const log = keptLog();
  const part = new MidiPart(settings, { clock: systemClock, log }, faders);
  let levels: ControllerLevels = new Map();
  let changed = (): void => undefined;
  faders.follow((now) => {
    levels = now;
    changed();
  });
  const ended = new AbortController();
  const run = part.run(ended.signal);
  onTestFinished(async () => {
    ended.abort();
    await run;
  });
  return {
    part,
    log,
    /** Resolves once the levels by deck are these. */
    async shows(expected: Readonly<Record<number, number>>): Promise<void> {
      const isThere = () =>
        JSON.stringify(Object.fromEntries([...levels].map(([deck, { level }]) => [deck, level]))) ===
        JSON.stringify(expected);
      while (!isThere()) {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
    },
  };
}

test('reads the lines of a program as they come', async () => {
  const file = join(await testFolder(), 'lines');
  await writeFile(file, 'Waiting for data.\nB0 13 7F\n');
  const { shows } = running(`exec tail -n +1 -f ${file}`);
  await shows({ 1: 1 });
  await appendFile(file, 'B1 13 7F 33 7F\n 24:0 Control change 0, controller 19, value 0\n');
  await shows({ 1: 0, 2: 1 });
});

test('makes the levels unknown after the program has ended, says why, and starts it again', async () => {
  const { part, log, shows } = running('echo B0 13 7F; sleep 0.3; echo no device >&2; exit 3');
  await shows({ 1: 1 });
  await shows({});
  await shows({ 1: 1 });
  expect(log.lines.map(({ message }) => message)).toContain('controller lost; its faders are unknown');
  expect(part.findings().map(({ finding }) => String(finding))).not.toEqual([]);
});

test('counts lines that are not messages, reports them once, and connects no controller', async () => {
  const { part, log } = running('echo hello; echo B0 13 4; sleep 60');
  const found = (): readonly string[] => part.findings().map(({ finding }) => String(finding));
  while (!found().some((finding) => finding.includes('B0 13 4'))) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(found()).toEqual([
    '--midi.command has printed no MIDI message yet',
    'lines of --midi.command that are not MIDI messages: 2, such as "B0 13 4"',
  ]);
  expect(log.lines.map(({ message }) => message)).toEqual([
    '--midi.command printed a line that is not a MIDI message',
  ]);
});

test('connects no controller for a command that does not exist', async () => {
  const { part, log } = running('no-such-command');
  while (!part.findings().some(({ finding }) => String(finding).includes('exited'))) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(log.lines.map(({ message }) => message)).toEqual([
    'the program of --midi.command has ended; it is started again',
  ]);
});
