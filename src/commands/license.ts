import { UsageError } from '../core/errors.ts';
import { globalOptions } from '../operator/global-options.ts';
import type { Command } from '../settings/command.ts';

export const license: Command<typeof globalOptions> = {
  details:
    'Reads the key of --license.key or of the configuration file and prints to whom it is registered. ' +
    'A license unlocks the live sink, catalog art and streaming metadata.',
  noArguments: 'the key belongs to --license.key',
  options: globalOptions,
  configuration: 'own',
  async run({ settings, resolution, print, tools }) {
    const { checkLicense } = await import('../core/license.ts');
    const check = checkLicense(settings['license.key'].reveal(), tools.clock.now());
    const place = resolution.origins['license.key'].place;
    if (check.state === 'missing') {
      throw new UsageError([
        { where: '--license.key', what: 'this command needs it, here or in the configuration file' },
      ]);
    }
    if (check.state === 'invalid') {
      throw new UsageError([{ where: place, what: 'this license key was not issued for this program' }]);
    }
    const { name, email, version, expires } = check.license;
    print(`Registered to: ${name} <${email}>\nVersion: ${version}\nExpires: ${expires}\n`);
    if (check.state === 'expired') {
      tools.log.warn('the license has expired', { expires });
    }
  },
};
