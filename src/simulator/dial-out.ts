/** The listener model: devices connect to a client that announces a port and a token of six bytes ff. */
import { connect } from 'node:net';
import { directoryCodec, measureDirectory, measureFrames, type ServiceMessage } from '../stagelinq/index.ts';
import type { Endpoint } from './endpoint.ts';
import type { HeardProgram } from './heard-programs.ts';
import type { SimulatedService } from './services/service.ts';

const isListener = (token: string): boolean => token.startsWith('f'.repeat(12));

/** Takes each announcement heard, and dials a listener that it is not connected to yet. */
export function dialOut(endpoint: Endpoint): (neighbour: HeardProgram) => void {
  const connected = new Set<string>();
  const { token } = endpoint.identity;

  return ({ announcement, address }) => {
    if (!isListener(announcement.token) || connected.has(announcement.token)) {
      return;
    }
    connected.add(announcement.token);
    const line = endpoint.take(connect(announcement.port, address));
    line.onClose(() => connected.delete(announcement.token));
    line.send(directoryCodec.encode({ kind: 'request', token }));
    line.receive(measureDirectory, (bytes) => {
      const message = directoryCodec.decode(bytes);
      const service = endpoint.services.find(
        ({ name }) => message.kind === 'service' && name === message.service,
      );
      if (message.kind === 'service' && service !== undefined) {
        bring(endpoint, service, message, address);
      }
    });
  };
}

/** Connects to where the client wants a service, and serves it there. */
function bring(endpoint: Endpoint, service: SimulatedService, wanted: ServiceMessage, address: string): void {
  const line = endpoint.take(connect(wanted.port, address));
  line.send(
    directoryCodec.encode({
      kind: 'service',
      token: endpoint.identity.token,
      service: service.name,
      port: line.localPort,
    }),
  );
  const session = service.open(line);
  line.onClose(() => session.close());
  line.receive(measureFrames(), (frame) => session.message(frame));
}
