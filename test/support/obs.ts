/**
 * Stand-in for OBS Studio's WebSocket server after the protocol's documentation, version 5: greeting, authentication,
 * and requests for inputs and scene items on a model of OBS.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

interface Item {
  readonly kind: string;
  readonly settings: Record<string, unknown>;
  readonly transform: Record<string, unknown>;
  /** Scene that it was added to. */
  readonly scene?: string;
  /** Number of reloads of its page. */
  reloads: number;
}

export interface StandInObs {
  /** `ws://127.0.0.1:<port>`. */
  readonly url: string;
  /** Inputs by name. */
  readonly inputs: Map<string, Item>;
  /** Types of received requests. */
  readonly requests: string[];
  /** Takes requests without answering. */
  silent: boolean;
  /** Lacks the plug-in for browser sources, like Debian's OBS. */
  lacksBrowser: boolean;
  canvas: { readonly baseWidth: number; readonly baseHeight: number };
  close(): Promise<void>;
}

/** Current scene. */
export const SCENE = 'Main camera';
const SCENES = ['Full camera', SCENE, 'Starting soon'];
/** OBS's alignment of new items. */
const TOP_LEFT = 5;

const CLOSE = { notIdentified: 4007, authenticationFailed: 4009 } as const;
const STATUS = { success: 100, unknownRequest: 204, notFound: 600, exists: 601, unknownKind: 605 } as const;

export async function standInObs(
  options: { readonly password?: string; readonly port?: number } = {},
): Promise<StandInObs> {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: options.port ?? 0,
    handleProtocols: (offered) => (offered.has('obswebsocket.json') ? 'obswebsocket.json' : false),
  });
  await new Promise((resolve) => server.once('listening', resolve));
  // A TCP listener has an address with a port.
  const { port } = server.address() as AddressInfo;
  const obs: StandInObs = {
    url: `ws://127.0.0.1:${port}`,
    inputs: new Map(),
    requests: [],
    silent: false,
    lacksBrowser: false,
    canvas: { baseWidth: 1920, baseHeight: 1080 },
    close: () =>
      new Promise((resolve) => {
        for (const client of server.clients) {
          client.terminate();
        }
        server.close(() => resolve());
      }),
  };
  server.on('connection', (socket) => converse(socket, obs, options.password));
  return obs;
}

function converse(socket: WebSocket, obs: StandInObs, password: string | undefined): void {
  const [salt, challenge] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const send = (op: number, d: object): void => socket.send(JSON.stringify({ op, d }));
  let identified = false;
  const authentication = password === undefined ? {} : { authentication: { challenge, salt } };
  send(0, { obsWebSocketVersion: '5.5.2', rpcVersion: 1, ...authentication });
  socket.on('message', (data) => {
    const { op, d } = JSON.parse(String(data));
    if (op === 1) {
      const wanted = password === undefined ? undefined : sha256(sha256(password + salt) + challenge);
      if (d.authentication !== wanted) {
        socket.close(CLOSE.authenticationFailed, 'Authentication failed.');
        return;
      }
      identified = true;
      send(2, { negotiatedRpcVersion: 1 });
    } else if (!identified) {
      socket.close(CLOSE.notIdentified, 'You attempted to send a message before identifying.');
    } else if (op === 6) {
      obs.requests.push(d.requestType);
      const { code, comment, data } = answer(obs, d.requestType, d.requestData ?? {});
      const requestStatus = { result: code === STATUS.success, code, ...(comment && { comment }) };
      if (!obs.silent) {
        const { requestType, requestId } = d;
        send(7, { requestType, requestId, requestStatus, ...(data && { responseData: data }) });
      }
    }
  });
}

interface Answer {
  readonly code: number;
  readonly comment?: string;
  readonly data?: object;
}

function good(data?: object): Answer {
  return { code: STATUS.success, ...(data && { data }) };
}

function missing(comment: string): Answer {
  return { code: STATUS.notFound, comment };
}

// biome-ignore lint/suspicious/noExplicitAny: what a client sends; a request that does not fit fails the test.
function answer({ inputs, lacksBrowser, canvas }: StandInObs, type: string, request: any): Answer {
  const input = inputs.get(request.inputName);
  switch (type) {
    case 'GetInputList':
      return good({
        inputs: [...inputs].map(([inputName, { kind }]) => ({
          inputName,
          inputKind: kind,
          unversionedInputKind: kind,
        })),
      });
    case 'GetCurrentProgramScene':
      return good({ sceneName: SCENE, currentProgramSceneName: SCENE });
    case 'GetSceneList':
      return good({
        currentProgramSceneName: SCENE,
        scenes: SCENES.map((sceneName, sceneIndex) => ({ sceneName, sceneIndex })),
      });
    case 'GetVideoSettings':
      return good({ ...canvas, outputWidth: 1280, outputHeight: 720 });
    case 'CreateInput':
      if (input !== undefined) {
        return { code: STATUS.exists, comment: 'A source already exists by that input name.' };
      }
      if (!SCENES.includes(request.sceneName)) {
        return missing('No source was found by the name of that scene.');
      }
      if (lacksBrowser) {
        return { code: STATUS.unknownKind, comment: 'Your specified input kind is not supported by OBS.' };
      }
      inputs.set(request.inputName, {
        kind: request.inputKind,
        settings: { ...request.inputSettings },
        transform: { alignment: TOP_LEFT, positionX: 0, positionY: 0, rotation: 0 },
        scene: request.sceneName,
        reloads: 0,
      });
      return good({ inputUuid: 'a0f2', sceneItemId: inputs.size });
    case 'GetSceneItemList': {
      const items = [...inputs].map(([sourceName, { scene, settings, transform }], at) => ({
        scene,
        item: {
          sceneItemId: at + 1,
          sourceName,
          sceneItemTransform: {
            ...transform,
            width: Number(settings.width ?? 0),
            height: Number(settings.height ?? 0),
          },
        },
      }));
      return good({
        sceneItems: items.filter(({ scene }) => scene === request.sceneName).map(({ item }) => item),
      });
    }
    case 'SetSceneItemTransform': {
      const item = [...inputs.values()][request.sceneItemId - 1];
      if (item === undefined) {
        return missing('No scene items were found in the specified scene by that ID.');
      }
      Object.assign(item.transform, request.sceneItemTransform);
      return good();
    }
    case 'GetInputSettings':
      return input === undefined
        ? missing(`No source was found by the name of \`${request.inputName}\`.`)
        : good({ inputSettings: input.settings, inputKind: input.kind });
    case 'SetInputSettings':
    case 'PressInputPropertiesButton':
      if (input === undefined) {
        return missing(`No source was found by the name of \`${request.inputName}\`.`);
      }
      if (type === 'SetInputSettings') {
        Object.assign(input.settings, request.inputSettings);
      } else if (input.kind === 'browser_source' && request.propertyName === 'refreshnocache') {
        input.reloads += 1;
      } else {
        return missing('Unable to find a property by that name.');
      }
      return good();
    default:
      return { code: STATUS.unknownRequest, comment: 'Your request type is not valid.' };
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
