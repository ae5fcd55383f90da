/**
 * Addresses below `/api/v1`. Routes (`api.ts`) and the API's description (`docs/reference/openapi.json`) come from this
 * list.
 */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { SET_FILE_FORMATS, SET_FILE_TYPES } from './export.ts';
import type { Right } from './operator/access.ts';

export interface ApiEndpoint {
  /** Sentence without a full stop. */
  readonly about: string;
  readonly group: 'On air' | 'History' | 'Program' | 'Operate' | 'Settings' | 'Set up';
  /** `session`: everyone, but `?session=…` requires the right to operate. */
  readonly access: 'everyone' | 'session' | Right;
  readonly path?: Readonly<Record<string, readonly string[]>>;
  /** Meanings of the query parameters, all optional. */
  readonly query?: Readonly<Record<string, string>>;
  /** Schema in `web/requests.ts` or in its source; absent if the body is ignored. */
  readonly body?: string;
  readonly isBodyOptional?: true;
  /** Largest body; 1 MiB if not given. */
  readonly mostBytes?: number;
  /** Answer of status 200: a type in `web/wire/`, or types by content type, empty unless it is our JSON. */
  readonly answer?: string | Readonly<Record<string, string>>;
  readonly messages?: string;
  /** Refusals by status, besides the general 401, 403, 400 (wrong body) and 413 (too large). */
  readonly refusals?: Readonly<Record<number, string>>;
  /** Type of these refusals in `web/wire/`, if it has extra fields. */
  readonly refusal?: string;
}

export interface Env {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    readonly isForSome?: true;
  };
}

export type Handlers = {
  readonly [Name in keyof typeof ENDPOINTS]: (context: Context<Env>) => Response | Promise<Response>;
};

const ON_AIR = { group: 'On air', access: 'everyone' } as const;
const PROGRAM = { group: 'Program', access: 'everyone' } as const;
const OPERATE = { group: 'Operate', access: 'operate' } as const;
const VERB = { ...OPERATE, answer: 'Done' } as const;
const SETTINGS = { group: 'Settings', access: 'configure' } as const;
const RECORDING = { group: 'History', access: 'configure here' } as const;
const SET_UP = { group: 'Set up', access: 'configure' } as const;

const DECK_LABELS = [...Array(17).keys()].map(String).concat([...'ABCDEFGHIJKLMNOP']);
const SESSION = { session: 'a number that `/sessions` lists; without it, the current session' };
const NO_SESSION = 'there is no such session';
const NO_FILE = { 409: 'the program reads no configuration file' };
const OBS_REFUSED = { 409: 'OBS does not answer, or refuses' };

