import type { RoomBeats } from '../core/contracts/beat.ts';
import type { Control } from '../core/contracts/operator.ts';
import type { StoredSessions } from '../core/contracts/set.ts';
import type { Disk } from '../core/tools.ts';
import type { EventBroadcaster } from './broadcast.ts';
import type { ExportHeaders } from './export.ts';
import type { HearingView } from './hear.ts';
import type { MidiView } from './midi.ts';
import type { Doctor } from './operator/doctor.ts';
import type { LocalPass } from './operator/local-pass.ts';
import type { Recordings } from './operator/recordings.ts';
import type { SettingsStore } from './operator/settings.ts';
import type { Setup } from './operator/setup.ts';
import type { HealthMessage } from './wire/health.ts';

export interface ServerDeps {
  readonly audience: EventBroadcaster;
  readonly version: string;
  readonly health: () => ProgramHealth;
  readonly control: Control;
  readonly beats: RoomBeats;
  /** Resolves to whether all hides are stored, after a short wait. */
  readonly commandsStored: () => Promise<boolean>;
  readonly ownDisk: Disk;
  readonly sessions: StoredSessions;
  /** Resolves once the audience has the set that goes on, if one does. */
  readonly isSetShown: Promise<void>;
  readonly cueHeader: ExportHeaders['cueHeader'];
  readonly doctor: Doctor;
  readonly hearing: () => HearingView;
  readonly midi: () => MidiView;
  /** Absent without a configuration file. */
  readonly settings: SettingsStore | undefined;
  readonly recordings: Recordings;
  readonly setup: () => Promise<Setup>;
  /** Outlives the server. */
  readonly pass: LocalPass;
}

export type ProgramHealth = Pick<
  HealthMessage,
  'isDemo' | 'problem' | 'troubles' | 'said' | 'source' | 'hearing' | 'enrichment' | 'sinks'
>;
