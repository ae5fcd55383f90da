const LABELS = {
  /** "1", "2": decks of one unit. */
  number: (number: number) => String(number),
  /** "2A", "2B": layers of a numbered player. Units leave the factory as 1. */
  layers: (number: number, player = 1) => `${player}${letterOf(number)}`,
  /** "1", "2": players with one deck, by player number. */
  player: (_number: number, player = 1) => String(player),
  /** "A", "B": software. */
  letters: (number: number) => letterOf(number),
} as const;

export type LabelStyle = keyof typeof LABELS;

export interface LabeledDevice {
  readonly labels: LabelStyle;
  /** Set by the DJ; absent if unknown. */
  readonly player?: number;
}

export function labelOf(
  { device, number }: { readonly device: string; readonly number: number },
  { devices }: { readonly devices: ReadonlyMap<string, LabeledDevice> },
): string {
  const { labels = 'number', player } = devices.get(device) ?? {};
  return LABELS[labels](number, player);
}

function letterOf(number: number): string {
  return String.fromCharCode(64 + number);
}
