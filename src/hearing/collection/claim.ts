/** Keeps two programs from writing one index, which would mix up their places. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import { stillRuns } from '../../host/is-running.js';

const CLAIM = v.object({ pid: v.number(), at: v.number() });

/** Makes this process the writer of the index. Throws if another one is. */
export function claim(folder: string): void {
  const file = join(folder, 'writer');
  const writer = jsonIn(textOf(file), CLAIM);
  const now = Date.now();
  if (writer !== undefined && writer.pid !== process.pid && stillRuns(writer.pid, writer.at, now)) {
    throw new Error(`another deckcast (process ${writer.pid}) is indexing your music`);
  }
  writeFileSync(file, JSON.stringify({ pid: process.pid, at: now }));
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
