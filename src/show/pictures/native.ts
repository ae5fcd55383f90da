import { codeOf, UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { ArtProvider, ProviderTools } from './provider.ts';

export function nativeProvider({ kept, pictures, reports }: ProviderTools): ArtProvider {
  return {
    art(_track, nativeArt) {
      if (nativeArt === undefined) {
        return undefined;
      }
      return kept.lookUp(
        nativeArt,
        reports.watch('native', async (signal) => {
          const bytes = await nativeArt(signal).catch(failNameless);
          return bytes === undefined ? undefined : pictures.draw(bytes);
        }),
      );
    },
  };
}

/** File names may name a hidden track. */
function failNameless(error: unknown): never {
  if (error instanceof UpstreamError) {
    throw error;
  }
  const code = codeOf(error);
  const why = code === undefined ? '' : ` (${code})`;
  throw new UpstreamError(say('pictures.art-cannot-read', { reason: why }), 'drop', { cause: error });
}
