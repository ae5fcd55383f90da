/** How loud the audience hears a deck, as far as the hardware tells. */
import type { Deck, Detection, Device } from './deck.ts';

/** 0 to 1; undefined when nobody tells. */
export function levelOf(deck: Deck, table: Detection): number | undefined {
  const device = table.devices.get(deck.device);
  // Beside a mixer of another make it is 0 for ever, so a nought means silence only where more was seen before.
  if (device?.effectiveLevelSeen === true && deck.effectiveLevel !== undefined) {
    return deck.effectiveLevel;
  }
  for (const mixer of table.devices.values()) {
    const number = channelOf(deck, mixer);
    const fader = number === undefined ? undefined : mixer.channels.get(number)?.fader;
    if (number !== undefined && fader !== undefined) {
      return fader * crossfaderGain(number, mixer.crossfader);
    }
  }
  return undefined;
}

/** The channel of `mixer` that carries the deck. Without assignments channel n carries its own deck n. */
function channelOf(deck: Deck, mixer: Device): number | undefined {
  let assigned = false;
  for (const [number, { carries }] of mixer.channels) {
    if (carries === deck.id) {
      return number;
    }
    assigned ||= typeof carries === 'string';
  }
  return assigned || mixer.id !== deck.device ? undefined : deck.number;
}

/**
 * 0 to 1. The hardware publishes neither assign switch nor curve: odd channels are taken to be on the left,
 * full up to the middle and cut at 0.8; even ones mirror them.
 */
function crossfaderGain(channel: number, crossfader: number | undefined): number {
  if (crossfader === undefined) {
    return 1;
  }
  const away = channel % 2 === 1 ? crossfader : 1 - crossfader;
  return Math.min(1, Math.max(0, (0.8 - away) / 0.3));
}
