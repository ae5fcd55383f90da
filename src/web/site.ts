import { join } from 'node:path';
import type { Hono } from 'hono';
import { readLive } from '../core/option.ts';
import type { Tools } from '../core/tools.ts';
import { packageFolder } from '../host/package/package-folder.ts';
import { reportHeader } from '../settings/shared.ts';
import type { Env, Handlers } from './endpoints.ts';
import type { Feeds } from './feeds.ts';
import { createHistoryHandlers } from './history.ts';
import { createNowTextHandler } from './now-text.ts';
import { createConfigureHandlers } from './operator/configure.ts';
import { createDoctorHandlers } from './operator/doctor.ts';
import { type Authorizer, createGuard } from './operator/index.ts';
import { createPhoneHandlers, type PhoneAccess } from './operator/phone.ts';
import { createRecordingHandlers } from './operator/recordings.ts';
import { createSettingsHandlers } from './operator/settings.ts';
import { createCallback, createSetupHandlers } from './operator/setup.ts';
import { createVerbHandlers } from './operator/verbs.ts';
import type { ServerSettings } from './options.ts';
import { createRoutes } from './routes.ts';
import type { ServerDeps } from './server-deps.ts';
import { setNames } from './set-names.ts';
import { createSetPage } from './set-page.ts';
import { createStateHandlers } from './state.ts';
import type { SelectedTheme } from './theme/follow.ts';
import { listThemes } from './theme/list.ts';
import { ownFiles } from './theme/own.ts';
import type { StandIn } from './theme/watch.ts';
import type { HealthMessage } from './wire/health.ts';

export interface SiteDeps extends ServerDeps {
  readonly authorizer: Authorizer;
  readonly phones: PhoneAccess;
  readonly feeds: Feeds;
  readonly theme: SelectedTheme;
  readonly standIn: StandIn;
  readonly here: () => string;
}

export function createSite(
  settings: ServerSettings,
  { clock, disk, log }: Tools,
  deps: SiteDeps,
  health: () => HealthMessage,
): Hono<Env> {
  const { audience, authorizer, control, feeds, here, isSetShown, theme } = deps;
  const { onAir } = audience;
  const folder = packageFolder();
  const disks = { own: deps.ownDisk, users: disk };
  const place = { here, listenHost: settings['http.addr'].host };
  const host = async (): Promise<string> => (await deps.setup()).host();
  const handlers: Handlers = {
    ...createStateHandlers({
      onAir,
      set: () => audience.set,
      health,
      themes: () => listThemes(join(folder, 'themes'), theme, disks),
      options: () => theme.options,
      own: () => ownFiles(theme.files, disks.users),
      canSave: deps.settings !== undefined,
      hasLooks: () => Object.keys(readLive(settings, 'theme.looks')).length > 0,
    }),
    'GET /decks': (context) => context.json(feeds.decks.message()),
    'GET /hear': (context) => context.json(feeds.room.message()),
    'GET /midi': (context) => context.json(feeds.midi.message()),
    ...createNowTextHandler(audience.air, clock),
    ...createHistoryHandlers({
      onAir,
      set: () => audience.set,
      commandsStored: deps.commandsStored,
      kept: deps.sessions,
      reportHeader: () => reportHeader(settings),
      cueHeader: deps.cueHeader,
      names: () => setNames(settings),
    }),
    ...createVerbHandlers(audience, control, deps.recordings, deps.commandsStored),
    ...createRecordingHandlers(deps.recordings, disk),
    ...createDoctorHandlers(deps.doctor, health),
    ...createConfigureHandlers(authorizer, deps.pass),
    ...createSettingsHandlers(deps.settings, authorizer),
    ...createSetupHandlers(deps.setup, place),
    ...createPhoneHandlers({
      ...place,
      ...deps.phones,
      host,
    }),
  };
  return createRoutes({
    log,
    disks,
    onAir,
    packageFolder: folder,
    theme,
    standIn: deps.standIn,
    looks: () => readLive(settings, 'theme.looks'),
    guard: createGuard(authorizer),
    handlers,
    callback: createCallback(deps.setup),
    setPage: createSetPage(settings, { page: audience.page, isSetShown, clock, disk, ...place, host }),
  });
}
