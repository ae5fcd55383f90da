import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Tap } from '../core/contracts/sink.ts';
import type { Finding } from '../core/finding.ts';
import { readLive } from '../core/option.ts';
import type { Clock, Tools } from '../core/tools.ts';
import { unlessAborted } from '../core/waiting.ts';
import { packageFolder } from '../host/package/package-folder.ts';
import { SetPage } from '../sets/page/set-page.ts';
import { EventBroadcaster, type Sets } from './broadcast.ts';
import { createFeeds } from './feeds.ts';
import { createHealth } from './health.ts';
import { createHttpServer, PATIENCE } from './http-server.ts';
import { type ListeningAt, open, reachableUrl, runsAlready, tryAddress } from './listener.ts';
import { createAuthorizer } from './operator/index.ts';
import { codeToType, SignInCodes } from './operator/sign-in-codes.ts';
import type { ServerSettings } from './options.ts';
import type { ServerDeps } from './server-deps.ts';
import { createSite } from './site.ts';
import { followLooks, followTheme, selectedTheme } from './theme/follow.ts';
import { sizeOf } from './theme/list.ts';
import { followLogos } from './theme/logos.ts';
import { hasPage } from './theme/page.ts';
import type { StandIn } from './theme/watch.ts';
import type { HealthMessage } from './wire/health.ts';
import type { WireTheme } from './wire/themes.ts';

export type { HearingView } from './hear.ts';
export type { MidiView } from './midi.ts';
export type { Doctor } from './operator/doctor.ts';
export { LocalPass } from './operator/local-pass.ts';
export type { Recordings } from './operator/recordings.ts';
export type { GivenPicture, ReadSettings, SaveOutcome, SettingsStore } from './operator/settings.ts';
export type { Setup } from './operator/setup.ts';
export type { ServerSettings } from './options.ts';
export type { ProgramHealth, ServerDeps } from './server-deps.ts';
export { setNames } from './set-names.ts';
export type { ProgramTrouble } from './wire/health.ts';
export { type ListeningAt, tryAddress };

export interface Server {
  readonly name: 'server';
  health(): HealthMessage;
  findings(): readonly Finding[];
  readonly listening: Promise<ListeningAt>;
  settingsChanged(changed: readonly string[]): void;
  answered(): Promise<void>;
  /** Rejects with a RunError if the address is unavailable. */
  run(signal: AbortSignal): Promise<void>;
}

export function createAudience(
  settings: ServerSettings,
  clock: Clock,
  sets: Sets,
  tap?: Pick<Tap, 'shown'>,
): EventBroadcaster {
  const page = new SetPage(() => readLive(settings, 'page.delay'));
  return new EventBroadcaster(clock, selectedTheme(settings), page, sets, tap);
}

export function createServer(
  settings: ServerSettings,
  tools: Tools,
  deps: ServerDeps,
  patience = PATIENCE,
): Server {
  const { clock, log } = tools;
  const { audience } = deps;
  const address = settings['http.addr'];
  const theme = selectedTheme(settings);
  const looks = () => readLive(settings, 'theme.looks');
  const changes = new EventEmitter();
  /** Address for this computer; its port is known once we listen. */
  let here = reachableUrl(address.host, address.port);
  const authorizer = createAuthorizer(settings, deps.pass);
  const operatorsOnly = (request: IncomingMessage) => authorizer.denialOf('operate', request);
  const { health, settingsChanged } = createHealth(deps, clock);
  const phones = {
    token: settings[settings['http.token'].isEmpty ? 'http.phone_token' : 'http.token'],
    codes: new SignInCodes(clock, codeToType),
  };
  const feeds = createFeeds(clock, deps, health, phones, operatorsOnly);
  const standIn: StandIn = { isShown: false };
  const parts = { authorizer, phones, feeds, theme, standIn, here: () => here };
  const site = createSite(settings, tools, { ...deps, ...parts }, health);
  const server = createHttpServer({
    clock,
    log,
    fetch: site.fetch,
    sockets: feeds.sockets,
    mayOperate: (request) => operatorsOnly(request) === undefined,
    proxies: settings['http.proxy'],
    patience,
  });

  function announce({ url }: ListeningAt, { width, height }: WireTheme['size']): void {
    log.info('overlay ready', { url, hint: `add it to OBS as a browser source, ${width} x ${height}` });
    log.info('pages ready', {
      setup: `${url}setup/`,
      looks: `${url}overlay/`,
      operator: `${url}dashboard/`,
      help: `${url}help/`,
    });
  }

  const sizeOfBuiltIn = (): Promise<WireTheme['size']> =>
    sizeOf(join(packageFolder(), 'themes', theme.internal), theme.options, deps.ownDisk);

  async function sizeOfCustom(): Promise<WireTheme['size']> {
    const isThere = await hasPage(theme.custom, tools.disk);
    return isThere ? sizeOf(theme.custom, theme.options, tools.disk) : sizeOfBuiltIn();
  }

  async function announceCustom(at: ListeningAt, signal: AbortSignal): Promise<void> {
    const size = await unlessAborted(sizeOfCustom(), signal);
    if (size !== undefined) {
      announce(at, size);
    }
  }

  let opened: (at: ListeningAt) => void;
  let failed: (error: unknown) => void;
  const listening = new Promise<ListeningAt>((resolve, reject) => {
    opened = resolve;
    failed = reject;
  });
  // `run` rejects too.
  listening.catch(() => undefined);

  return {
    name: 'server',
    health,
    findings: server.findings,
    listening,
    settingsChanged(changed) {
      settingsChanged(changed);
      changes.emit('changed');
    },
    answered: server.answered,
    async run(signal) {
      const size = theme.custom === '' ? await sizeOfBuiltIn() : undefined;
      const place = async () => (await deps.settings?.read(true))?.file.path;
      const at = await open(server.http, address, 'http.addr', place).catch(async (error: unknown) => {
        const explained = await runsAlready(error, address, tools, place);
        failed(explained);
        throw explained;
      });
      here = at.url;
      opened(at);
      if (address.host === undefined) {
        log.info('the overlay is open to the whole network', {
          hint: `--http.addr=127.0.0.1:${at.port} keeps it to this computer`,
        });
      }
      await Promise.all([
        size === undefined ? announceCustom(at, signal) : announce(at, size),
        feeds.run(signal),
        followTheme(theme, changes, signal, { ...tools, standIn }, audience),
        followLogos(settings, changes, signal, tools, (found) => audience.logos(found)),
        followLooks(looks, changes, signal, () => audience.looksChanged()),
      ]);
      await server.close();
    },
  };
}
