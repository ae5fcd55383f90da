/** Real process, disk and network. The oracle judges the set as it was really played. */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { loopback, Simulation } from '@deckcast/simulator';
import { systemClock } from '../../../src/host/clock.ts';
import { tool } from '../../support/judge.ts';
import { keptLog } from '../../support/log.ts';
import { waitFor } from '../../support/wait.ts';
import { actionOf, simulatedSet } from '../decks/simulated.ts';
import type { ChaosEvidence, ChaosSnapshot, SaidThing } from '../evidence.ts';
import type { ChaosSet, TimedAct } from '../script.ts';
import { flagsFor } from '../world/flags.ts';
import { storedSets } from '../world/outside.ts';
import { ChaosServices } from '../world/services.ts';
import { RealFolder } from './folder.ts';
import { RealProgram } from './program.ts';
import { serve } from './services.ts';

const WATCH_EVERY_MS = 20;
/** A runner delayed for longer can't tell when events happened. */
const BUSY_MS = 700;
const DEVICE = 'prime4';
const NEED_PROGRAM: readonly TimedAct['do'][] = ['kill', 'stop', 'stall', 'snapshot', 'hide', 'reveal'];
const MOMENT_MS = 300;

export interface Performed {
  readonly set: ChaosSet;
  readonly evidence: ChaosEvidence;
}

/** Needs namespaces (network, mounts): fixed ports, and a disk to mount. */
export async function performReal(set: ChaosSet): Promise<Performed> {
  execFileSync(tool('ip'), ['link', 'set', 'lo', 'up']);
  const performance = new RealPerformance(set);
  try {
    return await performance.play();
  } finally {
    await performance.end();
  }
}

type Played = { -readonly [Key in keyof TimedAct]: TimedAct[Key] } & { ms?: number };

class RealPerformance {
  readonly #set: ChaosSet;
  readonly #startedAt = systemClock.monotonic();
  readonly #said: SaidThing[] = [];
  readonly #accepted = { chat: [] as SaidThing[], webhook: [] as SaidThing[] };
  readonly #snapshots: ChaosSnapshot[] = [];
  readonly #played: Played[] = [];
  readonly #folder: RealFolder;
  readonly #simulation: Simulation;
  readonly #over = new AbortController();
  readonly #ends: (() => unknown)[] = [];
  #program: RealProgram | undefined;
  #beside: Promise<unknown> = Promise.resolve();
  #offset = 0;

