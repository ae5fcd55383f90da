import { join } from 'node:path';
import type { Disk } from '../core/tools.ts';
import { fileResponse, findFile } from './files.ts';

const CATALOGUE = /^((?:[a-z]+\/)?)([a-z]{2})\.json$/;

/**
 * Serves a file of `texts/`. A catalogue comes with the English texts that its language lacks, so that pages read one
 * file. Undefined for a missing file.
 */
export async function answerTexts(
  folder: string,
  path: string,
  request: Request,
  disk: Disk,
): Promise<Response | undefined> {
  const file = await findFile(folder, path, disk);
  const [, below, language = 'en'] = CATALOGUE.exec(path) ?? [];
  if (file === undefined || language === 'en') {
    return file && fileResponse(file, request, disk);
  }
  const english = join(folder, `${below}en.json`);
  // Catalogues whose keys are English texts have no English file.
  const texts = await Promise.all([disk.read(english).catch(() => undefined), disk.read(file.path)]);
  const merged = Object.assign({}, ...texts.map((one) => JSON.parse(Buffer.from(one ?? '{}').toString())));
  return Response.json(merged, { headers: { 'Cache-Control': 'no-cache' } });
}
