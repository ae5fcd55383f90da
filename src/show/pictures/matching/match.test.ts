import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Track } from '../../../core/track.ts';
import { artistNames } from './artist.ts';
import { bestMatch, type MatchCandidate } from './match.ts';

interface MatchCase {
  readonly plays: string;
  readonly offers: readonly string[];
}

const CASES = readFileSync(new URL('match-cases.txt', import.meta.url), 'utf8')
  .replace(/^(#.*)?\n/gm, '')
  .trimEnd()
  .split(/\n(?! )/)
  .map((lines): MatchCase => {
    const [plays = '', ...offers] = lines.split('\n').map((line) => line.trim());
    return { plays, offers };
  });

interface Offer extends MatchCandidate {
  readonly right: boolean;
  readonly line: string;
}

function fields(line: string): { artist: string; title: string; album: string; durationMs: number } {
  const [artist = '', title = '', seconds = '0', album = ''] = line.split('|').map((field) => field.trim());
  return { artist, title, album, durationMs: Number(seconds) * 1000 };
}

function offerOf(line: string): Offer {
  const { artist, ...rest } = fields(line.replace(/^=/, ''));
  return { ...rest, artists: artist.split(/\s*;\s*/), compilation: false, right: line.startsWith('='), line };
}

function answerTo({ plays, offers }: MatchCase) {
  const track: Pick<Track, 'artist' | 'title' | 'album' | 'durationMs'> = fields(plays);
  const candidates = offers.map(offerOf);
  return { answer: bestMatch(track, candidates), findable: candidates.some((offer) => offer.right) };
}

describe(`${CASES.length} tracks and what a service offers for them`, () => {
  it.each(CASES)('$plays', (row) => {
    const { answer } = answerTo(row);
    expect(answer?.right ?? true, `took ${answer?.line}`).toBe(true);
  });

  it('are at least 150, and no wrong cover is among the answers', () => {
    const outcomes = CASES.map(answerTo);
    const given = outcomes.filter(({ answer }) => answer !== undefined);
    const findable = outcomes.filter((outcome) => outcome.findable);
    const right = given.filter(({ answer }) => answer?.right);
    const recall = right.length / findable.length;
    const missed = CASES.filter((_, at) => outcomes[at]?.findable && outcomes[at].answer === undefined);
    process.stdout.write(
      `matching: ${outcomes.length} cases, precision ${right.length / given.length}, recall ${recall.toFixed(3)}; ` +
        `left without a cover: ${missed.map(({ plays }) => plays).join(' · ')}\n`,
    );
    expect(outcomes.length).toBeGreaterThanOrEqual(150);
    expect(right.length / given.length).toBe(1);
    expect(recall).toBeGreaterThanOrEqual(0.97);
  });
});

it.each([' ', '('])('an artist with thousands of "%s" takes no longer than one with letters', (filling) => {
  const shortestMs = (line: string): number => {
    const took = Array.from({ length: 20 }, () => {
      const began = performance.now();
      artistNames(line);
      return performance.now() - began;
    });
    return Math.min(...took);
  };
  const ratio = shortestMs(`a${filling.repeat(5_000)}b`) / shortestMs(`a${'x'.repeat(5_000)}b`);
  expect(ratio).toBeLessThan(20);
});
