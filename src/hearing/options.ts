import type { Problem } from '../core/errors.ts';
import { defineOptions, type SettingsOf } from '../core/option.ts';
import { choices, commandLine, uint } from '../settings/kinds.ts';
import { DOOR_NAMES } from './doors/door.ts';

export const hearOptions = defineOptions({
  'hear.input': {
    kind: choices(DOOR_NAMES),
    default: [],
    help: 'ways in which the sound of the master comes, so that deckcast hears which track the audience hears; of several, the first that has sound counts; none: it is not heard',
    group: 'Source and discovery',
  },
  'hear.command': {
    kind: commandLine,
    default: '',
    help: 'command that writes the sound to its standard output: signed, 16 bits, little-endian, mono',
    group: 'Source and discovery',
  },
  'hear.rate': {
    kind: uint({ min: 8_000, max: 192_000, what: 'a sample rate' }),
    default: 11_025,
    help: 'samples a second that it writes',
    group: 'Source and discovery',
  },
});

export type HearSettings = SettingsOf<typeof hearOptions>;

export function checkHear({
  'hear.input': input,
  'hear.command': command,
}: HearSettings): readonly Problem[] {
  return input.includes('command') && command.trim() === ''
    ? [{ where: '--hear.command', what: 'give the command that writes the sound' }]
    : [];
}
