/**
 * The library of Serato DJ before version 4: the file `database V2`, of chunks as its session files are. Each `otrk` is a
 * track, of chunks with texts. Pure; never throws.
 */

import { believedBpm, believedYear } from '../../core/believed.ts';
import type { CollectionTrack } from '../../core/contracts.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { baseName } from '../file-name.ts';
import { parsePlayingTime } from '../playing-time.ts';
import { chunks, textOf } from '../softb/session-file.ts';

/** `volume`: where the paths in the file begin. What has no path is left out. */
export function* seratoTracks(bytes: Buffer, volume: string): Generator<CollectionTrack> {
  for (const [tag, content] of chunks(bytes)) {
    if (tag === 'otrk') {
      const fields = new Map(chunks(content));
      const text = (field: string): string => textOf(fields.get(field));
      const file = text('pfil');
      if (file !== '') {
        yield {
          path: `${volume.replace(/[\\/]+$/, '')}/${file.replace(/^[\\/]+/, '')}`,
          track: {
            ...UNKNOWN_TRACK,
            artist: text('tart'),
            title: text('tsng'),
            album: text('talb'),
            genre: text('tgen'),
            label: text('tlbl'),
            remixer: text('trmx'),
            comment: text('tcom'),
            key: text('tkey'),
            bpm: believedBpm(Number(text('tbpm'))),
            year: believedYear(text('ttyr')),
            filename: baseName(file),
            durationMs: parsePlayingTime(text('tlen')),
          },
        };
      }
    }
  }
}
