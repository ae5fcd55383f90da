import { join } from 'node:path';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { messageOf } from '../core/errors.ts';
import type { Logger } from '../core/tools.ts';
import { type HistoryMessage, type NowMessage, WIRE_VERSION } from '../wire/events.ts';
import type { HealthMessage } from '../wire/health.ts';
import { fileResponse, findFile } from './files.ts';
import type { OnAir } from './on-air.ts';
import { THEMES } from './options.ts';
import { broken, notFound, upgradeRequired } from './pages.ts';

export interface RouteDeps {
  readonly log: Logger;
  readonly onAir: OnAir;
  readonly health: () => HealthMessage;
  /** Folder of the selected theme. */
  readonly themeFolder: string;
  /** Folder that holds `themes/` and `dashboard/`. */
  readonly packageFolder: string;
}

/** Everything that is answered over HTTP. All of it is read-only. */
export function createRoutes(deps: RouteDeps): Hono {
  const { onAir, packageFolder } = deps;
  const themes = join(packageFolder, 'themes');
  const app = new Hono();

  app.use('/api/v1/*', cors({ allowMethods: ['GET'] }));
  app.use('/art/*', cors({ allowMethods: ['GET'] }));

  app.get('/ws', () => upgradeRequired());
  app.get('/api/v1/events', () => upgradeRequired());

  app.get('/api/v1/now', (context) =>
    fresh(
      context.json({ v: WIRE_VERSION, state: onAir.state, track: onAir.track ?? null } satisfies NowMessage),
    ),
  );
  app.get('/api/v1/history', (context) =>
    fresh(context.json({ v: WIRE_VERSION, tracks: onAir.history } satisfies HistoryMessage)),
  );
  app.get('/api/v1/health', (context) => fresh(context.json(deps.health())));

  app.get('/art/:file{.+\\.png}', (context) => {
    const png = onAir.picture(context.req.param('file').slice(0, -'.png'.length));
    if (png === undefined) {
      return notFound();
    }
    // A name never means another picture, but one that was hidden must not stay in shared caches.
    return new Response(Buffer.from(png), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, max-age=600' },
    });
  });

  app.get('/sdk/*', (context) => serve(join(themes, 'shared'), context.req.raw, '/sdk/'));
  app.get('/dashboard/*', (context) =>
    serve(join(packageFolder, 'dashboard'), context.req.raw, '/dashboard/'),
  );
  for (const theme of THEMES) {
    app.get(`/overlay/${theme}/*`, (context) =>
      serve(join(themes, theme), context.req.raw, `/overlay/${theme}/`),
    );
  }
  app.get('/*', (context) => serve(deps.themeFolder, context.req.raw, '/'));

  app.notFound(() => notFound());
  app.onError((error) => {
    deps.log.error('a request failed', { error: messageOf(error) });
    return broken();
  });
  return app;
}

/** The file of `folder` that the request's path names below `prefix`. */
async function serve(folder: string, request: Request, prefix: string): Promise<Response> {
  const url = new URL(request.url);
  if (`${url.pathname}/` === prefix) {
    // Relative names on the page need the slash; the theme's options travel in the query.
    return new Response(null, { status: 301, headers: { Location: `${prefix}${url.search}` } });
  }
  const file = await findFile(folder, url.pathname.slice(prefix.length));
  return file === undefined ? notFound() : fileResponse(file, request);
}

function fresh(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store');
  return response;
}
