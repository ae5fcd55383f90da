import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../../src/core/listening.ts';
import { systemClock } from '../../../src/host/clock.ts';
import type { ServiceName } from '../script.ts';
import { type ChaosServices, SERVICE_HOSTS } from '../world/services.ts';

/** The caller closes it. */
export async function serve(
  services: ChaosServices,
  name: ServiceName,
): Promise<{ server: Server; url: string }> {
  const request = services.fetchFor({ clock: systemClock, isDead: false });
  const server = createServer(async (incoming, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const body = await text(incoming);
      const answer = await request(`http://${SERVICE_HOSTS[name]}${incoming.url}`, {
        body,
        signal: gone.signal,
      });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    } catch {
      response.destroy();
    }
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return { server, url: `http://127.0.0.1:${port}` };
}
