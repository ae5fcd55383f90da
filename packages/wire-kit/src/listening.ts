/** Opening and closing a TCP server that others connect to. */

/** What Node's HTTP and TCP servers have in common. */
export interface TcpServer {
  on(event: 'error', run: (error: Error) => void): unknown;
  off(event: 'error', run: (error: Error) => void): unknown;
  listen(at: { readonly port: number; readonly host?: string }, run: () => void): unknown;
  address(): { readonly port: number } | string | null;
  close(run: () => void): unknown;
}

export interface ListenAt {
  /** Absent: every address of this computer. */
  readonly host?: string;
  /** 0: the system chooses one. */
  readonly port: number;
}

/** Resolves to the port once the server listens. Rejects with Node's error. */
export function openServer(server: TcpServer, at: ListenAt): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(at, () => {
      server.off('error', reject);
      // A connection that cannot be accepted (no more file descriptors) is the client's loss; it tries again.
      server.on('error', () => undefined);
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : at.port);
    });
  });
}

/** Accepts no more connections. Resolves when the last one has ended. */
export function closeServer(server: Pick<TcpServer, 'close'>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
