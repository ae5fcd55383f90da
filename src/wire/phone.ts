import type { WIRE_VERSION } from './events.ts';

/** The response of `POST /api/v1/phone`: a picture that signs one other device in, once. For those who may operate. */
export interface PhoneAnswer {
  readonly v: typeof WIRE_VERSION;
  readonly done: boolean;
  /** Why not; absent when it was done. */
  readonly reason?: string;
  /** There is no `--http.token`, without which only this computer may operate. */
  readonly needsToken?: true;
  /** What the picture says: the operator's page with the code. The first who opens it may operate. */
  readonly url?: string;
  /** The QR code as SVG. */
  readonly picture?: string;
  /** Seconds for which it is valid. */
  readonly seconds?: number;
}

/** The response of `POST /api/v1/sign-in` with `{"code": "…"}`, which needs no token. */
export interface SignInAnswer {
  readonly v: typeof WIRE_VERSION;
  readonly done: boolean;
  readonly reason?: string;
  /** What to send from then on. */
  readonly token?: string;
}
