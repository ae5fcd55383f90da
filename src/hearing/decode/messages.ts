import type { UndecodableError } from './errors.ts';
import type { SoundFormat } from './format.ts';

export interface PieceRequest {
  /** Set for a broadcast that this process has not decoded yet. */
  readonly begin: { readonly likely: SoundFormat | undefined; readonly head: Uint8Array } | undefined;
  readonly piece: Uint8Array;
}

/** Sound that the piece completes, or the reason why there is none. After a failure the broadcast begins again. */
export type PieceAnswer =
  | { readonly samples: Float32Array }
  | { readonly reason: UndecodableError['reason']; readonly message: string };
