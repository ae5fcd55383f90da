import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DecryptedCopy } from '../src/host/sqlite/decrypted-copy.js';
import { collection, KEY } from '../test/support/rekordbox.ts';
import { type Figure, type Measurement, percentile } from './measure.ts';

const TRACKS = 20_000;
const SAMPLES = 20;

/** What it costs to read an encrypted collection, first as a whole and then after each track that counts as played. */
export const encrypted: Measurement = {
  name: 'encrypted',
  async run(): Promise<readonly Figure[]> {
    const folder = mkdtempSync(join(tmpdir(), 'deckcast-bench-'));
    try {
      const path = join(folder, 'master.db');
      const rekordbox = collection(path);
      rekordbox.database.exec('BEGIN');
      const tracks = Array.from({ length: TRACKS }, (_, at) =>
        rekordbox.track(`Artist ${at}`, `Title ${at}`),
      );
      rekordbox.database.exec('COMMIT');
      rekordbox.database.pragma('wal_checkpoint(TRUNCATE)');
      const copy = new DecryptedCopy(path, join(folder, 'copy.db'), KEY);
      const whole = timed(() => refresh(copy));
      const plain = timed(() => readFileSync(path));
      const later = tracks.slice(0, SAMPLES).map((track) => {
        rekordbox.play(track);
        return timed(() => refresh(copy));
      });
      const reread = Array.from({ length: SAMPLES }, () => timed(() => readFileSync(path)));
      const size = Math.round(statSync(path).size / 1_000_000);
      rekordbox.close();
      return [
        {
          what: `the whole of ${TRACKS} tracks (${size} MB) decrypted, with the key from a passphrase`,
          unit: 'ms',
          ours: whole,
          against: 'the file read',
          theirs: plain,
        },
        {
          what: `after a track that counts as played, median of ${SAMPLES}`,
          unit: 'ms',
          ours: percentile(later, 0.5),
          against: 'the file read',
          theirs: percentile(reread, 0.5),
        },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function refresh(copy: DecryptedCopy): void {
  while (copy.refresh().unfinished) {
    // Until it is what the file is.
  }
}

function timed(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}
