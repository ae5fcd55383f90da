import type { RecordedSource } from '@deckcast/recording';
import type { Finding } from '../core/finding.ts';
import type { Disk } from '../core/tools.ts';

/** Whether a source can write its `--….record`; nothing where the path is empty. */
export async function recordFindings(
  path: string,
  source: RecordedSource,
  disk: Disk,
): Promise<readonly Finding[]> {
  const { folderFindings } = await import('../host/folders.ts');
  return folderFindings([{ option: `--${source}.record`, path, without: 'nothing is recorded' }], disk);
}
