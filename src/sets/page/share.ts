import { createHash, randomBytes } from 'node:crypto';
import { messageOf } from '../../core/errors.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { rfc3339 } from '../../core/units.ts';
import { HelperProcess } from '../../host/helper-process/index.ts';
import { packageFolder } from '../../host/package/package-folder.ts';
import { dayOf, type PageText } from './html.ts';
import type { PageView } from './set-page.ts';

/** Texts and cover of the picture, masked like those of the page. */
interface ShareContent {
  readonly heading: string;
  readonly day: string;
  readonly title: string;
  readonly artist: string;
  /** The user's color: `#rrggbb`. */
  readonly brand: string;
  /** Color of the cover, or else the user's. */
  readonly light: string;
  /** PNG of the cover; undefined for none. */
  readonly bytes: Uint8Array | undefined;
}

export interface ShareRequest extends ShareContent {
  /** File of the user's logo; undefined for none. */
  readonly logo: Uint8Array | undefined;
  readonly packageFolder: string;
}

export interface SharePicture {
  /** Random, and never reused for another picture. */
  readonly name: string;
  readonly png: Uint8Array;
}

const LIMIT_MS = 15_000;
/** A track lasts longer, so that the process ends in between. */
const LINGER_MS = 10_000;

/** Draws the share image, 1200 x 630, in a helper process. The page doesn't wait for it: nothing may delay a hide. */
export class SharePictures {
  readonly #process: HelperProcess<ShareRequest, { png: Uint8Array } | { problem: string }>;
  readonly #log: Logger;
  readonly #drawn: () => void;
  /** Content of the latest request, and its picture once it is drawn. */
  #latest: { readonly key: string; picture?: SharePicture } | undefined;

  /** `drawn`: called when `current` has a new picture. */
  constructor({ clock, log }: { clock: Clock; log: Logger }, closing: AbortSignal, drawn: () => void) {
    const script = new URL('./share-process.js', import.meta.url);
    this.#process = new HelperProcess({
      script,
      timeLimitMs: LIMIT_MS,
      lingerMs: LINGER_MS,
      clock,
      closing,
    });
    this.#log = log;
    this.#drawn = drawn;
  }

  /** The picture of this view; undefined until it is drawn, which this begins. */
  current(view: PageView, text: PageText, logo?: Uint8Array): SharePicture | undefined {
    const { bytes, ...content } = shareContent(view, text);
    const logoHash = logo && createHash('sha256').update(logo).digest('hex');
    const key = JSON.stringify([content, view.onAir && view.covers.get(view.onAir.position), logoHash]);
    if (this.#latest?.key !== key) {
      this.#latest = { key };
      void this.#draw({ ...content, bytes, logo }, this.#latest);
    }
    return this.#latest.picture;
  }

  async #draw(
    content: Omit<ShareRequest, 'packageFolder'>,
    latest: { picture?: SharePicture },
  ): Promise<void> {
    try {
      const answer = await this.#process.request({ ...content, packageFolder: packageFolder() });
      if ('problem' in answer) {
        throw new Error(answer.problem);
      }
      latest.picture = { name: randomBytes(9).toString('hex'), png: answer.png };
      if (latest === this.#latest) {
        this.#drawn();
      }
    } catch (error) {
      // Links show the cover instead.
      this.#log.warn('cannot draw the share image', { reason: messageOf(error) });
    }
  }
}

/** Omits a hidden track: the picture is the same in all languages, so it cannot say "hidden". */
export function shareContent(
  { entries, onAir, covers, pictures, light }: PageView,
  text: PageText,
): ShareContent {
  const [first] = entries;
  const isShown = onAir !== undefined && !onAir.hidden;
  const { artist, title } = isShown ? onAir.track : { artist: '', title: '' };
  return {
    heading: text.title,
    // Day as the page's HTML has it, before `page.js` translates it.
    day: first === undefined ? '' : dayOf(rfc3339(first.at), 'en'),
    title,
    artist: artist === title ? '' : artist,
    brand: `#${text.color}`,
    light: (isShown && light) || `#${text.color}`,
    bytes: isShown ? pictures.get(covers.get(onAir.position) ?? '') : undefined,
  };
}
