/** Written into a file by the build (`quick-answers.ts`). */
import type { HelpPage } from '../settings/help-page.ts';
import { pageOn } from './help.ts';
import { commands } from './index.ts';

/** Keyed by the words after `help`. */
export async function helpPages(): Promise<readonly (readonly [words: string, HelpPage])[]> {
  const words = new Set(['', ...commands.flatMap(({ name }) => [name, name.split(' ', 1).join()])]);
  return Promise.all(
    Array.from(words, async (of) => [of, await pageOn(commands, of === '' ? [] : of.split(' '))] as const),
  );
}
