import type { Text } from '../../core/message.ts';
import { isSameEntry } from '../../show/pipeline/hide.ts';
import type { SettingsStore } from '../../web/index.ts';

/** Several presses of the operator, and changes on other pages, may come at once. */
const ATTEMPTS = 3;

/** Adds to `--hide.tracks`, or removes. Resolves to the reason for a failure. */
export async function listHidden(
  settings: SettingsStore,
  entry: string,
  isListed: boolean,
  attempts = ATTEMPTS,
): Promise<Text | undefined> {
  const { options, revision } = await settings.read(false);
  const listed = options.find(({ name }) => name === 'hide.tracks')?.items ?? [];
  const others = listed.filter((one) => !isSameEntry(one, entry));
  if (others.length < listed.length === isListed) {
    return undefined;
  }
  const set = { 'hide.tracks': isListed ? [...listed, entry] : others };
  const { outcome, ...answer } = await settings.save({ revision, set }, false);
  if (outcome === 'conflict' && attempts > 1) {
    return listHidden(settings, entry, isListed, attempts - 1);
  }
  return outcome === 'saved' ? undefined : 'reason' in answer ? answer.reason : 'it was not saved';
}
