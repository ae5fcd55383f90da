import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../test/support/settings.ts';
import { track } from '../../test/support/tracks.ts';
import { Sealed } from '../core/sealed.ts';
import { shown } from '../core/shown.ts';
import type { PlayFacts, SetEntry } from '../core/track.ts';
import { pipelineOptions } from '../show/pipeline/options.ts';
import { type EarlierChoices, earlierChoices } from './earlier-choices.ts';

const MINUTE = 60_000;

function heard(title: string, position: number) {
  const fromMs = (position - 1) * 4 * MINUTE;
  return {
    path: `/music/${title}.mp3`,
    track: track({ artist: 'Ada', title, filename: `${title}.mp3` }),
    fromMs,
    toMs: fromMs + 4 * MINUTE,
    firstMs: fromMs,
    lastMs: fromMs + 4 * MINUTE,
    sureness: 1,
    anchor: undefined,
  };
}
const RECORDING = ['Blue', 'Dubplate', 'Red', 'Green'].map((title, at) => heard(title, at + 1));

/** Played half a minute after the recording began, with these facts. */
function played(title: string, position: number, known: Partial<PlayFacts> & { hidden?: boolean } = {}) {
  const { hidden = false, ...facts } = known;
  const own = track({ artist: 'Ada', title });
  const entry: SetEntry = {
    playId: title,
    position,
    ...shown(own, hidden),
    source: 'http',
    at: position,
    elapsedMs: (position - 1) * 4 * MINUTE - 30_000,
    ...(Object.keys(facts).length > 0 && {
      facts: new Sealed({ reported: own, corrected: {}, hiddenByHand: hidden, ...facts }),
    }),
  };
  return entry;
}

async function choicesIn(...sets: readonly (readonly SetEntry[])[]) {
  async function* all() {
    yield* sets;
  }
  const choices = await earlierChoices(all(), RECORDING, settingsOf(pipelineOptions, {}));
  return {
    ...choices,
    hiddenTitles: RECORDING.filter(choices.whyHidden).map((entry) => entry.track.title),
    reasons: RECORDING.flatMap((entry) => choices.whyHidden(entry) ?? []),
    names: RECORDING.map(choices.namesOf),
  };
}

describe('a track that a stored set hides', () => {
  test('is known by its names and its file name', async () => {
    const reported = track({ artist: 'Ada', title: 'Dubplate', filename: 'dub 1.mp3' });
    const { hidden } = await choicesIn([played('', 1, { hidden: true, reported })]);
    expect([...hidden]).toEqual(['ada\0dubplate', '\0\0dub 1.mp3']);
  });

  test('is known by its file although the player reported other names', async () => {
    const facts = { hidden: true, file: '/music/Dubplate.mp3' };
    const { hiddenTitles, reasons } = await choicesIn([played('dub take 3', 1, facts)]);
    expect([hiddenTitles, reasons]).toEqual([['Dubplate'], ['track']]);
  });

  test('is known by its time in the set of the recording, once its names are gone', async () => {
    const titles = ['Blue', 'dub take 3', 'Red', 'Green'];
    const set = titles.map((title, at) => played(title, at + 1, { hidden: at === 1 }));
    const nameless = set.map(({ facts: _facts, ...entry }) => entry);
    const { hiddenTitles, reasons } = await choicesIn(nameless);
    expect([hiddenTitles, reasons]).toEqual([['Dubplate'], ['time']]);
    const another = nameless.map((entry) => ({ ...entry, track: track({ title: `${entry.position}` }) }));
    expect((await choicesIn(another)).hiddenTitles).toEqual([]);
  });

  describe('and that another set plays at the same time', () => {
    /** Titles of a set that begins with the recording; the hidden ones have lost their names. */
    const setOf = (...titles: readonly (string | undefined)[]) =>
      titles.map((title, at) => {
        const { facts: _facts, ...entry } = played(title ?? '', at + 1, { hidden: title === undefined });
        return entry;
      });

    test('stays visible where two tracks agree by chance, and as many contradict', async () => {
      const set = setOf('Blue', undefined, 'Red', 'Green', 'Lilac', 'Black', 'White');
      const titles = ['Lime', 'Teal', 'Red', 'Green', 'Pink', 'Gold', 'Rust'];
      const recording = titles.map((title, at) => heard(title, at + 1));
      const hiddenTitles = await timesHidden(set, recording);
      expect(hiddenTitles).toEqual([]);
      const unknown = recording.map((entry, at) =>
        at === 1 ? { ...entry, path: undefined, track: undefined } : entry,
      );
      expect(await timesHidden(set, unknown)).toEqual([undefined]);
    });

    test('is hidden where most of what is heard agrees, although much is not recognized', async () => {
      const set = setOf('Blue', undefined, 'Red', 'Green', 'Lilac', 'Black', 'White');
      const recording = ['Other', 'Dubplate', 'Red', 'Green'].map((title, at) => heard(title, at + 1));
      expect(await timesHidden(set, recording)).toEqual(['Dubplate']);
    });

    test('stays visible if the set shows it elsewhere', async () => {
      const set = setOf('Dubplate', 'Blue', undefined, 'Red', 'Green');
      const recording = ['Gone', 'Blue', 'Dubplate', 'Red', 'Green'].map((title, at) => heard(title, at + 1));
      expect(await timesHidden(set, recording)).toEqual([]);
    });

    async function timesHidden(
      set: readonly SetEntry[],
      recording: readonly Parameters<EarlierChoices['whyHidden']>[0][],
    ): Promise<readonly (string | undefined)[]> {
      async function* all() {
        yield set;
      }
      const { whyHidden } = await earlierChoices(all(), recording, settingsOf(pipelineOptions, {}));
      return recording.filter((entry) => whyHidden(entry) === 'time').map((entry) => entry.track?.title);
    }
  });

  test('is free again once the same set shows it', async () => {
    const facts = { file: '/music/Dubplate.mp3' };
    const first = played('Dubplate', 1, { ...facts, hidden: true });
    const { hidden, hiddenTitles } = await choicesIn([first, played('Dubplate', 2, facts)]);
    expect([[...hidden], hiddenTitles]).toEqual([[], []]);
    const later = await choicesIn([first], [played('Dubplate', 1, facts)]);
    expect(later.hiddenTitles).toEqual(['Dubplate']);
  });

  test('is hidden from another recording only if an operator hid it', async () => {
    const about = { firstMs: 0, lastMs: 0, sureness: 1 };
    const byRule = { ...played('Dubplate', 1, { hidden: true, file: '/music/Dubplate.mp3' }), heard: about };
    expect((await choicesIn([byRule])).hiddenTitles).toEqual([]);
    const byHand = { ...byRule, heard: { ...about, isHiddenByHand: true as const } };
    expect((await choicesIn([byHand])).hiddenTitles).toEqual(['Dubplate']);
  });
});

describe('names that were corrected in a set that was played', () => {
  test('are those of the same track or file, and the last ones count', async () => {
    const blue = (title: string) => played('Blue', 1, { corrected: { title } });
    const red = played('0815', 2, { corrected: { artist: 'Eve', title: 'Red' }, file: '/music/Red.mp3' });
    const { names } = await choicesIn([blue('Bluer')], [blue('Bluest'), red]);
    expect(names).toEqual([{ title: 'Bluest' }, {}, { artist: 'Eve', title: 'Red' }, {}]);
  });

  test('are not those of nameless tracks', async () => {
    const nameless = played('', 1, { reported: track({}), corrected: { title: 'Right' } });
    expect((await choicesIn([nameless])).names).toEqual([{}, {}, {}, {}]);
  });
});
