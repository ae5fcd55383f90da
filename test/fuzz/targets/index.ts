/** Every target: what reads bytes from outside has one. */
import type { FuzzTarget } from '../target.ts';
import { icecast, ogg } from './broadcasts.ts';
import { collection } from './collection.ts';
import { configuration } from './configuration.ts';
import { databases, encrypted, encryptedLibrary } from './databases.ts';
import { configurationEditors } from './editors.ts';
import { http } from './http.ts';
import { httpDecks } from './http-decks.ts';
import { pictures, tags } from './media.ts';
import { prodjlink, prodjlinkDatabase, prodjlinkFiles } from './prodjlink.ts';
import { rekordboxLibrary } from './rekordbox-library.ts';
import { eventSub, obs } from './services.ts';
import { settings } from './settings.ts';
import { SOUND_TARGETS } from './sound.ts';
import { fileTransfer, stagelinq } from './stagelinq.ts';
import {
  browserTabs,
  mediaControl,
  mpd,
  osc,
  recordings,
  serato,
  textFiles,
  traktor,
  virtualDj,
} from './text.ts';

/** By name. Some start something, which `close` ends. */
export const TARGETS: ReadonlyMap<string, () => FuzzTarget> = new Map<string, () => FuzzTarget>([
  ...[
    stagelinq,
    fileTransfer,
    prodjlink,
    prodjlinkDatabase,
    prodjlinkFiles,
    rekordboxLibrary,
    mediaControl,
    browserTabs,
    mpd,
    textFiles,
    serato,
    traktor,
    virtualDj,
    icecast,
    osc,
    httpDecks,
    ogg,
    recordings,
    configuration,
    configurationEditors,
    tags,
  ].map((target) => [target.name, () => target] as const),
  ...SOUND_TARGETS,
  ['collection', collection],
  ['pictures', pictures],
  ['databases', databases],
  ['encrypted', encrypted],
  ['encrypted-library', encryptedLibrary],
  ['http', http],
  ['settings', settings],
  ['eventsub', eventSub],
  ['obs', obs],
]);
