/** The short form of `npm run fuzz`: every seed, every input that was a finding once, and some made of them. */
import { expect, test } from 'vitest';
import { FULL_LENGTH } from '../support/full-length.ts';
import { fuzz, knownOf } from './fuzzer.ts';
import { TARGETS } from './targets/index.ts';

const SEED = 20_261_122;
const MADE = 200;
/** The same inputs in every run: the others are new before a release alone. */
const SHARE = FULL_LENGTH ? 1 : 0.2;

test.each([...TARGETS])('%s reads whatever it is given', async (name, make) => {
  const target = make();
  const known = knownOf(name);
  const most = known.length + target.seeds.length + Math.ceil((target.short ?? MADE) * SHARE);
  try {
    const { findings, executions } = await fuzz({
      target,
      seed: SEED,
      known,
      goesOn: (count) => count < most,
    });
    expect(findings.map(({ what, input }) => `${what}\n${input.toString('base64').slice(0, 2_000)}`)).toEqual(
      [],
    );
    expect(executions).toBe(most);
  } finally {
    await target.close?.();
  }
});

test('a target that fails is found out, however it fails', async () => {
  const failing = (run: (bytes: Buffer) => void | Promise<void>) =>
    fuzz({
      target: { seeds: [Buffer.from('good')], run },
      seed: SEED,
      goesOn: (count) => count < 500,
    });
  const thrown = await failing((bytes) => {
    if (bytes.length > 20) {
      throw new TypeError('too long for me');
    }
  });
  expect(thrown.findings.map(({ what }) => what.split('\n')[0])).toEqual(['TypeError: too long for me']);
  expect(thrown.findings[0]?.input.length).toBeGreaterThan(20);
  const rejected = await failing((bytes) =>
    bytes[0] === 0x67 ? undefined : Promise.reject(new Error('no')),
  );
  expect(rejected.findings).toHaveLength(1);
});
