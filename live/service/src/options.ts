/** `DECKCAST_POSTGRES_URL` stands for `--postgres.url`. */

import type { Problem } from '../../../src/core/errors.ts';
import { defineOptions, Secret, type SettingsOf } from '../../../src/core/option.ts';
import { globalOptions } from '../../../src/operator/global-options.ts';
import {
  address,
  addressOrNone,
  choice,
  duration,
  filePath,
  secret,
  text,
  url,
} from '../../../src/settings/kinds.ts';

const none = new Secret('');
const {
  'log.file': logFile,
  'log.format': logFormat,
  'log.level': logLevel,
  'log.line': logLine,
} = globalOptions;

export const serviceOptions = defineOptions('Command flags', {
  'http.addr': {
    kind: address,
    default: { host: '127.0.0.1', port: 9292 },
    help: 'where to listen; put a proxy that speaks TLS in front',
  },
  'metrics.addr': {
    kind: addressOrNone,
    default: undefined,
    help: 'where to serve /metrics to your own monitoring, such as 127.0.0.1:9293; empty disables it',
  },
  store: {
    kind: choice(['libsql', 'postgres']),
    default: 'libsql',
    help: 'where keys and tracks are kept',
  },
  'libsql.file': { kind: filePath, default: 'live.db', help: 'database file of the store libsql' },
  'postgres.url': { kind: secret, default: none, help: 'postgres:// address of the store postgres' },
  'extension.client_id': { kind: text, default: '', help: 'client id of the extension' },
  'extension.owner_id': {
    kind: text,
    default: '',
    help: 'number of the account that owns the extension',
  },
  'extension.secret': { kind: secret, default: none, help: 'secret of the extension, in base64' },
  'live.client_id': {
    kind: text,
    default: '',
    help: 'client id that "deckcast live setup" signs in with; tokens of others are refused',
  },
  'live.auth_url': {
    kind: url,
    default: 'https://id.twitch.tv',
    help: 'base address of the service that validates sign-ins',
  },
  'broadcast.url': {
    kind: url,
    default: 'https://api.twitch.tv',
    help: 'base address of the service that reaches the viewers',
  },
  'track.expires': {
    kind: duration,
    default: 3_600_000,
    help: 'how long a track is shown when no other follows',
  },
  'log.file': logFile,
  'log.format': logFormat,
  'log.level': logLevel,
  'log.line': logLine,
});

export type ServiceSettings = SettingsOf<typeof serviceOptions>;

/** Shorter secrets are guessable. */
const MIN_SECRET_BYTES = 16;

/** Problems beyond single values. */
export function checkService(settings: ServiceSettings): readonly Problem[] {
  const needed = (name: keyof ServiceSettings, empty: boolean, why: string): readonly Problem[] =>
    empty ? [{ where: `--${name}`, what: why }] : [];
  const always = 'the service needs it; the console of the extension shows it';
  return [
    ...needed('extension.client_id', settings['extension.client_id'] === '', always),
    ...needed('extension.owner_id', settings['extension.owner_id'] === '', always),
    ...needed(
      'extension.secret',
      extensionKey(settings['extension.secret']).length < MIN_SECRET_BYTES,
      `${always}, in base64`,
    ),
    ...needed(
      'live.client_id',
      settings['live.client_id'] === '',
      'the service needs it; the console shows it beside the public application that DJs sign in with',
    ),
    ...needed(
      'postgres.url',
      settings.store === 'postgres' && settings['postgres.url'].isEmpty,
      'the store postgres needs it',
    ),
  ];
}

/** The console shows the key in base64. */
export function extensionKey(extensionSecret: Secret): Uint8Array {
  return Buffer.from(extensionSecret.reveal(), 'base64');
}
