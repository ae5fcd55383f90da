import type { FuzzTarget } from '../target.ts';
import { icecast, ogg } from './broadcasts.ts';
import { collection } from './collection.ts';
import { configuration, configurationEditors } from './configuration.ts';
import { databases, encrypted, encryptedLibrary } from './databases.ts';
import { http } from './http.ts';
import { httpDecks } from './http-decks.ts';
import { pictures, tags } from './media.ts';
import { midi } from './midi.ts';
import { prodjlink, prodjlinkDatabase, prodjlinkFiles } from './prodjlink.ts';
import { rekordboxLibrary } from './rekordbox-library.ts';
import { eventSub, obs } from './services.ts';
import { settings } from './settings.ts';
import { SOUND_TARGETS } from './sound.ts';
import { fileTransfer, stagelinq } from './stagelinq.ts';
import * as text from './text.ts';

/** Functions start resources, which `close` ends. */
const BY_NAME: Readonly<Record<string, FuzzTarget | (() => FuzzTarget)>> = {
  stagelinq,
  'file-transfer': fileTransfer,
  prodjlink,
  'prodjlink-database': prodjlinkDatabase,
  'prodjlink-files': prodjlinkFiles,
  'rekordbox-library': rekordboxLibrary,
  'media-control': text.mediaControl,
  'browser-tabs': text.browserTabs,
  mpd: text.mpd,
  'text-files': text.textFiles,
  serato: text.serato,
  traktor: text.traktor,
  virtualdj: text.virtualDj,
  icecast,
  osc: text.osc,
  'http-decks': httpDecks,
  midi,
  ogg,
  recordings: text.recordings,
  configuration,
  'configuration-editors': configurationEditors,
  tags,
  ...SOUND_TARGETS,
  collection,
  pictures,
  databases,
  encrypted,
  'encrypted-library': encryptedLibrary,
  http,
  settings,
  eventsub: eventSub,
  obs,
};

export const TARGETS: ReadonlyMap<string, () => FuzzTarget> = new Map(
  Object.entries(BY_NAME).map(([name, target]) => [
    name,
    typeof target === 'function' ? target : () => target,
  ]),
);
