/** Common interface of Node's HTTP and TCP servers. */
export interface TcpServer {
  on(event: 'error', run: (error: Error) => void): unknown;
  off(event: 'error', run: (error: Error) => void): unknown;
  listen(at: { readonly port: number; readonly host?: string }, run: () => void): unknown;
  address(): { readonly port: number } | string | null;
  close(run: () => void): unknown;
}

/** Address to listen on. */
export interface ListenAt {
  /** Absent: every address of this computer. */
  readonly host?: string;
  /** 0: the OS chooses one. */
  readonly port: number;
}

/** Resolves to the port once the server listens. Rejects with Node's error. */
export function openServer(server: TcpServer, at: ListenAt): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(at, () => {
      server.off('error', reject);
      // If a connection cannot be accepted (no more file descriptors), the client retries.
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
