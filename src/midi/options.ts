import type { Problem } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { defineOptions, type SettingsOf } from '../core/option.ts';
import { choices, commandLine, phrases } from '../settings/kinds.ts';
import { parseController } from './controller.ts';
import { controllerOf } from './presets.ts';

export const midiOptions = defineOptions('Source and discovery', {
  'midi.input': {
    kind: choices(['page', 'command'], {
      page: 'A page in a browser',
      command: 'A command on this computer',
    }),
    default: [],
    help: 'how the faders of your controller reach deckcast, for programs that do not report faders; empty disables them',
    words: 'midi controller fader crossfader serato rekordbox djay',
  },
  'midi.command': {
    kind: commandLine,
    default: '',
    help: 'command that prints the messages of the controller: a line each, as bytes in hex such as B0 13 40',
  },
  'midi.controllers': {
    kind: phrases,
    default: [],
    help: 'your controllers: the name of the port, and the channel and number of each fader, such as DDJ-SB3 = 1:1/19/51 2:2/19/51 x:7/31/63; the name of a known one is enough',
  },
});

export type MidiSettings = SettingsOf<typeof midiOptions>;

export function checkMidi({
  'midi.input': input,
  'midi.command': command,
  'midi.controllers': controllers,
}: MidiSettings): readonly Problem[] {
  return [
    ...(input.includes('command') && command.trim() === ''
      ? [{ where: '--midi.command', what: say('midi.give-command-prints-messages') }]
      : []),
    ...(input.includes('command') && controllers.length === 0
      ? [{ where: '--midi.controllers', what: say('midi.name-controller-command') }]
      : []),
    ...controllers.flatMap((text) => {
      const parsed = parseController(text);
      if (!parsed.ok) {
        return [{ where: '--midi.controllers', what: parsed.problem }];
      }
      return controllerOf(text) === undefined
        ? [{ where: '--midi.controllers', what: say('midi.unknown-controller', { name: parsed.value.name }) }]
        : [];
    }),
  ];
}
