import { DeviceAuthorization, type UserToken } from '../clients/twitch/device.ts';
import { storeSignIn } from '../clients/twitch/user-tokens.ts';
import type { OptionTable } from '../core/option.ts';
import type { CommandContext } from '../settings/command.ts';
import { writing } from '../sinks/files.ts';

export interface SignIn {
  readonly authUrl: string;
  readonly clientId: string;
  /** Empty: only identifies the user. */
  readonly scopes?: readonly string[];
  readonly file: string;
}

export async function signIn(
  { authUrl, clientId, scopes, file }: SignIn,
  { print, tools, signal }: Pick<CommandContext<OptionTable>, 'print' | 'tools' | 'signal'>,
  use: (token: UserToken) => Promise<void>,
): Promise<void> {
  const identity = new DeviceAuthorization(authUrl, clientId, tools, scopes);
  try {
    const grant = await identity.begin(signal);
    print(`Open this address in your browser:\n\n${grant.verificationUri}\n\n`);
    print(`and enter this code:\n\n${grant.userCode}\n\nWaiting until you have done so\n`);
    const token = await identity.token(grant, signal);
    await writing(file, storeSignIn(file, token, { clientId }, tools));
    tools.log.info('stored', { file });
    await use(token);
  } catch (error) {
    // Errors about unfinished work are noise after an interrupt.
    if (!signal.aborted) {
      throw error;
    }
  }
}
