/**
 * Schemas give the type, the check, and the API's description; `json` metadata describe checks that conversion to JSON
 * Schema cannot see. (`TrackRequest` and `DeckRequest` belong to their sources.)
 */
import * as v from 'valibot';
import { isShortText, SHORT_TEXT } from '../core/text.ts';
import type { WireSettingValue } from './wire/settings.ts';

const text = (about: string) => v.pipe(v.string(), v.description(about));

const position = v.optional(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description(
      'In the set, from 1, as the events have it: all but `hide` and `edit` are refused for any other track. Without it: what is on air.',
    ),
  ),
);

const set = v.optional(
  text(
    'Id of the set of `position`, as the events have it. If another set has begun since, only the track that moved there is found. Without it: the running set.',
  ),
);

const session = v.optional(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description('Number of a stored set. Without it: the running one.'),
  ),
);

const deckLabel = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((deck) => String(deck)),
  v.description('The deck\'s label: "2", "1B".'),
);

export const PlayRequest = v.pipe(
  v.strictObject({ set, position }),
  v.description(
    '`POST /api/v1/recall` and `/api/v1/end`: which track is meant. The next one may be on air by the time a request arrives.',
  ),
);

export const NewSetRequest = v.pipe(
  v.strictObject({
    set,
    position,
    next: v.optional(
      v.pipe(
        v.boolean(),
        v.description(
          'Begins with the next track: the one on air stays in the earlier set, and goes off air. It is back on air only when it is played anew, or as `onair` says.',
        ),
      ),
    ),
  }),
  v.description(
    '`POST /api/v1/new-set`: which track is meant, and whether the set begins with it. The next one may be on air by the time a request arrives.',
  ),
);

export const HideRequest = v.pipe(
  v.strictObject({ session, set, position }),
  v.description(
    '`POST /api/v1/hide`: which track is meant, also when it is over. The next one may be on air by the time a request arrives, and may be one that nobody must see. Of a stored set, it hides every play of the track.',
  ),
);

export const RevealRequest = v.pipe(
  v.strictObject({
    session,
    set,
    position,
    earlier: v.optional(v.pipe(v.boolean(), v.description('Shows the track also when it is over.'))),
  }),
  v.description('`POST /api/v1/reveal`: which track is meant.'),
);

export const HideNextTimeRequest = v.pipe(
  v.strictObject({
    set,
    position,
    deck: v.optional(deckLabel),
    play: v.optional(
      text(
        "As `decks` or `held` of the operator's messages has it: that loaded or held track, which comes next. With `deck`: refused for any other track.",
      ),
    ),
    off: v.optional(v.pipe(v.boolean(), v.description('Takes the track off the list again.'))),
  }),
  v.description(
    '`POST /api/v1/hide-next-time`: which track is meant: the one on air, or with `deck` or `play` the one to come.',
  ),
);

export const SkipRequest = v.pipe(
  v.strictObject({
    play: v.optional(
      text(
        "As `held` of the operator's messages has it: refused for any other track. Without it: what is held.",
      ),
    ),
  }),
  v.description(
    '`POST /api/v1/skip`: which track is meant. Another one may be held by the time a request arrives.',
  ),
);

export const OnAirRequest = v.pipe(
  v.strictObject({
    deck: deckLabel,
    play: v.optional(
      text(
        "As `decks` of the operator's messages has it: refused for any other track. Without it: what is loaded.",
      ),
    ),
  }),
  v.description('`POST /api/v1/onair`.'),
);

const name = v.optional(v.pipe(v.string(), v.check(isShortText), v.metadata(SHORT_TEXT)));

export const EditRequest = v.pipe(
  v.strictObject({
    session,
    set,
    position,
    artist: name,
    title: name,
    removed: v.optional(
      v.pipe(
        v.boolean(),
        v.description(
          'Whether the track at `position`, which is over, leaves the set: the tracklist page, files, exports and reports. `false` puts it back.',
        ),
      ),
    ),
  }),
  v.check(({ position, artist, title, removed }) =>
    removed === undefined ? artist !== undefined || title !== undefined : position !== undefined,
  ),
  v.description('`POST /api/v1/edit`: the right names, at least one of them, or `removed`.'),
);

export const RecordingRequest = v.pipe(
  v.object({
    path: v.pipe(v.string(), v.regex(/\S/), v.description('Path of the audio or video file.')),
  }),
  v.description('`POST /api/v1/recording`.'),
);

export const SignInRequest = v.pipe(
  v.object({ code: text('Of the picture. Case, blanks and hyphens do not count.') }),
  v.description('`POST /api/v1/sign-in`, which needs no token.'),
);

