/** Pixels. Covers come in several sizes (640, 300, 64); this is the smallest width that need not be enlarged. */
const WANTED_WIDTH = 256;

interface Image {
  readonly url: string;
  /** Pixels; null or 0 when the service does not report it. */
  readonly width: number | null;
}

/** Chooses among Spotify's images: the smallest that is large enough, else the largest. */
export function coverOf(images: readonly Image[]): string | undefined {
  const byWidth = images.toSorted((one, other) => (one.width ?? 0) - (other.width ?? 0));
  return (byWidth.find(({ width }) => (width ?? 0) >= WANTED_WIDTH) ?? byWidth.at(-1))?.url;
}
