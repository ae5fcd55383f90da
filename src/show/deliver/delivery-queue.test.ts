import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { hiddenPublication, publication } from '../../../test/support/publication.ts';
import { track } from '../../../test/support/tracks.ts';
import type { Sink, SinkKind } from '../../core/contracts/sink.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import { isFailing, REFUSED_PAUSE_MS, refusedNext } from '../../core/health.ts';
import type { Publication } from '../../core/track.ts';
import { DeliveryQueue } from './delivery-queue.ts';

/** Succeeds at once unless the test chooses the sink's answers. */
function setUp(kind: SinkKind, more: Partial<Sink> = {}) {
  const clock = fakeClock();
  const log = keptLog();
  const got: string[] = [];
  const answers: ((signal: AbortSignal) => Promise<void>)[] = [];
  const sink = {
    kind,
    async publish(one: Publication, signal: AbortSignal) {
      const answer = answers.shift();
      await answer?.(signal);
      got.push(`${one.playId}${one.hidden ? ' hidden' : ''}`);
    },
    ...more,
  };
  const queue = new DeliveryQueue('test', sink, { clock, log });
  const play = (playId: string, change: Partial<Publication> = {}) => publication({ playId, ...change });
  const send = (...playIds: string[]): void => {
    for (const playId of playIds) {
      queue.publish(play(playId));
    }
  };
  return { clock, log, got, answers, queue, play, send };
}