  constructor(set: ChaosSet) {
    this.#set = set;
    this.#folder = new RealFolder(this.#note);
    this.#ends.push(() => this.#folder.remove());
    this.#simulation = new Simulation({
      set: simulatedSet('chaos', [{ id: DEVICE, software: 'JC11' }], set.tracks),
      network: loopback(),
      clock: systemClock,
      log: keptLog(),
      seed: set.seed,
    });
  }

  async play(): Promise<Performed> {
    const services = new ChaosServices(this.#note, (service, text) =>
      this.#accepted[service].push({ at: this.#now(), where: service, text }),
    );
    const chat = await serve(services, 'chat');
    const webhook = await serve(services, 'webhook');
    for (const { server } of [chat, webhook]) {
      this.#ends.push(
        () => server.close(),
        () => server.closeAllConnections(),
      );
    }
    const flags = flagsFor(this.#set, {
      folder: `${this.#folder.path}/`,
      sessions: this.#folder.sessions,
      services: { chat: chat.url, webhook: webhook.url },
    });
    const program = new RealProgram(flags, this.#note);
    this.#program = program;
    this.#ends.push(() => program.kill());
    const playing = this.#simulation.run(this.#over.signal);
    this.#ends.push(() => playing);
    const watching = setInterval(() => this.#watch(), WATCH_EVERY_MS);
    this.#ends.push(() => clearInterval(watching));

    await program.start(this.#now);
    this.#offset = this.#now();
    for (const act of this.#set.acts) {
      await sleep(Math.max(0, act.at + this.#offset - this.#now()));
      await this.#do(act);
    }
    this.#watch();
    const set = { ...this.#set, acts: this.#played as readonly TimedAct[], endsAt: this.#now() };
    await program.stop();
    // Processes share the computer, so that beats can't be judged by the millisecond.
    const heard = { said: this.#said, accepted: this.#accepted, hasBeats: false };
    return { set, evidence: { ...heard, snapshots: this.#snapshots } };
  }

  async end(): Promise<void> {
    this.#over.abort();
    for (const end of this.#ends.reverse()) {
      await end();
    }
  }

  #watchedAt = 0;

  readonly #now = (): number => Math.round(systemClock.monotonic() - this.#startedAt);

  readonly #note = (where: string, text: string): void => {
    this.#said.push({ at: this.#now(), where, text });
  };

  #watch(): void {
    const now = this.#now();
    if (now - this.#watchedAt > BUSY_MS) {
      this.#note(
        'log',
        `this computer is busy: chaos itself got no processor for ${now - this.#watchedAt} ms`,
      );
    }
    this.#watchedAt = now;
    this.#folder.reportChanges();
    this.#program?.readLog();
  }

  async #do(act: TimedAct): Promise<void> {
    // These need a started program, which may take longer than planned.
    if (NEED_PROGRAM.includes(act.do)) {
      await this.#beside;
    }
    const played: Played = { ...act, at: this.#now() };
    this.#played.push(played);
    const over = (at: number): void => {
      played.ms = at - played.at;
    };
    switch (act.do) {
      case 'kill':
      case 'stop':
        this.#meanwhile(this.#restart(act.do, act.ms).then(over));
        break;
      case 'stall':
        this.#program?.hold();
        this.#meanwhile(
          sleep(act.ms).then(() => {
            this.#program?.goOn();
            over(this.#now());
          }),
        );
        break;
      case 'disk':
        this.#folder.fill();
        this.#meanwhile(
          sleep(act.ms).then(() => {
            this.#folder.free();
            over(this.#now());
          }),
        );
        break;
      case 'drop':
        void this.#simulation.perform({ do: 'drop' });
        break;
      case 'hide':
      case 'reveal':
        await this.#program?.outside.request(`/api/v1/${act.do}`, 'POST');
        break;
      case 'snapshot':
        await this.#takeSnapshot(act === this.#set.acts.at(-1));
        played.at = this.#now();
        break;
      case 'clock':
      case 'service':
      case 'new set':
      case 'hide next':
      case 'remove':
      case 'put back':
        throw new Error(`the real form cannot ${act.do}`);
      default:
        void this.#simulation.perform(actionOf(act, { device: DEVICE, deck: act.deck }));
    }
  }

  #meanwhile(work: Promise<unknown>): void {
    this.#beside = Promise.all([this.#beside, work]);
    this.#beside.catch(() => undefined);
  }

  /** Resolves with the time from which the program could know anything. */
  async #restart(how: 'kill' | 'stop', ms: number): Promise<number> {
    await this.#program?.[how]();
    await sleep(ms);
    return this.#program?.start(this.#now) ?? this.#now();
  }

  async #takeSnapshot(isLast: boolean): Promise<void> {
    const outside = this.#program?.outside;
    if (outside === undefined) {
      return;
    }
    if (isLast) {
      await waitFor(
        'every sink to catch up',
        async () => (/"queued":[1-9]/.test(await outside.request('/api/v1/health')) ? undefined : true),
        () =>
          this.#said
            .filter(({ where }) => where === 'log')
            .map(({ text }) => text)
            .join('\n'),
      );
      await sleep(MOMENT_MS);
    }
    const answers = await outside.query(this.#said, this.#note);
    this.#snapshots.push({
      at: this.#now(),
      files: this.#folder.files(),
      answers,
      sessions: storedSets(this.#folder.sessions),
    });
  }
}
