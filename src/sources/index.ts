import { SOURCE_WORDS } from '../core/finding.ts';
import { browser } from './browser/index.ts';
import { dummy } from './dummy.ts';
import { byEar } from './hear/index.ts';
import { http } from './http/index.ts';
import { httpDecks } from './httpdecks/index.ts';
import { hwDevice } from './hwdevice/index.ts';
import { icecast } from './icecast/index.ts';
import { mediacontrol } from './mediacontrol/index.ts';
import { mediacontroltcp } from './mediacontroltcp/index.ts';
import { mpd } from './mpd/index.ts';
import { osc } from './osc/index.ts';
import { proDjLink } from './prodjlink/index.ts';
import { rekordbox } from './rekordbox/index.ts';
import { softa } from './softa/index.ts';
import { softb } from './softb/index.ts';
import { streamingsource } from './streamingsource/index.ts';
import { traktor } from './traktor/index.ts';
import { virtualDj } from './virtualdj/index.ts';

export const sourceParts = [
  hwDevice,
  proDjLink,
  traktor,
  virtualDj,
  icecast,
  osc,
  softa,
  softb,
  rekordbox,
  byEar,
  dummy,
  mediacontrol,
  mediacontroltcp,
  browser,
  mpd,
  streamingsource,
  http,
  httpDecks,
] as const;

export const sourceAliases = SOURCE_WORDS satisfies Readonly<
  Record<string, (typeof sourceParts)[number]['name']>
>;
