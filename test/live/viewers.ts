/** Pages of the live extension in a real browser, as Twitch frames them: its content policy, and its helper. */
import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { extensionFiles } from '../../scripts/live/extension-files.js';
import { type HttpPeer, httpPeer } from '../support/http-peer.ts';
import type { TwitchExtension } from '../support/services/twitch-extension.ts';
import { viewerToken } from './service.ts';

const HELPER = 'https://extension-files.twitch.tv';

/** The helper's own script, as far as the pages use it. */
function helperScript(channelId: string, token: string, configuration: string | undefined): string {
  const saved = configuration === undefined ? undefined : { version: '1', content: configuration };
  return `(() => {
    const listeners = [];
    window.Twitch = { ext: {
      onAuthorized: (call) => setTimeout(call, 0, ${JSON.stringify({ channelId, clientId: 'x', token, userId: 'U1' })}),
      listen: (target, call) => listeners.push({ target, call }),
      configuration: {
        broadcaster: ${JSON.stringify(saved)},
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

/** Serves nothing until `showing` says which backend the pages belong to. */
export async function extensionPages() {
  const peer: HttpPeer = await httpPeer(() => ({ status: 404 }));
  return {
    origin: peer.url,
    showing(backend: string): void {
      const files = extensionFiles({ url: backend, clientId: 'public-client' });
      const policy = [
        "default-src 'self'",
        `script-src 'self' ${HELPER}`,
        "style-src 'self'",
        "font-src 'self'",
        `connect-src 'self' ${backend}`,
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
  /** Errors of scripts, and what the content policy refused. */
  readonly troubles: string[];
  /**
   * Resolves once the page was told what is on now. A broadcast that it gets after a newer answer is none of its earlier
   * tracks.
   */
  readonly knowsNow: Promise<unknown>;
}

/** Opens a page as a viewer of the channel (or its broadcaster) sees it; broadcasts reach it. */
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
  page.setDefaultTimeout(8_000);
  const troubles: string[] = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  page.on('console', (said) => {
    if (said.type() === 'error') {
      troubles.push(said.text());
    }
  });
  const role = view.name === 'config' ? 'broadcaster' : 'viewer';
  const token = await viewerToken({ channel_id: view.channel, role });
  await page.route(`${HELPER}/**`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: helperScript(view.channel, token, view.configuration),
    }),
  );
  at.twitch.onBroadcast(({ channel, message }) => {
    if (channel === view.channel && !page.isClosed()) {
      void page.evaluate(`window.deliver(${JSON.stringify(message)})`).catch(() => undefined);
    }
  });
  const answer = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/now'));
  // Only some tests wait for it.
  answer.catch(() => undefined);
  await page.goto(`${at.origin}/${view.name}.html`);
  return { page, troubles, knowsNow: answer };
}
