/** Framed as by Twitch: content policy and helper. */
import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { extensionFiles } from '../../scripts/live/extension-files.js';
import { afterTest, type Later } from '../support/clean-up.ts';
import { type HttpPeer, httpPeer } from '../support/http-peer.ts';
import type { TwitchExtension } from '../support/services/twitch-extension.ts';
import { PATIENCE_MS } from '../support/wait.ts';

const HELPER = 'https://extension-files.twitch.tv';

interface Segment {
  readonly version: string;
  readonly content: string;
}

function helperScript(configuration: Readonly<Record<string, Segment | undefined>>): string {
  return `(() => {
    const listeners = [];
    window.Twitch = { ext: {
      listen: (target, call) => listeners.push({ target, call }),
      configuration: {
        ...${JSON.stringify(configuration)},
        onChanged: (call) => setTimeout(call, 0),
        set: (...saved) => { window.saved = saved; },
      },
    } };
    window.deliver = (message) => {
      for (const { target, call } of listeners) {
        if (target === 'broadcast') call(target, 'application/json', message);
      }
    };
  })();`;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  woff2: 'font/woff2',
};

/** Serves once `showing` names the pages' backend. */
export async function extensionPages(later: Later = afterTest) {
  const peer: HttpPeer = await httpPeer(() => ({ status: 404 }), { later });
  return {
    origin: peer.url,
    showing(backend: string): void {
      const files = extensionFiles({ url: backend, clientId: 'public-client' });
      const policy = [
        "default-src 'self'",
        `script-src 'self' ${HELPER}`,
        "style-src 'self'",
        "font-src 'self'",
        // No page asks the backend.
        "connect-src 'self'",
      ].join('; ');
      peer.behavior = ({ path }) => {
        const name = new URL(path, peer.url).pathname.slice(1);
        const body = files.get(name);
        const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
        return body === undefined
          ? { status: 404 }
          : { headers: { 'content-type': type, 'content-security-policy': policy }, body };
      };
    },
  };
}

export interface View {
  readonly page: Page;
  /** Script errors and violations of the policy. */
  readonly troubles: string[];
}

export async function openView(
  browser: Browser,
  at: { readonly origin: string; readonly twitch: TwitchExtension },
  view: {
    readonly name: 'panel' | 'mobile' | 'overlay' | 'config';
    readonly channel: string;
    readonly size: { readonly width: number; readonly height: number };
    readonly configuration?: string;
  },
): Promise<View> {
  const page = await browser.newPage({ viewport: view.size });
  onTestFinished(() => page.close());
  page.setDefaultTimeout(PATIENCE_MS);
  const troubles: string[] = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  page.on('console', (said) => {
    if (said.type() === 'error') {
      troubles.push(said.text());
    }
  });
  const broadcaster =
    view.configuration === undefined ? undefined : { version: '1', content: view.configuration };
  const developer = at.twitch.configurations.get(view.channel);
  await page.route(`${HELPER}/**`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: helperScript({ broadcaster, developer }),
    }),
  );
  at.twitch.onBroadcast(({ channel, message }) => {
    if (channel === view.channel && !page.isClosed()) {
      void page.evaluate(`window.deliver(${JSON.stringify(message)})`).catch(() => undefined);
    }
  });
  await page.goto(`${at.origin}/${view.name}.html`);
  return { page, troubles };
}
