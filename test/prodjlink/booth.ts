/** Real program and simulated players at a cable's ends; captures the program's packets. */
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeckRef } from '@deckcast/simulator';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { LinkAction } from '../../packages/simulator/src/prodjlink/link-script.ts';
import { bundleScript } from '../support/bundle.ts';
import { CableCapture } from '../support/cable-capture.ts';
import { complaintsAbout, type OutgoingPacket } from '../support/link-audit.ts';
import { CABLE, Namespaces } from '../support/namespaces.ts';
import { fastClock, type StartedProgram, startProgram } from '../support/program.ts';
import { waitFor, waitForFile } from '../support/wait.ts';

const MORE_ADDRESSES = ['10.77.0.12', '10.77.0.13'];
const HTTP = '127.0.0.1:9090';
/**
 * Deckcast listens for five seconds before it announces itself. At much higher speeds, a busy computer misses its time
 * limits.
 */
const PACE = 2;

/** Resizing changes colors. */
const COLOR_TOLERANCE = 4;

export function loadAndPlay(deck: DeckRef, track: string): readonly LinkAction[] {
  return [
    { do: 'load', deck, track, as: 'rekordbox' },
    { do: 'play', deck },
  ];
}

export class LinkStage {
  readonly namespaces = new Namespaces();
  readonly #folder: string;
  readonly #pace: number;
  readonly #programs: StartedProgram[] = [];
  #capture: CableCapture | undefined;
  #players: StartedProgram | undefined;
  #actions = 0;
  #published: readonly string[] = [];

  private constructor(folder: string, pace: number) {
    this.#folder = folder;
    this.#pace = pace;
  }

  /** `set`: lines of the set file. */
  static async open(set: readonly string[], pace = PACE): Promise<LinkStage> {
    const stage = new LinkStage(await mkdtemp(join(tmpdir(), 'deckcast-prodjlink-')), pace);
    try {
      for (const address of MORE_ADDRESSES) {
        stage.namespaces.addTo('booth', address);
      }
      const path = join(stage.#folder, 'set.jsonl');
      await writeFile(path, set.join('\n'));
      stage.#capture = await CableCapture.start(stage.namespaces, 'booth', join(stage.#folder, 'cable.pcap'));
      stage.#players = await stage.run('booth', [path, CABLE], 'support/simulator-script.ts');
      await stage.#players.waitForLine('simulated device on this computer');
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  async run(end: 'stage' | 'booth', args: readonly string[], entry?: string): Promise<StartedProgram> {
    const script = entry === undefined ? {} : { script: await bundleScript(entry, this.#folder) };
    const within = this.namespaces.within(end);
    const program = await startProgram(args, {
      within,
      env: fastClock(this.#pace),
      listens: true,
      ...script,
    });
    this.#programs.push(program);
    return program;
  }

  async runAs(name: string, entry: string, ...args: readonly string[]): Promise<StartedProgram> {
    const node = join(this.#folder, name);
    await symlink(process.execPath, node);
    const script = await bundleScript(entry, this.#folder);
    const program = await startProgram(args, { within: this.namespaces.within('stage'), node, script });
    this.#programs.push(program);
    return program;
  }

  /** Resolves after the last: a fade at its end, a reboot with the player back. */
  async does(...actions: readonly LinkAction[]): Promise<void> {
    for (const action of actions) {
      const number = this.begins(action);
      await this.#players?.waitForLine(`performed ${number} `);
    }
  }

  begins(action: LinkAction): number {
    this.#actions += 1;
    this.#players?.writeLine(`perform ${this.#actions} ${JSON.stringify(action)}`);
    return this.#actions;
  }

  start(...flags: readonly string[]): Promise<StartedProgram> {
    return this.run('stage', [
      'start',
      '--source=prodjlink',
      `--http.addr=${HTTP}`,
      '--session.filename=',
      `--history.filename=${this.#history}`,
      `--outfile.art=${this.#art}`,
      // The fast clock times out reads of pictures.
      '--streaming.timeout=60',
      ...flags,
    ]);
  }

  /** `times`: a restarted player is read again. */
  async knowsMedium(program: StartedProgram, tracks: number, times = 1): Promise<void> {
    const known = new RegExp(`library of a medium is known.* tracks=${tracks}$`, 'gm');
    await waitFor(
      `a medium with ${tracks} tracks to be known`,
      () => (program.stderr.match(known) ?? []).length >= times || undefined,
      () => program.evidence,
    );
  }

  async published(...lines: readonly string[]): Promise<void> {
    this.#published = lines;
    await waitForFile(
      this.#history,
      (text) => text === textOf(lines),
      () => this.#evidence,
    );
  }

  get #evidence(): string {
    return `the programs said\n${this.#programs.map(({ stderr }) => stderr).join('\n---\n')}`;
  }

  async showsArt(picture: Uint8Array): Promise<void> {
    const wanted = await colorOf(picture);
    let shown: readonly number[] = [];
    await waitFor(
      'the picture of the track',
      async () => {
        const content = await readFile(this.#art).catch(() => undefined);
        shown = content === undefined ? [] : await colorOf(content);
        const isClose = shown.every((channel, at) => Math.abs(channel - (wanted[at] ?? 0)) < COLOR_TOLERANCE);
        return (shown.length > 0 && isClose) || undefined;
      },
      () => `its color is ${shown}, not ${wanted}; ${this.#evidence}`,
    );
  }

  /** Stops a program that published no more. Returns its packets, all polite. `from`: its addresses. */
  async sent(
    from: readonly string[] = [this.namespaces.address('stage')],
  ): Promise<readonly OutgoingPacket[]> {
    const [, ...ours] = this.#programs;
    await Promise.all(ours.map((program) => program.stop()));
    expect(await readFile(this.#history, 'utf8').catch(() => '')).toBe(textOf(this.#published));
    const all = (await this.#capture?.stop()) ?? [];
    this.#capture = undefined;
    const sent = all.filter((packet) => from.includes(packet.from));
    expect(complaintsAbout(sent)).toEqual([]);
    return sent;
  }

  async close(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.stop()));
    await this.#capture?.abandon();
    this.namespaces.remove();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #history(): string {
    return join(this.#folder, 'history.txt');
  }

  get #art(): string {
    return join(this.#folder, 'art.png');
  }
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Mean channels, in which simulated pictures differ. */
async function colorOf(picture: Uint8Array): Promise<readonly number[]> {
  const { channels } = await sharp(picture).removeAlpha().stats();
  return channels.map(({ mean }) => mean);
}
