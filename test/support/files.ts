import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of package.json. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Lists files with this ending, without installed and built ones. Absolute paths, sorted. */
export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/](node_modules|dist)[\\/]/.test(path.slice(folder.length)))
    .sort();
}
