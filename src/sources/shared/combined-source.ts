import type { DeckBeat, DeckBeats } from '../../core/contracts/beat.ts';
import type { DeckState, HeardTrack } from '../../core/contracts/deck.ts';
import type { Tap } from '../../core/contracts/sink.ts';
import type { PostResult, Source, SourceListener } from '../../core/contracts/source.ts';
import type { Finding } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { SILENT_LEVEL } from '../../core/level.ts';
import { say } from '../../core/message.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import type { PlayId } from '../../core/track.ts';
import { Timer } from '../../core/waiting.ts';
import { CombinedMember, healthOf, type MemberSource, type NamedSource } from './combined-member.ts';
import { type ArbiterOutput, SourceArbiter } from './source-arbiter.ts';

interface CombinedTools {
  readonly log: Logger;
  readonly clock: Clock;
  readonly tap?: Pick<Tap, 'arrived'>;
}

/** Checks whether the leading source is silent while another waits. */
const CHECK_EVERY_MS = 1000;

/**
 * `SourceArbiter` decides between sources in the user's order. A failed source is retried while others go on.
 * `run` rejects when no working one is left.
 */
export class CombinedSource implements Source {
  readonly #members: readonly CombinedMember[];
  readonly #tools: CombinedTools;
  readonly #arbiter = new SourceArbiter((rank) => this.#isPlaying(rank));
  #grantLead: ((rank: number) => void) | undefined;
  readonly putOnAir?: (deck: string, play?: PlayId) => boolean;
  readonly beats?: DeckBeats;
  readonly findings?: () => Promise<readonly Finding[]>;
  readonly accept?: (body: unknown) => PostResult;
  readonly acceptDeck?: (deck: string, report: unknown) => PostResult;

  constructor(sources: readonly MemberSource[], tools: CombinedTools) {
    const members = sources.map((one) => new CombinedMember(one, tools));
    this.#members = members;
    this.#tools = tools;
    if (members.some(({ source }) => source.putOnAir !== undefined)) {
      this.putOnAir = (deck, play) => this.#putOnAir(deck, play);
    }
    if (members.some(({ source }) => source.beats !== undefined)) {
      this.beats = {
        follow: (changed) => this.#followBeats(changed),
        at: (time) => this.#beatsAt(time),
      };
    }
    if (members.some(({ source }) => source.findings !== undefined)) {
      this.findings = async () =>
        (await Promise.all(members.map(({ source }) => source.findings?.() ?? []))).flat();
    }
    const forTracks = members.find(({ source }) => source.accept !== undefined);
    if (forTracks !== undefined) {
      this.accept = (body) => forTracks.source.accept?.(body) ?? failed(forTracks);
    }
    const forDecks = members.find(({ source }) => source.acceptDeck !== undefined);
    if (forDecks !== undefined) {
      this.acceptDeck = (deck, report) => forDecks.source.acceptDeck?.(deck, report) ?? failed(forDecks);
    }
  }

