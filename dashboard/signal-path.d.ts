/** Types of the signal path, apart from the scripts: pages load those. */

export interface Link {
  readonly id: string;
  /** What it is, where the name alone does not say it. */
  readonly kind: string;
  readonly name: string;
  /** What the program waits for with it. */
  readonly waits?: string;
  /** Its trouble in the header. */
  readonly short?: string;
  readonly light: 'good' | 'wait' | 'warn' | 'bad';
  readonly detail: string;
  readonly trouble: string;
  /** What the server said about its trouble. */
  readonly said?: string | undefined;
  /** Option to look at. */
  readonly setting?: string | undefined;
}

export interface Summary {
  /** The worst one. */
  readonly light: string;
  /** What is going on. */
  readonly text: string;
  /** Why viewers may miss the track on air. */
  readonly unseen?: string | undefined;
  /** Viewers may miss the next track. */
  readonly isStuck?: boolean;
  /** `text` names the parts in trouble. */
  readonly isNames?: boolean;
}
