import { describe, expect, onTestFinished, test } from 'vitest';
import { keepFaults } from '../../../packages/stagelinq/src/testing/faults.ts';
import { fakeClock } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { hiddenPublication, played } from '../../../test/support/publication.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { Sink, SinkKind } from '../../core/contracts/sink.ts';
import type { Publication } from '../../core/track.ts';
import { createFanout } from './fanout.ts';

const hide = (position: number) =>
  hiddenPublication({ kind: 'hide', seq: 9, playId: `play-${position}`, position });

function sinkOf(kind: SinkKind): Sink & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    kind,
    calls,
    publish: ({ position, track }: Publication) => void calls.push(`${position} ${track.title}`),
  };
}

const fanoutOf = (name: string, sink: Sink) =>
  createFanout([{ name, sink }], { log: keptLog(), clock: fakeClock() });

test('record sinks learn that an ended track was hidden; state and message sinks do not', () => {
  for (const [kind, calls] of [
    ['record', ['1 One', '2 Two', '1 ']],
    ['state', ['1 One', '2 Two']],
    ['message', ['1 One', '2 Two']],
  ] as const) {
    const sink = sinkOf(kind);
    const fanout = fanoutOf(kind, sink);
    fanout.publish(played('One', 1));
    fanout.publish(played('Two', 2));
    fanout.publishEarlier(hide(1));
    expect(sink.calls).toEqual(calls);
  }
});

test('the end of the play on air reaches record sinks, and others that follow earlier plays', async () => {
  const end: Publication = { ...played('One', 1), kind: 'end', endedAt: 9 };
  for (const [kind, more, calls] of [
    ['record', {}, ['1 One', '1 One']],
    ['record', { earlier: true }, ['1 One', 'earlier']],
    ['state', {}, ['1 One']],
    ['state', { delayMs: () => 10_000 }, ['1 One']],
    ['message', {}, ['1 One']],
  ] as const) {
    const clock = fakeClock();
    const { earlier = false, ...others } = { earlier: false, ...more };
    const sink = sinkOf(kind);
    const note = { earlier: () => void sink.calls.push('earlier') };
    const fanout = createFanout([{ name: kind, sink: { ...sink, ...others, ...(earlier && note) } }], {
      log: keptLog(),
      clock,
    });
    fanout.publish(played('One', 1));
    await clock.advance(10_000);
    fanout.publishEarlier(end);
    await clock.advance(10_000);
    expect(sink.calls).toEqual(calls);
  }
});

test('off air reaches state sinks, and others that implement offAir', () => {
  for (const [kind, calls] of [
    ['record', ['1 One', 'off air']],
    ['state', ['1 One', '1 ']],
    ['message', ['1 One', 'off air']],
  ] as const) {
    const sink = sinkOf(kind);
    const fanout = fanoutOf(kind, { ...sink, offAir: () => void sink.calls.push('off air') });
    fanout.publish(played('One', 1));
    fanout.publish(hiddenPublication({ kind: 'off air', playId: 'play-1', position: 1 }));
    expect(sink.calls).toEqual(calls);
  }
});

test('a retracted track leaves record sinks, and is not sent to sinks where it waits', async () => {
  const retract = hiddenPublication({ kind: 'retract', playId: 'play-2', position: 2 });
  for (const [kind, calls] of [
    ['record', ['track One', 'retract ']],
    ['message', ['track One']],
  ] as const) {
    const sent: string[] = [];
    const sink: Sink = {
      kind,
      async publish({ kind: what, track }) {
        await Promise.resolve();
        sent.push(`${what} ${track.title}`);
      },
    };
    const fanout = fanoutOf(kind, sink);
    fanout.publish(played('One', 1));
    fanout.publish(played('Two', 2));
    fanout.publishEarlier(retract);
    await waitFor('the deliveries', () => sent.length >= calls.length || undefined);
    expect(sent).toEqual(calls);
  }
});

test('a sink that throws in earlier is reported as a bug, and the next sink is still called', async () => {
  const kept = keepFaults();
  onTestFinished(kept.stop);
  const ours = new Error('ours');
  const broken: Sink = {
    ...sinkOf('state'),
    earlier: () => {
      throw ours;
    },
  };
  const sink = sinkOf('record');
  const sinks = [
    { name: 'broken', sink: broken },
    { name: 'record', sink },
  ];
  const fanout = createFanout(sinks, { log: keptLog(), clock: fakeClock() });
  fanout.publish(played('One', 1));
  fanout.publish(played('Two', 2));
  fanout.publishEarlier(hide(1));
  expect(sink.calls).toEqual(['1 One', '2 Two', '1 ']);
  await waitFor('the fault', () => kept.faults[0]);
  expect(kept.faults).toEqual([ours]);
});

