// Preloaded. Time jumps ahead by each line from BENCH_CLOCK_PORT.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { JumpingClock, type Waiting } from '../soak/jumping-clock.ts';

const clock = new JumpingClock();
const { clearTimeout: cancelWait, Date: RealDate } = globalThis;

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [clock.now()] : given) as [number]));
  }
  static override now = (): number => clock.now();
} as DateConstructor;
performance.now = () => clock.monotonic();

/** Result of `setTimeout`. */
class Timeout {
  readonly #ms: number;
  readonly #waiting: Waiting;

  constructor(run: () => void, ms: number, repeats: boolean) {
    // Node does the same.
    this.#ms = ms >= 1 ? ms : 1;
    this.#waiting = {
      due: clock.monotonic() + this.#ms,
      run: () => {
        if (repeats) {
          this.refresh();
        }
        run();
      },
      keepsAlive: true,
    };
    clock.arm(this.#waiting);
  }

  refresh(): this {
    this.#waiting.due = clock.monotonic() + this.#ms;
    clock.arm(this.#waiting);
    return this;
  }

  ref(): this {
    this.#waiting.keepsAlive = true;
    this.#waiting.timer?.ref();
    return this;
  }

  unref(): this {
    this.#waiting.keepsAlive = false;
    this.#waiting.timer?.unref();
    return this;
  }

  hasRef(): boolean {
    return this.#waiting.keepsAlive;
  }

  cancel(): void {
    clock.cancel(this.#waiting);
  }
}

function patched(repeats: boolean) {
  return (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    new Timeout(() => run(...args), ms, repeats);
}

function cancel(timer: unknown): void {
  if (timer instanceof Timeout) {
    timer.cancel();
  } else {
    cancelWait(timer as NodeJS.Timeout | undefined);
  }
}

const timers = {
  setTimeout: patched(false),
  setInterval: patched(true),
  clearTimeout: cancel,
  clearInterval: cancel,
};
Object.assign(globalThis, timers);

const socket = connect(Number(process.env.BENCH_CLOCK_PORT), '127.0.0.1');
socket.setNoDelay(true).unref();
createInterface({ input: socket }).on('line', async (line) => {
  await clock.jump(Number(line));
  socket.write('done\n');
});
