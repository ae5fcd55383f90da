import type { Text } from '../../core/message.ts';
import { isSameEntry } from '../../show/pipeline/hide.ts';
import type { SettingsStore } from '../../web/index.ts';

/** Adds to `--hide.tracks`, or removes. Resolves to the reason for a failure. */
export async function listHidden(
  settings: SettingsStore,
  entry: string,
  isListed: boolean,
): Promise<Text | undefined> {
  const { options, revision } = await settings.read(false);
  const listed = options.find(({ name }) => name === 'hide.tracks')?.items ?? [];
  const others = listed.filter((one) => !isSameEntry(one, entry));
  if (others.length < listed.length === isListed) {
    return undefined;
  }
  const set = { 'hide.tracks': isListed ? [...listed, entry] : others };
  const { outcome, ...answer } = await settings.save({ revision, set }, false);
  return outcome === 'saved' ? undefined : 'reason' in answer ? answer.reason : 'it was not saved';
}
