import type { DeckBeat, DeckBeats } from '../../core/contracts/beat.ts';
import type { DeckState, HeardTrack } from '../../core/contracts/deck.ts';
import type { Tap } from '../../core/contracts/sink.ts';
import type { PostResult, Source, SourceListener } from '../../core/contracts/source.ts';
import type { Finding } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { SILENT_LEVEL } from '../../core/level.ts';
import { say } from '../../core/message.ts';
import type { Silence } from '../../core/silence.ts';
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

/** How often to check whether the leading source has fallen silent, while another waits. */
const CHECK_EVERY_MS = 1000;

/**
 * `SourceArbiter` decides between sources in the user's order. A source that fails is retried. `run` rejects when no
 * working one is left, and the last one failed after a track.
 */
export class CombinedSource implements Source {
  readonly #members: readonly CombinedMember[];
  readonly #tools: CombinedTools;
  readonly #arbiter = new SourceArbiter((rank) => this.#isPlaying(rank));
  #grantLead: ((rank: number) => void) | undefined;
  readonly beats?: DeckBeats;
  readonly accept?: (body: unknown) => PostResult;
  readonly acceptDeck?: (deck: string, report: unknown) => PostResult;

  constructor(sources: readonly MemberSource[], tools: CombinedTools) {
    const members = sources.map((one) => new CombinedMember(one, tools));
    this.#members = members;
    this.#tools = tools;
    if (members.some(({ source }) => source.beats !== undefined)) {
      this.beats = {
        follow: (changed) => this.#followBeats(changed),
        at: (time) => this.#beatsAt(time),
      };
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
      ended: (playId, at) => {
        if (arbiter.ended(rank, playId, clock.monotonic())) {
          listener.ended(arbiter.announcedAs(playId), at);
        }
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

  async findings(): Promise<readonly Finding[]> {
    return (await Promise.all(this.#members.map(({ source }) => source.findings?.() ?? []))).flat();
  }

  /** Beside a source that has reported something, one that never has only waits, so its problem is a detail. */
  health(): SourceHealth {
    const healths = this.#members.map((member) => ({
      name: member.name,
      failure: member.failure,
      ...healthOf(member),
    }));
    const lastHeardAt = Math.max(0, ...healths.map((health) => health.lastHeardAt ?? 0));
    const troubled = healths.flatMap(({ name, problem, waits, failure, lastHeardAt: heardAt }) =>
      problem === undefined
        ? []
        : [
            {
              name,
              problem,
              waits,
              isDetail: failure === undefined && heardAt === undefined && lastHeardAt > 0,
            },
          ],
    );
    const main = troubled.filter(({ isDetail }) => !isDetail);
    const telling =
      main.length > 0 ? main : healths.filter(({ lastHeardAt: heardAt }) => heardAt !== undefined);
    const problems = main.map(({ name, problem }) =>
      say('core.about', { about: { part: name }, text: problem }),
    );
    const waiting = troubled
      .filter(({ isDetail }) => isDetail)
      .map(({ name, problem }) => ({ name: say('sources.part', { part: { part: name } }), state: problem }));
    return {
      watching: say('core.list', {
        // A program is named already.
        list: healths.map(({ name, watching, program }) =>
          program === undefined ? say('core.about', { about: { part: name }, text: watching }) : watching,
        ),
      }),
      lastHeardAt: lastHeardAt || undefined,
      problem: problems.length === 0 ? undefined : say('core.list', { list: problems }),
      waits: telling.length > 0 && telling.every(({ waits }) => waits) ? true : undefined,
      details: [...healths.flatMap(({ details }) => details ?? []), ...waiting],
    };
  }

  /** A source may find its decks late. */
  get putOnAir(): Source['putOnAir'] {
    return this.#members.some(({ source }) => source.putOnAir !== undefined)
      ? (deck, play) => this.#putOnAir(deck, play)
      : undefined;
  }

  /** A deck whose track another source announced first gets that source's play. */
  decks(): readonly DeckState[] {
    return this.#members
      .flatMap(({ source }) => source.decks?.() ?? [])
      .map((deck) => ({ ...deck, play: this.#announcedPlay(deck) }));
  }

  #followBeats(changed: () => void): () => void {
    const leaves = this.#members.map(({ beats }) => beats.follow(changed));
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
    this.#arbiter.leaveAir(isLeaving);
    for (const { source } of this.#members) {
      source.leaveAir?.((play) => isLeaving(this.#arbiter.announcedAs(play)));
    }
  }

  silence(isOnAir: (play: PlayId) => boolean): Silence | undefined {
    const sources = this.#members.map(({ source }) => source);
    const goesOn = sources.some((source) =>
      source
        .decks?.()
        ?.some((deck) => deck.playing && deck.reachable && isOnAir(this.#announcedPlay(deck) ?? '')),
    );
    return goesOn
      ? undefined
      : sources.flatMap(
          (source) => source.silence?.((play) => isOnAir(this.#arbiter.announcedAs(play))) ?? [],
        )[0];
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
    return decks?.some(
      ({ featured, play = '', playing, level = 1 }) =>
        (featured || this.#arbiter.isSetAside(play)) && playing && level > SILENT_LEVEL,
    );
  }
}

function failed({ name }: NamedSource): PostResult {
  return { ok: false, problem: say('sources.failed', { part: { part: name } }) };
}
