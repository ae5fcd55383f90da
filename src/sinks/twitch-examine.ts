import type { SCOPE } from '../clients/twitch/account.ts';
import type { DiagnoseTools } from '../core/contracts/part.ts';
import type { Finding } from '../core/finding.ts';
import { say, type Text } from '../core/message.ts';
import type { Disk } from '../core/tools.ts';
import { type ChatAccountSettings, SERVICE_NAMES, twitchChannel, usesSignIn } from './chat-options.ts';

/** `without`: consequence if the test fails. */
export async function twitchFindings(
  needed: { readonly rights: readonly (keyof typeof SCOPE)[]; readonly without: Text },
  settings: ChatAccountSettings,
  tools: DiagnoseTools,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const [{ serviceFinding }, { SCOPE, TwitchAccount }] = await Promise.all([
    import('../clients/examine.ts'),
    import('../clients/twitch/account.ts'),
  ]);
  async function identify(): Promise<void> {
    const account = new TwitchAccount(await twitchChannel(settings, tools), tools);
    for (const right of needed.rights) {
      await account.identify(SCOPE[right], signal);
    }
  }
  return Promise.all([
    serviceFinding({ service: SERVICE_NAMES.twitch, without: needed.without }, identify),
    ...(await signInFindings(settings, tools.disk)),
  ]);
}

export async function signInFindings(settings: ChatAccountSettings, disk: Disk): Promise<readonly Finding[]> {
  if (!usesSignIn(settings)) {
    return [];
  }
  const { writtenFinding } = await import('../host/folders.ts');
  const signIn = {
    option: '--chat.tokenfile',
    path: settings['chat.tokenfile'],
    without: say('twitch-examine.sign-lost-when-renewed-you-sign'),
  };
  return [await writtenFinding(signIn, disk)];
}