const failWith = (error: Error) => async (): Promise<void> => {
  throw error;
};
const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('a queue', () => {
  test('redelivers to a state sink when changed settings change its text', async () => {
    const written: string[] = [];
    let format = 'one';
    const rendered = ({ playId, hidden }: Publication): string => (hidden ? '' : `${format} ${playId}`);
    const publish = (one: Publication) => void written.push(rendered(one));
    const { queue, send } = setUp('state', { rendered, publish });
    format = 'two';
    queue.settingsChanged();
    send('a');
    queue.settingsChanged();
    format = 'three';
    queue.settingsChanged();
    queue.settingsChanged();
    expect(written).toEqual(['two a', 'three a']);
    queue.publish(hiddenPublication({ kind: 'hide', playId: 'a' }));
    format = 'four';
    queue.settingsChanged();
    expect(written).toEqual(['two a', 'three a', '']);
  });

  test('retries a failed message with backoff and keeps the order', async () => {
    const { queue, got, answers, clock, log, send } = setUp('message');
    answers.push(failWith(new UpstreamError('503', 'retry')));
    send('a', 'b');
    await clock.advance(0);
    expect(got).toEqual([]);
    await clock.advance(1_000);
    expect(got).toEqual(['a', 'b']);
    const lastSuccessAt = expect.any(Number);
    expect(queue.health()).toMatchObject({ delivered: 2, dropped: 0, queued: 0, lastSuccessAt });
    expect(log.at('warn')).toEqual(['delivery failed']);
    expect(log.lines.at(-1)).toEqual(
      expect.objectContaining({ message: 'delivery works again', fields: { sink: 'test' } }),
    );
  });

  test('logs each reason of failures once until a success', async () => {
    const { answers, clock, log, send } = setUp('record');
    const reasons = ['no network', 'no network', '503', 'no network'];
    answers.push(...reasons.map((reason) => failWith(new UpstreamError(reason, 'retry'))));
    send('a');
    await clock.advance(60_000);
    answers.push(failWith(new UpstreamError('no network', 'retry')));
    send('b');
    await clock.advance(1_000);
    const logged = log.lines.filter(({ level }) => level === 'warn');
    expect(logged.map(({ fields }) => String(fields.reason))).toEqual(['no network', '503', 'no network']);
  });

  test('waits as long as the service requests', async () => {
    const { got, answers, clock, send } = setUp('message');
    answers.push(failWith(new UpstreamError('429', 'retry', { retryAfterMs: 30_000 })));
    send('a');
    await clock.advance(29_000);
    expect(got).toEqual([]);
    await clock.advance(2_000);
    expect(got).toEqual(['a']);
  });

  test('drops a message after a minute of failures, logs it, and sends the next', async () => {
    const { queue, got, answers, clock, log, send } = setUp('message');
    for (let n = 0; n < 9; n += 1) {
      answers.push(failWith(new UpstreamError('503', 'retry')));
    }
    send('a', 'b');
    await clock.advance(120_000);
    expect(got).toEqual(['b']);
    expect(queue.health()).toMatchObject({ dropped: 1, delivered: 1 });
    expect(log.at('warn')).toContain('publication dropped');
  });

  test('drops a message whose requested pause outlasts it', async () => {
    const { queue, got, answers, clock, play, log } = setUp('message');
    answers.push(failWith(new UpstreamError('429', 'retry', { retryAfterMs: 10 * 60_000 })));
    for (const id of ['a', 'b', 'c', 'd']) {
      queue.publish(play(id));
      await clock.advance(3 * 60_000 + 10_000);
    }
    expect(got).toEqual(['d']);
    expect(queue.health()).toMatchObject({ dropped: 3, delivered: 1 });
    expect(log.at('warn').filter((message) => message === 'publication dropped')).toHaveLength(3);
  });

  test('sends a revealed play that could not be sent before its hide', async () => {
    const { queue, got, answers, clock, play, send } = setUp('message');
    answers.push(failWith(new UpstreamError('503', 'retry')));
    send('a');
    await clock.advance(0);
    queue.publish(hiddenPublication({ playId: 'a', kind: 'hide' }));
    await clock.advance(60_000);
    expect(got).toEqual([]);
    queue.publish(play('a', { kind: 'reveal' }));
    await clock.advance(0);
    expect(got).toEqual(['a']);
  });

  test('does not repeat a play that was hidden during its delivery', async () => {
    const { queue, got, answers, clock, play, send } = setUp('message');
    answers.push(untilAborted);
    send('a');
    await clock.advance(0);
    queue.publish(hiddenPublication({ playId: 'a', kind: 'hide' }));
    queue.publish(play('a', { kind: 'reveal' }));
    await clock.advance(60_000);
    expect(got).toEqual([]);
  });

  test('sends corrected names of an undelivered play, and none of a delivered one', async () => {
    const titles: string[] = [];
    let isDown = true;
    const { queue, clock, play } = setUp('message', {
      async publish({ track }) {
        if (isDown) {
          throw new UpstreamError('503', 'retry');
        }
        titles.push(track.title);
      },
    });
    const named = (id: string, title: string, kind: Publication['kind'] = 'track') =>
      play(id, { kind, track: track({ title }) });
    queue.publish(named('a', 'Blu'));
    queue.publish(named('b', 'Rd'));
    await clock.advance(0);
    queue.publish(named('a', 'Blue', 'correction'));
    queue.publish(named('b', 'Red', 'correction'));
    isDown = false;
    await clock.advance(5_000);
    queue.publish(named('b', 'Redder', 'correction'));
    await clock.advance(5_000);
    expect(titles).toEqual(['Blue', 'Red']);
  });

  test('fails while its sink, which writes later, has a problem', async () => {
    let findings: readonly Finding[] = [];
    const { clock, queue, send } = setUp('record', { findings: () => findings });
    send('a');
    await clock.advance(1_000);
    expect(isFailing(queue.health())).toBe(false);
    findings = [{ area: 'services', severity: 'warning', finding: 'it is gone', means: '', todo: '' }];
    expect(queue.health()).toMatchObject({ delivered: 1, lastError: 'it is gone' });
    expect(isFailing(queue.health())).toBe(true);
    findings = [];
    expect(isFailing(queue.health())).toBe(false);
  });

  test('counts what the receiver took of a sink that sends by itself, and stops at its fault', async () => {
    let taken = { delivered: 0, queued: 1 };
    let findings: readonly Finding[] = [];
    const { clock, queue, send } = setUp('record', { taken: () => taken, findings: () => findings });
    send('a', 'b');
    await clock.advance(0);
    expect(queue.health()).toMatchObject({ delivered: 0, queued: 1, stopped: false });
    expect(queue.health()).not.toHaveProperty('lastSuccessAt');
    findings = [{ area: 'services', severity: 'fault', finding: 'it refuses', means: '', todo: '' }];
    expect(queue.health()).toMatchObject({ delivered: 0, stopped: true, lastError: 'it refuses' });
    findings = [];
    taken = { delivered: 2, queued: 0 };
    expect(queue.health()).toMatchObject({ delivered: 2, queued: 0, stopped: false });
  });

  test('does not count a publication of which the receiver got nothing', async () => {
    const { clock, queue, send } = setUp('message', { publish: async () => 'not live' });
    send('a');
    await clock.advance(0);
    expect(queue.health()).toMatchObject({ delivered: 0, queued: 0, dropped: 0, failed: 0 });
  });

  test('drops a message at once if the service will never accept it', async () => {
    const { queue, got, answers, clock, send } = setUp('message');
    answers.push(failWith(new UpstreamError('400', 'drop')));
    send('a', 'b');
    await clock.advance(0);
    expect(got).toEqual(['b']);
    expect(queue.health()).toMatchObject({ dropped: 1, lastError: '400' });
  });

  test('pauses after a refusal, reports it, and retries after 15 minutes', async () => {
    const { queue, got, answers, clock, log, send } = setUp('message');
    answers.push(failWith(new UpstreamError('401', 'stop')));
    send('a', 'b');
    await clock.advance(REFUSED_PAUSE_MS - 30_000);
    send('c');
    await clock.advance(29_000);
    expect(got).toEqual([]);
    expect(queue.health()).toMatchObject({ stopped: true, dropped: 2, lastError: `401; ${refusedNext()}` });
    expect(log.lines).toMatchObject([
      {
        level: 'error',
        message: 'sink paused',
        fields: { reason: '401', next: refusedNext() },
      },
    ]);
    await clock.advance(1_000);
    expect(got).toEqual(['c']);
    expect(queue.health().stopped).toBe(false);
    expect(log.lines.at(-1)).toMatchObject({ message: 'delivery works again', fields: { missed: 2 } });
  });

  test('retries after a refusal as soon as settings change', async () => {
    const { queue, got, answers, clock, send } = setUp('message');
    answers.push(failWith(new UpstreamError('401', 'stop')), failWith(new UpstreamError('403', 'stop')));
    send('a');
    await clock.advance(5_000);
    queue.settingsChanged();
    await clock.advance(5_000);
    expect(queue.health()).toMatchObject({ stopped: true, lastError: `403; ${refusedNext()}` });
    queue.settingsChanged();
    await clock.advance(0);
    expect(got).toEqual(['a']);
    expect(clock.waiting).toBe(0);
  });

  test('retries a failed delivery at once when its cause may be fixed, unless the service requests a pause', async () => {
    const { clock, got, answers, queue, send } = setUp('state');
    const pause = new UpstreamError('429', 'retry', { retryAfterMs: 60_000 });
    answers.push(failWith(new UpstreamError('503', 'retry')), failWith(pause));
    send('a');
    await clock.advance(0);
    expect([got, answers.length]).toEqual([[], 1]);
    queue.retry();
    await clock.advance(0);
    expect(answers).toEqual([]);
    queue.retry();
    await clock.advance(0);
    expect(got).toEqual([]);
    await clock.advance(60_000);
    expect(got).toEqual(['a']);
  });

  test('reports refused credentials before the first track, until they are accepted, and tries it all the same', async () => {
    let isRefused = true;
    const verify = async () => {
      if (isRefused) {
        throw new UpstreamError('401', 'stop');
      }
    };
    const { clock, got, log, queue, send } = setUp('message', { verify });
    queue.prepare();
    await clock.advance(0);
    expect([isFailing(queue.health()), queue.health().lastError]).toEqual([true, '401']);
    expect(queue.health().stopped).toBe(false);
    expect(log.at('warn')).toEqual(['delivery failed']);
    isRefused = false;
    queue.settingsChanged();
    await clock.advance(0);
    expect(isFailing(queue.health())).toBe(false);
    isRefused = true;
    queue.prepare();
    await clock.advance(0);
    send('a');
    await clock.advance(1);
    expect([got, isFailing(queue.health())]).toEqual([['a'], false]);
  });

  test('retries after a refusal when the sink reports the cause as fixed', async () => {
    let mend = (): void => undefined;
    const { got, answers, clock, send } = setUp('message', {
      mended: () => new Promise<void>((resolve) => (mend = resolve)),
    });
    answers.push(failWith(new UpstreamError('401', 'stop')));
    send('a');
    await clock.advance(5_000);
    expect(got).toEqual([]);
    mend();
    await clock.advance(0);
    expect(got).toEqual(['a']);
    expect(clock.waiting).toBe(0);
  });

  test('retries a server of the user’s own earlier', async () => {
    const { queue, got, answers, clock, send } = setUp('state');
    answers.push(failWith(new UpstreamError('401', 'stop', { retryAfterMs: 300_000 })));
    send('a');
    await clock.advance(299_000);
    expect(queue.health()).toMatchObject({ stopped: true, lastError: `401; ${refusedNext(300_000)}` });
    await clock.advance(1_000);
    expect(got).toEqual(['a']);
  });

  test('sends nothing stale or hidden after a refusal, and lets the program stop', async () => {
    const { queue, got, answers, clock, send } = setUp('message');
    answers.push(failWith(new UpstreamError('401', 'stop')));
    send('a');
    await clock.advance(REFUSED_PAUSE_MS);
    expect(got).toEqual([]);
    answers.push(failWith(new UpstreamError('401', 'stop')));
    send('b');
    await clock.advance(0);
    queue.publish(hiddenPublication({ playId: 'b', kind: 'hide' }));
    queue.settingsChanged();
    await clock.advance(0);
    expect(got).toEqual([]);
    answers.push(failWith(new UpstreamError('401', 'stop')));
    send('c');
    await clock.advance(0);
    await queue.close(1_000);
    expect(clock.waiting).toBe(0);
  });

  test('keeps every entry for a record sink after a refusal', async () => {
    const { got, answers, clock, send } = setUp('record');
    answers.push(failWith(new UpstreamError('no session database', 'stop')));
    send('a', 'b');
    await clock.advance(60_000);
    send('c');
    await clock.advance(REFUSED_PAUSE_MS);
    expect(got).toEqual(['a', 'b', 'c']);
  });

  test('aborts an attempt at the time limit and retries', async () => {
    const { queue, got, answers, clock, send } = setUp('message');
    answers.push(untilAborted);
    send('a');
    await clock.advance(10_000);
    expect(queue.health().lastError).toBe('no answer within 10 s');
    await clock.advance(1_000);
    expect(got).toEqual(['a']);
  });

  test('reports an attempt that ignores the signal, and waits for it', async () => {
    const { queue, got, answers, clock, log, send } = setUp('record');
    let unblock = (): void => undefined;
    answers.push(
      () =>
        new Promise((resolve) => {
          unblock = resolve;
        }),
    );
    send('a', 'b');
    await clock.advance(60 * 60_000);
    expect(queue.health()).toMatchObject({ queued: 2, delivered: 0, lastError: 'no answer within 10 s' });
    expect(log.at('warn')).toEqual(['delivery failed']);
    expect(got).toEqual([]);
    unblock();
    await clock.advance(0);
    expect(got).toEqual(['a', 'b']);
    expect(queue.health()).toMatchObject({ queued: 0, delivered: 2 });
    expect(log.at('info')).toEqual(['delivery works again']);
  });

  test('does not report an attempt aborted for a newer publication', async () => {
    const { queue, got, answers, clock, log, send } = setUp('state');
    answers.push(untilAborted);
    send('a');
    await clock.advance(5_000);
    send('b');
    await clock.advance(0);
    expect(got).toEqual(['b']);
    expect(queue.health().lastError).toBeUndefined();
    expect(log.lines).toEqual([]);
  });

  test('delivers only the newest to a state sink that falls behind', async () => {
    const { got, answers, clock, send } = setUp('state');
    answers.push(failWith(new Error('disk full')));
    send('a');
    await clock.advance(0);
    send('b', 'c');
    await clock.advance(0);
    expect(got).toEqual(['c']);
  });

  test('delivers every publication to a synchronous state sink', async () => {
    const got: string[] = [];
    const { queue, clock, send } = setUp('state', { publish: ({ playId }) => void got.push(playId) });
    send('a', 'b', 'c');
    expect(got).toEqual(['a', 'b', 'c']);
    await clock.advance(0);
    expect(queue.health()).toMatchObject({ delivered: 3, queued: 0 });
  });

  test('calls a synchronous sink with a fresh signal, even after a reentrant call', async () => {
    const ended: string[] = [];
    const { clock, send } = setUp('state', {
      publish(one, signal) {
        ended.push(`${one.playId} ${signal.aborted}`);
        if (one.playId === 'a') {
          send('b');
        }
        return undefined;
      },
    });
    send('a');
    await clock.advance(0);
    send('c');
    expect(ended).toEqual(['a false', 'b false', 'c false']);
  });

  test.each([
    ['record', 0],
    ['state', 1],
  ] as const)('counts no play as delivered that an earlier run has stored: %s', async (kind, delivered) => {
    const { queue, got, clock, play, send } = setUp(kind);
    queue.publish(play('a', { isResumed: true }));
    await clock.advance(0);
    expect(got).toEqual(['a']);
    expect(queue.health()).toMatchObject({ delivered });
    send('b');
    await clock.advance(0);
    expect(queue.health()).toMatchObject({ delivered: delivered + 1 });
  });

  test('keeps a record complete while the disk is full', async () => {
    const { got, answers, clock, send } = setUp('record');
    for (let n = 0; n < 30; n += 1) {
      answers.push(failWith(new Error('disk full')));
    }
    send('a', 'b');
    await clock.advance(15 * 60_000);
    expect(got).toEqual(['a', 'b']);
  });

  test('writes a delayed record in the current form of the play', async () => {
    const { queue, got, answers, clock, play, send } = setUp('record');
    const full = new UpstreamError('ENOSPC', 'retry');
    answers.push(failWith(full));
    send('a', 'b');
    await clock.advance(0);
    queue.publish(hiddenPublication({ playId: 'a', kind: 'hide' }));
    queue.publish(hiddenPublication({ playId: 'b', kind: 'hide' }));
    queue.publish(play('b', { kind: 'reveal' }));
    await clock.advance(1_000);
    expect(got).toEqual(['a hidden', 'b', 'a hidden', 'b', 'b']);
  });

  test('calls hide of a sink at once, ahead of the queue', async () => {
    const hidden: string[] = [];
    const { queue, got, answers, clock, send } = setUp('record', {
      hide: ({ playId }) => void hidden.push(playId),
    });
    send('a', 'b');
    await clock.advance(0);
    answers.push(failWith(new UpstreamError('ENOSPC', 'retry')));
    queue.publish(hiddenPublication({ playId: 'a', kind: 'hide' }));
    queue.publish(hiddenPublication({ playId: 'b', kind: 'hide' }));
    expect(hidden).toEqual(['a', 'b']);
    await clock.advance(1_000);
    expect(got).toEqual(['a', 'b', 'a hidden', 'b hidden']);
  });

  test('delivers a hide of a recorded play ahead of the queue', async () => {
    const { queue, got, answers, clock, send } = setUp('record');
    send('a');
    await clock.advance(0);
    answers.push(failWith(new UpstreamError('ENOSPC', 'retry')));
    send('b', 'c');
    await clock.advance(0);
    queue.publish(hiddenPublication({ playId: 'a', kind: 'hide' }));
    await clock.advance(1_000);
    expect(got).toEqual(['a', 'a hidden', 'b', 'c']);
  });

  test('delivers a hide right after the track being written, and writes an unwritten track hidden', async () => {
    const { queue, got, answers, clock, send } = setUp('record');
    let done = (): void => undefined;
    answers.push(
      () =>
        new Promise((resolve) => {
          done = resolve;
        }),
    );
    send('a', 'b');
    queue.publish(hiddenPublication({ playId: 'a', kind: 'hide' }));
    done();
    await clock.advance(0);
    expect(got).toEqual(['a', 'a hidden', 'b']);
    answers.push(failWith(new UpstreamError('ENOSPC', 'retry')));
    send('c');
    queue.publish(hiddenPublication({ playId: 'c', kind: 'hide' }));
    await clock.advance(1_000);
    expect(got.slice(3)).toEqual(['c hidden', 'c hidden']);
  });

  test('records a track before its hide, even if another hide goes first', async () => {
    const kinds: string[] = [];
    let broken = true;
    const { queue, clock } = setUp('record', {
      async publish({ playId, kind }) {
        await clock.sleep(10);
        if (broken && playId === 'b') {
          throw new UpstreamError('ENOSPC', 'retry');
        }
        kinds.push(`${playId} ${kind}`);
      },
    });
    queue.publish(publication({ playId: 'a' }));
    await clock.advance(10);
    queue.publish(publication({ playId: 'b' }));
    await clock.advance(5);
    queue.publish(hiddenPublication({ playId: 'a', kind: 'hide' }));
    queue.publish(hiddenPublication({ playId: 'b', kind: 'hide' }));
    await clock.advance(5_000);
    broken = false;
    await clock.advance(20_000);
    expect(kinds).toEqual(['a track', 'a hide', 'b track', 'b hide']);
  });

  test.each([1, 2])(
    'puts a hidden track back after its removal, which waits as publication %i',
    async (nth) => {
      const { queue, got, answers, clock, send } = setUp('record');
      const hidden = (change: Partial<Publication>) =>
        queue.publish(hiddenPublication({ position: 1, ...change }));
      hidden({ playId: 'a' });
      await clock.advance(0);
      answers.push(failWith(new UpstreamError('EIO', 'retry')));
      send(...['b'].slice(nth === 1 ? 1 : 0));
      hidden({ playId: 'a', kind: 'retract', removed: true });
      await clock.advance(0);
      hidden({ playId: 'a, put back', kind: 'hide' });
      await clock.advance(1_000);
      expect(got.at(-1)).toBe('a, put back hidden');
    },
  );

  describe('of a play that moves to a new set', () => {
    const moved = { set: 1, position: 1, elapsedMs: 0 };
    const begins = { ...moved, kind: 'new set', movedFrom: 2 } as const;

    /** A record whose disk is full until then. */
    function record() {
      const kept: Publication[] = [];
      let isFull = true;
      const { queue, clock, play } = setUp('record', {
        async publish(one) {
          const isWritable = !isFull;
          await clock.sleep(10);
          if (!isWritable) {
            throw new UpstreamError('ENOSPC', 'retry');
          }
          kept.push(one);
        },
      });
      const story = async (): Promise<readonly string[]> => {
        isFull = false;
        await clock.advance(60_000);
        return kept.map(
          ({ playId, kind, set = 0, position, movedFrom, hidden }) =>
            `${kind} ${playId} ${set}.${position}${movedFrom === undefined ? '' : ` from ${movedFrom}`}${hidden ? ' hidden' : ''}`,
        );
      };
      return { queue, clock, play, story };
    }

    test('keeps what waits in its set, in the names of now', async () => {
      const { queue, clock, play, story } = record();
      queue.publish(play('a', { position: 1 }));
      queue.publish(play('b', { position: 2 }));
      await clock.advance(50);
      queue.publish(play('a', { position: 1, kind: 'correction' }));
      queue.publish(play('b', begins));
      queue.publish(play('c', { set: 1, position: 2 }));
      queue.publish(hiddenPublication({ playId: 'b', ...moved, kind: 'hide' }));
      expect(await story()).toEqual([
        'track a 0.1',
        'track b 0.2 hidden',
        'correction a 0.1',
        'new set b 1.1 from 2 hidden',
        'track c 1.2',
        'hide b 1.1 hidden',
      ]);
    });

    test('begins the set before a hide, also while the track is being written', async () => {
      const { queue, clock, play, story } = record();
      await story();
      queue.publish(play('b', { position: 2 }));
      await clock.advance(5);
      queue.publish(play('b', begins));
      queue.publish(hiddenPublication({ playId: 'b', ...moved, kind: 'hide' }));
      expect(await story()).toEqual(['track b 0.2', 'new set b 1.1 from 2 hidden', 'hide b 1.1 hidden']);
    });

    test('begins each of two sets without a track', async () => {
      const { queue, play, story } = record();
      const empty = (set: number) =>
        queue.publish(hiddenPublication({ kind: 'new set', playId: '', position: 0, set }));
      queue.publish(play('a', { position: 1 }));
      empty(1);
      queue.publish(play('b', { set: 1, position: 1 }));
      empty(2);
      expect(await story()).toEqual([
        'track a 0.1',
        'new set  1.0 hidden',
        'track b 1.1',
        'new set  2.0 hidden',
      ]);
    });
  });

  test('counts publications dropped from a full queue', async () => {
    const { queue, answers, clock, play } = setUp('record');
    answers.push(untilAborted);
    for (let n = 0; n < 1_003; n += 1) {
      queue.publish(play(`p${n}`));
    }
    expect(queue.health()).toMatchObject({ dropped: 2, queued: 1_001 });
    await clock.advance(0);
  });
});

