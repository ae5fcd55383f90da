import { type Finding, okFinding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import type { Address } from '../../settings/kinds.ts';
import type { BroadcastView } from './broadcasts.ts';
import type { RefusedPassword } from './receiver.ts';

/** Programs that send titles send the first one within this time. */
const NAMES_WITHIN_MS = 30_000;
const SILENT = {
  area: 'software',
  severity: 'warning',
  means: say('icecast.no-further-track-shown-until-then'),
} as const;
/** The user ended the broadcast. */
const PLANNED = { severity: 'note' } as const;
const RETURN_SHOWN_FOR_MS = 60_000;

export interface IcecastState {
  readonly address: Address;
  readonly needsPassword: boolean;
  readonly broadcasts: readonly BroadcastView[];
  /** See `Broadcasts.isOver`. */
  readonly isOver: boolean;
  readonly refusedPassword: RefusedPassword | undefined;
  /** Monotonic. */
  readonly now: number;
}

export function whatToType({
  address: { host = '', port },
  needsPassword,
}: Pick<IcecastState, 'address' | 'needsPassword'>): Text {
  const server = host === '' ? say('icecast.this-computer') : host;
  const password = say(needsPassword ? 'icecast.password-as-in' : 'icecast.any-password');
  return say('icecast.what-to-type', { server, port, password });
}

function problemOf(state: IcecastState): Finding | undefined {
  const { broadcasts, isOver, refusedPassword, now } = state;
  if (refusedPassword !== undefined) {
    return {
      ...SILENT,
      severity: 'fault',
      finding: say(
        refusedPassword.isWrong
          ? 'icecast.program-gives-wrong-password'
          : 'icecast.program-gives-no-password',
        { address: refusedPassword.host },
      ),
      todo: say('icecast.type-password-icecast-password-into'),
    };
  }
  const live = broadcasts.filter(({ state }) => state === 'broadcasting');
  const back = live.find(
    ({ returnedAt = Number.NEGATIVE_INFINITY }) => now < returnedAt + RETURN_SHOWN_FOR_MS,
  );
  if (back !== undefined) {
    return {
      ...SILENT,
      finding: say('icecast.connected-again-while-earlier-connection', {
        program: programOf(back),
        mount: back.name,
      }),
      means: say('icecast.tracks-named-between-missing'),
      todo: say('icecast.check-network-between-computer-broadcasts'),
    };
  }
  if (live.some(({ isNamed }) => isNamed)) {
    return undefined;
  }
  const silent = live.find(({ since }) => now >= since + NAMES_WITHIN_MS);
  if (silent !== undefined) {
    return {
      ...SILENT,
      finding: say('icecast.broadcasts-but-names-no-tracks', {
        program: programOf(silent),
        mount: silent.name,
      }),
      todo: say('icecast.turn-sending-titles-metadata-broadcast'),
    };
  }
  const ended = broadcasts.find(({ state, broadcaster }) => state === 'ended' && broadcaster !== undefined);
  if (live.length === 0 && ended !== undefined) {
    return {
      ...SILENT,
      ...(isOver && PLANNED),
      finding: say('icecast.broadcast-ended', { program: programOf(ended), mount: ended.name }),
      todo: say('icecast.start-again-program-until-then-last'),
    };
  }
  return broadcasts.length > 0
    ? undefined
    : {
        ...SILENT,
        ...(isOver && PLANNED),
        finding: say('icecast.no-program-broadcast-now'),
        todo: say('icecast.type-into-broadcast-settings-help-page', { what: whatToType(state) }),
        plain: say('icecast.no-program-broadcasts-to-deckcast'),
        waits: true,
      };
}

export function icecastFindings(state: IcecastState): readonly Finding[] {
  const problem = problemOf(state);
  if (problem !== undefined) {
    return [problem];
  }
  const live = state.broadcasts.filter(({ state: is }) => is === 'broadcasting');
  return live.map((one) =>
    okFinding(
      'software',
      say(one.isNamed ? 'icecast.broadcasts-and-names' : 'icecast.broadcasts', {
        program: programOf(one),
        mount: one.name,
      }),
    ),
  );
}

function programOf({ broadcaster }: BroadcastView): Text {
  return broadcaster?.program ?? say('icecast.a-program');
}
