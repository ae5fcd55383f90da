/** The whole program: simulated devices on one end of a cable, `deckcast start` on the other. */

import type { DeckRef } from '@deckcast/simulator';
import { describe, expect, it } from 'vitest';
import { type SetStep, watch } from './audience.ts';

const SET = [
  '{"set": "three tracks"}',
  '{"track": "one", "artist": "Paper Lanterns", "title": "Slow Elevator"}',
  '{"track": "two", "artist": "Night Ferry", "title": "Harbour Lights"}',
  '{"track": "three", "artist": "夜行列車", "title": "雨の首都高"}',
];
const ALL_IN_ONE = ['{"device": "prime4", "software": "JC11"}', ...SET];
const TWO_PLAYERS = [
  '{"device": "left", "software": "JP13", "player": 1}',
  '{"device": "right", "software": "JP13", "player": 2}',
  '{"device": "mixer", "software": "JM08"}',
  ...SET,
];

const [ONE, TWO, THREE] = [
  'Paper Lanterns - Slow Elevator',
  'Night Ferry - Harbour Lights',
  '夜行列車 - 雨の首都高',
] as const;
const SHOWN = { messages: [ONE, TWO, THREE], contents: [ONE, TWO, THREE] };

/** What `--hwdevice.token` is by default: it has no place in a recording. */
const OWN_TOKEN = '52fdfc072182654f163f5f0f9a621d72';

const FIRST_DECK = { device: 'prime4', deck: 1 };
const SECOND_DECK = { device: 'prime4', deck: 2 };

/**
 * Three tracks one after another by fades, the third one on the deck of the first. `trouble`: while the first is on.
 * `over`: seconds of each fade, and until the first begins.
 */
function threeTracks(
  first: DeckRef,
  second: DeckRef,
  { trouble = [], over = 1 }: { readonly trouble?: readonly SetStep[]; readonly over?: number } = {},
): readonly SetStep[] {
  return [
    { do: 'load', deck: first, track: 'one' },
    { do: 'fader', deck: first, level: 1, over },
    { do: 'play', deck: first },
    { shown: ONE },
    ...trouble,
    { do: 'load', deck: second, track: 'two' },
    { do: 'play', deck: second },
    { do: 'fade', from: first, to: second, over },
    { shown: TWO },
    { do: 'pause', deck: first },
    { do: 'load', deck: first, track: 'three' },
    { do: 'play', deck: first },
    { do: 'fade', from: second, to: first, over },
  ];
}

/** The program has its device, or has it again. */
const connected = (times: number): SetStep => ({ logged: 'msg="device connected"', times });

/** Of what was played on the two players: the end of the last fade is in the file. Each was silent at first, and again later. */
const FADED: SetStep = {
  recorded: '"/Engine/Deck1/ExternalMixerVolume","value":{"type":0,"value":0}',
  times: 4,
};

/** What its device or the network does to the program while the first track is on. */
const TROUBLE = [
  // The connection stays open and says nothing.
  { do: 'silence' },
  connected(2),
  { do: 'reboot', seconds: 1 },
  connected(3),
] as const;

describe.concurrent('what the audience sees follows the script', () => {
  it('on an all-in-one that writes in pieces of 7 bytes, among 1,000 junk datagrams a second, falls silent, and reboots', async () => {
    const seen = await watch({
      set: [...ALL_IN_ONE, '{"at": 0, "do": "junk", "perSecond": 1000, "seconds": 5}'],
      first: { do: 'split', bytes: 7 },
      steps: [connected(1), ...threeTracks(FIRST_DECK, SECOND_DECK, { trouble: TROUBLE })],
      until: THREE,
    });
    expect(seen).toMatchObject({ ...SHOWN, ending: { status: 143, signal: null } });
    expect(seen.log).not.toMatch(/level=error/);
    expect(seen.log.match(/msg="device lost, connecting again".*reason=.*/g)).toEqual([
      expect.stringContaining('nothing has arrived'),
      expect.stringContaining('ECONNRESET'),
    ]);
  });

  it('on two players and a mixer, and when a recording of it is played back', async () => {
    // Played back, nothing waits for the audience: a busy computer takes less time to connect, and to show each track.
    const fades = threeTracks({ device: 'left', deck: 1 }, { device: 'right', deck: 1 }, { over: 4 });
    const live = await watch({ set: TWO_PLAYERS, steps: [connected(2), ...fades, FADED], until: THREE });
    expect(live).toMatchObject(SHOWN);
    expect(live.log).not.toMatch(/level=error|device lost/);
    expect(live.recording).not.toContain(OWN_TOKEN);
    const again = await watch({ set: live.recording.split('\n'), until: THREE });
    expect(again).toMatchObject(SHOWN);
  });
});
