/** Controllers as the pages show them. */
import { spoken } from '../core/message.ts';
import type { Tools } from '../core/tools.ts';
import type { FollowedFaders } from '../midi/followed.ts';
import { MidiPart } from '../midi/index.ts';
import type { StartSettings } from '../operator/options.ts';
import type { MidiView } from '../web/index.ts';
import type { WireMidiProblem } from '../web/wire/midi.ts';
import type { Runs } from './replaceable.ts';

export interface ShownMidi extends Runs, MidiView, Pick<MidiPart, 'findings'> {}

export function createMidi(settings: StartSettings, tools: Tools, faders: FollowedFaders): ShownMidi {
  const part = new MidiPart(settings, tools, faders);
  return {
    run: (signal) => part.run(signal),
    findings: () => part.findings(),
    openPage: () => part.openPage(),
    state() {
      const { controllers, lesson, isIgnored } = part.view();
      return {
        readsPages: settings['midi.input'].includes('page'),
        isIgnored,
        controllers: controllers.map(({ name, isSetUp, isConnected, faders, positions, preset }) => ({
          name,
          isSetUp,
          isConnected,
          entry: faders === '' ? '' : `${name} = ${faders}`,
          faders: positions.map(({ fader, position }) => ({
            fader,
            // Rounded to what a bar can show.
            position: position === undefined ? null : Math.round(position * 1_000) / 1_000,
          })),
          preset:
            preset === undefined
              ? null
              : { title: preset.title, from: preset.from, entry: `${name} = ${preset.faders}` },
        })),
        lesson:
          lesson === undefined
            ? null
            : {
                port: lesson.name,
                fader: lesson.fader,
                learned: lesson.learned ?? null,
                isTaken: lesson.isTaken,
              },
        problems: part
          .findings()
          .filter(({ severity }) => severity !== 'ok')
          .map(({ finding, todo }) => spoken<WireMidiProblem>({ problem: finding, todo })),
      };
    },
  };
}
