/** The whole program: simulated devices on one end of a cable, `deckcast start` on the other. */

import type { DeckRef } from '@deckcast/simulator';
import { describe, expect, it } from 'vitest';
import { type Evening, type SetStep, watch } from './audience.ts';

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
const SCRIPT = [ONE, TWO, THREE];

/** What `--hwdevice.token` is by default: it has no place in a recording. */
const OWN_TOKEN = '52fdfc072182654f163f5f0f9a621d72';

const FIRST_DECK = { device: 'prime4', deck: 1 };
const SECOND_DECK = { device: 'prime4', deck: 2 };

/**
 * Three tracks one after another by fades, the third one on the deck of the first. `trouble`: while the first is on.
 * `over`: seconds of each fade.
 */
function threeTracks(
  first: DeckRef,
  second: DeckRef,
  { trouble = [], over = 1 }: { readonly trouble?: readonly SetStep[]; readonly over?: number } = {},
): readonly SetStep[] {
  return [
    { do: 'load', deck: first, track: 'one' },
    { do: 'fader', deck: first, level: 1, over: 0 },
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
const ON_ONE = [connected(1), ...threeTracks(FIRST_DECK, SECOND_DECK)];

/** The end of the last fade is in the file; the beginning of the set was the same. */
const FADED: SetStep = { recorded: '"/Mixer/CH2faderPosition","value":{"type":0,"value":0}', times: 2 };

interface Case extends Omit<Evening, 'until'> {
  readonly name: string;
  /** Why the program lost its device, each time. */
  readonly losses: readonly unknown[];
}

const EVENINGS: readonly Case[] = [
  { name: 'on one all-in-one', set: ALL_IN_ONE, steps: ON_ONE, losses: [] },
  {
    name: 'on two players and a mixer',
    set: TWO_PLAYERS,
    steps: [connected(2), ...threeTracks({ device: 'left', deck: 1 }, { device: 'right', deck: 1 })],
    losses: [],
  },
  {
    name: 'with every write in pieces of 7 bytes',
    set: ALL_IN_ONE,
    first: { do: 'split', bytes: 7 },
    steps: ON_ONE,
    losses: [],
  },
  {
    name: 'with the device rebooting in the middle of the set',
    set: ALL_IN_ONE,
    steps: [
      connected(1),
      ...threeTracks(FIRST_DECK, SECOND_DECK, { trouble: [{ do: 'reboot', seconds: 1 }, connected(2)] }),
    ],
    losses: [expect.stringContaining('ECONNRESET')],
  },
  {
    name: 'with a connection that stays open and says nothing',
    set: ALL_IN_ONE,
    steps: [
      connected(1),
      ...threeTracks(FIRST_DECK, SECOND_DECK, { trouble: [{ do: 'silence' }, connected(2)] }),
    ],
    losses: [expect.stringContaining('nothing has arrived')],
  },
  {
    name: 'with 1,000 junk datagrams a second',
    set: [...ALL_IN_ONE, '{"at": 0, "do": "junk", "perSecond": 1000, "seconds": 8}'],
    steps: ON_ONE,
    losses: [],
  },
];

describe.concurrent('what the audience sees follows the script', () => {
  for (const { name, losses, ...evening } of EVENINGS) {
    it(name, async () => {
      const seen = await watch({ ...evening, until: THREE });
      expect(seen.messages).toEqual(SCRIPT);
      expect(seen.contents).toEqual(SCRIPT);
      expect(seen.log).not.toMatch(/level=error/);
      expect(seen.log.match(/msg="device lost, connecting again".*reason=.*/g) ?? []).toEqual(losses);
      expect(seen.ending).toEqual({ status: 143, signal: null });
    });
  }

  it('when a recording of it is played back', async () => {
    // Played back, nothing waits for the audience: each track is on for longer than a busy computer takes to show it.
    const steps = [connected(1), ...threeTracks(FIRST_DECK, SECOND_DECK, { over: 4 }), FADED];
    const { recording } = await watch({ set: ALL_IN_ONE, steps, until: THREE });
    const seen = await watch({ set: recording.split('\n'), until: THREE });
    expect(recording).not.toContain(OWN_TOKEN);
    expect(seen.messages).toEqual(SCRIPT);
    expect(seen.contents).toEqual(SCRIPT);
  });
});
