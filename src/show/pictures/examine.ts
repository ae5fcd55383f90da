import { serviceFinding } from '../../clients/examine.ts';
import type { Finding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { readLive } from '../../core/option.ts';
import type { Tools } from '../../core/tools.ts';
import type { EnrichSettings } from './options.ts';

export async function examineServices(
  settings: EnrichSettings,
  tools: Tools,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const id = readLive(settings, 'streaming.id');
  const key = readLive(settings, 'catalog.key');
  const findings: Promise<Finding>[] = [];
  if (!id.isEmpty) {
    const about = {
      service: say('pictures.streaming-service'),
      without: say('pictures.codes-art-missing'),
      url: settings['streaming.auth_url'],
    };
    findings.push(
      serviceFinding(about, async () => {
        const { ClientToken } = await import('../../clients/streaming/token.ts');
        const credentials = { id, secret: readLive(settings, 'streaming.secret') };
        await new ClientToken(settings['streaming.auth_url'], credentials, tools).get(signal);
      }),
    );
  }
  if (!key.isEmpty) {
    const about = {
      service: say('pictures.catalog'),
      without: say('pictures.art-missing'),
      url: settings['catalog.url'],
    };
    findings.push(
      serviceFinding(about, async () => {
        const { CatalogClient } = await import('../../clients/catalog/client.ts');
        const credentials = { key, secret: readLive(settings, 'catalog.secret') };
        const client = new CatalogClient(settings['catalog.url'], credentials, tools);
        await client.search({ q: 'deckcast', type: 'release' }, signal);
      }),
    );
  }
  return Promise.all(findings);
}
