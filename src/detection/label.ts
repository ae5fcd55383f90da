import type { Deck, Detection } from './deck.ts';

/** What a person calls a deck: "1" to "4", or on stand-alone players number and layer: "2B". */
export function labelOf({ device, number }: Pick<Deck, 'device' | 'number'>, table: Detection): string {
  const unit = table.devices.get(device);
  return unit?.role === 'player' ? `${unit.player ?? 1}${String.fromCharCode(64 + number)}` : String(number);
}
