import type { TrackList } from '../../core/contracts/hearing.ts';
import type { UpstreamError } from '../../core/errors.ts';
import { type Finding, okFinding } from '../../core/finding.ts';
import { recognized, say, type Text } from '../../core/message.ts';
import type { CollectAnswer } from './messages.ts';

const SOFTWARE = { area: 'software', severity: 'warning' } as const;
/** Looping links named. */
const MOST_LOOPS = 3;

/** A list of tracks that can't be read. */
export interface Unlisted {
  readonly from: TrackList;
  readonly error: UpstreamError;
}

/** `problem`: reason why the indexing failed. `progress`: undefined before the first answer. */
export function collectionFindings(
  problem: Text | undefined,
  progress: CollectAnswer | undefined,
  unlisted: readonly Unlisted[],
): readonly Finding[] {
  if (problem !== undefined) {
    return [
      {
        ...SOFTWARE,
        finding: say('hearing.collection-cannot-described', { reason: recognized(problem, 'decode.') }),
        means: say('hearing.tracks-not-described-yet-not-heard-2'),
        todo: say('hearing.correct-hear-library-hear-index-tried'),
      },
    ];
  }
  return progress === undefined ? [] : progressFindings(progress, unlisted);
}

function progressFindings(progress: CollectAnswer, unlisted: readonly Unlisted[]): readonly Finding[] {
  const { total, known, unreadable, problem, absent, blocked, unnamed, loops } = progress;
  const [firstBlocked] = blocked;
  const [firstUnnamed] = unnamed;
  const all: readonly (Finding | false)[] = [
    known < total
      ? okFinding('software', say('hearing.tracks-collection-described', { known, total }))
      : okFinding('software', say('hearing.tracks-collection', { total: total - unreadable })),
    ...missingFindings(progress, unlisted),
    unreadable > 0 && {
      ...SOFTWARE,
      finding: say('hearing.files-collection-cannot-heard', {
        count: unreadable,
        reason: recognized(problem, 'decode.'),
      }),
      means: say('hearing.they-never-named-their-sound'),
      todo: say('hearing.keep-files-computer-can-read-mp3'),
    },
    firstBlocked !== undefined && {
      ...SOFTWARE,
      finding: say('hearing.folders-files-collection-user-may-not', {
        count: blocked.length,
        path: firstBlocked,
      }),
      means: say('hearing.music-them-not-heard'),
      todo: say('hearing.give-user-read-access-them'),
    },
    firstUnnamed !== undefined && {
      ...SOFTWARE,
      finding: say('hearing.files-collection-whose-names-not-utf', {
        count: unnamed.length,
        path: firstUnnamed,
      }),
      means: say('hearing.music-them-not-heard'),
      todo: say('hearing.rename-them'),
    },
    ...loops.slice(0, MOST_LOOPS).map((link) => ({
      ...SOFTWARE,
      severity: 'note' as const,
      finding: say('hearing.leads-back-folder', { link }),
      means: say('hearing.left-out-each-file-collection-counts'),
      todo: say('hearing.remove-link-if-you-do-not'),
    })),
    ...unlisted.filter(isFolder).map(unlistedFinding),
    absent > 0 && {
      ...SOFTWARE,
      finding: say('hearing.tracks-dj-program-lists-whose-files', { count: absent }),
      means: say('hearing.those-not-described-yet-not-heard'),
      todo: say('hearing.connect-their-disk-no-longer-wanted'),
    },
  ];
  return all.filter((finding) => finding !== false);
}

/** Folders and libraries that can't be read or have no music. */
export function missingFindings(
  { total, isLooking, missing }: CollectAnswer,
  unlisted: readonly Unlisted[],
): readonly Finding[] {
  const libraries = unlisted.filter((one) => !isFolder(one)).map(unlistedFinding);
  const folders = missing.map((place) => ({
    ...SOFTWARE,
    finding: say('hearing.hear-library-cannot-looked-through', { place }),
    means: say('hearing.tracks-not-described-yet-not-heard'),
    todo: say('hearing.connect-disk-correct-option'),
  }));
  const none = {
    ...SOFTWARE,
    finding: say('hearing.no-music-found'),
    means: say('hearing.no-track-can-be-named'),
    todo: say('hearing.correct-hear-library'),
  };
  const places = [...libraries, ...folders];
  return total === 0 && !isLooking && places.length === 0 ? [none] : places;
}

/** Files of a folder are found without its list. */
function isFolder({ from }: Unlisted): boolean {
  return 'folder' in from;
}

function unlistedFinding({ from, error }: Unlisted): Finding {
  return 'program' in from
    ? {
        ...SOFTWARE,
        finding: say('hearing.library-cannot-read', { program: from.program, reason: error.text }),
        means: say('hearing.tracks-not-described-yet-not-heard'),
        todo: say('hearing.start-program-once-computer-same-user'),
      }
    : {
        ...SOFTWARE,
        finding: say('hearing.rekordbox-library-cannot-read', {
          folder: from.folder,
          message: error.text,
        }),
        means: say('hearing.tracks-called-their-files-say'),
        todo: say('hearing.set-prodjlink-key-key-newer-library'),
      };
}
