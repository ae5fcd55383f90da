import { createServer, type Server } from 'node:net';
import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import { messageOf, RunError } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { troubleIn } from '../../core/health.ts';
import { closeServer, KEEP_ALIVE, listen } from '../../core/listening.ts';
import { say, type Text } from '../../core/message.ts';
import type { Transition } from '../../core/track.ts';
import { untilAborted } from '../../core/waiting.ts';
import { ListeningPlace } from '../shared/listening-place.ts';
import { PlayIds } from '../shared/play-ids.ts';
import { Broadcasts, type BroadcastView } from './broadcasts.ts';
import { type IcecastState, icecastFindings, whatToType } from './findings.ts';
import { type IcecastSettings, shoutcastPortOf } from './options.ts';
import { Receiver } from './receiver.ts';

/** Leaves unread audio of a paused connection in the kernel, which wakes no process. */
const CONNECTIONS = { ...KEEP_ALIVE, noDelay: true, highWaterMark: 1 } as const;

type IcecastTools = Pick<SourceTools, 'clock' | 'log' | 'broadcastAudio'>;

const STATES: Readonly<Record<BroadcastView['state'], Text>> = {
  broadcasting: say('icecast.broadcasts-3'),
  interrupted: say('icecast.interrupted'),
  ended: say('icecast.ended'),
};

export class IcecastSource implements Source {
  readonly #settings: IcecastSettings;
  readonly #tools: IcecastTools;
  readonly #place: ListeningPlace;
  #broadcasts: Broadcasts | undefined;
  #receiver: Receiver | undefined;
  #lastHeardAt: number | undefined;

  constructor(settings: IcecastSettings, tools: IcecastTools) {
    this.#settings = settings;
    this.#tools = tools;
    this.#place = new ListeningPlace('--icecast.addr', settings['icecast.addr']);
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#tools;
    const plays = new PlayIds('icecast', clock);
    let last: Transition | undefined;
    const broadcasts = new Broadcasts(
      clock,
      (track, goesOn) => {
        last = last !== undefined && goesOn ? last : plays.next(track);
        listener.transition(last);
      },
      (beforeMs) => last && listener.ended(last.playId, clock.now() - beforeMs),
    );
    const receiver = new Receiver({
      password: this.#settings['icecast.password'],
      conflict: this.#settings['icecast.conflict'],
      broadcasts,
      clock,
      log,
      audio: this.#tools.broadcastAudio,
      onReceived: () => {
        this.#lastHeardAt = clock.now();
      },
    });
    this.#broadcasts = broadcasts;
    this.#receiver = receiver;
    const servers: Server[] = [];
    const open = async (port: number, problem: (reason: Text, code: unknown) => Text): Promise<number> => {
      const server = createServer(CONNECTIONS, (socket) => receiver.accept(socket));
      const at = await listen(server, { ...this.#place.address, port }, problem);
      servers.push(server);
      return at;
    };
    try {
      const port = await open(this.#place.address.port, (reason, code) =>
        code === 'EADDRINUSE'
          ? say('icecast.cannot-listen-taken', { reason })
          : say('icecast.cannot-listen', { reason }),
      );
      this.#place.opened(port);
      log.info('waiting for broadcasts', {
        source: 'icecast',
        address: this.#place.text,
        hint: whatToType(this.#state()),
      });
      await this.#openForShoutcast((next) => open(next, (reason) => reason));
      await untilAborted(signal);
    } finally {
      broadcasts.close();
      receiver.close();
      await Promise.all(servers.map(closeServer));
    }
  }

  health(): SourceHealth {
    const findings = icecastFindings(this.#state());
    // A crash of the program looks like the end of a show: no trouble, but not as if something were received.
    const isOver = findings.some(({ severity }) => severity === 'note');
    return {
      watching: isOver
        ? say('icecast.no-program-broadcast-now')
        : say('icecast.broadcasts-2', { address: this.#place.text }),
      lastHeardAt: this.#lastHeardAt,
      ...troubleIn(findings),
      ...(isOver && { waits: true }),
      details: this.#state().broadcasts.map(({ name, state, broadcaster }) => ({
        name: broadcaster === undefined ? name : `${name} (${broadcaster.program})`,
        state: broadcaster === undefined ? say('icecast.names-without-broadcast') : STATES[state],
      })),
    };
  }

  async findings(): Promise<readonly Finding[]> {
    return icecastFindings(this.#state());
  }

  /** May fail: only programs that speak nothing but SHOUTcast need the next port. */
  async #openForShoutcast(open: (port: number) => Promise<number>): Promise<void> {
    const port = shoutcastPortOf(this.#place.address.port);
    if (port === undefined) {
      return;
    }
    try {
      await open(port);
    } catch (error) {
      if (!(error instanceof RunError)) {
        throw error;
      }
      this.#tools.log.info('SHOUTcast port unavailable', {
        source: 'icecast',
        reason: messageOf(error),
      });
    }
  }

  #state(): IcecastState {
    return {
      address: this.#place.address,
      needsPassword: !this.#settings['icecast.password'].isEmpty,
      broadcasts: this.#broadcasts?.views() ?? [],
      isOver: this.#broadcasts?.isOver ?? false,
      refusedPassword: this.#receiver?.refusedPassword,
      now: this.#tools.clock.monotonic(),
    };
  }
}
