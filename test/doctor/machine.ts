import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DoctorMessage } from '../../src/web/wire/doctor.ts';
import { bundleScript } from '../support/bundle.ts';
import { CABLE, type End, Namespaces } from '../support/namespaces.ts';
import { type StartedProgram, startProgram } from '../support/program.ts';

const SET = [
  '{"set": "one track", "waitForClient": true}',
  '{"track": "one", "artist": "Paper Lanterns", "title": "Slow Elevator"}',
  '{"at": 0, "do": "load", "deck": 1, "track": "one"}',
  '{"at": 0.2, "do": "fader", "deck": 1, "level": 1}',
];

export type Findings = DoctorMessage['findings'];

export interface Examined {
  readonly status: number | null;
  readonly findings: Findings;
  readonly evidence: string;
}

export class Machine {
  /** Removed with the machine. */
  readonly folder: string;
  readonly #namespaces = new Namespaces();
  readonly #undo: (() => unknown)[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<Machine> {
    return new Machine(await mkdtemp(join(tmpdir(), 'deckcast-doctor-')));
  }

  address(end: End): string {
    return this.#namespaces.address(end);
  }

  at(end: End, ...command: readonly string[]): void {
    const [file = '', ...args] = [...this.#namespaces.within(end), ...command];
    execFileSync(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  }

  readdress(end: End, address: string): void {
    this.at(end, 'ip', 'address', 'flush', 'dev', CABLE);
    this.at(end, 'ip', 'address', 'add', address, 'broadcast', '+', 'dev', CABLE);
  }

  later(undo: () => unknown): void {
    this.#undo.push(undo);
  }

  /** Resolves when the player announces itself. */
  async play(): Promise<void> {
    const set = join(this.folder, 'set.jsonl');
    await writeFile(set, SET.join('\n'));
    const script = await bundleScript('support/simulator-script.ts', this.folder);
    const stage = await startProgram([set, CABLE], { within: this.#namespaces.within('stage'), script });
    this.later(() => stage.stop());
    await stage.waitForLine('simulated device on this computer');
  }

  /** Resolves when it prints `ready`. */
  async run(script: string): Promise<StartedProgram> {
    const path = join(this.folder, 'other-program.mjs');
    await writeFile(path, script);
    const program = await startProgram([], { within: this.#namespaces.within('booth'), script: path });
    this.later(() => program.stop());
    await program.waitForLine('ready');
    return program;
  }

  async start(...args: readonly string[]): Promise<StartedProgram> {
    const program = await startProgram(['start', ...args], { within: this.#namespaces.within('booth') });
    this.later(() => program.stop());
    await program.waitForLine('overlay ready');
    return program;
  }

  async examine(...args: readonly string[]): Promise<Examined> {
    const program = await startProgram(['doctor', '--json', ...args], {
      within: this.#namespaces.within('booth'),
      env: { HOME: this.folder },
    });
    this.later(() => program.stop());
    const { status } = await program.ended;
    const evidence = program.evidence;
    const { findings } = JSON.parse(program.stdout || '{"findings":[]}') as DoctorMessage;
    return { status, findings, evidence };
  }

  /** One line about the running program. */
  async health(): Promise<string> {
    const program = await startProgram(['ctl', 'health'], { within: this.#namespaces.within('booth') });
    try {
      await program.ended;
      return program.stdout;
    } finally {
      await program.stop();
    }
  }

  async remove(): Promise<void> {
    for (const undo of this.#undo.splice(0).reverse()) {
      await undo();
    }
    this.#namespaces.remove();
    await rm(this.folder, { recursive: true, force: true });
  }
}
