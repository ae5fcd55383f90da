import { say } from '../core/message.ts';
import { defineOptions, Secret } from '../core/option.ts';
import { LOG_FORMATS, LOG_LEVELS } from '../host/log/log-line.ts';
import { choice, fileOrFolderToRead, filePath, flag, secret } from '../settings/kinds.ts';

export const globalOptions = defineOptions('Global flags', {
  conf: {
    // A folder passes here, because reading explains one, also if it replaces the file later.
    kind: fileOrFolderToRead,
    default: '',
    help: 'configuration file; without it, conf.* in the configuration directory or in this folder',
  },
  'license.key': { kind: secret, default: new Secret(''), help: 'license key' },
  'log.file': {
    kind: filePath,
    default: '',
    help: 'write logs to this file instead of the terminal',
    without: say('global-options.no-log'),
  },
  'log.format': {
    kind: choice(LOG_FORMATS, { text: 'Lines of text', json: 'JSON' }),
    default: 'text',
    help: 'log format',
    live: true,
  },
  'log.level': {
    kind: choice(LOG_LEVELS, {
      debug: 'Everything',
      info: 'What happens, warnings and errors',
      warn: 'Warnings and errors',
      error: 'Errors',
      fatal: 'Errors that end the program',
    }),
    default: 'info',
    help: 'lowest level to log',
    live: true,
  },
  'log.line': {
    kind: flag,
    default: false,
    help: 'add source file and line to each log line',
    live: true,
  },
});
