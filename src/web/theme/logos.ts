/** Logos that looks name: pictures in the folder of the user's files. */
import type { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { textOf } from '../../core/errors.ts';
import { type Finding, problemFields } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import { readLive } from '../../core/option.ts';
import { endingOfPicture, startOf } from '../../core/picture-type.ts';
import type { Clock, Disk, Logger } from '../../core/tools.ts';
import { WakeSignal } from '../../core/waiting.ts';
import { findFile } from '../files.ts';
import type { ServerSettings } from '../options.ts';

/** Slowly: a picture that is put in place is seen at the next refresh anyway. */
const LOOK_EVERY_MS = 5_000;
const RARELY_MS = 60 * 60_000;
/** More than a picture's marks, and some comments before an SVG. */
const READ_BYTES = 4_096;
const NO_SUCH_LOGO = say('web.no-such-logo');

export interface LookFindings {
  /** Problems of the look in use. */
  readonly inUse: readonly Finding[];
  /** Problems of saved looks. */
  readonly saved: readonly Finding[];
  /** Problems of the tracklist page. */
  readonly page: readonly Finding[];
}

/** Finds problems of logos. */
export async function logoFindings(settings: ServerSettings, disk: Disk): Promise<LookFindings> {
  const folder = readLive(settings, 'theme.files');
  const [inUse, saved, page] = await Promise.all([
    findingsOf(logoInUse(settings), folder, disk),
    findingsOf(savedLogos(settings), folder, disk),
    pageFindings(readLive(settings, 'page.logo'), disk),
  ]);
  return { inUse, saved, page };
}

async function pageFindings(path: string, disk: Disk): Promise<readonly Finding[]> {
  const reason = path === '' ? undefined : await problemOfFile(path, disk);
  const look = say('web.tracklist-page');
  return reason === undefined
    ? []
    : [
        {
          area: 'files',
          severity: 'warning',
          finding: say('web.logo-not-shown', { path: resolve(path), look, reason }),
          means: say('web.page-without-logo'),
          todo: say(reason === NO_SUCH_LOGO ? 'web.put-logo-there' : 'web.choose-page-logo'),
        },
      ];
}

async function findingsOf(
  logos: readonly NamedLogo[],
  folder: string,
  disk: Disk,
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    logos.map(async ({ look, name }): Promise<readonly Finding[]> => {
      const path = resolve(folder, name);
      const reason = folder === '' ? say('web.no-folder-of-logos') : await problemOf(folder, name, disk);
      return reason === undefined
        ? []
        : [
            {
              area: 'files',
              severity: 'warning',
              finding: say('web.logo-not-shown', { path: folder === '' ? name : path, look, reason }),
              means: say('web.look-without-logo'),
              todo: say('web.choose-logo-in-looks'),
            },
          ];
    }),
  );
  return found.flat();
}

/** Logs new problems, and passes on all of them. `settings` emits `changed` when they may differ. */
export async function followLogos(
  settings: ServerSettings,
  changes: EventEmitter,
  signal: AbortSignal,
  { log, clock, disk }: { readonly log: Logger; readonly clock: Clock; readonly disk: Disk },
  found: (findings: LookFindings) => void,
): Promise<void> {
  const wake = new WakeSignal(clock);
  changes.on('changed', () => wake.notify());
  let known = new Set<string>();
  while (!signal.aborted) {
    const logos = await logoFindings(settings, disk);
    const findings = [...logos.inUse, ...logos.saved, ...logos.page];
    for (const one of findings) {
      if (!known.has(String(one.finding))) {
        log.warn('a look lacks its logo', problemFields(one));
      }
    }
    known = new Set(findings.map(({ finding }) => String(finding)));
    found(logos);
    // Without a logo, only the settings bring one.
    await wake.wait(
      logoInUse(settings).length + savedLogos(settings).length === 0 && readLive(settings, 'page.logo') === ''
        ? RARELY_MS
        : LOOK_EVERY_MS,
      signal,
    );
  }
}

interface NamedLogo {
  readonly look: Text;
  readonly name: string;
}

function logoInUse(settings: ServerSettings): readonly NamedLogo[] {
  const { logo }: Readonly<Record<string, unknown>> = readLive(settings, 'theme.options');
  return typeof logo === 'string' && logo !== '' ? [{ look: say('web.look-in-use'), name: logo }] : [];
}

function savedLogos(settings: ServerSettings): readonly NamedLogo[] {
  return Object.entries(readLive(settings, 'theme.looks')).flatMap(([look, address]) => {
    const [, options = ''] = String(address).split(/\?(.*)/s);
    const name = new URLSearchParams(options).get('logo') ?? '';
    return name === '' ? [] : [{ look: say('web.saved-look', { look }), name }];
  });
}

async function problemOf(folder: string, name: string, disk: Disk): Promise<Text | undefined> {
  const file = await findFile(folder, encodeURIComponent(name), disk);
  return file === undefined ? NO_SUCH_LOGO : problemOfFile(file.path, disk, true);
}

async function problemOfFile(path: string, disk: Disk, takesGif = false): Promise<Text | undefined> {
  try {
    const start = await disk.read(path, READ_BYTES);
    if (start === undefined) {
      return NO_SUCH_LOGO;
    }
    const isPicture = endingOfPicture(start) !== undefined || (takesGif && startOf(start).startsWith('GIF8'));
    return isPicture ? undefined : say(takesGif ? 'web.no-picture' : 'web.no-picture-for-page');
  } catch (error) {
    return textOf(error);
  }
}
