/** The real program on one end of a cable, simulated players on the other, and everything that the program sends them. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { bundleScript } from '../support/bundle.ts';
import { CableCapture } from '../support/cable-capture.ts';
import { impolite, type OutgoingPacket } from '../support/link-audit.ts';
import { CABLE, Namespaces } from '../support/namespaces.ts';
import { type StartedProgram, startProgram } from '../support/program.ts';
import { waitForFile } from '../support/wait.ts';

/** A second and a third device, beside the one at the cable's own address. */
const MORE_ADDRESSES = ['10.77.0.12', '10.77.0.13'];
const HTTP = '127.0.0.1:9090';

/** The booth while it plays. */
export class LinkStage {
  readonly namespaces = new Namespaces();
  readonly #folder: string;
  readonly #programs: StartedProgram[] = [];
  #capture: CableCapture | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Simulated players that play the set as soon as somebody announces itself. */
  static async open(set: readonly string[]): Promise<LinkStage> {
    const stage = new LinkStage(await mkdtemp(join(tmpdir(), 'deckcast-prodjlink-')));
    try {
      for (const address of MORE_ADDRESSES) {
        stage.namespaces.addTo('booth', address);
      }
      const path = join(stage.#folder, 'set.jsonl');
      await writeFile(path, set.join('\n'));
      stage.#capture = await CableCapture.start(stage.namespaces, 'booth', join(stage.#folder, 'cable.pcap'));
      const players = await stage.run('booth', [path, CABLE], 'support/simulator-script.ts');
      await players.waitForLine('simulated device on this computer');
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  /** The program, or a script. */
  async run(end: 'stage' | 'booth', args: readonly string[], entry?: string): Promise<StartedProgram> {
    const script = entry === undefined ? {} : { script: await bundleScript(entry, this.#folder) };
    const program = await startProgram(args, { within: this.namespaces.within(end), ...script });
    this.#programs.push(program);
    return program;
  }

  start(...flags: readonly string[]): Promise<StartedProgram> {
    const history = `--history.filename=${this.#history}`;
    return this.run('stage', ['start', '--source=prodjlink', `--http.addr=${HTTP}`, history, ...flags]);
  }

  /** Waits until the history holds these lines and no others. */
  async published(...lines: readonly string[]): Promise<void> {
    await waitForFile(this.#history, (text) => text === lines.map((line) => `${line}\n`).join(''));
  }

  history(): Promise<string> {
    return readFile(this.#history, 'utf8');
  }

  /** Ends the program. Resolves to what it sent, of which nothing was impolite. `from`: its addresses. */
  async sent(
    from: readonly string[] = [this.namespaces.address('stage')],
  ): Promise<readonly OutgoingPacket[]> {
    const [, ...ours] = this.#programs;
    await Promise.all(ours.map((program) => program.stop()));
    const sent = (await this.#capture?.stop(from)) ?? [];
    this.#capture = undefined;
    const wrong = sent.flatMap((packet) => {
      const complaint = impolite(packet);
      return complaint === undefined ? [] : [`${packet.to}:${packet.toPort}: ${complaint}`];
    });
    expect(wrong).toEqual([]);
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
}
