import { spoken } from '../core/message.ts';
import type { Tools } from '../core/tools.ts';
import { untilAborted } from '../core/waiting.ts';
import type { FollowedFaders } from '../midi/followed.ts';
import type { MidiPart } from '../midi/index.ts';
import type { StartSettings } from '../operator/options.ts';
import type { MidiView } from '../web/index.ts';
import type { WireMidiProblem } from '../web/wire/midi.ts';
import type { Runs } from './replaceable.ts';

export interface ShownMidi extends Runs, MidiView, Pick<MidiPart, 'findings'> {}

const OFF: ShownMidi = {
  run: untilAborted,
  findings: () => [],
  openPage: () => undefined,
  state: () => ({ controllers: [], lesson: null, isIgnored: false, readsPages: false, problems: [] }),
};

/** Loads the part only if there is an input. */
export async function createMidi(
  settings: StartSettings,
  tools: Tools,
  faders: FollowedFaders,
): Promise<ShownMidi> {
  if (settings['midi.input'].length === 0) {
    return OFF;
  }
  const { MidiPart } = await import('../midi/index.ts');
  const part = new MidiPart(settings, tools, faders);
  return {
    run: (signal) => part.run(signal),
    findings: () => part.findings(),
    openPage: (resend) => part.openPage(resend),
    state: () => ({
      ...part.view(),
      readsPages: settings['midi.input'].includes('page'),
      problems: part
        .problems()
        .map(({ finding, todo }) => spoken<WireMidiProblem>({ problem: finding, todo })),
    }),
  };
}
