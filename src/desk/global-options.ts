/** Options of every command. */

import { defineOptions, Secret } from '../core/option.ts';
import { LOG_FORMATS, LOG_LEVELS } from '../host/log/log-line.ts';
import { choice, filePath, fileToRead, flag, secret } from '../settings/kinds.ts';

const group = 'Global flags';

export const globalOptions = defineOptions({
  conf: {
    kind: fileToRead,
    default: '',
    help: 'configuration file; without it, conf.* in the configuration directory or in this folder',
    group,
  },
  'license.key': { kind: secret, default: new Secret(''), help: 'license key', group },
  'log.file': {
    kind: filePath,
    default: '',
    help: 'write logs to this file, nothing to the terminal',
    without: 'there is no log',
    group,
  },
  'log.format': {
    kind: choice(LOG_FORMATS),
    default: 'text',
    help: 'log format',
    live: true,
    group,
  },
  'log.level': {
    kind: choice(LOG_LEVELS),
    default: 'info',
    help: 'lowest level that is logged',
    live: true,
    group,
  },
  'log.line': {
    kind: flag,
    default: false,
    help: 'add source file and line to each log line',
    live: true,
    group,
  },
});
