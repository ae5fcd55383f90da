import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keptLog } from '../../../test/support/log.ts';
import { hiddenPublication, publication } from '../../../test/support/publication.ts';
import { track } from '../../../test/support/tracks.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { systemClock } from '../../host/clock.ts';
import { SetPage } from './set-page.ts';
import { SharePictures, shareContent } from './share.ts';

const TEXT = { title: 'Ada', links: [], logo: '', color: '000000', address: 'https://example.org/' };
const LONG = 'Nocturne & <Étude> 夜想曲 لیلیہ 🎹 '.repeat(30);

async function cover() {
  const background = { r: 0, g: 160, b: 80 };
  const image = sharp({ create: { width: 256, height: 256, channels: 3, background } });
  return { png: await image.png().toBuffer(), accent: '#00a050' };
}

function pageWith(...publications: readonly Parameters<SetPage['record']>[0][]) {
  const page = new SetPage(() => 0);
  for (const one of publications) {
    page.record(one, 0);
  }
  return page;
}

describe('the share image', () => {
  test('is 1200 x 630, with a title of any length, and is not given for the next track', async () => {
    const closing = new AbortController();
    onTestFinished(() => closing.abort());
    const log = keptLog();
    let shares: SharePictures | undefined;
    const drawn = new Promise<void>((resolve) => {
      shares = new SharePictures({ clock: systemClock, log }, closing.signal, resolve);
    });
    const page = pageWith(publication({ art: await cover(), track: track({ title: LONG, artist: LONG }) }));
    const shown = page.view(1);
    expect(shares?.current(shown, TEXT)).toBeUndefined();
    await drawn;
    const picture = shares?.current(shown, TEXT);
    expect(await sharp(picture?.png).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 });
    expect(picture?.name).toMatch(/^[0-9a-f]{18}$/);

    page.record(hiddenPublication({ kind: 'hide' }), 2);
    expect(shares?.current(page.view(3), TEXT)).toBeUndefined();
  });

  test("has the page's color and logo, and is drawn again for another logo", async () => {
    const closing = new AbortController();
    onTestFinished(() => closing.abort());
    const log = keptLog();
    const shares = new SharePictures({ clock: systemClock, log }, closing.signal, () => {});
    const view = pageWith(publication()).view(1);
    const text = { ...TEXT, color: '00ff00' };
    const logo = (color: string) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><rect width="100" height="50" fill="${color}"/></svg>`,
      );
    const colorsWith = async (file: Uint8Array | undefined) => {
      const { png } = await waitFor('the picture', () => shares.current(view, text, file));
      const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
      return { bar: at(580, 66), logo: at(90, 582) };
    };
    expect(await colorsWith(logo('#ff0000'))).toEqual({ bar: [0, 255, 0], logo: [255, 0, 0] });
    expect(await colorsWith(logo('#0000ff'))).toMatchObject({ logo: [0, 0, 255] });
    expect(await colorsWith(Buffer.from('no picture'))).toMatchObject({ bar: [0, 255, 0] });
    expect(log.lines).toEqual([]);
  });

  test('has neither name nor cover nor color of a hidden track', async () => {
    const page = pageWith(
      publication({ art: await cover(), track: track({ title: 'Secret', artist: 'Nobody' }) }),
      hiddenPublication({ kind: 'hide' }),
    );
    const content = shareContent(page.view(1), TEXT);
    const day = expect.stringMatching(/^[A-Z][a-z]+ \d+, \d{4}$/);
    expect(content).toMatchObject({ heading: 'Ada', day, title: '', artist: '', bytes: undefined });
    expect(content.light).toBe('#000000');
    expect(JSON.stringify(content)).not.toMatch(/Secret|Nobody|00a050/);
  });
});
