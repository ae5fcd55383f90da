/** Hardware source with simulated devices, over UDP and TCP on loopback. */

import { deviceSpecs, type SimulatedSet, type SimulatedTrack } from '@deckcast/simulator';
import type { NetworkOptions } from '@deckcast/stagelinq';
import type { SourceTools } from '../../src/core/contracts/source.ts';
import type { Disk } from '../../src/core/tools.ts';
import { systemClock } from '../../src/host/clock.ts';
import { nodeDisk } from '../../src/host/disk/node-disk.js';
import { type HwDeviceSettings, hwDeviceOptions } from '../../src/sources/hwdevice/options.ts';
import { HwDeviceSource } from '../../src/sources/hwdevice/source.ts';
import { keptLog } from './log.ts';
import { settingsOf } from './settings.ts';
import { Simulated, TEST_DISCOVERY_PORT, type Wishes } from './simulated.ts';
import { runSource } from './source.ts';
import { waitFor } from './wait.ts';

/** Shorter intervals than on a real network. */
const HURRIED: Partial<NetworkOptions> = {
  port: TEST_DISCOVERY_PORT,
  intervalMs: 100,
  timeouts: { servicesQuietMs: 100 },
};

/** Runs the source alone on loopback. */
export function watchDevices(
  settings: Partial<HwDeviceSettings> = {},
  disk: Disk = nodeDisk,
  more: Pick<SourceTools, 'isDefaultSource'> = {},
) {
  const log = keptLog();
  const all = settingsOf(hwDeviceOptions, {
    'hwdevice.discovery.interface': ['lo'],
    'hwdevice.library': '',
    ...settings,
  });
  const source = new HwDeviceSource(
    all,
    {
      log,
      clock: systemClock,
      disk,
      fetch: () => Promise.reject(new Error('no web here')),
      userAgent: 'deckcast/0',
      ...more,
    },
    { network: HURRIED },
  );
  const notes = runSource(source);
  return {
    source,
    notes,
    log,
    /** Changes settings while the source runs. */
    change: (change: Partial<HwDeviceSettings>): void => {
      Object.assign(all, change);
      source.settingsChanged();
    },
    close: () => notes.stop(),
  };
}

export type HwDeviceBooth = Awaited<ReturnType<typeof openBooth>>;

/** Starts the source first, so that it receives the first announcements, then the devices. */
export async function openBooth(
  set: SimulatedSet,
  settings: Partial<HwDeviceSettings> = {},
  disk: Disk = nodeDisk,
) {
  const watched = watchDevices(settings, disk);
  try {
    await waitFor(
      'the source to listen',
      () => String(watched.source.health().problem).includes('no device was heard') || undefined,
    );
    const simulated = await Simulated.start(set);
    return {
      ...watched,
      simulated,
      close: async (): Promise<void> => {
        await watched.close();
        await simulated.close();
      },
    };
  } catch (error) {
    await watched.close();
    throw error;
  }
}

/** Devices and tracks without a timeline: the test performs the moves. */
export function boothSet(devices: Wishes, ...tracks: readonly SimulatedTrack[]): SimulatedSet {
  return { name: 'test', waitForClient: false, devices: deviceSpecs(devices), tracks, timeline: [] };
}

export function setTrack(id: string, known: Partial<SimulatedTrack> = {}): SimulatedTrack {
  return {
    id,
    artist: `${id}'s artist`,
    title: id,
    genre: 'House',
    seconds: 300,
    bpm: 120,
    key: 'Am',
    path: `STICK (USB 1)/Music/${id}.mp3`,
    loadSeconds: 0.05,
    ...known,
  };
}
