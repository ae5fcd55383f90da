import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BugError } from '../../core/errors.ts';

/** Holds `themes/` and `dashboard/`; seen from `dist/` or `src/`. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'themes', 'shared'))) {
    const above = dirname(folder);
    if (above === folder) {
      throw new BugError('the folder "themes" is missing from the installation');
    }
    folder = above;
  }
  return folder;
}
