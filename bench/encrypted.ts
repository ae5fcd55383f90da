import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DecryptedCopy } from '../src/host/sqlite/decrypted-copy.js';
import { collection, encryptedDatabase, KEY } from '../test/support/rekordbox.ts';
import { type Figure, type Measurement, percentile, withFolder } from './measure.ts';

const TRACKS = 20_000;
const SAMPLES = 20;

/** What it costs to read an encrypted collection, first as a whole and then after each track that counts as played. */
export const encrypted: Measurement = {
  name: 'encrypted',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
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
    });
  },
};

/** Each fills a page. */
const LARGE_ROWS = 520_000;
const AT_ONCE = 20_000;

/** A collection that is larger than any, written to all the time. */
export const encryptedLarge: Measurement = {
  name: 'encrypted-large',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const path = join(folder, 'master.db');
      const database = encryptedDatabase(path);
      database.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)');
      const insert = database.prepare('INSERT INTO t (b) VALUES (?)');
      for (let written = 0; written < LARGE_ROWS; written += AT_ONCE) {
        database.exec('BEGIN');
        for (let count = 0; count < AT_ONCE; count++) {
          insert.run(['x'.repeat(3_900)]);
        }
        database.exec('COMMIT');
        database.pragma('wal_checkpoint(TRUNCATE)');
      }
      const copy = new DecryptedCopy(path, join(folder, 'copy.db'), KEY);
      let longest = 0;
      const write = (): void => {
        insert.run(['y']);
      };
      const whole = timed(() => {
        for (let isOver = false; !isOver; write()) {
          longest = Math.max(
            longest,
            timed(() => {
              isOver = !copy.refresh().unfinished;
            }),
          );
        }
      });
      const plain = timed(() => readPieces(path));
      refresh(copy);
      const later = Array.from({ length: SAMPLES }, () => {
        write();
        return timed(() => refresh(copy));
      });
      database.pragma('wal_checkpoint(TRUNCATE)');
      const checkpoint = timed(() => refresh(copy));
      const size = (statSync(path).size / 1_000_000_000).toFixed(1);
      database.close();
      const against = { unit: 'ms', against: 'the file read', theirs: plain } as const;
      return [
        { what: `the whole of ${size} GB decrypted, while it is written to`, ours: whole, ...against },
        { what: 'the longest request of that; the limit is 10 seconds', ours: longest, ...against },
        { what: 'after a commit, median of 20', ours: percentile(later, 0.5), ...against },
        { what: 'after a checkpoint', ours: checkpoint, ...against },
      ];
    });
  },
};

function readPieces(path: string): void {
  const file = openSync(path, 'r');
  const piece = Buffer.alloc(1024 * 1024);
  while (readSync(file, piece) > 0) {
    // To the end.
  }
  closeSync(file);
}

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
