/** The labels of a device's decks, from their number and that of the player. */
const LABELS = {
  /** "1", "2", …: a unit that has all its decks in one. */
  number: (number: number) => String(number),
  /** "2A", "2B": the layers of a player that has a number. Every unit leaves the factory as 1. */
  layers: (number: number, player = 1) => `${player}${letterOf(number)}`,
  /** "1", "2", …: a player with one deck, by the number that the DJ gave it. */
  player: (_number: number, player = 1) => String(player),
  /** "A", "B", …: software that letters its decks. */
  letters: (number: number) => letterOf(number),
} as const;

export type LabelStyle = keyof typeof LABELS;

/** What the labels of a device's decks are made from. */
export interface LabeledDevice {
  readonly labels: LabelStyle;
  /** Number that the DJ gave it; absent while unknown. */
  readonly player?: number;
}

/** The label of a deck, in the table of its device. */
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
