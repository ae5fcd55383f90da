/** QR code on the operator's page for one sign-in of another device. */

import { atHost, isThisComputerOnly } from '../../core/loopback.ts';
import { say, spoken, type Text } from '../../core/message.ts';
import type { Secret } from '../../core/option.ts';
import type { Handlers } from '../endpoints.ts';
import { SignInRequest } from '../requests.ts';
import { WIRE_VERSION } from '../wire/events.ts';
import type { PhoneCode, PhoneRefusal, SignedIn, SignInRefusal } from '../wire/phone.ts';
import { bodyOf } from './body.ts';
import type { SetupPlace } from './setup.ts';
import { asIssued, CODE_SECONDS, type SignInCodes } from './sign-in-codes.ts';

export interface PhoneAccess {
  /** Token of other devices that operate; empty if none may. */
  readonly token: Secret;
  readonly codes: SignInCodes;
}

export interface PhoneDeps extends SetupPlace, PhoneAccess {
  readonly host: () => Promise<string>;
}

const NO_TOKEN = say('web.without-token-only-computer-may-operate');
const THIS_COMPUTER_ONLY = say('web.only-computer-reaches-deckcast-change');
const NO_NETWORK = say('web.no-network-for-phone');
const NOT_VALID = {
  used: say('web.code-used'),
  expired: say('web.code-expired'),
  unknown: say('web.code-unknown'),
};

export function createPhoneHandlers({ token, codes, host, here, listenHost }: PhoneDeps) {
  const isUnreachable = isThisComputerOnly(listenHost);

  return {
    'POST /phone': async (context) => {
      const refused = (why: { readonly reason: Text; readonly needsToken?: true }): Response =>
        context.json(spoken<PhoneRefusal>({ v: WIRE_VERSION, done: false, ...why }), 409);
      if (isUnreachable) {
        return refused({ reason: THIS_COMPUTER_ONLY });
      }
      const hostname = await host();
      if (isThisComputerOnly(hostname)) {
        return refused({ reason: NO_NETWORK });
      }
      if (token.isEmpty) {
        return refused({ reason: NO_TOKEN, needsToken: true });
      }
      const page = atHost(new URL('dashboard/', here()), hostname);
      // Fragments reach no server's log.
      const { renderSVG } = await import('uqr');
      page.hash = `sign-in=${codes.issue()}`;
      return context.json({
        v: WIRE_VERSION,
        done: true,
        url: page.href,
        picture: renderSVG(page.href, { border: 2 }),
        seconds: CODE_SECONDS,
        codeIssuer: codes.issuer,
        signedIn: codes.signedIn,
      } satisfies PhoneCode);
    },
    'POST /sign-in': async (context) => {
      const body = await bodyOf(context, SignInRequest, 'send the code: {"code": "…"}');
      const redeemed = codes.redeem(asIssued(body.code));
      if (redeemed === 'valid') {
        return context.json({ v: WIRE_VERSION, done: true, token: token.reveal() } satisfies SignedIn);
      }
      const why = { reason: NOT_VALID[redeemed], code: redeemed };
      return context.json(spoken<SignInRefusal>({ v: WIRE_VERSION, done: false, ...why }), 401);
    },
  } satisfies Partial<Handlers>;
}
