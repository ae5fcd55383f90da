import type { Clock, Logger } from '../../core/tools.ts';
import { untilAborted } from '../../core/waiting.ts';
import { unusedPort } from './play.ts';
import type { SoftwareRecording } from './recorded.ts';
import { replayBroadcasts, replayTraktor } from './replay.ts';
import { ReplayedVirtualDj } from './replayed-virtualdj.ts';

interface ReplayTools {
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Plays a recording of DJ software on this computer, and stays until the signal fires. It says where deckcast has to
 * listen: elsewhere, what is played once more would get into a show.
 */
export async function replayRecording(
  recording: SoftwareRecording,
  tools: ReplayTools,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = tools;
  const watch = (options: string): void =>
    log.info('watch it from another terminal', { hint: `deckcast start ${options}` });
  try {
    switch (recording.on) {
      case 'traktor': {
        const port = await unusedPort();
        watch(`--source=traktor --traktor.addr=127.0.0.1:${port}`);
        await replayTraktor(recording.events, { port, ...tools }, signal);
        break;
      }
      case 'virtualdj': {
        const virtualDj = new ReplayedVirtualDj();
        watch(`--source=virtualdj --virtualdj.url=${await virtualDj.serve(signal)}`);
        await virtualDj.replay(recording.events, clock, signal);
        break;
      }
      case 'icecast': {
        const port = await unusedPort();
        watch(`--source=icecast --icecast.addr=127.0.0.1:${port} --icecast.password=`);
        await replayBroadcasts(recording.events, { port, ...tools }, signal);
        break;
      }
    }
    log.info('the recording has been played', { hint: 'Ctrl-C ends this' });
    await untilAborted(signal);
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  }
}