test.each([
  ['message', 'on air', ['2 Two']],
  ['message', 'over', ['2 Two']],
  ['record', 'on air', ['1 ', '2 Two', '1 ']],
  ['record', 'over', ['1 ', '2 Two', '1 ']],
] as const)(
  'a replaced %s gets nothing of a track that was hidden meanwhile, %s',
  async (kind, when, calls) => {
    const fanout = fanoutOf(kind, sinkOf(kind));
    const sink = sinkOf(kind);
    let make: (sink: Sink) => void = () => undefined;
    const done = fanout.replace(kind, () => new Promise((resolve) => (make = resolve)));
    fanout.publish(played('One', 1));
    if (when === 'on air') {
      fanout.publish(hide(1));
      fanout.publish(played('Two', 2));
      fanout.publishEarlier(hide(1));
    } else {
      fanout.publish(played('Two', 2));
      fanout.publishEarlier(hide(1));
    }
    await new Promise((resolve) => setImmediate(resolve));
    make(sink);
    await done;
    expect([...new Set(sink.calls)].join()).toBe([...new Set(calls)].join());
  },
);

test('a replaced record gets the sets in order', async () => {
  const fanout = fanoutOf('record', sinkOf('record'));
  const got: string[] = [];
  const sink: Sink = {
    kind: 'record',
    publish: ({ kind, set = 0, position }) => void got.push(`${kind} ${set}.${position}`),
  };
  let make: (sink: Sink) => void = () => undefined;
  const done = fanout.replace('record', () => new Promise((resolve) => (make = resolve)));
  fanout.publish(played('One', 1));
  fanout.publish(played('Two', 2));
  fanout.publishEarlier(hide(1));
  fanout.publish({ ...played('Two', 1), playId: 'play-2', kind: 'new set', set: 1, movedFrom: 2 });
  await new Promise((resolve) => setImmediate(resolve));
  make(sink);
  await done;
  expect(got).toEqual(['track 0.1', 'track 0.2', 'hide 0.1', 'new set 1.1']);
});

test.each(['on air', 'over'])(
  'a replaced state sink never gets names that its predecessor showed and that were hidden meanwhile, %s',
  async (when) => {
    const fanout = fanoutOf('file', sinkOf('state'));
    const sink = sinkOf('state');
    fanout.publish(played('One', 1));
    const done = fanout.replace('file', async () => sink);
    if (when === 'on air') {
      fanout.publish(hide(1));
    } else {
      fanout.publish(played('Two', 2));
      fanout.publishEarlier(hide(1));
    }
    await done;
    expect(sink.calls[0]).toBe('1 ');
    expect(sink.calls.at(-1)).toBe(when === 'on air' ? '1 ' : '2 Two');
  },
);

describe('the title of a delayed stream whose sink is replaced', () => {
  const clock = fakeClock();
  const delayed = () => ({ ...sinkOf('state'), delayMs: () => 10_000 });

  async function replaced(publications: readonly Publication[]) {
    const fanout = createFanout([{ name: 'radio', sink: delayed() }], { log: keptLog(), clock });
    for (const one of publications) {
      fanout.publish(one);
      await clock.advance(9_000);
    }
    const sink = delayed();
    await fanout.replace('radio', async () => sink);
    return { fanout, sink };
  }

  test('is written again at once and hidden at once, on air or while the next track waits', async () => {
    const { fanout, sink } = await replaced([played('One', 1), played('Two', 2)]);
    expect(sink.calls).toEqual(['1 One']);
    fanout.publishEarlier(hide(1));
    expect(sink.calls).toEqual(['1 One', '1 ']);
    await clock.advance(10_000);
    expect(sink.calls).toEqual(['1 One', '1 ', '2 Two']);
  });

  test('keeps its delay if nothing has passed yet', async () => {
    const { sink } = await replaced([played('One', 1)]);
    expect(sink.calls).toEqual([]);
    await clock.advance(10_000);
    expect(sink.calls).toEqual(['1 One']);
  });

  test('is delayed if the sink was just switched on', async () => {
    const fanout = createFanout([{ name: 'radio', sink: undefined }], { log: keptLog(), clock });
    fanout.publish(played('One', 1));
    const sink = delayed();
    await fanout.replace('radio', async () => sink);
    expect(sink.calls).toEqual([]);
    await clock.advance(10_000);
    expect(sink.calls).toEqual(['1 One']);
  });
});

test('a stop logs how many delayed tracks it drops', async () => {
  const log = keptLog();
  const delayed: Sink = { ...sinkOf('message'), delayMs: () => 10_000 };
  const fanout = createFanout([{ name: 'chat', sink: delayed }], { log, clock: fakeClock() });
  const stop = new AbortController();
  const running = fanout.run(stop.signal);
  fanout.publish(played('One', 1));
  fanout.publish(played('Two', 2));
  fanout.publish(hide(2));
  stop.abort();
  await running;
  expect(log.lines).toEqual([
    {
      level: 'warn',
      message: 'publications were not delivered before the stop',
      fields: { sink: 'chat', count: 1 },
    },
  ]);
});
