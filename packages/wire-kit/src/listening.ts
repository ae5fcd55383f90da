/** HTTP or TCP server of Node. */
export interface TcpServer {
  on(event: 'error', run: (error: Error) => void): unknown;
  off(event: 'error', run: (error: Error) => void): unknown;
  listen(at: { readonly port: number; readonly host?: string }, run: () => void): unknown;
  address(): { readonly port: number } | string | null;
  close(run: () => void): unknown;
}

/** Address to listen on. */
export interface ListenAt {
  /** Absent: every address. */
  readonly host?: string;
  /** 0: the OS chooses one. */
  readonly port: number;
}

/** Resolves to the port. Rejects with Node's error. */
export function openServer(server: TcpServer, at: ListenAt): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(at, () => {
      server.off('error', reject);
      // The client retries a connection that cannot be accepted (no file descriptors).
      server.on('error', () => undefined);
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : at.port);
    });
  });
}

/** Resolves when the last connection has ended. */
export function closeServer(server: Pick<TcpServer, 'close'>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
