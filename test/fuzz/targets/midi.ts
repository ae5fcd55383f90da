/** Page's messages, and printed ones, a line each. */
import type { ControllerLevels } from '../../../src/core/contracts/faders.ts';
import { parseController, printFaders } from '../../../src/midi/controller.ts';
import { FollowedFaders } from '../../../src/midi/followed.ts';
import { MidiPart } from '../../../src/midi/index.ts';
import { readLine } from '../../../src/midi/line.ts';
import { MidiReader } from '../../../src/midi/messages.ts';
import { midiOptions } from '../../../src/midi/options.ts';
import { fakeClock } from '../../support/clock.ts';
import { keptLog } from '../../support/log.ts';
import { settingsOf } from '../../support/settings.ts';
import { type FuzzTarget, hold, seedsOf } from '../target.ts';

const MAX_LINES = 100;

export const midi: FuzzTarget = {
  seeds: seedsOf([
    '{"ports":["DDJ-SB3 MIDI 1"]}\n{"port":"DDJ-SB3 MIDI 1","changes":[[1,19,127],[1,51,5],[7,31,64]]}\n{"ports":[]}',
    '{"lesson":{"port":"Mine","fader":1,"taken":"2:1/9"}}\n{"port":"Mine","changes":[[1,8,0],[1,8,127],[1,8,0]]}\n{"lesson":null}',
    'B0 13 40 33 05\n 24:0   Control change          0, controller 19, value 64\nchannel 7 control-change 31 127',
    'DDJ-SB3 = 1:1/19/51 2:2/19/51 x:7/31/63@127-0 cut',
  ]),
  words: [
    '{"ports":[',
    '"changes":[[',
    '"lesson":{',
    '16,127,127]',
    '[0,',
    'FF ',
    'B0 63 01 62 08 06 40',
    '@0-127',
  ],
  async run(bytes) {
    const clock = fakeClock();
    const faders = new FollowedFaders();
    let levels: ControllerLevels = new Map();
    faders.follow((now) => {
      levels = now;
    });
    const settings = settingsOf(midiOptions, { 'midi.input': ['page'], 'midi.controllers': ['DDJ-SB3'] });
    const part = new MidiPart(settings, { clock, log: keptLog() }, faders);
    const page = part.openPage(() => undefined);
    const reader = new MidiReader();
    for (const line of bytes.toString().split('\n').slice(0, MAX_LINES)) {
      page?.push(line);
      const read = readLine(line);
      for (const { channel, controller, value } of read === undefined || 'channel' in read
        ? []
        : reader.push(read)) {
        hold(channel >= 1 && channel <= 16 && controller <= 127 && value <= 127, 'a change that is none');
      }
      const entry = parseController(line);
      if (entry.ok && entry.value.controller !== undefined) {
        const again = parseController(`${entry.value.name} = ${printFaders(entry.value.controller)}`);
        hold(again.ok, 'an entry that cannot be read again');
      }
      part.findings();
      part.view();
    }
    hold(
      [...levels.values()].every(
        ({ level = 0, fader = 0 }) => level >= 0 && level <= 1 && fader >= 0 && fader <= 1,
      ),
      'a level that is none',
    );
    page?.end();
    await clock.advance(3_000);
    hold(levels.size === 0, 'a level of a controller that is gone');
    hold(clock.waiting === 0, 'something waits when it has ended');
  },
};