export const ConfigureRequest = v.pipe(
  v.object({
    code: v.optional(text('From the address of the page that `deckcast start --open` opens.')),
  }),
  v.description(
    '`POST /api/v1/configure`: whether the caller may configure. A page on the computer that deckcast runs on gets a cookie for it: with a code, with a token, or as the first one since the start.',
  ),
);

export const SaveRequest = v.pipe(
  v.object({
    revision: v.string(),
    set: v.optional(
      v.pipe(
        // valibot's `record` skips keys such as "constructor", which must be refused.
        v.custom<{ readonly [option: string]: WireSettingValue }>(isObjectOfValues),
        v.metadata({
          json: {
            type: 'object',
            additionalProperties: {
              anyOf: [
                { type: 'string' },
                { type: 'number' },
                { type: 'boolean' },
                { type: 'array', items: { type: 'string' } },
                { type: 'object', additionalProperties: {} },
              ],
              description:
                "A value as a form sends it: text is read as a flag's text is. A map is an object.",
            },
          },
        }),
      ),
    ),
    unset: v.optional(
      v.pipe(
        v.array(v.string()),
        v.description('Options to take out of the file, so that their default applies.'),
      ),
    ),
  }),
  v.description('`PATCH /api/v1/settings`: all of it or nothing is saved.'),
);
export type SaveRequest = v.InferInput<typeof SaveRequest>;

function isObjectOfValues(set: unknown): boolean {
  return (
    typeof set === 'object' &&
    set !== null &&
    !Array.isArray(set) &&
    Object.values(set).every((value) => value !== null)
  );
}

export const PictureRequest = v.pipe(
  v.object({
    data: v.pipe(
      v.string(),
      v.regex(/^[A-Za-z0-9+/]+={0,2}$/),
      v.description(
        'Content of a PNG, JPEG, WebP or SVG file of at most 500,000 bytes, or of a WOFF2, WOFF, TTF or OTF font of at most 4,000,000, as Base64.',
      ),
    ),
    name: v.optional(text('File name of a file for looks, which is kept in the folder of the own files.')),
    kind: v.optional(
      v.pipe(
        v.picklist(['picture', 'font']),
        v.description('What the file should be; `picture` if it is left out. A font needs a name.'),
      ),
    ),
  }),
  v.check(({ name, kind }) => kind !== 'font' || name !== undefined),
  v.description('`POST /api/v1/settings/picture`.'),
);

export const CheckRequest = v.pipe(
  v.object({
    option: v.string(),
    value: text('As a flag would have it.'),
    text: v.optional(
      v.pipe(
        v.string(),
        v.check(isShortText),
        v.metadata(SHORT_TEXT),
        v.description('For a regular expression: what to match it against.'),
      ),
    ),
  }),
  v.description(
    "`POST /api/v1/settings/check`: whether this text could be the option's value. Nothing is saved.",
  ),
);
export type CheckRequest = v.InferInput<typeof CheckRequest>;

export const AuthorizationRequest = v.pipe(
  v.object({
    part: v.optional(text('The name of the source or of the sink.')),
    source: v.optional(text('The same, as version 0.2 spelled it.')),
  }),
  v.check(({ part, source }) => part !== undefined || source !== undefined),
  v.description('`POST /api/v1/setup/authorize`.'),
);

export const CallbackRequest = v.pipe(
  v.object({
    address: v.pipe(
      v.string(),
      v.description(
        'The address that the service sent the browser to, for a browser that does not reach deckcast there.',
      ),
      v.transform((text) => text.trim()),
      v.check((text) => URL.canParse(text)),
      v.transform((text) => new URL(text).searchParams),
    ),
  }),
  v.description('`POST /api/v1/setup/authorized`.'),
);

export const TestRequest = v.pipe(
  v.object({
    sink: text('As the configuration spells it: `webhook`.'),
  }),
  v.description('`POST /api/v1/setup/test`: sends a test record through a sink.'),
);

export const ObsRequest = v.pipe(
  v.object({
    url: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(wss?:\/\/\S+)?$/),
        v.description('`ws://192.168.1.20:4455`; empty: the configured one, or OBS on this computer.'),
      ),
      '',
    ),
    password: v.optional(text('Empty: the configured one.'), ''),
    scene: v.optional(text('Empty: the one that OBS shows.'), ''),
    fit: v.optional(
      v.pipe(
        v.boolean(),
        v.description('Only gives the overlay that is there already the size of its look.'),
      ),
      false,
    ),
  }),
  v.description('`POST /api/v1/setup/obs` and `/setup/obs/scenes`.'),
);
export type CheckedObsRequest = v.InferOutput<typeof ObsRequest>;

export const StartRequest = v.pipe(
  v.object({ on: v.boolean() }),
  v.description('`POST /api/v1/setup/start`: whether deckcast starts with the computer.'),
);
