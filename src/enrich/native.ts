import { artPicture } from './picture.ts';
import type { ArtProvider, Shared } from './provider.ts';

/** The art that the hardware or software itself holds. */
export function nativeProvider({ pictures, reports }: Shared): ArtProvider {
  return {
    art(_track, nativeArt) {
      if (nativeArt === undefined) {
        return undefined;
      }
      return pictures.lookUp(
        nativeArt,
        reports.watch('native', async (signal) => {
          const bytes = await nativeArt(signal);
          return bytes === undefined ? undefined : artPicture(bytes);
        }),
      );
    },
  };
}
