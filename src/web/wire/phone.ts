import type { Done, Refusal } from './answers.ts';
import type { OperatorMessage } from './operator.ts';

/** Answer of `POST /api/v1/phone`: a picture that signs in one other device, once. For callers who may operate. */
export type PhoneAnswer = PhoneCode | PhoneRefusal;

/** `signedIn` is from before any use of the code. */
export interface PhoneCode extends Done, Pick<OperatorMessage, 'codeIssuer' | 'signedIn'> {
  /** Content of the picture: the operator's page with the code. The first device that opens it may operate. */
  readonly url: string;
  /** QR code as SVG. */
  readonly picture: string;
  /** Validity in seconds. */
  readonly seconds: number;
}

export interface PhoneRefusal extends Refusal {
  /** `--http.phone_token` is missing, without which only this computer may operate. */
  readonly needsToken?: true;
}

export interface SignInRefusal extends Refusal {
  readonly code: 'used' | 'expired' | 'unknown';
}

/** Answer of `POST /api/v1/sign-in`. */
export interface SignedIn extends Done {
  /** Token for later requests. */
  readonly token: string;
}
