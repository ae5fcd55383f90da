/**
 * `database V2`, the library of Serato DJ before version 4: chunks like those of session files; each `otrk`
 * is a track made of text chunks. Never throws.
 */

import type { CollectionTrack } from '../../core/contracts/hearing.ts';
import { plausibleBpm, plausibleYear } from '../../core/plausible.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { baseName } from '../shared/file-name.ts';
import { parsePlayingTime } from '../shared/playing-time.ts';
import { chunks, fileChunks, textOf } from '../softb/session-file.ts';

/**
 * Skips entries without a path.
 * @param volume root of the paths
 */
export function* seratoTracks(
  bytes: Buffer,
  volume: string,
  damaged: () => void = () => undefined,
): Generator<CollectionTrack> {
  for (const [tag, content] of fileChunks(bytes, 'otrk', damaged)) {
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
            bpm: plausibleBpm(Number(text('tbpm'))),
            year: plausibleYear(text('ttyr')),
            filename: baseName(file),
            durationMs: parsePlayingTime(text('tlen')),
          },
        };
      }
    }
  }
}
