import type { UndecodableError } from './errors.ts';
import type { SoundFormat } from './format.ts';

/** The next piece of a broadcast. */
export interface PieceRequest {
  /** Of a broadcast that this process has not decoded yet. */
  readonly begin: { readonly likely: SoundFormat | undefined; readonly head: Uint8Array } | undefined;
  readonly piece: Uint8Array;
}

/** The sound that it completes, or why there is none: after that, the broadcast has to begin again. */
export type PieceAnswer =
  | { readonly samples: Float32Array }
  | { readonly reason: UndecodableError['reason']; readonly message: string };
