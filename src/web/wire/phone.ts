import type { Done, Refusal } from './answers.ts';

/** The response of `POST /api/v1/phone`: a picture that signs one other device in, once. For those who may operate. */
export type PhoneAnswer = PhoneCode | PhoneRefusal;

export interface PhoneCode extends Done {
  /** What the picture says: the operator's page with the code. The first who opens it may operate. */
  readonly url: string;
  /** The QR code as SVG. */
  readonly picture: string;
  /** Seconds for which it is valid. */
  readonly seconds: number;
}

export interface PhoneRefusal extends Refusal {
  /** There is no `--http.token`, without which only this computer may operate. */
  readonly needsToken?: true;
}

/** The response of `POST /api/v1/sign-in`. */
export interface SignedIn extends Done {
  /** What to send from then on. */
  readonly token: string;
}
