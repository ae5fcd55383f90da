import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartSettings, startOptions } from '../../src/operator/options.ts';
import { resolve } from '../../src/settings/resolve.ts';
import { Chance } from './chance.ts';
import { DECK_KINDS } from './decks/index.ts';
import {
  type ChaosEvidence,
  type ChaosSnapshot,
  HIDE_NEXT,
  NEW_SET,
  REMOVE,
  type SaidThing,
} from './evidence.ts';
import type { ChaosAct, ChaosSet } from './script.ts';
import { WorldClock } from './world/clock.ts';
import { ChaosDisk } from './world/disk.ts';
import { flagsFor } from './world/flags.ts';
import { storedSets } from './world/outside.ts';
import { ChaosProgram, type ProgramWorld } from './world/program.ts';
import { ChaosServices, SERVICE_HOSTS } from './world/services.ts';

/** Same set, same evidence, apart from ports and random names. */
export async function perform(set: ChaosSet): Promise<ChaosEvidence> {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-chaos-'));
  const { random } = Math;
  // Spreads the program's retries.
  Math.random = new Chance(set.seed + 2).next;
  try {
    return await new Performance(set, await settingsFor(set, join(folder, 'sessions.db'))).play();
  } finally {
    Math.random = random;
    await rm(folder, { recursive: true, force: true });
  }
}

class Performance {
  readonly #set: ChaosSet;
  readonly #world: ProgramWorld;
  readonly #said: SaidThing[] = [];
  readonly #accepted = { chat: [] as SaidThing[], webhook: [] as SaidThing[] };
  readonly #snapshots: ChaosSnapshot[] = [];
  #program: ChaosProgram | undefined;
  #runs = 0;

  constructor(set: ChaosSet, settings: StartSettings) {
    this.#set = set;
    const clock = new WorldClock(() => this.#program?.hasArrived ?? true);
    const thing = (where: string, text: string): SaidThing => ({ at: clock.elapsed, where, text });
    const said = (where: string, text: string): void => {
      this.#said.push(thing(where, text));
    };
    const chance = new Chance(set.seed + 1);
    const kind = DECK_KINDS.find(({ name }) => name === set.decks) ?? chance.pick(DECK_KINDS);
    this.#world = {
      clock,
      settings,
      said,
      picturesMs: set.picturesMs,
      disk: new ChaosDisk(clock, said),
      services: new ChaosServices(said, (service, text) =>
        this.#accepted[service].push(thing(service, text)),
      ),
      decks: kind.open(set.tracks, { clock: clock.asClock, chance }),
    };
  }

  async play(): Promise<ChaosEvidence> {
    const { clock } = this.#world;
    this.#start();
    for (const act of this.#set.acts) {
      await clock.advanceTo(act.at);
      await this.#do(act);
    }
    await clock.advanceTo(this.#set.endsAt);
    await this.#program?.kill();
    return { said: this.#said, accepted: this.#accepted, snapshots: this.#snapshots, hasBeats: true };
  }

  #start(): void {
    this.#runs += 1;
    this.#program = new ChaosProgram(this.#world);
    this.#program.start(this.#runs).catch((error: unknown) => this.#world.said('crash', String(error)));
  }

  async #do(act: ChaosAct): Promise<void> {
    const { clock, disk, services, decks } = this.#world;
    const program = this.#program;
    switch (act.do) {
      case 'drop':
        program?.lose();
        clock.after(act.ms, () => program?.find());
        break;
      case 'kill':
        await program?.kill();
        clock.after(act.ms, () => this.#start());
        break;
      case 'stop': {
        const over = program?.stop() ?? Promise.resolve();
        clock.after(act.ms, () => void clock.track(over.finally(() => this.#start())));
        break;
      }
      case 'stall':
        program?.time.stall();
        clock.after(act.ms, () => program?.resume());
        break;
      case 'clock':
        clock.setWall(act.ms);
        break;
      case 'disk':
        disk.befall(act.how);
        clock.after(act.ms, () => disk.recover());
        break;
      case 'service':
        services.befall(act.which, act.how);
        clock.after(act.ms, () => services.recover(act.which));
        break;
      case 'hide':
      case 'reveal':
        await program?.outside?.request(`/api/v1/${act.do}`, 'POST');
        break;
      case 'new set':
        this.#world.said(
          NEW_SET,
          `${act.next ? 'next ' : ''}${await program?.outside?.request('/api/v1/new-set', 'POST', { next: act.next })}`,
        );
        break;
      case 'hide next': {
        const named = await program?.outside?.deckOf(this.#set.tracks[act.track]?.token ?? '');
        if (named !== undefined) {
          clock.after(act.ms, () => void clock.track(this.#hideNext(act.track, named)));
        }
        break;
      }
      case 'remove':
      case 'put back': {
        const removed = act.do === 'remove';
        const row = await program?.outside?.rowOf(removed ? 'tracks' : 'removed', removed ? act.back : 0);
        if (row !== undefined) {
          const answer = await program?.outside?.request('/api/v1/edit', 'POST', { ...row, removed });
          this.#world.said(REMOVE, `${row.position} ${removed} ${answer}`);
        }
        break;
      }
      case 'snapshot':
        await this.#takeSnapshot();
        break;
      default:
        decks.move(act);
    }
    await clock.quiet();
  }

  async #hideNext(track: number, named: object): Promise<void> {
    const { outside } = this.#program ?? {};
    this.#world.said(
      HIDE_NEXT,
      `${track} ${await outside?.request('/api/v1/hide-next-time', 'POST', named)}`,
    );
  }

  async #takeSnapshot(): Promise<void> {
    const { clock, disk, said, settings } = this.#world;
    const answers = await this.#program?.outside?.query(this.#said, said);
    if (answers !== undefined) {
      this.#snapshots.push({
        at: clock.elapsed,
        files: new Map([...disk.files.keys()].map((path) => [path, disk.text(path) ?? ''])),
        answers,
        sessions: storedSets(settings['session.filename']),
      });
    }
  }
}

async function settingsFor(set: ChaosSet, sessions: string): Promise<StartSettings> {
  const services = { chat: `http://${SERVICE_HOSTS.chat}`, webhook: `http://${SERVICE_HOSTS.webhook}` };
  const { settings, problems } = await resolve(startOptions, {
    environment: { platform: 'linux', env: {}, configDir: '/' },
    given: [...flagsFor(set, { folder: '', sessions, services }), { name: 'http.addr', text: '127.0.0.1:0' }],
  });
  if (problems.length > 0) {
    throw new Error(JSON.stringify(problems));
  }
  return settings;
}
