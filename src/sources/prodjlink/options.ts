import { answersEveryClient, databaseNumber, type LinkDevice, type LinkOptions } from '@deckcast/prodjlink';
import type { Problem } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { defineOptions, Secret, type SettingsOf } from '../../core/option.ts';
import type { Tools } from '../../core/tools.ts';
import { deckOptions } from '../../decks/options.ts';
import { choice, filePath, flag, secret, text, uint } from '../../settings/kinds.ts';

/** Guests use 7 to 15, players 1 to 6. */
const LAST_NUMBER = 15;

export const proDjLinkOptions = defineOptions('Source and discovery', {
  'prodjlink.interface': {
    kind: text,
    default: '',
    help: 'network interface that the players are on; found automatically when empty',
  },
  'prodjlink.number': {
    kind: uint({ max: LAST_NUMBER, what: say('prodjlink.number-pro-dj-link-network') }),
    default: 7,
    help: 'number to announce, 7 to 15; 1 to 6 takes the place of a player',
  },
  'prodjlink.metadata': {
    kind: choice(['auto', 'nfs', 'database', 'off'], {
      auto: 'From media, then from new players',
      nfs: 'From media',
      database: 'From media, then from every player',
      off: 'Not at all',
    }),
    default: 'auto',
    help: "source of names and art: files on the players' media (nfs), then databases of models that answer every client (auto: CDJ-3000, CDJ-3000X, XDJ-AZ), or of older players and rekordbox, too (database)",
  },
  'prodjlink.key': {
    kind: secret,
    default: new Secret(''),
    help: 'SQLCipher key of OneLibrary, the newer library of media, in players and in folders of --hear.library; deckcast does not include it',
  },
  'prodjlink.listen-only': {
    kind: flag,
    default: false,
    help: 'listen only: follow play and on-air state, but not which track',
  },
  'prodjlink.record': {
    kind: filePath,
    default: '',
    help: 'file to record messages of players and mixers in, for deckcast simulate to replay',
    without: say('hwdevice.nothing-recorded'),
  },
  ...deckOptions,
});

export type ProDjLinkSettings = SettingsOf<typeof proDjLinkOptions>;

export function checkProDjLink(settings: ProDjLinkSettings): readonly Problem[] {
  return settings['prodjlink.number'] === 0
    ? [{ where: '--prodjlink.number', what: say('prodjlink.number-1-7-usual-one', { most: LAST_NUMBER }) }]
    : [];
}

export function linkOptions(settings: ProDjLinkSettings, tools: Pick<Tools, 'clock' | 'log'>): LinkOptions {
  return {
    name: 'deckcast',
    number: settings['prodjlink.number'],
    listenOnly: settings['prodjlink.listen-only'],
    interface: settings['prodjlink.interface'] || undefined,
    log: tools.log,
    clock: tools.clock,
  };
}

/** Undefined if settings forbid queries or the device would not answer. @param ownNumber announced by us */
export function databaseNumberOf(
  device: LinkDevice,
  settings: Pick<ProDjLinkSettings, 'prodjlink.metadata' | 'prodjlink.listen-only'>,
  ownNumber: number,
): number | undefined {
  const metadata = settings['prodjlink.metadata'];
  const mayQuery = metadata === 'database' || (metadata === 'auto' && answersEveryClient(device));
  return mayQuery && !settings['prodjlink.listen-only']
    ? (databaseNumber(device, ownNumber) ?? undefined)
    : undefined;
}
