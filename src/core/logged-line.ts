export interface LoggedLine {
  /** From 1, increasing. */
  readonly seq: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}
