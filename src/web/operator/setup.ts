import type { Context } from 'hono';
import type * as v from 'valibot';
import type { Reach } from '../../core/contracts/part.ts';
import { messageOf, textOf } from '../../core/errors.ts';
import { atHost, isThisComputerOnly } from '../../core/loopback.ts';
import { spoken, type Text, type Texted } from '../../core/message.ts';
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

/** Promises reject with an error for users. */
export interface Setup {
  cards(reach: Reach): Promise<Pick<SetupMessage, 'sources' | 'sinks'>>;
  host(): Promise<string>;
  authorize(part: string, callback: string): Promise<Pick<AuthorizationAnswer, 'page' | 'code'>>;
  /** `answer`: query with which the service sent the user's browser back. Resolves to the outcome. */
  authorized(answer: URLSearchParams): Promise<Text>;
  /** Sends a test record. Resolves to the outcome. */
  test(sink: string): Promise<Text>;
  /** `here`: address of our pages for this computer. Resolves to a report. */
  addToObs(obs: CheckedObsRequest, here: string): Promise<Text>;
  scenes(obs: CheckedObsRequest): Promise<readonly string[]>;
  startsWithComputer(): Promise<ComputerStart>;
  startWithComputer(on: boolean): Promise<void>;
}

/** Path for browsers that a service sends back. */
export const CALLBACK_PATH = '/setup/callback';

export interface SetupPlace {
  /** Address of our pages for this computer. */
  readonly here: () => string;
  /** Host of `--http.addr`; undefined for every address. */
  readonly listenHost: string | undefined;
}

const NO_OBS = 'an address of OBS begins with ws://';

export function createSetupHandlers(load: () => Promise<Setup>, { here, listenHost }: SetupPlace) {
  /** `needs`: contents that a wrong body lacks. */
  const verb =
    <Schema extends v.GenericSchema, Said extends Texted<Omit<SetupAnswer, 'v' | 'done'>>>(
      schema: Schema,
      needs: string,
      act: (setup: Setup, body: v.InferOutput<Schema>) => Promise<Said>,
    ) =>
    async (context: Context<Env>) => {
      const body = await bodyOf(context, schema, needs);
      return act(await load(), body).then(
        (said) => context.json(spoken<SetupAnswer>({ v: WIRE_VERSION, done: true, ...said })),
        (error: unknown) => refuse(context, 409, textOf(error)),
      );
    };

  /** Services accept only loopback, as a number, without encryption. */
  const callback = (): string => atHost(new URL(CALLBACK_PATH, here()), '127.0.0.1').href;

  return {
    'GET /setup': async (context) => {
      const setup = await load();
      const host = await setup.host();
      const isOurs = isThisComputerOnly(listenHost ?? host);
      const url = isOurs ? null : atHost(here(), host).href;
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

/** Any browser may open this page: only users who saw the service's page know a valid answer. */
export function createCallback(load: () => Promise<Setup>): (answer: URLSearchParams) => Promise<Response> {
  return async (answer) => {
    const { authorized } = await load();
    return authorized(answer).then(
      () => authorizationPage(undefined),
      (error: unknown) => authorizationPage(messageOf(error)),
    );
  };
}
