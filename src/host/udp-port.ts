import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { type Finding, okFinding } from '../core/finding.ts';
import { say } from '../core/message.ts';
import { type PortUse, portProblem } from './tcp-port.ts';

export function openUdp({ host = '', port }: Pick<PortUse, 'host' | 'port'>): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind({ port, ...(host === '' ? {} : { address: host }) }, () => {
      socket.removeAllListeners('error');
      // Later errors concern single datagrams.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

export function closeUdp(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.close(() => resolve());
  });
}

export async function udpPortFinding(use: PortUse): Promise<Finding> {
  try {
    await closeUdp(await openUdp(use));
    return okFinding('ports', say('computer.udp-port-free', { port: use.port }));
  } catch (error) {
    return portProblem('udp', use, error);
  }
}
