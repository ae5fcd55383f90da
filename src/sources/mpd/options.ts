import type { Problem } from '../../core/errors.ts';
import { isLoopback } from '../../core/loopback.ts';
import { say } from '../../core/message.ts';
import { defineOptions, Secret, type SettingsOf } from '../../core/option.ts';
import { address, fileToRead, secret } from '../../settings/kinds.ts';
import type { MpdPlace } from './connection.ts';

export const mpdOptions = defineOptions('Source and discovery', {
  'mpd.addr': {
    kind: address,
    default: { host: '127.0.0.1', port: 6600 },
    help: 'where the Music Player Daemon (MPD) listens',
    sends: ['mpd.password'],
  },
  'mpd.socket': {
    kind: fileToRead,
    default: '',
    help: 'socket of MPD on this computer, such as /run/mpd/socket; replaces mpd.addr',
  },
  'mpd.password': {
    kind: secret,
    default: new Secret(''),
    help: 'password of MPD; empty when it has none',
  },
});

export type MpdSettings = SettingsOf<typeof mpdOptions>;

/** A line break would end the command that sends it. */
export function checkMpd(settings: MpdSettings): readonly Problem[] {
  return /[\r\n]/.test(settings['mpd.password'].reveal())
    ? [{ where: '--mpd.password', what: say('mpd.more-one-line') }]
    : [];
}

export function placeOf({ 'mpd.addr': addr, 'mpd.socket': path }: MpdSettings): MpdPlace {
  const { host = '127.0.0.1', port } = addr;
  return path === ''
    ? { at: `${host}:${port}`, isHere: host === 'localhost' || isLoopback(host), connect: { host, port } }
    : { at: path, isHere: true, connect: { path } };
}
