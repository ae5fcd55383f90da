import type { BroadcastAudio, BroadcastTap, CollectionTrack, TrackList } from '../core/contracts/hearing.ts';
import type { SourceListener, SourceTools } from '../core/contracts/source.ts';
import type { Finding } from '../core/finding.ts';
import { type HearingHealth, problemIn } from '../core/health.ts';
import { spoken } from '../core/message.ts';
import type { Tools } from '../core/tools.ts';
import { untilAborted } from '../core/waiting.ts';
import { cacheFolder } from '../core/xdg.ts';
import { MusicCollection } from '../hearing/collection/index.ts';
import { libraryOf } from '../hearing/collection/library.ts';
import { Room } from '../hearing/room.ts';
import type { StartSettings } from '../operator/options.ts';
import { icecast } from '../sources/icecast/index.ts';
import { userHome } from '../sources/shared/user-home.ts';
import type { HearingView } from '../web/index.ts';
import type { WireDoor } from '../web/wire/hear.ts';
import type { Replaceable, Runs } from './replaceable.ts';

export interface HearingPart extends Runs, HearingView {
  readonly audio: BroadcastAudio | undefined;
  findings(): readonly Finding[];
  /** Undefined while hearing is off. */
  health(): HearingHealth | undefined;
}

const OFF: HearingPart = {
  audio: undefined,
  doors: () => [],
  collection: () => undefined,
  findings: () => [],
  health: () => undefined,
  openPage: () => undefined,
  run: untilAborted,
};

/** Room and collection that sources follow; outlive restarts of the hearing part. */
export interface Listening {
  readonly room: Room;
  readonly collection: MusicCollection;
}

export function createListening({ clock, disk, log }: Tools): Listening {
  return {
    room: new Room({
      folder: ownCacheFolder(),
      clock,
      disk,
      log,
      async readGrid(path) {
        const { readGrid } = await import('../sources/libraries/beat-grids.ts');
        return readGrid(path, userHome(), { clock, disk, log });
      },
    }),
    collection: createCollection({ clock, disk, log }),
  };
}

export function createCollection({
  clock,
  disk,
  log,
}: Pick<Tools, 'clock' | 'disk' | 'log'>): MusicCollection {
  return new MusicCollection({ clock, log, list: (from) => listed(from, { clock, disk }) });
}

async function* listed(
  from: TrackList,
  tools: Pick<Tools, 'clock' | 'disk'>,
): AsyncGenerator<readonly CollectionTrack[]> {
  const { listedTracks, tracksOnMedium } = await import('../sources/libraries/index.ts');
  yield* 'program' in from ? listedTracks(from.program, userHome(), tools) : tracksOnMedium(from, tools);
}

export function ownCacheFolder(): string {
  const { directory, ...computer } = userHome();
  return cacheFolder({ ...computer, configDir: directory });
}

function isProblem(finding: Finding | undefined): boolean {
  return finding !== undefined && finding.severity !== 'ok';
}

export async function createHearing(
  settings: StartSettings,
  tools: Tools,
  { room, collection }: Listening,
): Promise<HearingPart> {
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
      const ofRoom = room.findings().find(isProblem);
      return views.map(({ name, counts, sound }, at) => {
        const ofDoor = findings[at];
        const problem = isProblem(ofDoor) ? ofDoor : counts ? ofRoom : undefined;
        const { finding = '', todo = '' } = problem ?? {};
        const level = sound === undefined ? null : Math.round(sound.level);
        return spoken<WireDoor>({ name, counts, level, problem: finding, todo });
      });
    },
    health() {
      const views = doors.views();
      const isHeard = views.some(({ sound }) => sound !== undefined);
      const heard = isHeard ? room.findings() : doorFindings(views.filter(({ isLost }) => isLost));
      return { isHeard, problem: problemIn([...heard, ...collection.missing()]) };
    },
    findings: () => [...doorFindings(doors.views()), ...room.findings(), ...collection.findings()],
    openPage: (replaced) => page?.open(replaced),
    collection: () => collection.view(),
    async run(signal) {
      const library = libraryOf(settings, ownCacheFolder());
      const listening = room.run(
        (receive, until) =>
          doors.run((sound) => {
            receive(sound);
            collection.receive(sound);
          }, until),
        signal,
      );
      await Promise.all([listening, library && collection.run(library, signal)]);
    },
  };
}

/** Receives broadcasts for their audio and ignores their titles. */
function listenFor(settings: StartSettings, tools: Tools) {
  const nobody: SourceListener = {
    transition: () => undefined,
    visibility: () => undefined,
    namesChanged: () => undefined,
    offAir: () => undefined,
    ended: () => undefined,
    loaded: () => undefined,
  };
  return async (audio: BroadcastAudio, signal: AbortSignal): Promise<void> => {
    const receiver = await icecast.create(settings, { ...tools, broadcastAudio: audio });
    await receiver.run(nobody, signal);
  };
}

/** Forwards to the current hearing part, which may restart mid-broadcast. */
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
            return tap?.push(bytes) ?? 0;
          },
          end: () => tap?.end(),
        };
      },
    },
  };
}
