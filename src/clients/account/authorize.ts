import { joinUrl } from '../base-url.ts';

/** The only permission that is requested. */
const SCOPE = 'user-read-currently-playing';

export interface AuthorizeRequest {
  /** Base address of the accounts service. */
  readonly authUrl: string;
  readonly clientId: string;
  /** Where the browser comes back to; registered with the application, character for character. */
  readonly redirectUri: string;
  /** Returned unchanged: distinguishes our own request from a forged one. */
  readonly state: string;
}

/** The page on which the user allows us to see what plays. */
export function authorizeUrl({ authUrl, clientId, redirectUri, state }: AuthorizeRequest): URL {
  return joinUrl(authUrl, 'authorize', {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPE,
    state,
  });
}
