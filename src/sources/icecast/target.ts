/** The target of a request, whose parts may be in any encoding. Pure. */
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { textIn } from '../encodings.ts';
import type { SentNames } from './names.ts';

const MAX_MOUNT_LENGTH = 255;
/** What a source of SHOUTcast broadcasts to: its programs cannot choose. */
export const SHOUTCAST_MOUNT = '/';

/** "The names of what plays are now these." */
export interface Update {
  /** Undefined when it names none. */
  readonly mount: string | undefined;
  /** SHOUTcast programs send it here. */
  readonly password: string | undefined;
  readonly names: SentNames;
}

/** Undefined when it is not an update. */
export function readUpdate(target: string): Update | undefined {
  const query = target.indexOf('?');
  const path = pathOf(target);
  if (query < 0 || (path !== '/admin/metadata' && path !== '/admin.cgi')) {
    return undefined;
  }
  const fields = new Map<string, string>();
  for (const field of target.slice(query + 1).split('&')) {
    const equals = field.indexOf('=');
    if (equals > 0) {
      fields.set(field.slice(0, equals).toLowerCase(), decoded(field.slice(equals + 1)));
    }
  }
  const mount = fields.get('mount');
  const get = (name: string): string => fields.get(name) ?? '';
  return {
    mount: path === '/admin.cgi' ? SHOUTCAST_MOUNT : mount === undefined ? undefined : mountNamed(mount),
    password: fields.get('pass'),
    names: {
      ...UNKNOWN_TRACK,
      artist: get('artist'),
      title: get('title'),
      album: get('album'),
      genre: get('genre'),
      song: get('song'),
    },
  };
}

/** Without the query. */
export function pathOf(target: string): string {
  return decoded(target.replace(/\?.*$/s, ''));
}

/** The mount point that a source names as its target. */
export function mountOf(target: string): string {
  return mountNamed(pathOf(target));
}

/** `/live`, `live`: the same. */
function mountNamed(name: string): string {
  return `/${name.replace(/^\/+/, '')}`.slice(0, MAX_MOUNT_LENGTH);
}

/** A `+` stands for itself, as Icecast reads it. */
function decoded(text: string): string {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return textIn(Buffer.from(bytes, 'latin1'));
}
