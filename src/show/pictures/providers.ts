/** Never loads code of services that are not configured. */
import type { LookupHealth } from '../../core/health.ts';
import { readLive } from '../../core/option.ts';
import type { Tools } from '../../core/tools.ts';
import { PictureProcess } from './images/index.ts';
import { LookupCache } from './lookup-cache.ts';
import { LookupHealthMonitor } from './lookup-health.ts';
import { nativeProvider } from './native.ts';
import type { ArtSource, EnrichSettings } from './options.ts';
import { placeholder } from './placeholder/index.ts';
import type { ArtProvider, ProviderTools } from './provider.ts';
import type { StreamingProvider } from './streaming.ts';

export interface Providers {
  readonly art: readonly ArtProvider[];
  readonly streaming: StreamingProvider | undefined;
  readonly health: () => readonly LookupHealth[];
  readonly settingsChanged: () => boolean;
}

/** Enough for a device's first library transfer over a slow network. */
const LOOK_UP_LIMIT_MS = 5 * 60_000;
/** Estimate of names and addresses; pictures are many times larger. */
const TEXT_BYTES = 1_000;

export async function createProviders(
  settings: EnrichSettings,
  tools: Tools,
  facts: { readonly licensed: boolean },
  closing: AbortSignal,
): Promise<Providers> {
  const shared: ProviderTools = {
    pictures: new PictureProcess(tools.clock, closing),
    kept: cache(settings['art.cache.bytes'], ({ png }) => png.byteLength),
    reports: new LookupHealthMonitor(tools),
  };

  function cache<Key extends string | object, T>(bytes: number, sizeOf: (value: T) => number) {
    const limits = { entries: settings['art.cache.entries'], bytes, sizeOf, timeLimitMs: LOOK_UP_LIMIT_MS };
    return new LookupCache<Key, T>(limits, tools.clock, closing);
  }

  function texts<T>() {
    return cache<string, T>(settings['art.cache.entries'] * TEXT_BYTES, () => TEXT_BYTES / 2);
  }

  const clients: { settingsChanged(): boolean }[] = [];

  async function streaming(): Promise<StreamingProvider | undefined> {
    if (!facts.licensed || readLive(settings, 'streaming.id').isEmpty) {
      return undefined;
    }
    const { StreamingClient } = await import('../../clients/streaming/client.ts');
    const { streamingProvider } = await import('./streaming.ts');
    const addresses = {
      apiUrl: settings['streaming.api_url'],
      authUrl: settings['streaming.auth_url'],
      codeUrl: settings['streaming.code_url'],
    };
    const credentials = {
      get id() {
        return readLive(settings, 'streaming.id');
      },
      get secret() {
        return readLive(settings, 'streaming.secret');
      },
    };
    const style = {
      background: settings['streaming.bgcolor'],
      bar: settings['streaming.barcolor'],
      width: settings['streaming.width'],
      timeLimitMs: settings['streaming.timeout'] * 1000,
    };
    const client = new StreamingClient(
      addresses,
      settings['streaming.market'].toUpperCase(),
      credentials,
      tools,
    );
    clients.push(client);
    return streamingProvider(client, style, { ...shared, matches: texts() });
  }

  async function catalog(): Promise<ArtProvider | undefined> {
    if (!facts.licensed || readLive(settings, 'catalog.key').isEmpty) {
      return undefined;
    }
    const { CatalogClient } = await import('../../clients/catalog/client.ts');
    const { catalogProvider } = await import('./catalog.ts');
    const credentials = {
      get key() {
        return readLive(settings, 'catalog.key');
      },
      get secret() {
        return readLive(settings, 'catalog.secret');
      },
    };
    const client = new CatalogClient(settings['catalog.url'], credentials, tools);
    clients.push(client);
    return catalogProvider(client, { ...shared, covers: texts() });
  }

  const streamingOrNone = await streaming();
  const picture = placeholder(settings['placeholder.art.internal']);
  const bySource: Record<ArtSource, ArtProvider | undefined> = {
    native: nativeProvider(shared),
    streaming: streamingOrNone,
    catalog: await catalog(),
    placeholder: picture && { art: () => picture },
  };
  return {
    art: settings['art.precedence']
      .map((name) => bySource[name])
      .filter((provider) => provider !== undefined),
    streaming: streamingOrNone,
    health: () => shared.reports.health(),
    settingsChanged: () => clients.map((client) => client.settingsChanged()).includes(true),
  };
}
