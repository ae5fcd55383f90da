/** Why nothing, or not everything, is known about Traktor's decks, and what to do about it. Pure. */
import { type Finding, unused, well } from '../../core/finding.ts';
import type { Address } from '../../settings/kinds.ts';
import type { TraktorInstallation } from './installation.ts';

export interface TraktorState {
  readonly address: Address;
  /** Something has come from Traktor since the start. */
  readonly received: boolean;
  /** Names of Traktors whose messages stopped while they played. */
  readonly lost: readonly string[];
  /** Letters of decks that play a track from before deckcast listened. */
  readonly unknownDecks: readonly string[];
  /** Letters of loaded decks with open channels, where nothing has been reported to play so far. */
  readonly stillDecks: readonly string[];
  /** Letters of decks whose levels have to be told before anybody can say which deck is heard. */
  readonly untoldDecks: readonly string[];
  /** What is installed on this computer. */
  readonly installed: readonly TraktorInstallation[];
}

/** `listens`: this program listens for Traktor, so that what it has received counts. */
export function traktorFindings(state: TraktorState, listens: boolean): readonly Finding[] {
  const problem = listens ? problemOf(state) : installationProblem(state);
  if (problem !== undefined) {
    return [problem];
  }
  if (listens) {
    return [well('software', 'Traktor reports what it plays')];
  }
  const able = state.installed.filter(({ hasClient }) => hasClient);
  return able.length === 0
    ? [
        {
          area: 'software',
          severity: 'note',
          finding: 'no Traktor was found on this computer',
          means:
            'one on another computer must send here: --traktor.addr and its ApiClient.js name the address',
          todo: '',
        },
      ]
    : able.map(({ program }) => well('software', `${program} has the API files in its D2 folder`));
}

/** Undefined when there is no problem. */
function problemOf(state: TraktorState): Finding | undefined {
  const { lost, received, stillDecks, unknownDecks, untoldDecks } = state;
  const [first] = lost;
  if (first !== undefined) {
    return {
      ...STAYS,
      finding: `${first} played and then fell silent: it was closed, or its connection broke`,
      todo: 'start it again: what it then loads is known',
    };
  }
  if (!received) {
    return installationProblem(state) ?? SILENT;
  }
  if (stillDecks.length > 0) {
    return {
      ...NOT_SHOWN,
      severity: 'warning',
      finding:
        stillDecks.length === 1
          ? `deck ${stillDecks[0]} has a track and an open channel, and Traktor does not report that it plays`
          : `decks ${stillDecks.join(' and ')} have tracks and open channels, and Traktor does not report that they play`,
      todo: 'start it; if it plays already, it is played by timecode, which Traktor does not report: let Traktor broadcast, or let deckcast hear the room (help page: /help/traktor)',
      waits: true,
    };
  }
  if (untoldDecks.length > 0) {
    return {
      ...STAYS,
      finding:
        untoldDecks.length === 1
          ? `deck ${untoldDecks[0]}: how loud it is heard is unknown until its fader moves`
          : `decks ${untoldDecks.join(' and ')}: how loud they are heard is unknown until their faders move`,
      todo: 'Traktor sends a level only when it changes: stop the decks that nobody hears, or move their faders',
    };
  }
  return unknownDecks.length === 0
    ? undefined
    : {
        ...STAYS,
        finding:
          unknownDecks.length === 1
            ? `deck ${unknownDecks[0]}: what plays is unknown until the next load`
            : `decks ${unknownDecks.join(' and ')}: what plays is unknown until the next load`,
        todo: 'Traktor sends a track only when it loads it: load it again, or start deckcast before Traktor',
      };
}

const STAYS = {
  area: 'software',
  severity: 'warning',
  means: 'another track may stay on air until then',
} as const;

const NOT_SHOWN = {
  area: 'software',
  severity: 'fault',
  means: 'until then, nothing that Traktor plays is shown',
} as const;

const SILENT: Finding = {
  ...NOT_SHOWN,
  severity: 'warning',
  finding: 'nothing has arrived from Traktor yet',
  todo: 'start it; if it runs: an update of Traktor removes the D2 folder, and Kontrol D2 must be in its Controller Manager (help page: /help/traktor)',
  plain:
    'nothing has arrived from Traktor yet. Start it. If it runs, do the steps below again: an update of Traktor undoes them (help page: /help/traktor)',
  waits: true,
};

/** What is wrong with the only Traktors of this computer. */
function installationProblem({ installed, address }: TraktorState): Finding | undefined {
  const able = installed.filter(({ hasClient }) => hasClient);
  const [first] = installed;
  if (first !== undefined && able.length === 0) {
    return {
      ...NOT_SHOWN,
      finding: `${first.program} cannot report what it plays: the API files are not in its D2 folder, never installed or removed by an update of Traktor`,
      todo: `copy them to ${first.folder} again and restart Traktor (help page: /help/traktor)`,
    };
  }
  const elsewhere = able.find(({ url }) => url !== undefined && portOf(url) !== address.port);
  return elsewhere === undefined || able.some(({ url }) => url !== undefined && portOf(url) === address.port)
    ? undefined
    : {
        ...NOT_SHOWN,
        finding: `${elsewhere.program} sends to ${elsewhere.url}, and deckcast listens on port ${address.port}`,
        todo: `set --traktor.addr=127.0.0.1:${portOf(elsewhere.url ?? '')}, or correct ${elsewhere.folder} (Api, ApiClient.js)`,
      };
}

function portOf(url: string): number {
  return URL.canParse(url) ? Number(new URL(url).port || '80') : 0;
}

/** While the source is not chosen. */
export function installedFindings(installed: readonly TraktorInstallation[]): readonly Finding[] {
  return installed.map(({ program, hasClient }) =>
    unused(
      'traktor',
      'software',
      hasClient
        ? `${program} is on this computer, with the API files in its D2 folder`
        : `${program} is on this computer, without the API files that report what it plays`,
    ),
  );
}
