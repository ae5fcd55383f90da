/**
 * Faders of known controllers: which messages they send, and where that is known from. Vendors' tables and mappings of
 * Mixxx that people use; nothing was confirmed with the device itself, so each is a proposal that the user tests.
 */
import { type Controller, isPortOf, parseController, portName } from './controller.ts';

export interface Preset {
  /** Maker and model. */
  readonly title: string;
  /** Part of the port's name, as the system calls it. */
  readonly port: string;
  /** As in `--midi.controllers`: fader, channel, number, number of the low byte. */
  readonly faders: string;
  /** Where the numbers come from. */
  readonly from: string;
}

/** Deck faders of four decks with the same numbers on channels from `first`. */
function onChannels(first: number, decks: number, numbers: string): string {
  return [...Array(decks).keys()].map((deck) => `${deck + 1}:${first + deck}/${numbers}`).join(' ');
}

const PIONEER = {
  four: `${onChannels(1, 4, '19/51')} x:7/31/63`,
  two: `${onChannels(1, 2, '19/51')} x:7/31/63`,
};
/** All-in-one devices as controllers of a computer. */
const PIONEER_MIXER = '1:5/17 2:5/18 3:5/19 4:5/20 x:5/11';
/** Devices of inMusic for Serato. */
const INMUSIC = { four: `${onChannels(1, 4, '28')} x:16/8`, two: `${onChannels(1, 2, '28')} x:16/8` };
const ENGINE = { four: `${onChannels(1, 4, '14')} x:16/14`, two: `${onChannels(1, 2, '14')} x:16/14` };
const HERCULES = '1:2/0 2:3/0 x:1/0';
/** Numark and Ion before 2012; the crossfader sends its highest value at the left. */
const OLD_NUMARK = '1:1/8 2:1/9 x:1/10@127-0';

const VENDOR = "the maker's MIDI table";
const MIXXX = 'Mixxx 2.3.3';
const MIXXX_2_5 = 'Mixxx 2.5.6';
const COMMUNITY = 'a mapping for Mixxx by its users';
const FAMILY = 'a guess: all tables of this family have these numbers';

