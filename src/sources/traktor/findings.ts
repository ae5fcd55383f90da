import { type Finding, notWatched, okFinding } from '../../core/finding.ts';
import { say, type Text, type TextId } from '../../core/message.ts';
import type { Address } from '../../settings/kinds.ts';
import type { TraktorInstallation } from './installation.ts';

export interface TraktorState {
  readonly address: Address;
  readonly received: boolean;
  /** Their messages stopped while a deck played. */
  readonly lost: readonly string[];
  /** Letters of decks with a track from before deckcast listened. */
  readonly unknownDecks: readonly string[];
  /** Letters of loaded decks with open channels, without any play reported yet. */
  readonly stillDecks: readonly string[];
  /** Letters of decks whose level must be known to tell the audible one. */
  readonly unreportedDecks: readonly string[];
  readonly installed: readonly TraktorInstallation[];
}

/** `listens`: for the running source, whose received messages count. */
export function traktorFindings(state: TraktorState, listens: boolean): readonly Finding[] {
  const problem = listens ? problemOf(state) : installationProblem(state);
  if (problem !== undefined) {
    return [problem];
  }
  if (listens) {
    return [okFinding('software', say('traktor.traktor-reports-plays'))];
  }
  const able = state.installed.filter(({ hasClient }) => hasClient);
  return able.length === 0
    ? [
        {
          area: 'software',
          severity: 'note',
          finding: say('traktor.no-traktor-found-computer'),
          means: say('traktor.one-another-computer-must-send-here'),
          todo: '',
        },
      ]
    : able.map(({ program }) => okFinding('software', say('traktor.api-files-d2-folder', { path: program })));
}

function problemOf(state: TraktorState): Finding | undefined {
  const { lost, received, stillDecks, unknownDecks, unreportedDecks } = state;
  const [first] = lost;
  if (first !== undefined) {
    return {
      ...STAYS,
      finding: say('traktor.played-then-fell-silent-closed-connection', { program: first }),
      todo: say('traktor.start-again-then-loads-known'),
    };
  }
  if (!received) {
    return installationProblem(state) ?? SILENT;
  }
  if (stillDecks.length > 0) {
    return {
      ...NOT_SHOWN,
      severity: 'warning',
      finding: aboutDecks(
        stillDecks,
        'traktor.deck-track-open-channel-traktor-does',
        'traktor.decks-tracks-open-channels-traktor-does',
      ),
      todo: say('traktor.start-if-plays-already-played-timecode'),
      waits: true,
    };
  }
  if (unreportedDecks.length > 0) {
    return {
      ...STAYS,
      finding: aboutDecks(
        unreportedDecks,
        'traktor.deck-how-loud-heard-unknown-until',
        'traktor.decks-how-loud-they-heard-unknown',
      ),
      todo: say('traktor.traktor-sends-level-only-when-changes'),
    };
  }
  return unknownDecks.length === 0
    ? undefined
    : {
        ...STAYS,
        finding: aboutDecks(
          unknownDecks,
          'traktor.deck-plays-unknown-until-next-load',
          'traktor.decks-plays-unknown-until-next-load',
        ),
        todo: say('traktor.traktor-sends-track-only-when-loads'),
      };
}

function aboutDecks(decks: readonly string[], one: TextId, several: TextId): Text {
  return decks.length === 1 ? say(one, { deck: decks.join() }) : say(several, { decks: decks.join(' and ') });
}

const STAYS = {
  area: 'software',
  severity: 'warning',
  means: say('traktor.another-track-may-stay-air-until'),
} as const;

const NOT_SHOWN = {
  area: 'software',
  severity: 'fault',
  means: say('traktor.until-then-nothing-traktor-plays-shown'),
} as const;

const SILENT: Finding = {
  ...NOT_SHOWN,
  severity: 'warning',
  finding: say('traktor.nothing-arrived-traktor-yet'),
  todo: say('traktor.start-if-runs-update-traktor-removes'),
  plain: say('traktor.nothing-arrived-traktor-yet-start-if'),
  waits: true,
};

/** No Traktor on this computer can report. */
function installationProblem({ installed, address }: TraktorState): Finding | undefined {
  const able = installed.filter(({ hasClient }) => hasClient);
  const [first] = installed;
  if (first !== undefined && able.length === 0) {
    return {
      ...NOT_SHOWN,
      finding: say('traktor.cannot-report-plays-api-files-not', { program: first.program }),
      todo: say('traktor.copy-them-again-restart-traktor-help', { folder: first.folder }),
    };
  }
  const elsewhere = able.find(({ url }) => url !== undefined && portOf(url) !== address.port);
  return elsewhere === undefined || able.some(({ url }) => url !== undefined && portOf(url) === address.port)
    ? undefined
    : {
        ...NOT_SHOWN,
        finding: say('traktor.sends-deckcast-listens-port', {
          program: elsewhere.program,
          address: elsewhere.url ?? '',
          port: address.port,
        }),
        todo: say('traktor.set-traktor-addr-127-0-0', {
          port: portOf(elsewhere.url ?? ''),
          folder: elsewhere.folder,
        }),
      };
}

function portOf(url: string): number {
  return URL.canParse(url) ? Number(new URL(url).port || '80') : 0;
}

export function installedFindings(installed: readonly TraktorInstallation[]): readonly Finding[] {
  return installed.map(({ program, hasClient }) =>
    notWatched(
      'traktor',
      'software',
      hasClient
        ? say('traktor.computer-api-files-d2-folder', { name: program })
        : say('traktor.computer-without-api-files-report-plays', { name: program }),
    ),
  );
}
