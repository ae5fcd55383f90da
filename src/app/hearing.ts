/** The sound of the room: where it comes in, and what the other parts have to do with it. */
import type { BroadcastAudio, BroadcastTap, SourceListener, SourceTools } from '../core/contracts.ts';
import type { Finding } from '../core/finding.ts';
import type { Tools } from '../core/tools.ts';
import { untilAborted } from '../core/waiting.ts';
import { cacheFolder } from '../core/xdg.ts';
import type { StartSettings } from '../desk/options.ts';
import { Room } from '../hearing/room.ts';
import { icecast } from '../sources/icecast/index.ts';
import { userHome } from '../sources/user-home.ts';
import type { HearingView } from '../web/index.ts';
import type { Replaceable, Runs } from './replaceable.ts';

export interface HearingPart extends Runs, HearingView {
  /** Absent when no broadcast is heard. */
  readonly audio: BroadcastAudio | undefined;
  findings(): readonly Finding[];
}

const OFF: HearingPart = {
  audio: undefined,
  doors: () => [],
  findings: () => [],
  openPage: () => undefined,
  run: untilAborted,
};

/** One for the whole run: sources follow it, whether anybody listens to the room or not. */
export function createRoom({ clock, disk, log }: Tools): Room {
  const { directory, ...computer } = userHome();
  return new Room({ folder: cacheFolder({ ...computer, configDir: directory }), clock, disk, log });
}

export async function createHearing(settings: StartSettings, tools: Tools, room: Room): Promise<HearingPart> {
  const names = settings['hear.input'];
  if (names.length === 0) {
    return OFF;
  }
  const { createDoors, doorFindings } = await import('../hearing/doors/create.ts');
  const { doors, audio, page } = createDoors(settings, {
    ...tools,
    listen: settings.source.includes('icecast') ? undefined : listenFor(settings, tools),
  });
  return {
    audio,
    doors() {
      const views = doors.views();
      const findings = doorFindings(views);
      return views.map(({ name, counts, sound }, at) => {
        const { severity = 'ok', finding = '', todo = '' } = findings[at] ?? {};
        const level = sound === undefined ? null : Math.round(sound.level);
        return { name, counts, level, problem: severity === 'ok' ? '' : finding, todo };
      });
    },
    findings: () => [...doorFindings(doors.views()), ...room.findings()],
    openPage: (replaced) => page?.open(replaced),
    run: (signal) => room.run((receive, until) => doors.run(receive, until), signal),
  };
}

/** Their sound alone counts. */
function listenFor(settings: StartSettings, tools: Tools) {
  const nobody: SourceListener = {
    transition: () => undefined,
    visibility: () => undefined,
    namesChanged: () => undefined,
    loaded: () => undefined,
  };
  return async (audio: BroadcastAudio, signal: AbortSignal): Promise<void> => {
    const receiver = await icecast.create(settings, { ...tools, broadcastAudio: audio });
    await receiver.run(nobody, signal);
  };
}

/** Broadcasts for what hears them now: that may start again while they go on. */
export function relayBroadcasts(
  hearing: Replaceable<HearingPart>,
): Required<Pick<SourceTools, 'broadcastAudio'>> {
  return {
    broadcastAudio: {
      begin(broadcast) {
        let heardBy: HearingPart | undefined;
        let tap: BroadcastTap | undefined;
        return {
          push(bytes) {
            if (heardBy !== hearing.current) {
              heardBy = hearing.current;
              tap = heardBy.audio?.begin(broadcast);
            }
            tap?.push(bytes);
          },
          end: () => tap?.end(),
        };
      },
    },
  };
}
