import { join } from 'node:path';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { messageOf } from '../core/errors.ts';
import type { Logger } from '../core/tools.ts';
import { type NowMessage, WIRE_VERSION } from '../wire/events.ts';
import type { HealthMessage } from '../wire/health.ts';
import type { ThemesMessage } from '../wire/themes.ts';
import { fileResponse, findFile } from './files.ts';
import { type POLICIES, protect } from './headers.ts';
import type { OnAir } from './on-air.ts';
import type { Routes } from './operator/index.ts';
import { THEMES } from './options.ts';
import { broken, brokenTheme, notFound, upgradeRequired } from './pages.ts';
import { listThemes } from './theme/list.ts';

export interface RouteDeps {
  readonly log: Logger;
  readonly onAir: OnAir;
  readonly health: () => HealthMessage;
  /** Folder that holds `themes/` and `dashboard/`. */
  readonly packageFolder: string;
  readonly theme: {
    readonly internal: string;
    /** Folder of the custom theme; empty when there is none. */
    readonly custom: string;
  };
  /** Answers below `/api/v1/` what was played. */
  readonly history: Routes;
  /** Answers below `/api/v1/` to those who may operate. */
  readonly operator: Routes;
}

/** Everything that is answered over HTTP. Only the operator's part changes anything. */
export function createRoutes(deps: RouteDeps): Routes {
  const { onAir, theme, packageFolder } = deps;
  const themes = join(packageFolder, 'themes');
  const app: Routes = new Hono();

  app.use('/art/*', cors({ allowMethods: ['GET'] }));
  for (const path of ['/api/v1/now', '/api/v1/history', '/api/v1/themes']) {
    app.use(path, cors({ allowMethods: ['GET'] }));
  }
  // A theme on disk, or in another program, may load the SDK from here.
  app.use('/sdk/*', cors({ allowMethods: ['GET'] }));

  app.use('/api/v1/*', async (context, next) => {
    await next();
    context.res.headers.set('Cache-Control', 'no-store');
    protect(context.res);
  });

  app.get('/ws', () => upgradeRequired());
  app.get('/api/v1/events', () => upgradeRequired());

  app.get('/api/v1/now', (context) =>
    context.json({
      v: WIRE_VERSION,
      state: onAir.state,
      track: onAir.track ?? null,
    } satisfies NowMessage),
  );
  app.get('/api/v1/health', (context) => context.json(deps.health()));
  app.get('/api/v1/themes', async (context) =>
    context.json({ v: WIRE_VERSION, themes: await listThemes(themes, theme) } satisfies ThemesMessage),
  );
  app.route('/api/v1', deps.history);
  app.route('/api/v1', deps.operator);

  app.get('/art/:file{.+\\.png}', (context, next) => {
    const png = onAir.picture(context.req.param('file').slice(0, -'.png'.length));
    if (png === undefined) {
      // A custom theme may have a folder of that name.
      return next();
    }
    // A name never means another picture, but one that was hidden must not stay in shared caches.
    return new Response(Buffer.from(png), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, max-age=600' },
    });
  });

  app.get('/favicon.ico', (context) => context.redirect('/sdk/icon.svg'));
  app.get('/sdk/*', ({ req }) => serve(join(themes, 'shared'), req.raw, '/sdk/', 'overlay'));
  app.get('/dashboard/*', ({ req }) =>
    serve(join(packageFolder, 'dashboard'), req.raw, '/dashboard/', 'page'),
  );
  for (const id of THEMES) {
    app.get(`/overlay/${id}/*`, ({ req }) => serve(join(themes, id), req.raw, `/overlay/${id}/`, 'overlay'));
  }
  app.get('/overlay/*', ({ req }) => serve(join(themes, 'gallery'), req.raw, '/overlay/', 'page'));
  app.get('/*', ({ req }) => {
    if (theme.custom === '') {
      return serve(join(themes, theme.internal), req.raw, '/', 'overlay');
    }
    return new URL(req.url).pathname === '/'
      ? serveCustomPage(theme.custom, req.raw)
      : serve(theme.custom, req.raw, '/');
  });

  app.notFound(() => notFound());
  app.onError((error) => {
    deps.log.error('a request failed', { reason: messageOf(error) });
    return broken();
  });
  return app;
}

/** The file of `folder` that the request's path names below `prefix`. */
async function serve(
  folder: string,
  request: Request,
  prefix: string,
  policy?: keyof typeof POLICIES,
): Promise<Response> {
  const url = new URL(request.url);
  if (`${url.pathname}/` === prefix) {
    // Relative names on the page need the slash; the theme's options travel in the query.
    return new Response(null, { status: 301, headers: { Location: `${prefix}${url.search}` } });
  }
  const file = await findFile(folder, url.pathname.slice(prefix.length));
  const response = file && (await fileResponse(file, request));
  return response === undefined ? notFound() : protect(response, policy);
}

async function serveCustomPage(folder: string, request: Request): Promise<Response> {
  const file = await findFile(folder, 'index.html');
  const response = file && (await fileResponse(file, request));
  return response === undefined ? brokenTheme(folder) : protect(response);
}
