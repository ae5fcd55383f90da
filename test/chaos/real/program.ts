import { type StartedProgram, startProgram } from '../../support/program.ts';
import { Outside } from '../world/outside.ts';

const ADDRESS = '127.0.0.1:9090';

export class RealProgram {
  readonly outside = new Outside(`http://${ADDRESS}`);
  readonly #args: readonly string[];
  readonly #said: (where: string, text: string) => void;
  #program: StartedProgram | undefined;
  #read = 0;

  constructor(
    flags: readonly { readonly name: string; readonly text: string }[],
    said: (where: string, text: string) => void,
  ) {
    this.#args = [
      'start',
      `--http.addr=${ADDRESS}`,
      '--http.token=',
      '--hwdevice.discovery.interface=lo',
      ...flags.map(({ name, text }) => `--${name}=${text}`),
    ];
    this.#said = said;
  }

  /** Resolves with the time just before our sockets opened. */
  async start(now: () => number): Promise<number> {
    this.#read = 0;
    this.#program = await startProgram(this.#args);
    const { ended } = this.#program;
    await Promise.race([
      this.#program.waitForLine('overlay ready'),
      ended.then(({ status, signal }) => {
        throw new Error(`it ended while it started, with ${signal ?? status}`);
      }),
    ]);
    const ready = now();
    await Promise.all([
      this.outside.open('/ws', (text) => this.#said('/ws', text)),
      this.outside.open('/api/v1/events', (text) => this.#said('events', text)),
    ]);
    return ready;
  }

  hold(): void {
    this.#program?.signal('SIGSTOP');
  }

  goOn(): void {
    this.#program?.signal('SIGCONT');
  }

  async kill(): Promise<void> {
    this.#program?.signal('SIGKILL');
    await this.stop();
  }

  async stop(): Promise<void> {
    const end = await this.#program?.stop();
    this.readLog();
    this.#program = undefined;
    if (end !== undefined && end.signal === null && end.status !== 143) {
      this.#said('crash', `it ended with status ${end.status}`);
    }
  }

  readLog(): void {
    const log = this.#program?.stderr ?? '';
    const end = log.lastIndexOf('\n') + 1;
    for (const line of log.slice(this.#read, end).split('\n').filter(Boolean)) {
      this.#said('log', line);
    }
    this.#read = Math.max(this.#read, end);
  }
}
