/**
 * API description for other programs, made from the list of endpoints, the types in `src/web/wire/`, and the schemas of
 * request bodies.
 */
import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import type * as v from 'valibot';
import { TRACK } from '../../src/sources/http/track.ts';
import { DECK } from '../../src/sources/httpdecks/source.ts';
import { type ApiEndpoint, ENDPOINT_LIST } from '../../src/web/endpoints.ts';
import * as requests from '../../src/web/requests.ts';
import { ROOT } from './files.ts';
import { jsonSchema } from './json-schema.ts';

type Json = Readonly<Record<string, unknown>>;

const ABOUT = `What a running deckcast tells other programs, and how it is operated.

Everything is below the address of the overlay (\`--http.addr\`, port 9090 by default). Within \`v\` 1 things are only added: ignore keys and types that you do not know.

Operating is open to the computer that deckcast runs on, and to anyone who sends \`--http.phone_token\` or \`--http.token\` as a bearer token; with \`--http.token\`, that computer needs a token, too. Configuring is open to a page on that computer that \`POST /configure\` has given its cookie, and to anyone who sends \`--http.admin_token\`, who may operate, too; what names a program, a file or a folder is changed with the cookie alone. Pages of any origin may read every \`GET\` that needs no right; the others are open to deckcast's own pages alone.

A status 101 is the answer to a WebSocket: each of its text messages has the form that stands there.`;

/** Applies to every verb. */
const tooLarge = (mostBytes = 2 ** 20) => `the body is larger than ${mostBytes / 2 ** 20} MiB`;
const WRONG_BODY = 'the body is not what the address needs';
const NOT_OPERATING = {
  401: 'it shows neither the token of `--http.phone_token` nor that of `--http.token`',
  403: 'without `--http.phone_token` or `--http.token`, only the computer that deckcast runs on may operate',
};
/** Reasons for a denial by status. */
const DENIED: Readonly<Record<ApiEndpoint['access'], Readonly<Record<number, string>>>> = {
  everyone: {},
  session: NOT_OPERATING,
  operate: NOT_OPERATING,
  configure: {
    401: 'it shows neither the cookie nor the token of `--http.admin_token`',
    403: 'without `--http.admin_token`, only a page on the computer that deckcast runs on may configure',
  },
  'configure here': { 403: 'it does not show the cookie' },
};
/** Alternative credentials; an empty object means none. */
const SECURITY: Readonly<Record<ApiEndpoint['access'], readonly Json[]>> = {
  everyone: [],
  session: [{}, { token: [] }, { adminToken: [] }, { cookie: [] }],
  operate: [{}, { token: [] }, { adminToken: [] }, { cookie: [] }],
  configure: [{ adminToken: [] }, { cookie: [] }],
  'configure here': [{ cookie: [] }],
};

