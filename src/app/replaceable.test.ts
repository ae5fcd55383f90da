import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { fakeClock, untilSettled } from '../../test/support/clock.ts';
import { untilAborted } from '../core/waiting.ts';
import { Stopping } from '../host/lifetime.ts';
import { Replaceable, type Runs } from './replaceable.ts';

/** `said` records events of the versions. */
async function partOf(makes: readonly Partial<Runs>[]) {
  const clock = fakeClock();
  const said: string[] = [];
  let made = 0;
  const part = await Replaceable.create(
    'radio',
    (): Runs => {
      const number = made;
      const make = makes[made] ?? {};
      made += 1;
      return {
        async run(signal) {
          said.push(`${number} runs`);
          await (make.run?.(signal) ?? untilAborted(signal));
          said.push(`${number} ends`);
        },
        ...(make.listening && { listening: make.listening }),
      };
    },
    { clock },
  );
  const stop = new AbortController();
  const ended = part.run(stop.signal).then(
    () => 'ended',
    (error: unknown) => String(error),
  );
  return { part, clock, said, stop: () => stop.abort(new Stopping('stopped', 0)), ended };
}

const fails: Partial<Runs> = {
  async run() {
    throw new Error('the port is in use');
  },
};

describe('Replaceable.replace', () => {
  test('ends the running part before the next one runs, and keeps the service running', async () => {
    const takesItsTime: Partial<Runs> = {
      async run(signal) {
        await untilAborted(signal);
        await setImmediate();
      },
    };
    const { part, clock, said, stop, ended } = await partOf([takesItsTime, {}]);
    const first = part.current;
    await untilSettled(clock, part.replace());
    expect(part.current).not.toBe(first);
    expect(said).toEqual(['0 runs', '0 ends', '1 runs']);
    stop();
    expect(await ended).toBe('ended');
    expect(said.at(-1)).toBe('1 ends');
  });

  test('rejects when the next part cannot start, and can then go back to the previous one', async () => {
    const { part, clock, said, stop, ended } = await partOf([{}, fails, {}]);
    await expect(part.replace()).rejects.toThrow('the port is in use');
    await untilSettled(clock, part.replace());
    expect(said).toEqual(['0 runs', '0 ends', '1 runs', '2 runs']);
    stop();
    expect(await ended).toBe('ended');
  });

  test('ends the running part only after the next one has started and taken over', async () => {
    const { part, said, stop, ended } = await partOf([{}, { listening: Promise.resolve() }]);
    await part.replace(() => said.push('hands over'));
    expect(said).toEqual(['0 runs', '1 runs', 'hands over', '0 ends']);
    stop();
    expect(await ended).toBe('ended');
    expect(said.at(-1)).toBe('1 ends');
  });

  test('leaves the running part alone when the one that would take over cannot start', async () => {
    const { part, clock, said } = await partOf([{}, fails, {}]);
    const first = part.current;
    await expect(part.replace(() => said.push('hands over'))).rejects.toThrow('the port is in use');
    expect(part.current).toBe(first);
    expect(said).toEqual(['0 runs', '1 runs']);
    await untilSettled(clock, part.replace());
    expect(said).toEqual(['0 runs', '1 runs', '0 ends', '2 runs']);
  });

  test('resolves without a wait once the part listens', async () => {
    const { part, said } = await partOf([{}, { listening: Promise.resolve() }]);
    await part.replace();
    expect(said.at(-1)).toBe('1 runs');
  });

  test('rejects when the part ends immediately', async () => {
    const { part } = await partOf([{}, { run: async () => undefined }]);
    await expect(part.replace()).rejects.toThrow('radio exited immediately');
  });

  test('only makes the part before the service runs', async () => {
    const clock = fakeClock();
    const part = await Replaceable.create('radio', () => ({ run: untilAborted }), { clock });
    const first = part.current;
    await part.replace();
    expect(part.current).not.toBe(first);
  });

  test('runs no part after the program was stopped', async () => {
    const { part, said, stop, ended } = await partOf([{}, {}]);
    stop();
    await ended;
    await part.replace();
    expect(said).toEqual(['0 runs', '0 ends']);
  });
});

test('a part that fails by itself ends the service, even after a replacement', async () => {
  let fail = (_: Error): void => undefined;
  const failing: Partial<Runs> = {
    run: () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  };
  const { part, clock, ended } = await partOf([{}, failing]);
  await untilSettled(clock, part.replace());
  fail(new Error('the cable was pulled'));
  expect(await ended).toBe('Error: the cable was pulled');
});