const ENDPOINTS = {
  'GET /now': {
    ...ON_AIR,
    about: 'What is on air',
    answer: 'NowMessage',
  },
  'GET /now.txt': {
    ...ON_AIR,
    about:
      'What is on air, or was a moment ago, as a line of text; artist and title of a track that is hidden now or unnamed are each `ID`',
    query: {
      format: 'text with variables: `$ARTIST$ - $SONG$` if it is left out; at most 500 characters',
      ago: 'how long ago: `12s`, `1m`; now if it is left out',
    },
    answer: { 'text/plain': '' },
    refusals: { 400: '`ago` is not a duration, or `format` is too long' },
  },
  'GET /events': {
    ...ON_AIR,
    about: 'Everything that happens on air, as it happens: a WebSocket',
    messages: 'EventMessage',
    refusals: { 426: 'the request is not a WebSocket' },
  },
  'GET /beat': {
    ...ON_AIR,
    about: 'The beat that the room hears, as it happens: a WebSocket',
    messages: 'BeatMessage',
    refusals: { 426: 'the request is not a WebSocket' },
  },
  'GET /decks': {
    ...ON_AIR,
    about: 'The decks that the audience hears; as a WebSocket, at every change',
    answer: 'DecksMessage',
    messages: 'DecksMessage',
  },
  'GET /history': {
    about: 'What was played, oldest first, the track on air last; a hidden track is `ID`',
    group: 'History',
    access: 'session',
    query: {
      ...SESSION,
      removed: 'lists the tracks that the operator removed, too; needs the right to operate',
    },
    answer: 'HistoryMessage',
    refusals: { 404: NO_SESSION },
  },
  'GET /history/:format': {
    about: 'What was played, as a file for other programs and sites',
    group: 'History',
    access: 'session',
    path: { format: SET_FILE_FORMATS },
    query: {
      ...SESSION,
      offset:
        'for one session: how long after its first track the recording or video begins, `1m30s`, or before it, `-1m30s`',
      file: "for a CUE sheet: name of the set's audio file",
      since: 'for a report of all stored sessions: the first day or moment, such as 2026-01-01',
      until: 'the last day of the report, or the moment before which it ends',
    },
    answer: SET_FILE_TYPES,
    refusals: {
      400: '`since` or `until` is no time, `offset` no duration, or the format no report',
      404: `${NO_SESSION}, no such format, or nothing was played in that time`,
    },
  },
  'GET /sessions': {
    about: 'The stored sessions, newest first',
    group: 'History',
    access: 'operate',
    answer: 'SessionsMessage',
  },
  'GET /recording': {
    ...RECORDING,
    about: 'The recording that is analyzed, or was last, and how far that is',
    answer: 'RecordingMessage',
  },
  'POST /recording': {
    ...RECORDING,
    about: 'Begins to find the tracks of a recording, or goes on where that was stopped',
    body: 'RecordingRequest',
    answer: 'Done',
    refusals: { 409: 'another recording is analyzed, no music is named, or the path is not absolute' },
  },
  'DELETE /recording': {
    ...RECORDING,
    about: 'Stops that, and keeps what was analyzed',
    answer: 'Done',
  },
  'GET /recording/files': {
    ...RECORDING,
    about: 'The newest files in the folders where DJ programs and OBS keep recordings',
    answer: 'PathsMessage',
  },
  'GET /recording/sound': {
    ...RECORDING,
    about: 'The file of a recorded set in which this track begins, of any type of sound; takes ranges',
    query: { session: 'a number that `/sessions` lists', position: 'of the track, from 1' },
    answer: { 'audio/mpeg': '' },
    refusals: { 404: 'there is no such recorded track, or its file is gone', 416: 'the file is shorter' },
  },
  'GET /health': {
    ...PROGRAM,
    about: 'How the program is doing',
    answer: 'HealthMessage',
  },
  'GET /themes': {
    ...PROGRAM,
    about: 'The looks of the overlay and their options',
    answer: 'ThemesMessage',
  },
  'GET /openapi.json': {
    ...PROGRAM,
    about: 'This description',
    answer: { 'application/json': '' },
  },
  'GET /doctor': {
    about: 'The findings of a check of everything that a set needs',
    group: 'Program',
    access: 'operate',
    answer: 'DoctorMessage',
  },
  'GET /doctor/report': {
    about: 'The archive for a bug report',
    group: 'Program',
    access: 'operate',
    answer: { 'application/zip': '' },
  },
  'GET /doctor/bundle': {
    about: 'The same, at its address in version 0.2',
    group: 'Program',
    access: 'operate',
    answer: { 'application/zip': '' },
  },
  'GET /operator': {
    ...OPERATE,
    about: 'Whether the caller may operate; as a WebSocket, everything that the operator sees',
    answer: 'Done',
    messages: 'OperatorMessage',
  },
  'GET /hear': {
    ...OPERATE,
    about:
      'Where the sound of the room comes in; as a WebSocket, takes the sound that a page hears, too, which is neither stored nor sent on',
    answer: 'HearMessage',
    messages: 'HearMessage',
  },
  'GET /midi': {
    ...OPERATE,
    about: 'Where the faders of controllers are; as a WebSocket, takes the messages of a controller, too',
    answer: 'MidiStateMessage',
    messages: 'MidiMessage',
  },
  'POST /hide': {
    ...VERB,
    about:
      'Hides the track on air on every output, or the one that is named, even when it is over, and whenever it is played again in this set',
    body: 'HideRequest',
    isBodyOptional: true,
    refusals: { 409: 'nothing is on air, or the set has no track at this position' },
  },
  'POST /reveal': {
    ...VERB,
    about: 'Shows the track on air, or the one that is named, whatever hid it',
    body: 'RevealRequest',
    isBodyOptional: true,
    refusals: {
      409: 'nothing is on air, another track, or the set has no such track, hides it later, or no longer knows its names',
    },
  },
  'POST /hide-next-time': {
    ...VERB,
    about:
      'Lists the track on air in the configuration file, so that it is hidden when it is played again; or the track of a deck or the held one, so that viewers never see it',
    body: 'HideNextTimeRequest',
    isBodyOptional: true,
    refusals: {
      409: 'nothing is on air, or another track, or the deck has no track, or one whose names are still coming, or the file cannot be changed',
    },
  },
  'POST /new-set': {
    ...VERB,
    about:
      'Begins a new set with the track on air, or with the next one if nothing is, or if that is asked for; earlier tracks stay in the stored set',
    body: 'NewSetRequest',
    isBodyOptional: true,
    refusals: {
      409: 'another track is on air than the one at this position, or the set has no earlier track',
    },
  },
  'POST /end': {
    ...VERB,
    about:
      'Ends the show: takes the track on air off overlays, files and station titles, and drops the held one; the set keeps its tracks, and goes on with the next one',
    body: 'PlayRequest',
    isBodyOptional: true,
    refusals: { 409: 'nothing is on air, or another track than the one at this position' },
  },
  'POST /skip': {
    ...VERB,
    about: 'Features the held track now',
    body: 'SkipRequest',
    isBodyOptional: true,
    refusals: { 409: 'nothing is held, or another track than the one that is meant' },
  },
  'POST /recall': {
    ...VERB,
    about: 'Shows the overlay again after its display time',
    body: 'PlayRequest',
    isBodyOptional: true,
    refusals: { 409: 'nothing is on air that may be shown, or another track than the one at this position' },
  },
  'POST /onair': {
    ...VERB,
    about: 'Features the track of a deck now',
    body: 'OnAirRequest',
    refusals: {
      409: 'there is no such deck, or no track in it, or its names are still coming, or another is meant',
    },
  },
  'POST /edit': {
    ...VERB,
    about:
      'Corrects the names of a track everywhere: on air, earlier in the set, or in a stored set; or removes an earlier one, or puts it back',
    body: 'EditRequest',
    refusals: {
      409: 'nothing is on air, or the set has no such track, or a hidden one; or the track to remove is on air',
    },
  },
  'POST /track': {
    ...VERB,
    about: 'Posts a track to the source `http`',
    body: 'TrackRequest',
    refusals: { 409: 'the source is not `http`' },
  },
  'PUT /decks/:deck': {
    ...VERB,
    about:
      'Tells the source `httpdecks` all that a deck is now; a deck that is silent for a minute counts as empty',
    path: { deck: DECK_LABELS },
    body: 'DeckRequest',
    refusals: { 409: 'the source is not `httpdecks`' },
  },
  'DELETE /decks/:deck': {
    ...VERB,
    about: 'Tells the source `httpdecks` that a deck is empty',
    path: { deck: DECK_LABELS },
    refusals: { 409: 'the source is not `httpdecks`' },
  },
  'POST /phone': {
    ...OPERATE,
    about: 'Shows a QR code that signs one other device in, once',
    answer: 'PhoneCode',
    refusals: { 409: 'there is no token to operate, or no other device reaches this computer' },
    refusal: 'PhoneRefusal',
  },
  'POST /sign-in': {
    about: 'Exchanges the code of that picture for the token',
    group: 'Operate',
    access: 'everyone',
    body: 'SignInRequest',
    answer: 'SignedIn',
    refusals: { 401: 'the code was used already, or is too old, or unknown' },
    refusal: 'SignInRefusal',
  },
  'POST /configure': {
    about:
      'Whether the caller may configure; a page on the computer that deckcast runs on is let in by a cookie',
    group: 'Settings',
    access: 'everyone',
    body: 'ConfigureRequest',
    answer: 'Done',
    refusals: {
      401: 'it needs a token',
      403: 'it came from elsewhere, or another page on this computer came first',
    },
  },
  'GET /settings': {
    ...SETTINGS,
    about: 'Every option, its value, and where that comes from; no secret is in it',
    answer: 'SettingsMessage',
    refusals: NO_FILE,
  },
  'PATCH /settings': {
    ...SETTINGS,
    about: 'Saves settings in the configuration file: all of them or none',
    body: 'SaveRequest',
    answer: 'Saved',
    refusals: {
      409: 'the file has changed since it was read, something is in the way, or there is no file',
      422: 'a value is refused, or the file has to be edited by hand',
      500: 'the disk failed',
    },
    refusal: 'SaveRefusal',
  },
  'POST /settings/check': {
    ...SETTINGS,
    about: 'Whether a text could be the value of an option; nothing is saved',
    body: 'CheckRequest',
    answer: 'CheckAnswer',
    refusals: NO_FILE,
  },
  'POST /settings/picture': {
    about:
      "Keeps a picture or a font for looks, or the logo of the set's page, beside the configuration file; no setting changes",
    group: 'Settings',
    access: 'configure here',
    body: 'PictureRequest',
    mostBytes: 6 * 1024 * 1024,
    answer: 'PictureAnswer',
    refusals: NO_FILE,
  },
  'GET /settings/paths': {
    about: 'What is in a folder of the computer that deckcast runs on',
    group: 'Settings',
    access: 'configure here',
    query: { folder: 'its path, with a slash at the end' },
    answer: 'PathsMessage',
  },
  'GET /setup': {
    ...SET_UP,
    about: 'How far the set-up is',
    answer: 'SetupMessage',
  },
  'POST /setup/authorize': {
    ...SET_UP,
    about: "Begins to request a service's authorization for a source or a sink",
    body: 'AuthorizationRequest',
    answer: 'AuthorizationAnswer',
    refusals: { 409: 'it needs none, or something is missing for it' },
  },
  'POST /setup/authorized': {
    ...SET_UP,
    about: 'Takes the address that the service sent the browser to',
    body: 'CallbackRequest',
    answer: 'SetupAnswer',
    refusals: { 409: 'it answers no request of the last minutes, or the service refuses' },
  },
  'POST /setup/test': {
    ...SET_UP,
    about: 'Sends a test record through a sink',
    body: 'TestRequest',
    answer: 'SetupAnswer',
    refusals: { 409: 'the sink could not deliver it' },
  },
  'POST /setup/obs': {
    ...SET_UP,
    about: 'Adds the overlay to OBS',
    body: 'ObsRequest',
    answer: 'SetupAnswer',
    refusals: OBS_REFUSED,
  },
  'POST /setup/obs/scenes': {
    ...SET_UP,
    about: 'The scenes of OBS',
    body: 'ObsRequest',
    answer: 'ScenesAnswer',
    refusals: OBS_REFUSED,
  },
  'POST /setup/start': {
    ...SET_UP,
    about: 'Switches starting with the computer on or off',
    body: 'StartRequest',
    answer: 'SetupAnswer',
    refusals: { 409: 'the computer does not allow it' },
  },
} as const satisfies Readonly<
  Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, ApiEndpoint>
>;

export const ENDPOINT_LIST: readonly (ApiEndpoint & {
  readonly name: keyof typeof ENDPOINTS;
  readonly method: string;
  readonly route: string;
})[] = Object.entries(ENDPOINTS).map(([key, endpoint]) => {
  const name = key as keyof typeof ENDPOINTS;
  const [method = '', route = ''] = name.split(' ');
  return { ...endpoint, name, method, route };
});
