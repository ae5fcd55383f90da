/** Index of the DJ's music, from a damaged disk. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UNKNOWN_TRACK } from '../../../src/core/track.ts';
import { Catalog } from '../../../src/hearing/collection/catalog.ts';
import { Collector } from '../../../src/hearing/collection/collector.ts';
import { Finder } from '../../../src/hearing/collection/finder.ts';
import { Marker } from '../../../src/hearing/collection/marks.ts';
import { PeakFinder } from '../../../src/hearing/collection/peaks.ts';
import { FRAMES_A_PLACE } from '../../../src/hearing/collection/search.ts';
import { BEYOND, MarkList } from '../../../src/hearing/collection/segment.ts';
import { madeMusic } from '../../support/music.ts';
import { type FuzzTarget, hold } from '../target.ts';

const SECONDS = 9;
const RANGE = { from: 0, to: 300 };
const MARKS_FILE = `marks-${RANGE.from}-${RANGE.to}`;

export function collection(): FuzzTarget {
  const folder = mkdtempSync(join(tmpdir(), 'deckcast-fuzz-'));
  const sound = madeMusic(1, SECONDS);
  const list = new MarkList();
  const marker = new Marker({ unsure: false });
  new PeakFinder().push(sound, (peak) =>
    marker.push(peak, (mark, frame) => list.push(mark, Math.floor(frame / FRAMES_A_PLACE))),
  );
  list.write(join(folder, MARKS_FILE), RANGE);
  const entry = { path: '/one.mp3', track: { ...UNKNOWN_TRACK, title: 'One' }, size: 1, modifiedMs: 1 };
  const known = { ...entry, ...RANGE, content: 'one', problem: '', needsFfmpeg: false, listed: false };
  new Catalog(folder).put([known]);
  const whole = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));

  return {
    seeds: [...whole.values()],
    words: ['"path":', '"from":', '"to":', '"gone":true', '"problem":'],
    runs: 2,
    async run(bytes) {
      const name = bytes.includes('{') && bytes.length < 100_000 ? 'tracks.jsonl' : MARKS_FILE;
      for (const [other, content] of whole) {
        writeFileSync(join(folder, other), other === name ? bytes : content);
      }
      const finder = new Finder(folder);
      finder.read();
      finder.push(sound);
      hold(finder.search().length <= 3, 'more tracks than were looked for');
      hold(finder.names().length <= 500, 'names without end');
      const where = { folder, places: [], isListed: true, generation: 1 };
      const { known: tracks } = await new Collector(folder).begin({ kind: 'begin', ...where });
      const catalog = new Catalog(folder);
      catalog.read();
      hold(tracks >= 0 && catalog.end <= BEYOND, 'a place that there never is');
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
