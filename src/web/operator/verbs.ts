/** Idempotent, except `track`, which is for other programs. */

import type { Context } from 'hono';
import type * as v from 'valibot';
import type { Control } from '../../core/contracts/operator.ts';
import { say, type Text } from '../../core/message.ts';
import { MAX_TEXT } from '../../core/text.ts';
import type { EventBroadcaster } from '../broadcast.ts';
import type { Handlers } from '../endpoints.ts';
import { done, doneUnless, RefusedError, refuse } from '../refuse.ts';
import {
  EditRequest,
  HideNextTimeRequest,
  HideRequest,
  NewSetRequest,
  OnAirRequest,
  PlayRequest,
  RevealRequest,
  SkipRequest,
} from '../requests.ts';
import { bodyOf, objectIn } from './body.ts';
import type { Recordings } from './recordings.ts';

/** Malformed body; refused, because an object is expected. */
const NO_JSON = '';
const NOTHING_ON_AIR = say('web.nothing-air');
const NO_SUCH_TRACK = say('web.no-track-at-position');
const NOT_TO_REMOVE = say('web.no-such-track-or-on-air');
const NOT_TO_CORRECT = say('web.no-such-track-or-hidden');
const ANOTHER_ON_AIR = say('web.different-track-air-now');
const ANOTHER_HELD = say('web.different-track-held-now');
const NOT_TO_REVEAL = say('web.no-such-track-or-hidden-later');
const NO_EARLIER_TRACK = say('web.set-has-no-earlier-track');
const NO_NAMES = `send the right names, one or both, of at most ${MAX_TEXT} letters: {"artist": "…", "title": "…"}; or remove the track at a position: {"position": 9, "removed": true}`;
const NO_DECKS = say('web.no-decks');
const NO_TRACK_IN_DECK = say('web.no-track-in-deck');
const NAMES_TO_COME = say('web.loaded-deck-no-name-yet');
const OF_EARLIER_SET = say('web.track-of-earlier-set');
const WHICH_SET =
  'another set has begun since the start: say which one is meant with `set`, as the events have it';
const NOT_IN_DECK = say('web.deck-no-longer-track');

interface Place {
  readonly session: number | undefined;
  readonly set: string | undefined;
  readonly position: number | undefined;
}

type OnAirBody = Pick<v.InferOutput<typeof OnAirRequest>, 'deck' | 'play'>;

