/** Types of the signal path, apart from the scripts: pages load those. */

export interface Link {
  readonly id: string;
  /** Kind of part; empty if the name says it. */
  readonly kind: string;
  readonly name: string;
  /** Text while the program waits for this part. */
  readonly waits?: string;
  /** Trouble in short, for the header. */
  readonly short?: string;
  readonly light: 'good' | 'wait' | 'warn' | 'bad';
  readonly detail: string;
  readonly trouble: string;
  /** Trouble in the server's words. */
  readonly said?: string | undefined;
  /** Option that may mend the trouble. */
  readonly setting?: string | undefined;
}

export interface Summary {
  readonly light: string;
  readonly text: string;
  /** Why viewers may miss the track on air. */
  readonly unseen?: string | undefined;
  /** Viewers may miss the next track. */
  readonly isStuck?: boolean;
  /** `text` names the parts in trouble. */
  readonly isNames?: boolean;
}
