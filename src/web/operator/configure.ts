import type { Handlers } from '../endpoints.ts';
import { deny, done } from '../refuse.ts';
import { ConfigureRequest } from '../requests.ts';
import { bodyOf } from './body.ts';
import type { Authorizer } from './index.ts';
import type { LocalPass } from './local-pass.ts';

export function createConfigureHandlers({ denialOf, isPageHere }: Authorizer, pass: LocalPass) {
  return {
    'POST /configure': async (context) => {
      const { incoming } = context.env;
      const needs = 'send {}, or the code of the address: {"code": "…"}';
      const body = await bodyOf(context, ConfigureRequest, needs);
      const denial = denialOf('configure', incoming);
      if (denialOf('configure here', incoming) === undefined || !isPageHere(incoming)) {
        return denial === undefined ? done(context) : deny(context, denial);
      }
      const isLetIn = denial === undefined || (body.code !== undefined && pass.redeem(body.code));
      if (!isLetIn) {
        // The first page gets the cookie without a code, if it may operate.
        const first = pass.isFree ? denialOf('operate', incoming) : denial;
        if (first !== undefined) {
          return deny(context, first);
        }
      }
      context.header('Set-Cookie', pass.handOver(incoming.socket.localPort));
      return done(context);
    },
  } satisfies Partial<Handlers>;
}
