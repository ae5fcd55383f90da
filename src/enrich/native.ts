import type { ArtProvider, Shared } from './provider.ts';

/** The art that the hardware or software itself holds. */
export function nativeProvider({ kept, pictures, reports }: Shared): ArtProvider {
  return {
    art(_track, nativeArt) {
      if (nativeArt === undefined) {
        return undefined;
      }
      return kept.lookUp(
        nativeArt,
        reports.watch('native', async (signal) => {
          const bytes = await nativeArt(signal);
          return bytes === undefined ? undefined : pictures.draw(bytes);
        }),
      );
    },
  };
}
