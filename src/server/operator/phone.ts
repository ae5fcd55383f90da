/** Signs a phone or another computer in: by a QR code on the operator's page, valid for a short time and once. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { isLoopback } from '../../core/loopback.ts';
import type { Secret } from '../../core/option.ts';
import type { Clock } from '../../core/tools.ts';
import { WIRE_VERSION } from '../../wire/events.ts';
import type { PhoneAnswer, SignInAnswer } from '../../wire/phone.ts';
import { refuse } from '../refuse.ts';
import { bodyOf, limitBody } from './body.ts';
import type { OperatorsOnly, Routes } from './index.ts';
import type { SetupPlace } from './setup.ts';
import { CODE_SECONDS, SignInCodes } from './sign-in-codes.ts';

export interface PhoneDeps extends SetupPlace {
  readonly token: Secret;
  readonly clock: Clock;
  /** This computer's address for others. */
  readonly host: () => Promise<string>;
}

const NO_TOKEN = 'without --http.token only this computer may operate';
const THIS_COMPUTER_ONLY = 'only this computer reaches deckcast: change --http.addr first';
const NOT_VALID = 'this code was used already, or is too old: show a new one';

const SignInBody = v.object({ code: v.string() });

export function createPhoneRoutes(
  { token, clock, host, here, listenHost }: PhoneDeps,
  only: OperatorsOnly,
): Routes {
  const routes: Routes = new Hono();
  const codes = new SignInCodes(clock);
  const isUnreachable = listenHost === 'localhost' || isLoopback(listenHost ?? '');

  routes.post('/phone', only, async (context) => {
    if (isUnreachable || token.isEmpty) {
      const reason = isUnreachable ? THIS_COMPUTER_ONLY : NO_TOKEN;
      const answer: PhoneAnswer = {
        v: WIRE_VERSION,
        done: false,
        reason,
        ...(isUnreachable ? {} : { needsToken: true }),
      };
      return context.json(answer, 409);
    }
    const page = Object.assign(new URL('dashboard/', here()), { hostname: await host() });
    // Behind a hash sign it reaches no server's log.
    page.hash = `sign-in=${codes.issue()}`;
    const { renderSVG } = await import('uqr');
    return context.json({
      v: WIRE_VERSION,
      done: true,
      url: page.href,
      picture: renderSVG(page.href, { border: 2 }),
      seconds: CODE_SECONDS,
    } satisfies PhoneAnswer);
  });

  routes.post('/sign-in', limitBody, async (context) => {
    const body = await bodyOf(context, SignInBody);
    return body !== undefined && codes.redeem(body.code)
      ? context.json({ v: WIRE_VERSION, done: true, token: token.reveal() } satisfies SignInAnswer)
      : refuse(context, 401, NOT_VALID);
  });
  return routes;
}
