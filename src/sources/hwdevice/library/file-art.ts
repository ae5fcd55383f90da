import { UpstreamError } from '../../../core/errors.ts';
import { readTags } from '../../../host/audio-tags.ts';
import { type FilePath, transferPath } from '../engine-library/index.ts';
import type { DeviceFiles } from './copy.ts';

/** Embedded picture; undefined without a readable one. Rejects with the transfer's errors. */
export async function artInFile(
  files: DeviceFiles,
  path: FilePath,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const name = transferPath(path);
  const { exists, size } = await files.stat(name, signal);
  if (!exists || size === 0) {
    return undefined;
  }
  const readRange = async (start: number, end: number): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of files.read(name, { start, end, signal })) {
      pieces.push(new Uint8Array(piece));
    }
    return Buffer.concat(pieces);
  };
  try {
    return (await readTags({ name, size, readRange })).art;
  } catch (error) {
    if (error instanceof UpstreamError) {
      return undefined;
    }
    throw error;
  }
}
