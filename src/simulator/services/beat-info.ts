/** Beats and positions about 29 times a second, playing or not, from `start` until `stop`. */
import type { Clock } from '../../core/tools.ts';
import { BEAT_INFO, beatCodec } from '../../stagelinq/index.ts';
import type { Playheads } from '../playheads.ts';
import type { SimulatedService } from './service.ts';

/** Mean distance on an SC6000. */
const EVERY_MS = 35;

/** `uptime` in nanoseconds: the clock of the device's references too. */
export function beatInfoService(transport: Playheads, clock: Clock, uptime: () => bigint): SimulatedService {
  return {
    name: BEAT_INFO,
    open(line) {
      let stop: (() => void) | undefined;
      const tick = (): void => {
        const decks = transport.positions(clock.monotonic());
        line.send(beatCodec.encode({ kind: 'beat', clock: uptime(), decks }));
        stop = clock.after(EVERY_MS, tick);
      };
      const close = (): void => {
        stop?.();
        stop = undefined;
      };
      return {
        message(frame) {
          close();
          if (beatCodec.decode(frame).kind === 'start') {
            tick();
          }
        },
        close,
      };
    },
  };
}