/** Returns the content of `openapi.json`, OpenAPI 3.1. */
export function openApi(): Json {
  const paths: Record<string, Json> = {
    '/ws': { get: RECORDS },
    '/art/{file}': { get: ART },
  };
  for (const endpoint of ENDPOINT_LIST) {
    const path = `/api/v1${endpoint.route.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  const named = new Set<string>();
  JSON.stringify(paths, (key, value) => {
    if (key === '$ref') {
      named.add(value.replace(SCHEMAS, ''));
    }
    return value;
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'deckcast',
      version: '1',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:9090' }],
    paths,
    components: {
      schemas: schemasOf(named),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The value of `--http.phone_token` or `--http.token`.',
        },
        adminToken: { type: 'http', scheme: 'bearer', description: 'The value of `--http.admin_token`.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'deckcast-9090',
          description:
            'Its name has the port that the program started with. Pages on the computer that it runs on get it.',
        },
      },
    },
  };
}

const SCHEMAS = '#/components/schemas/';

function typed(name: string): Json {
  return { schema: { $ref: `${SCHEMAS}${name}` } };
}

function json(description: string, name: string): Json {
  return { description, content: { 'application/json': typed(name) } };
}

function operation(endpoint: (typeof ENDPOINT_LIST)[number]): Json {
  const { name, about, group, access, body, isBodyOptional = false } = endpoint;
  return {
    operationId: operationId(name),
    summary: about,
    tags: [group],
    security: SECURITY[access],
    ...parametersOf(endpoint),
    ...(body !== undefined && {
      requestBody: { required: !isBodyOptional, content: { 'application/json': typed(body) } },
    }),
    responses: responsesOf(endpoint),
  };
}

/** Turns `GET /history/:format` into `getHistoryFormat`. */
function operationId(name: string): string {
  const [first = '', ...words] = name.toLowerCase().match(/[a-z]+/g) ?? [];
  return first + words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
}

function parametersOf({ path = {}, query = {} }: ApiEndpoint): Json {
  const parameters = [
    ...Object.entries(path).map(([name, values]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', enum: values },
    })),
    ...Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query',
      description,
      schema: { type: 'string' },
    })),
  ];
  return parameters.length === 0 ? {} : { parameters };
}

function responsesOf(endpoint: (typeof ENDPOINT_LIST)[number]): Json {
  const { method, access, body, answer, messages, mostBytes, refusals = {}, refusal = 'Refusal' } = endpoint;
  const reasons: Readonly<Record<number, string>> = {
    ...DENIED[access],
    ...(body !== undefined && { 400: WRONG_BODY }),
    ...(method !== 'GET' && { 413: tooLarge(mostBytes) }),
    ...refusals,
  };
  return {
    ...(messages !== undefined && { 101: json('the messages of the WebSocket', messages) }),
    ...(typeof answer === 'string' && { 200: json('done', answer) }),
    ...(typeof answer === 'object' && {
      200: {
        description: 'done',
        content: Object.fromEntries(
          Object.entries(answer).map(([type, name]) => [type, name === '' ? {} : typed(name)]),
        ),
      },
    }),
    ...Object.fromEntries(
      Object.entries(reasons).map(([status, why]) => [
        status,
        json(why, endpoint.refusals?.[Number(status)] === undefined ? 'Refusal' : refusal),
      ]),
    ),
    default: json('anything else that is refused', 'Refusal'),
  };
}

const RECORDS: Json = {
  operationId: 'getRecords',
  summary: 'The track on air and every following one: a WebSocket whose messages never change their form',
  tags: ['On air'],
  security: [],
  responses: {
    101: json('the messages of the WebSocket', 'RecordMessage'),
    426: { description: 'the request is not a WebSocket', content: { 'text/plain': {} } },
  },
};

const ART: Json = {
  operationId: 'getPicture',
  summary: 'A cover or a code, at the address that a message gave',
  tags: ['On air'],
  security: [],
  parameters: [{ name: 'file', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    200: { description: 'the picture', content: { 'image/png': {} } },
    404: { description: 'it is some thirty tracks old, or is hidden now', content: { 'text/html': {} } },
  },
};

/** Request bodies. */
const REQUESTS: Readonly<Record<string, v.GenericSchema>> = {
  ...requests,
  TrackRequest: TRACK,
  DeckRequest: DECK,
};

/** Schemas of these types and of the types that they use. */
function schemasOf(names: ReadonlySet<string>): Json {
  const generator = createGenerator({
    path: join(ROOT, 'src/{web/wire/*,core/record}.ts'),
    // Without the types of Node and of newer JavaScript, which take a second to read.
    tsconfig: join(ROOT, 'test/support/wire.tsconfig.json'),
    // `npm run check` did that.
    skipTypeCheck: true,
    expose: 'export',
    // New fields may come within a version.
    additionalProperties: true,
  });
  const all: Record<string, unknown> = {};
  for (const name of names) {
    const request = REQUESTS[name];
    Object.assign(
      all,
      request === undefined ? generator.createSchema(name).definitions : { [name]: jsonSchema(request) },
    );
  }
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return JSON.parse(JSON.stringify(sorted).replaceAll('#/definitions/', SCHEMAS));
}
