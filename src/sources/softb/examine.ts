/** Which DJ software keeps a record on this computer, and whether it can be read. */
import type { DiagnoseTools } from '../../core/contracts.ts';
import { messageOf } from '../../core/errors.ts';
import { type Finding, unused, well } from '../../core/finding.ts';
import type { HistoryLocation } from './locations.ts';
import { openRecord } from './open.ts';
import { loadsSince, SERATO_4 } from './serato-rows.ts';
import { WatchedDatabase } from './watched-database.ts';

export async function examineSoftware(
  places: readonly HistoryLocation[],
  tools: DiagnoseTools,
): Promise<readonly Finding[]> {
  const there = await Promise.all(
    places.map(async (place) => ((await tools.disk.stat(place.path).catch(() => undefined)) ? [place] : [])),
  );
  const found = there.flat();
  if (!tools.chosen) {
    return found.map(({ program, path }) =>
      unused('softb', 'software', `${program} keeps a record on this computer: ${path}`),
    );
  }
  const [first, ...others] = found;
  return first === undefined ? [nothing()] : [await readFinding(first, tools), ...others.map(second)];
}

async function readFinding(place: HistoryLocation, tools: DiagnoseTools): Promise<Finding> {
  try {
    await read(place, tools);
    return well('software', `the record of ${place.program} can be read: ${place.path}`);
  } catch (error) {
    const reason = messageOf(error);
    return {
      area: 'software',
      severity: 'fault',
      finding: `the record of ${place.program} cannot be read: ${reason} (${place.path})`,
      means: 'until then, what that program plays is not shown',
      todo: /locked|busy/i.test(reason)
        ? 'close the other program that keeps it locked: a back-up, a library tool, or a second copy of the DJ software'
        : 'start the DJ software once, so that it repairs its database',
    };
  }
}

async function read({ program, path }: HistoryLocation, tools: DiagnoseTools): Promise<void> {
  if (program === 'Serato DJ 4') {
    const database = new WatchedDatabase(path, SERATO_4, tools);
    await database.rows(loadsSince(undefined), true).finally(() => database.close());
    return;
  }
  const record = openRecord({ program, path }, tools);
  await record.newest().finally(() => record.close());
}

function nothing(): Finding {
  return {
    area: 'software',
    severity: 'fault',
    finding: 'no record of Serato DJ or Mixxx was found',
    means: 'nothing will be shown until one of them is started by the same user',
    todo: 'start the DJ software once; other programs write a text file, which the source softa reads',
    plain: 'no Serato DJ or Mixxx has run on this computer yet. Start it once',
    waits: true,
  };
}

function second({ program, path }: HistoryLocation): Finding {
  return {
    area: 'software',
    severity: 'note',
    finding: `there is a record of ${program}, too: ${path}`,
    means: 'only the first one found is watched',
    todo: '',
  };
}
