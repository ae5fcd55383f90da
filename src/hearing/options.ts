import type { Problem } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { defineOptions, type SettingsOf } from '../core/option.ts';
import { choices, commandLine, directory, folders, uint } from '../settings/kinds.ts';
import { DOOR_NAMES, DOOR_TITLES } from './doors/door.ts';

export const hearOptions = defineOptions('Source and discovery', {
  'hear.input': {
    kind: choices(DOOR_NAMES, DOOR_TITLES),
    default: [],
    help: 'how the sound of the master reaches deckcast, so that it hears which track is on; empty disables it; with several, the first that has sound counts',
  },
  'hear.command': {
    kind: commandLine,
    default: '',
    help: 'command that writes the sound to its standard output: signed, 16 bits, little-endian, mono',
  },
  'hear.rate': {
    kind: uint({ min: 8_000, max: 192_000, what: say('hearing.sample-rate') }),
    default: 11_025,
    help: 'samples a second that it writes',
  },
  'hear.library': {
    kind: folders,
    default: [],
    help: 'your music: folders, or mixxx, serato or engine for the library of that program on this computer; its tracks are known by their sound (for --source=hear), and by the names that a source without decks gives them',
  },
  'hear.index': {
    kind: directory,
    default: '',
    help: 'folder for what is known of the sound of your music, some 15 MB for a thousand tracks; empty: in the cache folder',
  },
});

export type HearSettings = SettingsOf<typeof hearOptions>;

export function checkHear({
  'hear.input': input,
  'hear.command': command,
  'hear.library': library,
  source,
}: HearSettings & { readonly source: readonly string[] }): readonly Problem[] {
  const byEar = source.includes('hear') ? missingFor(input, library) : [];
  return [...byEar, ...withoutCommand(input, command)];
}

function missingFor(input: readonly string[], library: readonly string[]): readonly Problem[] {
  return [
    ...(input.length === 0
      ? [{ where: '--hear.input', what: say('hearing.say-how-sound-comes-source-hear') }]
      : []),
    ...(library.length === 0
      ? [
          {
            where: '--hear.library',
            what: say('hearing.name-folders-your-music-mixxx-serato'),
          },
        ]
      : []),
  ];
}

function withoutCommand(input: readonly string[], command: string): readonly Problem[] {
  return input.includes('command') && command.trim() === ''
    ? [{ where: '--hear.command', what: say('hearing.give-command-writes-sound') }]
    : [];
}
