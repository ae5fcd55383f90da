import { ensureBrowserSource } from '../clients/obs/browser-source.ts';
import { sceneCollection } from '../clients/obs/scene-collection.ts';
import { withObs } from '../clients/obs/session.ts';
import { defineOptions } from '../core/option.ts';
import { globalOptions } from '../operator/global-options.ts';
import { obsOptions } from '../operator/obs/options.ts';
import { isThisComputer, overlaySource, USUAL_OBS } from '../operator/obs/overlay.ts';
import type { Command, CommandContext } from '../settings/command.ts';
import { filePath, url } from '../settings/kinds.ts';
import { writing } from '../sinks/files.ts';
import { reachableUrl } from '../web/listener.ts';
import { serverOptions } from '../web/options.ts';

const setupOptions = defineOptions('Command flags', {
  ...globalOptions,
  ...obsOptions,
  'obs.url': {
    ...obsOptions['obs.url'],
    default: USUAL_OBS,
    help: 'WebSocket server of OBS',
  },
  'http.addr': serverOptions['http.addr'],
  'theme.internal': serverOptions['theme.internal'],
  'theme.dir': serverOptions['theme.dir'],
  'theme.options': serverOptions['theme.options'],
  url: {
    kind: url,
    default: '',
    help: 'address of the overlay as OBS reaches it; by default from --http.addr',
  },
  export: {
    kind: filePath,
    default: '',
    help: 'write a scene collection to this file instead of connecting to OBS',
  },
});

type Context = Pick<CommandContext<typeof setupOptions>, 'settings' | 'print' | 'tools' | 'signal'>;

export const obsSetup: Command<typeof setupOptions> = {
  details:
    'Adds the overlay as a browser source to the scene that OBS shows, at the bottom left. When there is a source of ' +
    'that name (--obs.source), it gets the address, keeps its place and size, and is reloaded.\n\n' +
    'In OBS, Tools → WebSocket Server Settings must be enabled; the password stands there too. With --export nothing ' +
    'is needed but Scene Collection → Import in OBS.',
  options: setupOptions,
  configuration: 'own',
  waitsForFolders: true,
  check({ settings: { export: file, url: overlay, 'obs.url': obs } }) {
    if (file !== '') {
      return [];
    }
    if (obs === '') {
      return [{ where: '--obs.url', what: 'name the WebSocket server of OBS, or leave this out' }];
    }
    return overlay === '' && !isThisComputer(obs)
      ? [
          {
            where: '--url',
            what: 'OBS is on another computer: name the address at which it reaches the overlay on this one',
          },
        ]
      : [];
  },
  run: setUp,
};

async function setUp(context: Context): Promise<void> {
  const { settings, print, tools, signal } = context;
  const { host, port } = settings['http.addr'];
  const overlay = settings.url === '' ? reachableUrl(host, port) : settings.url;
  const source = await overlaySource(settings, overlay, tools.disk);
  const { name, url: address } = source;
  if (settings.export !== '') {
    await writing(settings.export, tools.disk.replace(settings.export, sceneCollection(source)));
    print(`wrote ${settings.export}: in OBS choose Scene Collection → Import\n`);
    return;
  }
  const obs = { url: settings['obs.url'], password: settings['obs.password'] };
  const added = await withObs(obs, tools, signal, (session) => ensureBrowserSource(session, source));
  print(
    added === undefined
      ? `"${name}" in OBS now shows ${address}\n`
      : `added "${name}" to the scene "${added.scene}": ${address}, ${added.width} x ${added.height}\n`,
  );
}
