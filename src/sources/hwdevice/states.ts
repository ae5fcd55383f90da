/** From the state paths that devices publish to the events of the deck table. */
import { type ColorTeller, type DeckEvent, type DeviceId, deckId } from '../../detection/index.ts';
import { channelPath, deckPath, devicePath, type StateValue, tokenFromUuid } from '../../stagelinq/index.ts';

const DECKS = [1, 2, 3, 4] as const;

type StateReader = (device: DeviceId, value: NonNullable<StateValue['value']>) => DeckEvent | undefined;

/** Undefined for paths that say nothing about who is heard, and for values of the wrong kind. */
export function eventFrom(device: DeviceId, path: string, { value }: StateValue): DeckEvent | undefined {
  return READERS.get(path)?.(device, value ?? '');
}

/** A device without a value says null: for a text that is an empty one, for all else nothing. */
const READERS: ReadonlyMap<string, StateReader> = new Map<string, StateReader>([
  [devicePath.playerNumber, playerNumber],
  [devicePath.crossfader, numeric((device, position) => ({ device, kind: 'crossfader', position }))],
  [devicePath.jogColorA, color('layer', 1)],
  [devicePath.jogColorB, color('layer', 2)],
  ...DECKS.flatMap(deckReaders),
  ...DECKS.flatMap(channelReaders),
]);

/** What has to be subscribed to. */
export const WATCHED_PATHS: readonly string[] = [...READERS.keys()];

function deckReaders(number: number): [string, StateReader][] {
  const text = (tag: (DeckEvent & { kind: 'text' })['tag']): StateReader =>
    textual((device, value) => ({ device, number, kind: 'text', tag, value }));
  const amount = (tag: (DeckEvent & { kind: 'number' })['tag']): StateReader =>
    numeric((device, value) => ({ device, number, kind: 'number', tag, value }));
  return [
    [
      deckPath.songLoaded(number),
      truth((device, songLoaded) => ({ device, number, kind: 'songLoaded', songLoaded })),
    ],
    [deckPath.songName(number), text('title')],
    [deckPath.artistName(number), text('artist')],
    [deckPath.albumName(number), text('album')],
    [deckPath.genre(number), text('genre')],
    [deckPath.trackNetworkPath(number), text('networkPath')],
    [deckPath.trackName(number), text('file')],
    [deckPath.trackUri(number), text('uri')],
    [deckPath.trackLength(number), amount('length')],
    [deckPath.sampleRate(number), amount('sampleRate')],
    [
      deckPath.externalMixerVolume(number),
      numeric((device, level) => ({ device, number, kind: 'effectiveLevel', level })),
    ],
    [deckPath.isMaster(number), truth((device, master) => ({ device, number, kind: 'master', master }))],
    [deckPath.color(number), color('deck', number)],
    [deckPath.jogColor(number), color('deck', number)],
    [deckPath.playerColor(number), color('profile', number)],
    [deckPath.play(number), truth((device, engaged) => ({ device, number, kind: 'engaged', engaged }))],
    [deckPath.playState(number), truth((device, running) => ({ device, number, kind: 'running', running }))],
  ];
}

function channelReaders(channel: number): [string, StateReader][] {
  return [
    [channelPath.fader(channel), numeric((device, level) => ({ device, kind: 'fader', channel, level }))],
    [
      channelPath.assignment(channel),
      textual((device, value) => ({ device, kind: 'carries', channel, deck: carried(value) })),
    ],
  ];
}

/** `{<uuid of the player>},<deck>`; a channel that carries nothing says `,1`. */
function carried(assignment: string): string | null {
  const [uuid = '', number = ''] = assignment.split(',');
  const device = tokenFromUuid(uuid);
  return device !== undefined && /^[1-4]$/.test(number) ? deckId(device, Number(number)) : null;
}

function playerNumber(device: DeviceId, value: unknown): DeckEvent | undefined {
  return /^[1-9]$/.test(String(value)) ? { device, kind: 'player', player: Number(value) } : undefined;
}

/** Several paths may tell a deck's colour: one without a value must not take back what another one told. */
function color(teller: ColorTeller, of: number): StateReader {
  return textual((device, value) =>
    value === '' ? undefined : { device, kind: 'color', teller, of, color: value },
  );
}

/** Some firmwares say a truth as a number. */
function truth(make: (device: DeviceId, value: boolean) => DeckEvent): StateReader {
  return (device, value) => (typeof value === 'string' ? undefined : make(device, Boolean(value)));
}

function numeric(make: (device: DeviceId, value: number) => DeckEvent): StateReader {
  return (device, value) => (typeof value === 'number' ? make(device, value) : undefined);
}

function textual(make: (device: DeviceId, value: string) => DeckEvent | undefined): StateReader {
  return (device, value) => (typeof value === 'string' ? make(device, value) : undefined);
}
