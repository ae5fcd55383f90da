/** Why no track arrives from programs that broadcast, and what to do about it. Pure. */
import { type Finding, well } from '../../core/finding.ts';
import type { Address } from '../../settings/kinds.ts';
import type { BroadcastView } from './broadcasts.ts';

/** Milliseconds in which a program that names its tracks has named one. */
const NAMES_WITHIN_MS = 30_000;
const SILENT = {
  area: 'software',
  severity: 'warning',
  means: 'no further track is shown until then',
} as const;
/** Milliseconds for which the findings mention that a program came back. */
const RETURN_SHOWN_FOR_MS = 60_000;

export interface IcecastState {
  readonly address: Address;
  readonly broadcasts: readonly BroadcastView[];
  /** A client at this address does not know the password. */
  readonly refusedPassword: string | undefined;
  /** Monotonic. */
  readonly now: number;
}

/** What to type into a program; the password is not shown. */
export function whatToType({ host = '', port }: Address): string {
  const server = host === '' ? 'the address of this computer' : host;
  return `Icecast 2, server ${server}, port ${port}, mount point /live, user source, password as in --icecast.password`;
}

/** Undefined when there is no problem. */
function problemOf({ address, broadcasts, refusedPassword, now }: IcecastState): Finding | undefined {
  if (refusedPassword !== undefined) {
    return {
      ...SILENT,
      severity: 'fault',
      finding: `a program at ${refusedPassword} does not give the password`,
      todo: 'type the password of --icecast.password into its broadcast settings',
    };
  }
  const live = broadcasts.filter(({ state }) => state === 'broadcasting');
  const back = live.find(
    ({ returnedAt = Number.NEGATIVE_INFINITY }) => now < returnedAt + RETURN_SHOWN_FOR_MS,
  );
  if (back !== undefined) {
    return {
      ...SILENT,
      finding: `${programOf(back)} connected to ${back.name} again while its earlier connection was open`,
      means: 'tracks that it named in between are missing',
      todo: 'check the network between it and this computer, and that it broadcasts only once',
    };
  }
  if (live.some(({ isNamed }) => isNamed)) {
    return undefined;
  }
  const silent = live.find(({ since }) => now >= since + NAMES_WITHIN_MS);
  if (silent !== undefined) {
    return {
      ...SILENT,
      finding: `${programOf(silent)} broadcasts to ${silent.name}, but names no tracks`,
      todo: 'turn on sending titles (metadata) in its broadcast settings (help page: /help/broadcast)',
    };
  }
  const ended = broadcasts.find(({ state, broadcaster }) => state === 'ended' && broadcaster !== undefined);
  if (live.length === 0 && ended !== undefined) {
    return {
      ...SILENT,
      finding: `the broadcast of ${programOf(ended)} to ${ended.name} has ended`,
      todo: 'start it again in that program; until then the last track stays',
    };
  }
  return broadcasts.length > 0
    ? undefined
    : {
        ...SILENT,
        finding: 'no program has broadcast yet',
        todo: `type into its broadcast settings: ${whatToType(address)} (help page: /help/broadcast)`,
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
    well(
      'software',
      `${programOf(one)} broadcasts to ${one.name}${one.isNamed ? ' and names its tracks' : ''}`,
    ),
  );
}

function programOf({ broadcaster }: BroadcastView): string {
  return broadcaster?.program ?? 'a program';
}
