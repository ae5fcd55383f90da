import { join } from 'node:path';
import { Hono } from 'hono';
import { messageOf } from '../core/errors.ts';
import type { Disk } from '../core/tools.ts';
import { folderOfAsset } from '../sets/page/assets.ts';
import type { SettingsMap } from '../settings/kinds.ts';
import { type ApiDeps, createApi } from './api.ts';
import type { Env } from './endpoints.ts';
import { decodePart, fileResponse, findFile } from './files.ts';
import { anyOrigin, type POLICIES, protect } from './headers.ts';
import { completing } from './incomplete.ts';
import type { OnAirStore } from './on-air.ts';
import { CALLBACK_PATH } from './operator/setup.ts';
import { THEMES } from './options.ts';
import { broken, notFound, recordsNeedWebSocket } from './pages.ts';
import { failure } from './refuse.ts';
import { answerTexts } from './texts.ts';
import { CUSTOM, type Disks } from './theme/list.ts';
import { answerOwn } from './theme/own.ts';
import { hasPage } from './theme/page.ts';
import type { StandIn } from './theme/watch.ts';

export interface RouteDeps extends ApiDeps {
  readonly onAir: OnAirStore;
  readonly disks: Disks;
  readonly callback: (answer: URLSearchParams) => Promise<Response>;
  /** Serves `/page/`; undefined for our static files and unknown paths. */
  readonly setPage: (request: Request) => Promise<Response | undefined>;
  readonly packageFolder: string;
  readonly theme: {
    readonly internal: string;
    readonly custom: string;
    readonly files: string;
  };
  readonly standIn: StandIn;
  /** Ends of addresses, by name of the look. */
  readonly looks: () => SettingsMap;
}

export function createRoutes(deps: RouteDeps): Hono<Env> {
  const { onAir, theme, packageFolder, disks } = deps;
  const themes = join(packageFolder, 'themes');
  const app = new Hono<Env>();

  const serve = async (folder: string, request: Request, prefix: string, policy: 'page' | 'overlay') =>
    completing(await serveFrom(disks.own, folder, request, prefix, policy), policy);

  app.use('/art/*', anyOrigin);
  // Themes on disk or in another program may load the SDK.
  app.use('/sdk/*', anyOrigin);
  app.use('/own/*', anyOrigin);

  app.get('/ws', () => recordsNeedWebSocket());
  app.route('/api', createApi(deps));

  app.get('/art/:file{.+\\.png}', (context, next) => {
    const png = onAir.picture(context.req.param('file').slice(0, -'.png'.length));
    if (png === undefined) {
      // A custom theme may have a folder of that name.
      return next();
    }
    // Private: a picture hidden later must not stay in shared caches.
    return new Response(Buffer.from(png), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, max-age=600' },
    });
  });

  app.get('/favicon.ico', (context) => context.redirect('/sdk/icon.svg'));
  app.get('/sdk/*', ({ req }) => serve(join(themes, 'shared'), req.raw, '/sdk/', 'overlay'));
  app.get('/own/*', async ({ req }, next) => {
    const name = new URL(req.url).pathname.slice('/own/'.length);
    const response = await answerOwn(theme.files, name, req.raw, disks.users);
    // A custom theme may have a folder of that name.
    return response === undefined ? next() : protect(response, 'file');
  });
  app.get('/dashboard/*', ({ req }) =>
    serve(join(packageFolder, 'dashboard'), req.raw, '/dashboard/', 'page'),
  );
  app.get('/texts/*', async ({ req }) => {
    const path = req.path.slice('/texts/'.length);
    const response = await answerTexts(join(packageFolder, 'texts'), path, req.raw, disks.own);
    return response === undefined ? notFound() : protect(response, 'page');
  });
  app.use('/page/*', anyOrigin);
  app.get(
    '/page/*',
    async ({ req }) =>
      (await deps.setPage(req.raw)) ??
      serve(folderOfAsset(req.path.slice('/page/'.length)), req.raw, '/page/', 'page'),
  );
  app.get(CALLBACK_PATH, ({ req }) => deps.callback(new URL(req.url).searchParams));
  app.get('/setup/*', ({ req }) =>
    serve(join(packageFolder, 'dashboard', 'setup'), req.raw, '/setup/', 'page'),
  );
  app.get('/settings/*', ({ req }) =>
    serve(join(packageFolder, 'dashboard', 'settings'), req.raw, '/settings/', 'page'),
  );
  // The build makes these pages from the guides.
  app.get('/help/*', ({ req }) => {
    const url = new URL(req.url);
    const isPage = /\/[\w-]+$/.test(url.pathname);
    const request = isPage ? new Request(`${url.origin}${url.pathname}.html`, req.raw) : req.raw;
    return serve(join(packageFolder, 'dist', 'help'), request, '/help/', 'page');
  });
  for (const id of THEMES) {
    app.get(`/overlay/${id}/*`, ({ req }) => serve(join(themes, id), req.raw, `/overlay/${id}/`, 'overlay'));
  }
  app.get('/looks/*', async ({ req }, next) => lookAt(deps.looks(), new URL(req.url)) ?? next());
  app.get('/overlay/*', ({ req }) => serve(join(themes, 'gallery'), req.raw, '/overlay/', 'page'));
  app.get('/*', async ({ req }) => {
    if (theme.custom !== '' && (await hasPage(theme.custom, disks.users))) {
      return serveFrom(disks.users, theme.custom, req.raw, '/');
    }
    // The audience must not see an error page when a disk is pulled out.
    deps.standIn.isShown ||= theme.custom !== '' && req.path === '/';
    return serve(join(themes, theme.internal), req.raw, '/', 'overlay');
  });

  app.notFound(() => notFound());
  app.onError((error) => {
    deps.log.error('a request failed', { reason: messageOf(error) });
    return broken(failure(error));
  });
  return app;
}