  get members(): readonly NamedSource[] {
    return this.#members;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { clock } = this.#tools;
    const arbiter = this.#arbiter;
    const publish = (outputs: readonly ArbiterOutput[]): void => {
      for (const output of outputs) {
        switch (output.is) {
          case 'transition':
            listener.transition(output.transition);
            break;
          case 'visibility':
            listener.visibility(output.playId, output.hidden);
            break;
          case 'learned':
            listener.namesChanged(output.playId, output.track, output.nativeArt);
        }
      }
    };
    this.#grantLead = (rank) => publish(arbiter.grant(rank));
    const listenTo = (rank: number): SourceListener => ({
      transition: (transition) => {
        this.#tools.tap?.arrived(transition);
        publish(arbiter.transition(rank, transition, clock.monotonic()));
        check();
      },
      visibility: (playId, hidden) => publish(arbiter.visibility(rank, playId, hidden)),
      namesChanged: (playId, track, nativeArt) => publish(arbiter.learned(rank, playId, track, nativeArt)),
      offAir(playId) {
        listener.offAir(arbiter.announcedAs(playId));
        check();
      },
      loaded: (track, nativeArt) => listener.loaded(track, nativeArt),
    });
    const nextCheck = new Timer(clock);
    const check = (): void => {
      nextCheck.cancel();
      publish(arbiter.reevaluate(clock.monotonic()));
      if (arbiter.hasWaiting) {
        nextCheck.set(CHECK_EVERY_MS, check);
      }
    };
    const failed = new AbortController();
    const end = AbortSignal.any([signal, failed.signal]);
    const hasOthers = (): boolean => this.#members.some(({ failure }) => failure === undefined);
    const runs = this.#members.map(async (member, rank) => {
      await member.run(listenTo(rank), end, hasOthers).catch((error: unknown) => {
        failed.abort(error);
        throw error;
      });
    });
    try {
      await Promise.all(runs);
    } finally {
      await Promise.allSettled(runs);
      nextCheck.cancel();
    }
  }

  /** Beside a source that was heard, one that never was only waits, so its problem is a detail. */
  health(): SourceHealth {
    const healths = this.#members.map((member) => ({
      name: member.name,
      failure: member.failure,
      ...healthOf(member),
    }));
    const lastHeardAt = Math.max(0, ...healths.map((health) => health.lastHeardAt ?? 0));
    const troubled = healths.flatMap(({ name, problem, failure, lastHeardAt: heardAt }) =>
      problem === undefined
        ? []
        : [{ name, problem, waits: failure === undefined && heardAt === undefined && lastHeardAt > 0 }],
    );
    const problems = troubled
      .filter(({ waits }) => !waits)
      .map(({ name, problem }) => say('sources.part-says', { part: { part: name }, text: problem }));
    const waiting = troubled
      .filter(({ waits }) => waits)
      .map(({ name, problem }) => ({ name: say('sources.part', { part: { part: name } }), state: problem }));
    return {
      watching: say('sources.parts-say', {
        parts: healths.map(({ name, watching }) =>
          say('sources.part-says', { part: { part: name }, text: watching }),
        ),
      }),
      lastHeardAt: lastHeardAt || undefined,
      problem: problems.length === 0 ? undefined : say('sources.parts-say', { parts: problems }),
      details: [...healths.flatMap(({ details }) => details ?? []), ...waiting],
    };
  }

  /** A deck whose track another source announced first gets that source's play. */
  decks(): readonly DeckState[] {
    return this.#members
      .flatMap(({ source }) => source.decks?.() ?? [])
      .map((deck) => ({ ...deck, play: this.#announcedPlay(deck) }));
  }

  #followBeats(changed: () => void): () => void {
    const leaves = this.#members.map((member) => member.followBeats(changed));
    return () => {
      for (const leave of leaves) {
        leave();
      }
    };
  }

  /** The deck of the source with the lead, or if that has none, of the first source with beats. */
  #beatsAt(time: number): readonly DeckBeat[] {
    const all = this.#members.map(({ source }) => source.beats?.at(time));
    const { holder } = this.#arbiter;
    const leader =
      holder !== undefined && all[holder] !== undefined
        ? holder
        : all.findIndex((decks) => decks?.some(({ leads }) => leads));
    return all.flatMap((decks = [], rank) =>
      decks.map((deck) => ({
        ...deck,
        deck: `${rank} ${deck.deck}`,
        play: this.#announcedPlay(deck),
        leads: deck.leads && rank === leader,
      })),
    );
  }

  audible(): readonly HeardTrack[] {
    return this.#members
      .flatMap(({ source }) => source.audible?.() ?? [])
      .map((track) => ({ ...track, play: this.#announcedPlay(track) }));
  }

  settingsChanged(): void {
    for (const member of this.#members) {
      member.settingsChanged();
    }
  }

  leaveAir(isLeaving: (play: PlayId) => boolean): void {
    for (const { source } of this.#members) {
      source.leaveAir?.((play) => isLeaving(this.#arbiter.announcedAs(play)));
    }
  }

  /** The first source that has this play on this deck gets the lead. */
  #putOnAir(deck: string, play?: PlayId): boolean {
    const ownPlay = (source: Source): PlayId | undefined =>
      source.decks?.()?.find((one) => this.#announcedPlay(one) === play)?.play ?? play;
    const rank = this.#members.findIndex(({ source }) => source.putOnAir?.(deck, ownPlay(source)) === true);
    if (rank >= 0) {
      this.#grantLead?.(rank);
    }
    return rank >= 0;
  }

  #announcedPlay({ play }: Pick<DeckState, 'play'>): PlayId | undefined {
    return play === undefined ? undefined : this.#arbiter.announcedAs(play);
  }

  #isPlaying(rank: number): boolean | undefined {
    const decks = this.#members[rank]?.source.decks?.();
    return decks?.some(({ featured, playing, level = 1 }) => featured && playing && level > SILENT_LEVEL);
  }
}

function failed({ name }: NamedSource): PostResult {
  return { ok: false, problem: say('sources.failed', { part: { part: name } }) };
}
