import type { DiagnoseTools } from '../../core/contracts/part.ts';
import { textOf } from '../../core/errors.ts';
import { type Finding, notWatched, okFinding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import { DatabaseRecord, MIXXX } from './database.ts';
import { lastWrittenFirst } from './last-written.ts';
import type { HistoryLocation } from './locations.ts';
import { existing } from './record-poller.ts';
import { isWithoutSession, repairOf } from './repair.ts';
import { loadsSince, SERATO_4 } from './serato-rows.ts';
import { SessionFolder } from './session-folder.ts';
import { WatchedDatabase } from './watched-database.ts';

export async function examineSoftware(
  places: readonly HistoryLocation[],
  tools: DiagnoseTools,
): Promise<readonly Finding[]> {
  const found = await existing(await lastWrittenFirst(places, tools.disk), tools.disk);
  if (!tools.chosen) {
    return found.map(({ program, path }) =>
      notWatched('softb', 'software', say('softb.keeps-record-computer', { program, path })),
    );
  }
  const [first, ...others] = found;
  return first === undefined ? [nothing(places)] : [await readFinding(first, tools), ...others.map(second)];
}

async function readFinding(place: HistoryLocation, tools: DiagnoseTools): Promise<Finding> {
  try {
    const problem = await read(place, tools);
    if (problem !== undefined) {
      const waits = isWithoutSession(problem);
      return {
        area: 'software',
        severity: 'warning',
        finding: problem,
        means: say(waits ? 'softb.until-then-program-plays-not-shown' : 'softb.some-plays-not-shown'),
        todo: repairOf(place.program, problem),
        ...(waits && { waits }),
      };
    }
    return okFinding('software', say('softb.record-can-read', { program: place.program, path: place.path }));
  } catch (error) {
    const reason = textOf(error);
    return {
      area: 'software',
      severity: 'fault',
      finding: String(reason).includes(place.path)
        ? say('softb.record-cannot-read-2', { reason })
        : say('softb.record-cannot-read', { program: place.program, reason, path: place.path }),
      means: say('softb.until-then-program-plays-not-shown'),
      todo: repairOf(place.program, reason),
    };
  }
}

/** Resolves to damage that leaves out some plays. */
async function read({ program, path }: HistoryLocation, tools: DiagnoseTools): Promise<Text | undefined> {
  if (program === 'Serato DJ 4') {
    const database = new WatchedDatabase(path, SERATO_4, tools);
    await database.rows(loadsSince(undefined), true).finally(() => database.close());
    return undefined;
  }
  if (program === 'Serato DJ 3') {
    const folder = new SessionFolder(path, tools.disk);
    await folder.newest();
    return folder.problem;
  }
  const record = new DatabaseRecord(path, MIXXX, tools);
  await record.newest().finally(() => record.close());
  return undefined;
}

export function nothing(places: readonly HistoryLocation[]): Finding {
  return {
    area: 'software',
    severity: 'fault',
    finding: say('softb.no-record-serato-dj-mixxx-found'),
    means: say('softb.nothing-will-shown-until-one-them', {
      places: places.map(({ path }) => path).join(', '),
    }),
    todo: say('softb.start-it-once-or-another-source', { source: { part: 'softa', value: 'textfile' } }),
    plain: say('softb.no-serato-dj-mixxx-run-computer'),
    waits: true,
  };
}

function second({ program, path }: HistoryLocation): Finding {
  return {
    area: 'software',
    severity: 'note',
    finding: say('softb.record-too', { program, path }),
    means: say('softb.only-first-one-found-watched'),
    todo: '',
  };
}
