/** The whole program: simulated devices on one end of a cable, `deckcast start` on the other. */
import { describe, expect, it } from 'vitest';
import { type Evening, watch } from './audience.ts';

const TRACKS = [
  '{"track": "one", "artist": "Paper Lanterns", "title": "Slow Elevator"}',
  '{"track": "two", "artist": "Night Ferry", "title": "Harbour Lights"}',
  '{"track": "three", "artist": "夜行列車", "title": "雨の首都高"}',
];

const SCRIPT = ['Paper Lanterns - Slow Elevator', 'Night Ferry - Harbour Lights', '夜行列車 - 雨の首都高'];

/** What `--hwdevice.token` is by default: it has no place in a recording. */
const OWN_TOKEN = '52fdfc072182654f163f5f0f9a621d72';

const FIRST_TRACK = [
  '{"set": "three tracks", "waitForClient": true}',
  ...TRACKS,
  '{"at": 0, "do": "load", "deck": 1, "track": "one"}',
  '{"at": 0.2, "do": "fader", "deck": 1, "level": 1}',
  '{"at": 0.4, "do": "play", "deck": 1}',
];

/** One after another by fades, the third one on the deck of the first. */
const THREE_TRACKS = [
  ...FIRST_TRACK,
  '{"at": 1.5, "do": "load", "deck": 2, "track": "two"}',
  '{"at": 2, "do": "play", "deck": 2}',
  '{"at": 2.5, "do": "fade", "from": 1, "to": 2, "over": 1}',
  '{"at": 4, "do": "pause", "deck": 1}',
  '{"at": 4.5, "do": "load", "deck": 1, "track": "three"}',
  '{"at": 5, "do": "play", "deck": 1}',
  '{"at": 5.5, "do": "fade", "from": 2, "to": 1, "over": 1}',
];

/** The same after something went wrong, with time for the program to come back. */
const afterTrouble = (trouble: string, backAt: number): string[] => [
  ...FIRST_TRACK,
  trouble,
  `{"at": ${backAt}, "do": "load", "deck": 2, "track": "two"}`,
  `{"at": ${backAt + 0.5}, "do": "play", "deck": 2}`,
  `{"at": ${backAt + 1}, "do": "fade", "from": 1, "to": 2, "over": 1}`,
  `{"at": ${backAt + 2.5}, "do": "pause", "deck": 1}`,
  `{"at": ${backAt + 3}, "do": "load", "deck": 1, "track": "three"}`,
  `{"at": ${backAt + 3.5}, "do": "play", "deck": 1}`,
  `{"at": ${backAt + 4}, "do": "fade", "from": 2, "to": 1, "over": 1}`,
];

interface Case extends Omit<Evening, 'until'> {
  readonly name: string;
  /** Why the program lost its device, each time. */
  readonly losses: readonly unknown[];
}

const EVENINGS: readonly Case[] = [
  { name: 'on one all-in-one', set: THREE_TRACKS, losses: [] },
  {
    name: 'on two players and a mixer',
    set: [
      '{"device": "left", "software": "JP13", "player": 1}',
      '{"device": "right", "software": "JP13", "player": 2}',
      '{"device": "mixer", "software": "JM08"}',
      ...THREE_TRACKS.map((line) =>
        line
          .replace(/"(deck|from|to)": 1/g, '"$1": "left/1"')
          .replace(/"(deck|from|to)": 2/g, '"$1": "right/1"'),
      ),
    ],
    losses: [],
  },
  {
    name: 'with every write in pieces of 7 bytes',
    set: THREE_TRACKS,
    first: { do: 'split', bytes: 7 },
    losses: [],
  },
  {
    name: 'with the device rebooting in the middle of the set',
    set: afterTrouble('{"at": 1.5, "do": "reboot", "seconds": 1}', 6),
    losses: [expect.stringContaining('ECONNRESET')],
  },
  {
    name: 'with a connection that stays open and says nothing',
    set: afterTrouble('{"at": 1.5, "do": "silence"}', 11),
    losses: [expect.stringContaining('nothing has arrived')],
  },
  {
    name: 'with 1,000 junk datagrams a second',
    set: [...THREE_TRACKS, '{"at": 0, "do": "junk", "perSecond": 1000, "seconds": 8}'],
    losses: [],
  },
];

describe.concurrent('what the audience sees follows the script', () => {
  for (const { name, losses, ...evening } of EVENINGS) {
    it(name, async () => {
      const seen = await watch({ ...evening, until: SCRIPT.at(-1) ?? '' });
      expect(seen.messages).toEqual(SCRIPT);
      expect(seen.contents).toEqual(SCRIPT);
      expect(seen.log).not.toMatch(/level=error/);
      expect(seen.log.match(/msg="device lost, connecting again".*reason=.*/g) ?? []).toEqual(losses);
      expect(seen.ending).toEqual({ status: 143, signal: null });
    });
  }

  it('when a recording of it is played back', async () => {
    const last = { until: SCRIPT.at(-1) ?? '' };
    const { recording } = await watch({ set: THREE_TRACKS, ...last });
    const seen = await watch({ set: recording.split('\n'), ...last });
    expect(recording).not.toContain(OWN_TOKEN);
    expect(seen.messages).toEqual(SCRIPT);
    expect(seen.contents).toEqual(SCRIPT);
  });
});