describe('a message sink', () => {
  test('gets a hidden play once, when it is revealed', async () => {
    const { queue, got, clock, play } = setUp('message');
    queue.publish(hiddenPublication({ playId: 'a' }));
    queue.publish(play('a', { kind: 'reveal' }));
    queue.publish(hiddenPublication({ playId: 'a', kind: 'hide' }));
    queue.publish(play('a', { kind: 'reveal' }));
    await clock.advance(0);
    expect(got).toEqual(['a']);
  });

  test('gets an unnamed play once its names arrive', async () => {
    const { queue, got, clock, play } = setUp('message');
    queue.publish(play('a', { track: track({ filename: 'take 3.wav' }) }));
    await clock.advance(0);
    expect(got).toEqual([]);
    queue.publish(play('a', { kind: 'correction' }));
    queue.publish(play('a', { kind: 'correction' }));
    await clock.advance(0);
    expect(got).toEqual(['a']);
  });
});

describe('stopping a queue', () => {
  test('drains first, and then logs nothing', async () => {
    const { queue, got, answers, clock, log, send } = setUp('message');
    answers.push(() => clock.sleep(500));
    send('a', 'b');
    const closed = queue.close(2_000);
    await clock.advance(600);
    await closed;
    expect(got).toEqual(['a', 'b']);
    expect(log.lines).toEqual([]);
  });

  test('logs a sink that cannot be closed, without delay', async () => {
    const { queue, log } = setUp('record', { close: failWith(new Error('disk full')) });
    await queue.close(2_000);
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { sink: 'test', reason: 'disk full' } }]);
  });

  test('logs undelivered publications, and does not deliver them later', async () => {
    const { queue, got, answers, clock, log, send } = setUp('message');
    answers.push(untilAborted);
    send('a', 'b');
    const closed = queue.close(2_000);
    await clock.advance(2_000);
    await closed;
    await clock.advance(1_000);
    expect(got).toEqual([]);
    expect(log.lines.at(-1)).toMatchObject({
      message: 'publications were not delivered before the stop',
      fields: { count: 2 },
    });
  });

  test('names the visible tracks that a record does not get before the stop', async () => {
    const { queue, answers, clock, log, play } = setUp('record');
    answers.push(untilAborted);
    const by = (title: string) => ({ track: track({ artist: 'Ada', title }) });
    queue.publish(play('a', by('Blue')));
    queue.publish(play('b', by('Red')));
    queue.publish(play('c', by('Secret')));
    queue.publish(hiddenPublication({ kind: 'hide', playId: 'c' }));
    queue.publish(hiddenPublication({ playId: 'd' }));
    queue.publish(play('b', { ...by('Rose'), kind: 'correction' }));
    const closed = queue.close(2_000);
    await clock.advance(2_000);
    await closed;
    const named = log.lines.filter(({ message }) => message === 'track not in the record');
    expect(named.map(({ fields }) => `${fields.artist} - ${fields.title}`)).toEqual([
      'Ada - Blue',
      'Ada - Rose',
    ]);
    expect(JSON.stringify(log.lines)).not.toContain('Secret');
  });
});
