import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSet } from './parse-set.ts';

const problemsOf = (...lines: string[]) => {
  const parsed = parseSet(lines.join('\n'), 'my.jsonl');
  return parsed.ok ? [] : parsed.problems.map(({ where, what }) => `${where} · ${what}`);
};

const setOf = (...lines: string[]) => {
  const parsed = parseSet(lines.join('\n'), 'my.jsonl');
  if (!parsed.ok) {
    throw new Error(JSON.stringify(parsed.problems));
  }
  return parsed.set;
};

describe('a set file', () => {
  it('that names no device plays on one Prime 4', () => {
    const set = setOf('{"at":0,"do":"play","deck":4}');
    expect(set.devices.map(({ software, decks }) => [software, decks])).toEqual([['JC11', 4]]);
    expect(set.timeline).toEqual([{ at: 0, action: { do: 'play', deck: { device: 'prime4', deck: 4 } } }]);
  });

  it('names decks of several devices in full', () => {
    const set = setOf(
      '# two players and a mixer',
      '{"device":"left","software":"JP13"}',
      '{"device":"right","software":"JP13","player":2}',
      '{"device":"mixer","software":"JM08"}',
      '',
      '{"at":1,"do":"fade","from":"left/1","to":"right/2","over":4}',
    );
    expect(set.timeline[0]?.action).toEqual({
      do: 'fade',
      from: { device: 'left', deck: 1 },
      to: { device: 'right', deck: 2 },
      over: 4,
    });
    expect(set.devices.map(({ levels }) => levels)).toEqual(['driven', 'driven', 'stuck']);
  });

  it('puts its time line in the order of time', () => {
    const set = setOf('{"at":2,"do":"pause","deck":1}', '{"at":1,"do":"play","deck":1}');
    expect(set.timeline.map(({ at }) => at)).toEqual([1, 2]);
  });

  it('carries values and faults as they are', () => {
    const set = setOf(
      '{"at":0,"do":"value","device":"prime4","path":"/Engine/Deck1/Play","value":{"type":1,"state":true}}',
      '{"at":1,"do":"reboot"}',
    );
    expect(set.timeline.map(({ action }) => action)).toEqual([
      { do: 'value', device: 'prime4', path: '/Engine/Deck1/Play', value: { type: 1, state: true } },
      { do: 'reboot', seconds: 5 },
    ]);
  });
});

describe('a problem names the line and the field', () => {
  it.each([
    ['{"at":0,"do":"load","deck":1,"track":"nine"}', 'my.jsonl:1: track · expected a track of this set'],
    [
      '{"at":0,"do":"play","deck":5}',
      'my.jsonl:1: deck · expected a deck that a device of this set has, such as 2 or "left/2"',
    ],
    ['{"at":-1,"do":"play","deck":1}', 'my.jsonl:1: at · expected a number of seconds, 0 or more'],
    ['{"at":0,"do":"fader","deck":1,"level":1.5}', 'my.jsonl:1: level · expected a number from 0 to 1'],
    ['{"at":0,"do":"play"}', 'my.jsonl:1: deck · it is missing'],
    ['{"at":0,"do":"play","deck":1,"speed":2}', 'my.jsonl:1: speed · this key has no meaning here'],
    ['{"device":"a","token":"xyz"}', 'my.jsonl:1: token · expected 32 hexadecimal digits in lower case'],
    ['{"track":"a","on":"left"}', 'my.jsonl:1: on · expected a device of this set'],
    ['{"name":"x"}', 'my.jsonl:1 · a line is a JSON object with one of the keys set, device, track, do'],
    ['[1]', 'my.jsonl:1 · a line is a JSON object with one of the keys set, device, track, do'],
  ])('%s', (line, problem) => {
    expect(problemsOf(line)).toEqual([problem]);
  });

  it('tells that a name is taken', () => {
    expect(problemsOf('{"track":"a"}', '{"track":"b"}', '{"track":"a"}')).toEqual([
      'my.jsonl:3: track · there is another track "a"',
    ]);
  });

  it('lists the moves that exist when it does not know one', () => {
    expect(problemsOf('{"at":0,"do":"dance","deck":1}')[0]).toMatch(
      /^my\.jsonl:1: do · expected one of load, unload, play, .*, lie$/,
    );
  });

  it('tells all problems at once', () => {
    expect(problemsOf('{"at":0,"do":"play"}', 'nonsense', '{"track":""}')).toHaveLength(3);
  });
});

it('gives a set or problems for any text', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.json())), (lines) => {
      const parsed = parseSet(lines.join('\n'), 'x');
      expect(parsed.ok || parsed.problems.length > 0).toBe(true);
    }),
  );
});
