import { UpstreamError } from '../../../src/core/errors.ts';
import { TRANSPARENT_PIXEL } from '../../../src/core/track.ts';
import { readTags } from '../../../src/host/audio-tags.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { PictureProcess } from '../../../src/show/pictures/images/index.ts';
import { parseTrackPath } from '../../../src/sources/hwdevice/engine-library/index.ts';
import { flacFile, mp3File, mp4File } from '../../support/audio-files.ts';
import { acceptedLater, type FuzzTarget, hold, seedsOf } from '../target.ts';

const TAGS = {
  title: 'Porcelain',
  artist: 'Moby',
  album: 'Play',
  genre: 'Downtempo',
  cover: Buffer.from(TRANSPARENT_PIXEL.png),
};

export const tags: FuzzTarget = {
  seeds: [
    mp3File(TAGS),
    flacFile(TAGS, 64),
    mp4File(TAGS, 64),
    ...seedsOf(['net://828b/DJ2 (USB 1)/Engine Library/Music/a.mp3']),
  ],
  async run(bytes) {
    hold(parseTrackPath(bytes.toString())?.holder !== '', 'a path without a holder');
    let fetched = 0;
    await acceptedLater(UpstreamError, () =>
      readTags({
        name: 'a.mp3',
        size: bytes.length,
        async readRange(start, end) {
          hold(start >= 0 && start < end && end <= bytes.length, 'it reads what the file does not have');
          fetched += end - start;
          hold(fetched <= bytes.length, 'a part of the file is fetched twice');
          return bytes.subarray(start, end);
        },
      }),
    );
  },
};

const GIF = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
);

export function pictures(): FuzzTarget {
  const closing = new AbortController();
  const drawing = new PictureProcess(systemClock, closing.signal);
  return {
    seeds: [Buffer.from(TRANSPARENT_PIXEL.png), GIF, WEBP, JPEG],
    runs: 4,
    async run(bytes) {
      const picture = await acceptedLater(UpstreamError, () => drawing.draw(bytes));
      hold(picture === undefined || picture.png.length > 0, 'a picture without bytes');
    },
    close: () => closing.abort(),
  };
}