const LOOK = /^\/looks\/([^/]+)\/?$/;

/**
 * Leads to the theme of a saved look with its options, which the address may override. An unknown look leads to the one
 * in use: OBS may have the address of a removed look, and an error page would be on the stream. Undefined for other
 * addresses.
 */
function lookAt(looks: SettingsMap, { pathname, search, searchParams }: URL): Response | undefined {
  const part = LOOK.exec(pathname)?.[1];
  if (part === undefined) {
    return undefined;
  }
  const name = decodePart(part) ?? '';
  const saved = Object.hasOwn(looks, name) ? looks[name] : undefined;
  const [theme = '', options = ''] = typeof saved === 'string' ? saved.split(/\?(.*)/s) : [];
  const isBuiltIn = THEMES.some((id) => id === theme);
  const path = isBuiltIn ? `/overlay/${theme}/` : '/';
  const all = new URLSearchParams(isBuiltIn || theme === CUSTOM ? options : '');
  for (const [option, value] of searchParams) {
    all.set(option, value);
  }
  // OBS refreshes the address that this leads to: the page then comes back here, where the look may be another one.
  all.set('look', `${part}/${search}`);
  const headers = { Location: `${path}?${all}`, 'Cache-Control': 'no-store' };
  return new Response(null, { status: 302, headers });
}

async function serveFrom(
  disk: Disk,
  folder: string,
  request: Request,
  prefix: string,
  policy?: keyof typeof POLICIES,
): Promise<Response> {
  const url = new URL(request.url);
  if (`${url.pathname}/` === prefix) {
    // Relative names on the page need the slash; the query has the theme's options.
    return new Response(null, { status: 301, headers: { Location: `${prefix}${url.search}` } });
  }
  const file = await findFile(folder, url.pathname.slice(prefix.length), disk);
  const response = file && (await fileResponse(file, request, disk));
  return response === undefined ? notFound() : protect(response, policy);
}
