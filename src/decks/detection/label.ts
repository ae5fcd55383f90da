const LABELS = {
  /** "1", "2": decks of the only unit; "1A", "2A": of several. */
  number: (number: number, _player?: number, unit?: number) =>
    unit === undefined ? String(number) : `${unit}${letterOf(number)}`,
  /** "2A", "2B": layers of a numbered player. */
  layers: (number: number, player = 1, unit = player) => `${unit}${letterOf(number)}`,
  /** "1", "2": players with one deck, by player number. */
  player: (_number: number, player = 1) => String(player),
  /** "A", "B": software. */
  letters: (number: number) => letterOf(number),
} as const;

export type LabelStyle = keyof typeof LABELS;

export interface LabeledDevice {
  readonly labels: LabelStyle;
  /** Set by the DJ; absent if unknown. Units leave the factory as 1, so several may have the same. */
  readonly player?: number;
  /** Differs from those of the other units. Absent if decks need none in their labels. */
  readonly unit?: number | undefined;
}

export function labelOf(
  { device, number }: { readonly device: string; readonly number: number },
  { devices }: { readonly devices: ReadonlyMap<string, LabeledDevice> },
): string {
  const { labels = 'number', player, unit } = devices.get(device) ?? {};
  return LABELS[labels](number, player, unit);
}

/**
 * Units by device: its own player number for the first that has it, else the one that it had, else the lowest free
 * one. A lone unit with numbered decks gets none, so that its decks stay "1" and "2".
 * @param devices in a lasting order
 */
export function unitsOf(
  devices: readonly (LabeledDevice & { readonly id: string })[],
): ReadonlyMap<string, number> {
  const numbered = devices.filter(({ labels }) => labels === 'number');
  const named = devices.filter(
    ({ labels, unit }) =>
      labels === 'layers' || (labels === 'number' && (numbered.length > 1 || unit !== undefined)),
  );
  const units = new Map<string, number>();
  const taken = new Set<number>();
  const give = (id: string, unit: number | undefined): void => {
    if (unit !== undefined && !units.has(id) && !taken.has(unit)) {
      units.set(id, unit);
      taken.add(unit);
    }
  };
  for (const { id, player } of named) {
    give(id, player);
  }
  for (const { id, unit } of named) {
    give(id, unit);
  }
  for (const { id } of named) {
    let free = 1;
    while (taken.has(free)) {
      free += 1;
    }
    give(id, free);
  }
  return units;
}

function letterOf(number: number): string {
  return String.fromCharCode(64 + number);
}
