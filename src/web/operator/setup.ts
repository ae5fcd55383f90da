/** What has to be set up and how far it is, for those who may operate. */

import type { Context } from 'hono';
import type * as v from 'valibot';
import type { Reach } from '../../core/contracts.ts';
import { messageOf, textOf } from '../../core/errors.ts';
import { isLoopback } from '../../core/loopback.ts';
import type { Text } from '../../core/message.ts';
import { spoken, type Texted } from '../../core/message.ts';
import { printableData } from '../../core/printable.ts';
import type { Env, Handlers } from '../endpoints.ts';
import { authorizationPage } from '../pages.ts';
import { refuse } from '../refuse.ts';
import {
  AuthorizationRequest,
  CallbackRequest,
  type CheckedObsRequest,
  ObsRequest,
  StartRequest,
  TestRequest,
} from '../requests.ts';
import { WIRE_VERSION } from '../wire/events.ts';
import type {
  AuthorizationAnswer,
  ComputerStart,
  ScenesAnswer,
  SetupAnswer,
  SetupMessage,
} from '../wire/setup.ts';
import { bodyOf } from './body.ts';

/** What the set-up page shows and does; the app connects it to the parts. Promises reject with an error for people. */
export interface Setup {
  cards(reach: Reach): Promise<Pick<SetupMessage, 'sources' | 'sinks'>>;
  /** This computer's address for others. */
  host(): Promise<string>;
  /** Begins to request the authorization that this source or sink needs; resolves with where the user agrees. */
  authorize(part: string, callback: string): Promise<Pick<AuthorizationAnswer, 'page' | 'code'>>;
  /** Takes the query of the address to which the service sent the user's browser; resolves with the outcome, for people. */
  authorized(answer: URLSearchParams): Promise<Text>;
  /** Sends a test record through the sink of this name. Resolves with the outcome, for people. */
  test(sink: string): Promise<Text>;
  /** Adds the overlay to OBS; resolves with what it did there. `here`: our pages, for this computer. */
  addToObs(obs: CheckedObsRequest, here: string): Promise<Text>;
  /** The scenes of OBS, the one on air first. */
  scenes(obs: CheckedObsRequest): Promise<readonly string[]>;
  startsWithComputer(): Promise<ComputerStart>;
  startWithComputer(on: boolean): Promise<void>;
}

/** Where a service sends the browser back to, on the pages of this deckcast. */
export const CALLBACK_PATH = '/setup/callback';

export interface SetupPlace {
  /** Our pages, for this computer. */
  readonly here: () => string;
  /** The host of `--http.addr`; undefined for every address. */
  readonly listenHost: string | undefined;
}

const NO_OBS = 'an address of OBS begins with ws://';

/** `load` loads the code at the first use. */
export function createSetupHandlers(load: () => Promise<Setup>, { here, listenHost }: SetupPlace) {
  /** A verb: answers with what `act` resolves or rejects with; `needs` says what is missing in the body. */
  const verb =
    <Schema extends v.GenericSchema, Said extends Texted<Omit<SetupAnswer, 'v' | 'done'>>>(
      schema: Schema,
      needs: string,
      act: (setup: Setup, body: v.InferOutput<Schema>) => Promise<Said>,
    ) =>
    async (context: Context<Env>) => {
      const body = await bodyOf(context, schema);
      if (body === undefined) {
        return refuse(context, 400, needs);
      }
      return act(await load(), body).then(
        (said) => context.json(spoken<SetupAnswer>({ v: WIRE_VERSION, done: true, ...said })),
        (error: unknown) => refuse(context, 409, textOf(error)),
      );
    };

  /** Services accept no other host without encryption than the loopback address, as a number. */
  const callback = (): string =>
    Object.assign(new URL(CALLBACK_PATH, here()), { hostname: '127.0.0.1' }).href;

  return {
    'GET /setup': async (context) => {
      const setup = await load();
      const host = await setup.host();
      const isOurs = listenHost === 'localhost' || isLoopback(listenHost ?? host);
      const url = isOurs ? null : Object.assign(new URL(here()), { hostname: host }).href;
      const [cards, startsWithComputer] = await Promise.all([
        setup.cards({ here: here(), host, callback: callback() }),
        setup.startsWithComputer(),
      ]);
      return context.json(
        printableData({ v: WIRE_VERSION, ...cards, startsWithComputer, url } satisfies SetupMessage),
      );
    },
    'POST /setup/authorize': verb(
      AuthorizationRequest,
      'send which: {"part": "streamingsource"}',
      async (setup, { source = '', part = source }): Promise<Omit<AuthorizationAnswer, 'v' | 'done'>> => ({
        reason: '',
        ...(await setup.authorize(part, callback())),
      }),
    ),
    'POST /setup/authorized': verb(
      CallbackRequest,
      'paste the whole address that the browser shows, from http:// to its end',
      async (setup, { address }) => ({ reason: await setup.authorized(address) }),
    ),
    'POST /setup/test': verb(TestRequest, 'send which: {"sink": "webhook"}', async (setup, { sink }) => ({
      reason: await setup.test(sink),
    })),
    'POST /setup/obs': verb(ObsRequest, NO_OBS, async (setup, obs) => ({
      reason: await setup.addToObs(obs, here()),
    })),
    'POST /setup/obs/scenes': verb(
      ObsRequest,
      NO_OBS,
      async (setup, obs): Promise<Omit<ScenesAnswer, 'v' | 'done'>> => ({
        reason: '',
        scenes: await setup.scenes(obs),
      }),
    ),
    'POST /setup/start': verb(StartRequest, 'send whether: {"on": true}', async (setup, { on }) => {
      await setup.startWithComputer(on);
      return { reason: '' };
    }),
  } satisfies Partial<Handlers>;
}

/**
 * The page that a service sends the browser back to. Any browser may open it: only those who were shown the service's
 * page know the answer that counts.
 */
export function createCallback(load: () => Promise<Setup>): (answer: URLSearchParams) => Promise<Response> {
  return async (answer) => {
    const { authorized } = await load();
    return authorized(answer).then(
      () => authorizationPage(undefined),
      (error: unknown) => authorizationPage(messageOf(error)),
    );
  };
}