export function createVerbHandlers(
  broadcast: EventBroadcaster,
  control: Control,
  recordings: Pick<Recordings, 'correct' | 'change' | 'remove'>,
  commandsStored: () => Promise<boolean>,
) {
  // Functions that check a request throw RefusedErrors.

  /** Checks that the track at this position is on air. */
  function checkOnAir(position: number | undefined): void {
    if (position !== undefined && !control.isOnAir(position)) {
      throw new RefusedError(409, broadcast.onAir.position === undefined ? NOTHING_ON_AIR : ANOTHER_ON_AIR);
    }
  }

  /** Body that names a play; empty for the one on air. `example`: a clear body. */
  async function meantIn<Body extends object>(
    context: Context,
    schema: v.GenericSchema<unknown, Body>,
    example: string,
  ): Promise<Partial<Body>> {
    const isEmpty = (await context.req.text()) === '';
    const needs = `say which track is meant, or send nothing: ${example}`;
    return isEmpty ? {} : bodyOf(context, schema, needs);
  }

  /** Body with the position in the running set. */
  function hereIn<Body extends Partial<Place>>(body: Body): Body {
    const { set, position, session } = body;
    if (set === undefined || position === undefined || session !== undefined) {
      return body;
    }
    const here = broadcast.positionHere(position, set);
    if (here === undefined) {
      throw new RefusedError(409, OF_EARLIER_SET);
    }
    return { ...body, position: here };
  }

  /** A late request without a set must not show or rename a track of the next one. */
  function checkSet({ set, position }: Partial<Place>): void {
    if (set === undefined && position !== undefined && broadcast.onAir.hasSetBefore) {
      throw new RefusedError(409, WHICH_SET);
    }
  }

  /** Like `meantIn`, with the position in the running set. */
  async function placedIn<Body extends Partial<Place>>(
    context: Context,
    schema: v.GenericSchema<unknown, Body>,
  ): Promise<Partial<Body>> {
    return hereIn(await meantIn(context, schema, '{"position": 9}'));
  }

  /** Body that names the track on air. */
  async function onAirIn<Body extends Partial<Place>>(
    context: Context,
    schema: v.GenericSchema<unknown, Body>,
  ): Promise<Partial<Body>> {
    const body = await placedIn(context, schema);
    checkOnAir(body.position);
    return body;
  }

  function playsOn({ deck, play }: OnAirBody): readonly string[] {
    const plays = control
      .decks()
      .flatMap((view) => (view.deck === deck && view.loaded ? (view.play ?? []) : []));
    return [...new Set(plays)].filter((one) => play === undefined || one === play);
  }

  function whyNoTrack({ deck, play }: OnAirBody): Text {
    const there = control.decks().filter((view) => view.deck === deck);
    if (there.some((view) => view.loaded && view.play === undefined)) {
      return NAMES_TO_COME;
    }
    if (play !== undefined) {
      return NOT_IN_DECK;
    }
    const decks = control.decks().map((view) => view.deck);
    if (decks.length === 0) {
      return NO_DECKS;
    }
    return there.length === 0 ? say('web.no-such-deck', { decks: decks.join(', ') }) : NO_TRACK_IN_DECK;
  }

  /** Hides the track on that deck before it goes on air. */
  async function hideComing(body: OnAirBody, isListed: boolean): Promise<Text | undefined> {
    const [play, ...others] = playsOn(body);
    if (others.length > 0) {
      return say('web.several-decks', { deck: body.deck });
    }
    return play === undefined ? whyNoTrack(body) : control.hideNextTime(isListed, play);
  }

  function deckIs(context: Context, report: unknown): Response {
    if (control.deck === undefined) {
      return refuse(context, 409, 'the source is not "httpdecks"');
    }
    const accepted = control.deck(context.req.param('deck') ?? '', report);
    return accepted.ok ? done(context) : refuse(context, 400, accepted.problem);
  }

  async function changeStored(
    context: Context,
    session: number,
    position: number | undefined,
    verdict: 'hide' | 'reveal',
  ): Promise<Response> {
    return doneUnless(context, await recordings.change(session, position ?? 0, verdict));
  }

  return {
    // Tells a page why its WebSocket was refused; browsers don't.
    'GET /operator': (context) => done(context),
    'POST /hide': async (context) => {
      const body = await placedIn(context, HideRequest);
      if (body.session !== undefined) {
        return changeStored(context, body.session, body.position, 'hide');
      }
      const { set, position } = body;
      const hasMoved = set === undefined && position !== undefined && position === broadcast.onAir.movedFrom;
      if (control.hide(position) || (hasMoved && control.hide(1))) {
        // The answer holds even after a crash.
        return done(context, await commandsStored());
      }
      return refuse(context, 409, position === undefined ? NOTHING_ON_AIR : NO_SUCH_TRACK);
    },
    'POST /reveal': async (context) => {
      const body = await placedIn(context, RevealRequest);
      if (body.session !== undefined) {
        return changeStored(context, body.session, body.position, 'reveal');
      }
      if (body.earlier === true) {
        checkSet(body);
      } else {
        checkOnAir(body.position);
      }
      return control.reveal(body.position)
        ? done(context)
        : refuse(context, 409, body.position === undefined ? NOTHING_ON_AIR : NOT_TO_REVEAL);
    },
    'POST /hide-next-time': async (context) => {
      const body = await onAirIn(context, HideNextTimeRequest);
      const { deck, play, off } = body;
      const isListed = off !== true;
      const problem = await (deck === undefined
        ? control.hideNextTime(isListed, play)
        : hideComing({ deck, play }, isListed));
      return doneUnless(context, problem);
    },
    'POST /new-set': async (context) => {
      const body = await onAirIn(context, NewSetRequest);
      return control.newSet(body.next)
        ? done(context, await commandsStored())
        : refuse(context, 409, NO_EARLIER_TRACK);
    },
    'POST /end': async (context) => {
      await onAirIn(context, PlayRequest);
      return control.endShow() ? done(context) : refuse(context, 409, NOTHING_ON_AIR);
    },
    'POST /skip': async (context) => {
      const body = await meantIn(context, SkipRequest, '{"play": "…"}');
      const held = control.held();
      if (held === undefined) {
        return refuse(context, 409, say('web.nothing-held'));
      }
      if (body.play !== undefined && body.play !== held.play) {
        return refuse(context, 409, ANOTHER_HELD);
      }
      control.skip();
      return done(context);
    },
    'POST /recall': async (context) => {
      const body = await placedIn(context, PlayRequest);
      // Overlays show this track; the next one may wait for its pictures.
      const { position } = broadcast.onAir;
      if (body.position !== undefined && position !== undefined && body.position !== position) {
        return refuse(context, 409, ANOTHER_ON_AIR);
      }
      return broadcast.recall() ? done(context) : refuse(context, 409, say('web.nothing-air-may-shown'));
    },
    'POST /onair': async (context) => {
      const body = await bodyOf(context, OnAirRequest, 'send the label of a deck: {"deck": 2}');
      if (control.onAir === undefined) {
        return refuse(context, 409, 'this source has no decks');
      }
      const { deck, play } = body;
      if (playsOn(body).length > 1) {
        return refuse(context, 409, say('web.several-decks', { deck }));
      }
      return control.onAir(deck, play) ? done(context) : refuse(context, 409, whyNoTrack(body));
    },
    'POST /edit': async (context) => {
      const body = hereIn(await bodyOf(context, EditRequest, NO_NAMES));
      const { session, position, artist, title, removed } = body;
      const names = {
        ...(artist === undefined ? {} : { artist }),
        ...(title === undefined ? {} : { title }),
      };
      const hasNames = Object.keys(names).length > 0;
      if (session !== undefined) {
        const problem =
          (hasNames ? await recordings.correct(session, position ?? 0, names) : undefined) ??
          (removed === undefined ? undefined : await recordings.remove(session, position ?? 0, removed));
        return doneUnless(context, problem);
      }
      checkSet(body);
      if (hasNames && !control.edit(names, position)) {
        return refuse(context, 409, position === undefined ? NOTHING_ON_AIR : NOT_TO_CORRECT);
      }
      return removed === undefined || control.remove(position ?? 0, removed)
        ? done(context)
        : refuse(context, 409, NOT_TO_REMOVE);
    },
    'POST /track': async (context) => {
      if (control.track === undefined) {
        return refuse(context, 409, 'the source is not "http"');
      }
      const accepted = control.track(await objectIn(context));
      return accepted.ok ? done(context) : refuse(context, 400, accepted.problem);
    },
    'PUT /decks/:deck': async (context) => deckIs(context, (await objectIn(context)) ?? NO_JSON),
    'DELETE /decks/:deck': async (context) => deckIs(context, null),
  } satisfies Partial<Handlers>;
}
