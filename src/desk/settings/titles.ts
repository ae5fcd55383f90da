/** What the settings page calls the options, and where it shows them: a group for each thing that people come for. */
import type { startOptions } from '../options.ts';

type Titles = Partial<Record<keyof typeof startOptions, string>>;

interface Group {
  readonly group: string;
  /** What most people change: shown first. */
  readonly common: Titles;
  /** What is shown when somebody wants all of it, or once it is set. */
  readonly rest: Titles;
}

export const GROUPS: readonly Group[] = [
  {
    group: 'Overlay',
    common: {
      'theme.internal': 'Look of the overlay',
      'theme.options': 'Size, colors, font and place of the look',
    },
    rest: {
      'theme.dir': 'Folder of your own look',
      'theme.looks': 'Your saved looks',
      'theme.files': 'Folder of your logos and typefaces',
      'obs.url': 'Address of OBS',
      'obs.password': 'Password of OBS',
      'obs.source': 'Name of the source in OBS',
    },
  },
  {
    group: 'What you play with',
    common: {
      source: 'Where tracks come from',
      delay: 'Seconds before a track is shown',
      'detection.algorithm': 'How the track on air is found',
    },
    rest: {
      'detection.volume.percent': 'How quiet the other decks must be',
      'detection.crossfader': 'The crossfader counts',
      'dummy.interval': 'Seconds between made-up tracks',
    },
  },
  {
    group: 'Denon DJ',
    common: {
      'target.device': 'Only this kind of device',
      'hwdevice.discovery.interface': 'Network that Denon players are on',
    },
    rest: {
      'target.software': 'Only devices with this software',
      'hwdevice.discovery.ignore_link_local': 'Ignore devices without a network address',
      'hwdevice.discovery.max_devices': 'Most devices to watch',
      'hwdevice.discovery.timeout': 'Time before a missing device is reported',
      'hwdevice.token': 'Identity on the Denon network',
      'hwdevice.library': 'Folder for copies of Engine libraries',
      'hwdevice.record': 'Recording of Denon devices',
    },
  },
  {
    group: 'Pioneer DJ',
    common: {
      'prodjlink.number': 'Player number of deckcast',
      'prodjlink.interface': 'Network that Pioneer players are on',
      'prodjlink.listen-only': 'Listen only, send nothing',
    },
    rest: {
      'prodjlink.metadata': 'How Pioneer tracks get their names',
      'prodjlink.key': 'Key of the newer library on sticks',
      'prodjlink.record': 'Recording of Pioneer devices',
    },
  },
  {
    group: 'DJ software',
    common: {
      'softa.filename': 'Text file of the DJ software',
      'virtualdj.url': 'Address of VirtualDJ',
      'virtualdj.token': 'Password of VirtualDJ',
      'icecast.password': 'Password for programs that broadcast',
      'rekordbox.key': 'Key of the rekordbox database',
    },
    rest: {
      'icecast.addr': 'Port for programs that broadcast',
      'icecast.conflict': 'Which of two broadcasts stays',
      'traktor.addr': 'Port for Traktor',
      'rekordbox.database': 'Database of rekordbox',
      'osc.in.addr': 'Port for decks by OSC',
      'osc.in.preset': 'Program that sends decks by OSC',
      'osc.in.title': 'OSC address of a deck’s title',
      'osc.in.artist': 'OSC address of a deck’s artist',
      'osc.in.playing': 'OSC address of whether a deck plays',
      'osc.in.level': 'OSC address of a deck’s loudness',
      'osc.in.path': 'OSC address of a deck’s file',
    },
  },
  {
    group: 'Media players',
    common: {
      'mediacontrol.bundleid': 'Only this player on this computer',
      'mpd.addr': 'Address of MPD',
      'mpd.socket': 'Socket of MPD',
      'mpd.password': 'Password of MPD',
      'streamingsource.id': 'Spotify account: client id',
      'streamingsource.secret': 'Spotify account: client secret',
    },
    rest: {
      'streamingsource.refresh': 'Spotify account: refresh token',
      'streamingsource.tokenfile': 'Spotify account: file of the sign-in',
      'browser.addr': 'Port for a tab in the browser',
      'mediacontrol.binarypath': 'The program media-control',
      'mediacontroltcp.addr': 'Port for players on other computers',
      'mediacontroltcp.bundleid': 'Only this player on other computers',
    },
  },
  {
    group: 'Listening to the room',
    common: {
      'hear.input': 'Where the sound comes from',
      'hear.library': 'Folders with your music',
    },
    rest: {
      'hear.command': 'Command that records the sound',
      'hear.rate': 'Sample rate of that command',
      'hear.index': 'Folder for what your music sounds like',
    },
  },
  {
    group: 'Hiding tracks',
    common: {
      'hide.tracks': 'Tracks to hide',
      'hide.contains.title': 'Hide titles with these words',
      'hide.contains.artist': 'Hide artists with these words',
      'hide.color': 'Deck color that hides a track',
    },
    rest: {
      'hide.contains.genre': 'Hide genres with these words',
      'hide.contains.filename': 'Hide files with these words',
      'hide.regex.artist': 'Hide artists that match an expression',
      'hide.regex.title': 'Hide titles that match an expression',
      'hide.regex.genre': 'Hide genres that match an expression',
      'hide.regex.filename': 'Hide files that match an expression',
    },
  },
  {
    group: 'Names and covers',
    common: {
      'extract.regex.title': 'Shorten titles',
      'extract.regex.artist': 'Shorten artists',
      'art.precedence': 'Where covers come from',
      'placeholder.art.internal': 'Picture for tracks without a cover',
      'streaming.id': 'Spotify: client id',
      'streaming.secret': 'Spotify: client secret',
      'catalog.key': 'Discogs: key',
      'catalog.secret': 'Discogs: secret',
    },
    rest: {
      'streaming.market': 'Spotify: country',
      'streaming.barcolor': 'Spotify code: color of the bars',
      'streaming.bgcolor': 'Spotify code: background',
      'streaming.width': 'Spotify code: width',
      'streaming.timeout': 'Seconds that a track waits for its cover',
      'streaming.api_url': 'Spotify: address of the API',
      'streaming.auth_url': 'Spotify: address of the sign-in',
      'streaming.code_url': 'Spotify: address of the codes',
      'catalog.url': 'Discogs: address of the API',
      'art.cache.entries': 'Cover lookups kept',
      'art.cache.bytes': 'Memory for covers',
    },
  },
  {
    group: 'Files',
    common: {
      'outfile.featured': 'Text file with the track on air',
      'outfile.format': 'What that file says',
      'outfile.art': 'Picture file with the cover',
      'history.filename': 'Text file with every track',
      'cue.filename': 'CUE sheet of the set',
    },
    rest: {
      'history.format': 'What a line for a track says',
      'cue.header.file': 'CUE sheet: audio file',
      'cue.header.filetype': 'CUE sheet: type of the audio file',
      'cue.header.performer': 'CUE sheet: performer',
      'cue.header.title': 'CUE sheet: title',
      'session.filename': 'File of the stored sets',
    },
  },
  {
    group: 'Chat and Twitch',
    common: {
      'chat.service': 'Chat service',
      'chat.channel': 'Chat channel',
      'chat.token': 'Token of the chat bot',
      'chat.format': 'What a chat message says',
      'chat.delay': 'Wait before a track is posted in chat',
      'chat.cover': 'Send the cover along',
      'chat.command': 'Command for the track on air',
      'chat.markers': 'Markers in the Twitch stream',
    },
    rest: {
      'chat.answer': 'What the answer in chat says',
      'chat.last_command': 'Command for the track before',
      'chat.last_answer': 'Answer about the track before',
      'chat.tracklist_command': 'Command for the tracklist',
      'chat.tracklist_answer': 'Answer about the tracklist',
      'chat.played_command': 'Command for tracks of the set',
      'chat.played_answer': 'Answer about tracks of the set',
      'chat.cooldown': 'Pause between answers in chat',
      'chat.client_id': 'Twitch: client id of the chat',
      'chat.tokenfile': 'Twitch: file of the sign-in',
      'chat.url': 'Address of the chat service',
      'chat.auth_url': 'Address of the chat’s sign-in',
      'live.api_key': 'Twitch extension: key of your channel',
      'live.format': 'Twitch extension: what viewers read',
      'live.delay': 'Twitch extension: wait before a track',
      'live.url': 'Twitch extension: address of the backend',
      'live.auth_url': 'Twitch extension: address of the sign-in',
      'live.client_id': 'Twitch extension: client id',
    },
  },
  {
    group: 'Page for everybody',
    common: {
      'page.title': 'Heading of the page',
      'page.links': 'Links on the page',
      'page.address': 'Address that guests open',
      'page.delay': 'Wait before the page shows a track',
    },
    rest: { 'page.url': 'Web server that gets the page' },
  },
  {
    group: 'Web radio',
    common: {
      'radio.url': 'Stations',
      'radio.format': 'What listeners read',
      'radio.delay': 'Wait before listeners read a track',
    },
    rest: {
      'radio.hidden': 'What listeners read for a hidden track',
      'radio.charset': 'Character set of the station',
    },
  },
  {
    group: 'Other programs',
    common: {
      'osc.host': 'Computer that gets OSC',
      'osc.port': 'Port that gets OSC',
      'webhook.url': 'Webhook: address',
      'webhook.delay': 'Webhook: wait before a track',
    },
    rest: {
      'osc.address.artist': 'OSC address for the artist',
      'osc.address.song': 'OSC address for the title',
      'webhook.format': 'Webhook: your own text',
      'webhook.secret': 'Webhook: key that signs',
      'webhook.json.album': 'Webhook: place of the album',
      'webhook.json.art': 'Webhook: place of the cover',
      'webhook.json.artist': 'Webhook: place of the artist',
      'webhook.json.bpm': 'Webhook: place of the tempo',
      'webhook.json.comment': 'Webhook: place of the comment',
      'webhook.json.deck': 'Webhook: place of the deck',
      'webhook.json.duration': 'Webhook: place of the duration',
      'webhook.json.elapsed': 'Webhook: place of the time in the set',
      'webhook.json.epoch': 'Webhook: place of the time as a number',
      'webhook.json.format': 'Webhook: place of your own text',
      'webhook.json.genre': 'Webhook: place of the genre',
      'webhook.json.isrc': 'Webhook: place of the ISRC',
      'webhook.json.key': 'Webhook: place of the musical key',
      'webhook.json.label': 'Webhook: place of the label',
      'webhook.json.position': 'Webhook: place of the number in the set',
      'webhook.json.remixer': 'Webhook: place of the remixer',
      'webhook.json.streaming': 'Webhook: place of the Spotify code',
      'webhook.json.timestamp': 'Webhook: place of the time',
      'webhook.json.title': 'Webhook: place of the title',
      'webhook.json.year': 'Webhook: place of the year',
    },
  },
  {
    group: 'Reports',
    common: {
      'report.service': 'Station or event',
      'report.channel': 'Channel, program or venue',
    },
    rest: {
      'report.category': 'SoundExchange: category',
      'report.hours': 'SoundExchange: hours of all listeners',
    },
  },
  {
    group: 'This program',
    common: {
      'http.token': 'Token for phones and other devices',
      'http.admin_token': 'Token for settings from other devices',
      'http.addr': 'Address and port of these pages',
      'license.key': 'License key',
    },
    rest: {
      'metrics.addr': 'Port for Prometheus',
      'log.level': 'What is logged',
      'log.file': 'Log file',
      'log.format': 'Form of the log',
      'log.line': 'Log names the source line',
      conf: 'Configuration file',
    },
  },
];

export interface PlaceOnPage {
  readonly title: string;
  readonly group: string;
  readonly isCommon: boolean;
}

/** By option: as the settings page shows it. */
export const PLACES: ReadonlyMap<string, PlaceOnPage> = new Map(
  GROUPS.flatMap(({ group, common, rest }) => [
    ...placesIn(group, common, true),
    ...placesIn(group, rest, false),
  ]),
);

function placesIn(
  group: string,
  titles: Titles,
  isCommon: boolean,
): readonly (readonly [string, PlaceOnPage])[] {
  return Object.entries(titles).map(([name, title]) => [name, { title, group, isCommon }]);
}