/** By maker. Of two names of which one contains the other, the longer one is found. */
export const PRESETS: readonly Preset[] = [
  { title: 'Pioneer DDJ-FLX10', port: 'DDJ-FLX10', faders: PIONEER.four, from: VENDOR },
  { title: 'Pioneer DDJ-FLX6', port: 'DDJ-FLX6', faders: PIONEER.four, from: FAMILY },
  { title: 'Pioneer DDJ-FLX4', port: 'DDJ-FLX4', faders: PIONEER.two, from: FAMILY },
  { title: 'Pioneer DDJ-FLX2', port: 'DDJ-FLX2', faders: PIONEER.two, from: FAMILY },
  { title: 'Pioneer DDJ-GRV6', port: 'DDJ-GRV6', faders: PIONEER.four, from: VENDOR },
  { title: 'Pioneer DDJ-REV7', port: 'DDJ-REV7', faders: PIONEER.two, from: VENDOR },
  { title: 'Pioneer DDJ-REV5', port: 'DDJ-REV5', faders: PIONEER.four, from: VENDOR },
  { title: 'Pioneer DDJ-REV1', port: 'DDJ-REV1', faders: PIONEER.four, from: MIXXX_2_5 },
  { title: 'Pioneer DDJ-200', port: 'DDJ-200', faders: PIONEER.two, from: MIXXX },
  { title: 'Pioneer DDJ-400', port: 'DDJ-400', faders: PIONEER.two, from: MIXXX },
  { title: 'Pioneer DDJ-800', port: 'DDJ-800', faders: PIONEER.two, from: FAMILY },
  { title: 'Pioneer DDJ-1000', port: 'DDJ-1000', faders: PIONEER.four, from: FAMILY },
  { title: 'Pioneer DDJ-SB', port: 'DDJ-SB', faders: PIONEER.two, from: MIXXX },
  { title: 'Pioneer DDJ-SB2', port: 'DDJ-SB2', faders: PIONEER.four, from: MIXXX },
  { title: 'Pioneer DDJ-SB3', port: 'DDJ-SB3', faders: PIONEER.four, from: MIXXX },
  { title: 'Pioneer DDJ-SX', port: 'DDJ-SX', faders: PIONEER.four, from: MIXXX },
  { title: 'Pioneer DDJ-SX2', port: 'DDJ-SX2', faders: PIONEER.four, from: COMMUNITY },
  { title: 'Pioneer DDJ-SX3', port: 'DDJ-SX3', faders: PIONEER.four, from: COMMUNITY },
  { title: 'Pioneer DDJ-SR', port: 'DDJ-SR', faders: PIONEER.four, from: FAMILY },
  { title: 'Pioneer DDJ-SR2', port: 'DDJ-SR2', faders: PIONEER.four, from: FAMILY },
  { title: 'Pioneer DDJ-SZ', port: 'DDJ-SZ', faders: PIONEER.four, from: FAMILY },
  { title: 'Pioneer DDJ-RB', port: 'DDJ-RB', faders: PIONEER.four, from: FAMILY },
  { title: 'Pioneer DDJ-RR', port: 'DDJ-RR', faders: PIONEER.four, from: FAMILY },
  { title: 'Pioneer DDJ-RX', port: 'DDJ-RX', faders: PIONEER.four, from: FAMILY },
  { title: 'Pioneer DDJ-RZ', port: 'DDJ-RZ', faders: PIONEER.four, from: FAMILY },
  { title: 'Pioneer DJM-S11', port: 'DJM-S11', faders: PIONEER.two, from: VENDOR },
  { title: 'Pioneer XDJ-RX3 at a computer', port: 'XDJ-RX3', faders: PIONEER_MIXER, from: VENDOR },
  { title: 'AlphaTheta OMNIS-DUO', port: 'OMNIS-DUO', faders: PIONEER_MIXER, from: VENDOR },
  { title: 'Numark Mixtrack', port: 'Mix Track', faders: OLD_NUMARK, from: MIXXX },
  { title: 'Numark Mixtrack Pro', port: 'Mix Track Pro', faders: OLD_NUMARK, from: MIXXX },
  { title: 'Numark Mixtrack II', port: 'Mix Track II', faders: '1:1/22 2:1/7 x:1/10@127-0', from: MIXXX },
  {
    title: 'Numark Mixtrack Pro II',
    port: 'Mix Track Pro II',
    faders: '1:1/22 2:1/7 x:1/10@127-0',
    from: MIXXX,
  },
  { title: 'Numark Mixtrack 3', port: 'Mix Track 3', faders: '1:2/5 2:3/5 x:1/7', from: MIXXX },
  { title: 'Numark Mixtrack Pro 3', port: 'Mix Track Pro 3', faders: '1:2/5 2:3/5 x:1/7', from: MIXXX },
  { title: 'Numark Mixtrack Pro FX', port: 'Mix Track Pro FX', faders: INMUSIC.two, from: MIXXX },
  { title: 'Numark Mixtrack Platinum', port: 'Mix Track Platinum', faders: INMUSIC.four, from: MIXXX },
  { title: 'Numark Mixtrack Platinum FX', port: 'Mix Track Platinum FX', faders: INMUSIC.four, from: FAMILY },
  { title: 'Numark NS4FX', port: 'NS4FX', faders: INMUSIC.four, from: FAMILY },
  { title: 'Numark NS6II', port: 'NS6II', faders: INMUSIC.four, from: FAMILY },
  { title: 'Numark NS7', port: 'NS7', faders: '1:1/8 2:1/13 x:1/7', from: MIXXX },
  {
    title: 'Numark N4',
    port: 'N4',
    faders: '1:1/8/40 2:1/13/45 3:1/19/51 4:1/24/56 x:1/7/39',
    from: MIXXX,
  },
  { title: 'Numark DJ2Go', port: 'DJ2Go', faders: '1:1/8 2:1/9 x:1/10', from: MIXXX },
  { title: 'Numark DJ2GO2 Touch', port: 'DJ2GO2', faders: 'x:16/8', from: MIXXX },
  { title: 'Numark Omni Control', port: 'Omni Control', faders: OLD_NUMARK, from: MIXXX },
  { title: 'Numark Total Control', port: 'Total Control', faders: OLD_NUMARK, from: MIXXX },
  { title: 'Numark iDJ Live II', port: 'iDJ Live II', faders: OLD_NUMARK, from: MIXXX },
  { title: 'Ion Discover DJ Pro', port: 'Discover DJ Pro', faders: '1:1/8 2:1/9 x:1/10', from: MIXXX },
  { title: 'Denon MC3000', port: 'MC3000', faders: '1:1/5 2:3/16 3:2/11 4:4/21 x:1/22', from: MIXXX },
  { title: 'Denon MC4000', port: 'MC4000', faders: INMUSIC.two, from: MIXXX },
  { title: 'Denon MC6000MK2', port: 'MC6000MK2', faders: '1:1/5 2:1/11 3:1/16 4:1/21 x:1/22', from: MIXXX },
  { title: 'Denon MC7000', port: 'MC7000', faders: INMUSIC.four, from: MIXXX },
  { title: 'Denon Prime 4 at a computer', port: 'PRIME 4', faders: ENGINE.four, from: COMMUNITY },
  { title: 'Denon Prime GO at a computer', port: 'PRIME GO', faders: ENGINE.two, from: MIXXX_2_5 },
  { title: 'Rane ONE MKII', port: 'ONE MKII', faders: INMUSIC.two, from: 'a mapping for djay' },
  { title: 'Rane ONE MK2', port: 'ONE MK2', faders: INMUSIC.two, from: 'a mapping for djay' },
  { title: 'Hercules DJControl Inpulse 200', port: 'DJControl Inpulse 200', faders: HERCULES, from: MIXXX },
  { title: 'Hercules DJControl Inpulse 300', port: 'DJControl Inpulse 300', faders: HERCULES, from: MIXXX },
  {
    title: 'Hercules DJControl Inpulse 500',
    port: 'Inpulse 500',
    faders: '1:2/0/32 2:3/0/32 x:1/0',
    from: MIXXX_2_5,
  },
  { title: 'Hercules DJControl Starlight', port: 'DJControl Starlight', faders: HERCULES, from: MIXXX },
  { title: 'Hercules DJControl MIX', port: 'DJControl MIX', faders: HERCULES, from: MIXXX_2_5 },
  { title: 'Hercules DJControl Jogvision', port: 'Jogvision', faders: '1:1/1 2:2/1 x:1/0', from: MIXXX },
  { title: 'Hercules P32 DJ', port: 'P32 DJ', faders: '1:2/1 2:3/1 x:1/1', from: MIXXX },
  {
    title: 'Hercules DJ Console 4-Mx',
    port: '4-Mx',
    faders: '1:1/3 2:1/11 3:1/19 4:1/27 x:1/34',
    from: MIXXX,
  },
  { title: 'Hercules DJ Console RMX', port: 'Console RMX', faders: '1:1/50 2:1/60 x:1/57', from: MIXXX },
  { title: 'Hercules DJ Control Steel', port: 'Control Steel', faders: '1:1/50 2:1/60 x:1/57', from: MIXXX },
  {
    title: 'Hercules DJ Console RMX 2',
    port: 'Console RMX 2',
    faders: '1:1/58/59 2:1/74/75 x:1/72/73',
    from: MIXXX,
  },
  { title: 'Hercules DJ Console Mk2', port: 'Console Mk2', faders: '1:1/50 2:1/51 x:1/49', from: MIXXX },
  { title: 'Hercules DJ Console Mk4', port: 'Console Mk4', faders: '1:1/52 2:1/57 x:1/56', from: MIXXX },
  {
    title: 'Hercules DJ Console Mac Edition',
    port: 'Console Mac',
    faders: '1:2/43 2:2/44 x:2/40',
    from: MIXXX,
  },
  { title: 'Hercules DJ Control AIR', port: 'Control AIR', faders: '1:1/54 2:1/59 x:1/58', from: MIXXX },
  {
    title: 'Hercules DJ Control Instinct',
    port: 'Control Instinct',
    faders: '1:1/54 2:1/59 x:1/58',
    from: MIXXX,
  },
  { title: 'Hercules DJ Control MP3', port: 'Control MP3', faders: '1:1/50 2:1/51 x:1/49', from: MIXXX },
  {
    title: 'Hercules DJ Control MP3 e2',
    port: 'Control MP3 e2',
    faders: '1:1/52 2:1/57 x:1/56',
    from: MIXXX,
  },
  { title: 'Reloop Beatmix 2/4', port: 'Beatmix', faders: `${onChannels(2, 4, '20')} x:6/47`, from: MIXXX },
  { title: 'Reloop Beatpad', port: 'Beatpad', faders: '1:1/79 2:2/79 x:5/69', from: MIXXX },
  {
    title: 'Reloop Terminal Mix 2/4',
    port: 'Terminal Mix',
    faders: `${onChannels(1, 4, '49')} x:1/58`,
    from: MIXXX,
  },
  { title: 'Reloop Digital Jockey 2', port: 'Digital Jockey 2', faders: '1:1/6 2:1/66 x:1/18', from: MIXXX },
  { title: 'Reloop Digital Jockey 2', port: 'Digital Jockey', faders: '1:1/6 2:1/66 x:1/18', from: MIXXX },
  { title: 'Reloop Jockey 3', port: 'Jockey 3', faders: '1:1/49 2:1/112 x:1/55', from: MIXXX },
  {
    title: 'Roland DJ-202',
    port: 'DJ-202',
    faders: `${onChannels(1, 4, '28/58')} x:16/8/88`,
    from: COMMUNITY,
  },
  { title: 'Roland DJ-505', port: 'DJ-505', faders: `${onChannels(1, 4, '28/58')} x:16/8/88`, from: MIXXX },
  { title: 'Behringer BCD3000', port: 'BCD3000', faders: '1:1/0 2:1/2 x:1/1', from: MIXXX },
  { title: 'Behringer BCD2000', port: 'BCD2000', faders: '1:1/0 2:1/2 x:1/1', from: MIXXX },
  { title: 'Behringer CMD Micro', port: 'CMD Micro', faders: '1:1/18 2:1/34 x:1/64', from: MIXXX },
  {
    title: 'Behringer CMD MM-1',
    port: 'CMD MM-1',
    faders: '1:5/48 2:5/49 3:5/50 4:5/51 x:5/64',
    from: MIXXX_2_5,
  },
  {
    title: 'Behringer CMD Studio 4a',
    port: 'CMD Studio 4a',
    faders: '1:1/112 2:2/113 3:3/112 4:4/113 x:1/114',
    from: MIXXX,
  },
  {
    title: 'Allen & Heath Xone:PX5',
    port: 'XONE:PX5',
    faders: '1:16/0 2:16/1 3:16/2 4:16/3 x:16/4',
    from: VENDOR,
  },
  { title: 'Allen & Heath Xone:K2', port: 'XONE:K2', faders: '1:15/16 2:15/17 3:15/18 4:15/19', from: MIXXX },
  { title: 'DJ-Tech DJM-101', port: 'DJM-101', faders: '1:1/65 2:1/66 x:1/64', from: MIXXX },
  { title: 'DJ-Tech Mix-101', port: 'Mix-101', faders: '1:1/33 2:1/34 x:1/35', from: MIXXX },
  {
    title: 'DJ-Tech Mixer One',
    port: 'Mixer One',
    faders: '1:6/20 2:7/25 3:8/20 4:9/25 x:6/15',
    from: MIXXX,
  },
  { title: 'DJ-Tech i-Mix Reload', port: 'i-Mix Reload', faders: '1:1/67 2:1/66 x:1/65', from: MIXXX },
  { title: 'Electrix Tweaker', port: 'Tweaker', faders: '1:1/53 2:1/54 x:1/55', from: MIXXX },
  { title: 'Kontrol DJ KDJ500', port: 'KDJ500', faders: '1:1/11 2:1/12 x:1/13', from: MIXXX },
  { title: 'Korg KAOSS DJ', port: 'KAOSS DJ', faders: '1:8/24 2:9/24 x:7/23', from: MIXXX },
  { title: 'M-Audio X-Session Pro', port: 'X-Session Pro', faders: '1:1/11 2:1/14 x:1/17', from: MIXXX },
  { title: 'M-Audio Xponent', port: 'Xponent', faders: '1:1/7 2:2/7 x:3/7', from: MIXXX },
  { title: 'MixVibes U-Mix Control 2', port: 'U-Mix Control 2', faders: '1:1/21 2:2/21 x:3/1', from: MIXXX },
  {
    title: 'MixVibes U-Mix Control Pro 2',
    port: 'U-Mix Control Pro 2',
    faders: '1:1/21 2:2/21 x:3/1',
    from: MIXXX,
  },
  { title: 'Novation Twitch', port: 'Twitch', faders: '1:8/7 2:9/7 x:8/8', from: MIXXX },
  { title: 'Stanton DJC.4', port: 'DJC.4', faders: `${onChannels(1, 4, '7')} x:1/16`, from: MIXXX },
  { title: 'Stanton SCS.1m', port: 'SCS.1m', faders: '1:1/5 2:1/6 x:1/0', from: MIXXX },
  { title: 'Vestax Spin', port: 'Vestax Spin', faders: '1:1/12 2:2/12 x:3/8', from: MIXXX },
  { title: 'Vestax Typhoon', port: 'Typhoon', faders: '1:1/12 2:2/12 x:3/8', from: MIXXX },
  { title: 'Vestax VCI-100', port: 'VCI-100', faders: '1:1/12 2:1/13 x:1/8', from: MIXXX },
  {
    title: 'Vestax VCI-100MKII',
    port: 'VCI-100MKII',
    faders: '1:1/28/44 2:2/22/38 3:3/28/44 4:4/22/38 x:5/16/32',
    from: MIXXX,
  },
  { title: 'Vestax VCI-300', port: 'VCI-300', faders: '1:1/12 2:1/18 x:1/24', from: MIXXX },
  { title: 'Vestax VCI-400', port: 'VCI-400', faders: `${onChannels(3, 4, '17/49')} x:1/20`, from: MIXXX },
];

/** Preset of a port; of several, the one with the longest name. */
export function presetOf(port: string): Preset | undefined {
  return PRESETS.filter((preset) => isPortOf(port, preset.port)).toSorted(
    (one, other) => other.port.length - one.port.length,
  )[0];
}

/** The controller that an entry of `--midi.controllers` describes or names; undefined if it is a name without a preset. */
export function controllerOf(text: string): Controller | undefined {
  const parsed = parseController(text);
  if (!parsed.ok) {
    return undefined;
  }
  const { name, controller } = parsed.value;
  return controller ?? presetFor(portName(name));
}

function presetFor(name: string): Controller | undefined {
  const preset = presetOf(name);
  const parsed = preset && parseController(`${preset.port} = ${preset.faders}`);
  return parsed?.ok ? parsed.value.controller : undefined;
}
