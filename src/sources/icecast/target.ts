import { encodingNamed } from '../../core/encoding.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { decoded, textIn } from '../shared/encodings.ts';
import type { SentNames } from './names.ts';

const MAX_MOUNT_LENGTH = 255;
/** SHOUTcast programs cannot choose one. */
export const SHOUTCAST_MOUNT = '/';

export interface Update {
  readonly mount: string | undefined;
  /** SHOUTcast programs send it in the query. */
  readonly password: string | undefined;
  readonly names: SentNames;
}

export function readUpdate(target: string): Update | undefined {
  const query = target.indexOf('?');
  const path = pathOf(target);
  if (query < 0 || (path !== '/admin/metadata' && path !== '/admin.cgi')) {
    return undefined;
  }
  const fields = new Map<string, Buffer>();
  for (const field of target.slice(query + 1).split('&')) {
    const equals = field.indexOf('=');
    if (equals > 0) {
      // Plus means space, as in Icecast.
      const value = percentDecoded(field.slice(equals + 1).replaceAll('+', ' '));
      fields.set(field.slice(0, equals).toLowerCase(), value);
    }
  }
  const text = (name: string): string | undefined => {
    const value = fields.get(name);
    return value && textIn(value);
  };
  const mount = text('mount');
  const encoding = encodingNamed(text('charset') ?? '') ?? 'utf-8';
  const get = (name: string): string => textNamed(fields.get(name), encoding);
  return {
    mount: path === '/admin.cgi' ? SHOUTCAST_MOUNT : mount === undefined ? undefined : mountNamed(mount),
    password: text('pass'),
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

export function pathOf(target: string): string {
  return textIn(percentDecoded(target.replace(/\?.*$/s, '')));
}

export function mountOf(target: string): string {
  return mountNamed(pathOf(target));
}

/** `/live` for `live`. */
function mountNamed(name: string): string {
  return `/${name.replace(/^\/+/, '')}`.slice(0, MAX_MOUNT_LENGTH);
}

/** Programs mix up UTF-8 and Latin-1, so both are detected. */
function textNamed(bytes: Buffer = Buffer.alloc(0), encoding: string): string {
  return ['utf-8', 'windows-1252'].includes(encoding) ? textIn(bytes) : decoded(bytes, encoding);
}

/** `text`: one character per byte. */
function percentDecoded(text: string): Buffer {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}
