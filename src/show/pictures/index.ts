/** Looks in the hardware, the streaming service, the catalog, or takes a placeholder. */

import type { Enricher, Enrichment } from '../../core/contracts/enricher.ts';
import type { DiagnoseTools, Part } from '../../core/contracts/part.ts';
import type { LookupHealth } from '../../core/health.ts';
import { say, type Text } from '../../core/message.ts';
import { readLive } from '../../core/option.ts';
import type { Tools } from '../../core/tools.ts';
import type { NativeArt, Track } from '../../core/track.ts';
import { untilAborted } from '../../core/waiting.ts';
import { bestOf } from './best.ts';
import { all, chain } from './maybe.ts';
import { checkEnrich, type EnrichSettings, enrichOptions } from './options.ts';
import type { ArtProvider } from './provider.ts';
import { createProviders, type Providers } from './providers.ts';

export { type EnrichSettings, enrichOptions } from './options.ts';

export interface EnrichFacts {
  /** Required by streaming service and catalog. */
  readonly licensed: boolean;
}

/** Looks up only while `run` is active; then answers from its cache. */
export interface RunningEnricher extends Enricher {
  run(signal: AbortSignal): Promise<void>;
  health(): readonly LookupHealth[];
  /** Retries a service that refused us. Returns whether there was one. */
  settingsChanged(): boolean;
}

export const enrichPart = {
  name: 'enrich',
  options: enrichOptions,
  check: checkEnrich,
  async diagnose(settings: EnrichSettings, tools: DiagnoseTools, signal: AbortSignal) {
    const { examineServices } = await import('./examine.ts');
    return tools.licensed ? examineServices(settings, tools, signal) : [];
  },
  async create(settings: EnrichSettings, tools: Tools, facts: EnrichFacts): Promise<RunningEnricher> {
    const closing = new AbortController();
    return new TrackEnricher(await createProviders(settings, tools, facts, closing.signal), closing);
  },
} satisfies Omit<Part<typeof enrichOptions, Enricher>, 'create'> & { readonly create: unknown };

/** Features that these settings switch on, as users call them. */
export function licensedWishes(settings: EnrichSettings): Text[] {
  return [
    ...(readLive(settings, 'streaming.id').isEmpty ? [] : [say('pictures.streaming-metadata')]),
    ...(readLive(settings, 'catalog.key').isEmpty ? [] : [say('pictures.catalog-art')]),
  ];
}

class TrackEnricher implements RunningEnricher {
  readonly #art: readonly ArtProvider[];
  readonly #streaming: Providers['streaming'];
  readonly #health: Providers['health'];
  readonly settingsChanged: () => boolean;
  readonly #closing: AbortController;

  constructor({ art, streaming, health, settingsChanged }: Providers, closing: AbortController) {
    this.#art = art;
    this.#streaming = streaming;
    this.#health = health;
    this.settingsChanged = settingsChanged;
    this.#closing = closing;
  }

  async run(signal: AbortSignal): Promise<void> {
    await untilAborted(signal);
    this.#closing.abort(new Error('the program is stopping'));
  }

  health(): readonly LookupHealth[] {
    return this.#health();
  }

  prefetch(track: Track, nativeArt?: NativeArt): void {
    this.#begin(track, nativeArt);
  }

  enrich(
    track: Track,
    nativeArt: NativeArt | undefined,
    signal: AbortSignal,
  ): Enrichment | Promise<Enrichment> {
    const sought = this.#begin(track, nativeArt);
    const best = all([
      bestOf(sought.art, signal),
      bestOf([sought.code], signal),
      bestOf([sought.isrc], signal),
    ]);
    return chain(best, ([art, code, isrc]) => ({
      ...(art && { art }),
      ...(code && { code }),
      ...(isrc !== undefined && { isrc }),
    }));
  }

  #begin(track: Track, nativeArt: NativeArt | undefined) {
    const art = this.#art.map((provider) => provider.art(track, nativeArt));
    const code = this.#streaming?.code(track);
    const isrc = this.#streaming?.isrc(track);
    for (const sought of [...art, code, isrc]) {
      if (sought instanceof Promise) {
        // Logged already; not every lookup is awaited.
        sought.catch(() => undefined);
      }
    }
    return { art, code, isrc };
  }
}
