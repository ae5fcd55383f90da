import { ensureBrowserSource, listScenes, resizeBrowserSource } from '../../clients/obs/browser-source.ts';
import { withObs } from '../../clients/obs/session.ts';
import type { DiagnoseTools, Reach } from '../../core/contracts/part.ts';
import type { SinkTools } from '../../core/contracts/sink.ts';
import { RunError, textOf } from '../../core/errors.ts';
import { type Finding, firstProblem } from '../../core/finding.ts';
import type { SinkHealth } from '../../core/health.ts';
import { isFailing } from '../../core/health.ts';
import { atHost } from '../../core/loopback.ts';
import { say, spoken, type Text, type Texted } from '../../core/message.ts';
import { Secret } from '../../core/option.ts';
import { addressForOthers, sourceAddressFor } from '../../host/network.ts';
import { sinkParts } from '../../sinks/index.ts';
import { sourceParts } from '../../sources/index.ts';
import { healthOf, type NamedSource } from '../../sources/shared/combined-member.ts';
import type { Setup } from '../../web/index.ts';
import type { CheckedObsRequest } from '../../web/requests.ts';
import type { SetupCard, SinkCard, SourceCard, SourceState } from '../../web/wire/setup.ts';
import type { Arrivals } from '../arrivals.ts';
import { autostartOfThisCopy } from '../autostart/index.ts';
import { diagnoseTools, findingsAbout, findingsOf, STOPPED_LISTEN_MS } from '../doctor/index.ts';
import { isThisComputer, overlaySource, USUAL_OBS } from '../obs/overlay.ts';
import type { StartSettings } from '../options.ts';
import type { Authorizations } from './authorizations.ts';
import type { Sightings } from './sightings.ts';
import { type ShownTests, testSink } from './test-sink.ts';

const TIME_LIMIT_MS = 30_000;
/** Longest that a stopped source listens for devices. */
const LISTEN_MS = 2_500;
const THIS_COMPUTER = '127.0.0.1';

type SourcePart = (typeof sourceParts)[number];
type SinkPart = (typeof sinkParts)[number];

export interface SetupDeps {
  readonly members: readonly NamedSource[];
  readonly arrivals: Arrivals;
  readonly authorizations: Authorizations;
  readonly sightings: Sightings;
  readonly sinks: () => readonly SinkHealth[];
  /** Makes a sink show the real track after a test; false if there was none. */
  readonly repeat: (sink: string) => boolean;
  /** Reports a test's success, or the error of its failure. */
  readonly tested: (sink: string, error?: Text) => void;
  readonly tests: ShownTests;
  readonly configFile: string | undefined;
  /** Values by option, live. Rejects with an error for users. */
  readonly saveSettings: (values: Readonly<Record<string, string>>) => Promise<void>;
}

export function createSetup(
  settings: StartSettings,
  tools: SinkTools,
  {
    members,
    arrivals,
    authorizations,
    sightings,
    sinks,
    repeat,
    tested,
    tests,
    configFile,
    saveSettings,
  }: SetupDeps,
): Setup {
  const autostart = autostartOfThisCopy(configFile, tools.disk);
  const forChosen = (running: boolean) =>
    diagnoseTools(settings, tools, { running, listenMs: running ? 0 : STOPPED_LISTEN_MS })(true);
  const forOthers = diagnoseTools(settings, tools, { running: true, listenMs: LISTEN_MS })(false);

  async function findingsOn(part: SourcePart, member: NamedSource | undefined): Promise<readonly Finding[]> {
    const diagnose = (given: DiagnoseTools) =>
      findingsAbout(part, settings, given, AbortSignal.timeout(TIME_LIMIT_MS));
    if (member === undefined) {
      return sightings.of(part.name, () => diagnose(forOthers));
    }
    const { source, failure, isTried } = member;
    const found = await Promise.all([
      diagnose(forChosen(failure === undefined || isTried === true)),
      failure === undefined ? findingsOf(part.name, () => source.findings?.()) : [],
    ]);
    return found.flat();
  }

  async function sourceCard(part: SourcePart, reach: Reach): Promise<SourceCard> {
    const member = members.find(({ name }) => name === part.name);
    const findings = await findingsOn(part, member);
    const health = member && healthOf(member);
    const trackAt = arrivals.lastOf(part.name) ?? null;
    // The awaited device or program was there if a track arrived before, so its absence is now a problem. A warning tells
    // only of a program that sends nothing yet, as after a restart of the source.
    const asOfNow = ({ waits, ...found }: Finding): Finding => ({
      ...found,
      ...(waits && (trackAt === null || found.severity === 'warning') && { waits }),
    });
    const wrong = findings.filter(({ severity }) => severity !== 'ok').map(asOfNow);
    const { problem, program, ...known } = health ?? {};
    const isSaid = firstProblem(wrong) !== undefined;
    const isTroubled =
      wrong.some(({ severity, waits }) => severity === 'fault' && !waits) ||
      (problem !== undefined && !wrong.some(({ waits }) => waits));
    const state: SourceState =
      member === undefined ? 'off' : isTroubled ? 'trouble' : trackAt === null ? 'waiting' : 'arrived';
    return spoken<SourceCard>({
      ...(await cardOf(part, reach)),
      ...(program !== undefined && { title: program }),
      ...known,
      ...(problem !== undefined && !isSaid && { problem }),
      state,
      trackAt,
      findings: wrong,
    });
  }

  async function cardOf(part: SourcePart | SinkPart, reach: Reach): Promise<Texted<SetupCard>> {
    const { name, card, options, authorization } = part;
    const given = await authorization?.givenBy(settings, tools).catch(() => undefined);
    const code = authorizations.codeOf(name);
    const steps = card.steps(settings, reach);
    const set = steps.flatMap((step) => step.set ?? []);
    return {
      name,
      title: card.titleNow?.(settings) ?? card.title,
      about: card.about,
      steps,
      options: [...new Set([...(card.more ?? []), ...Object.keys(options), ...set])],
      ...(card.implied !== undefined && { implied: card.implied(settings) }),
      ...(authorization !== undefined && { authorized: given !== undefined }),
      ...(given?.account !== undefined && { account: given.account }),
      ...(code !== undefined && { code: { page: code.page, code: code.code } }),
      ...(code?.refused !== undefined && { refused: code.refused }),
    };
  }

  /** The saved password goes to the saved address only. */
  function obsOf({ url, password }: Pick<CheckedObsRequest, 'url' | 'password'>) {
    const known = settings['obs.url'] || USUAL_OBS;
    const isKnown = url === '' || url === known;
    return {
      url: url || known,
      password: password === '' && isKnown ? settings['obs.password'] : new Secret(password),
    };
  }

  return {
    async cards(reach) {
      const sources = await Promise.all(sourceParts.map((part) => sourceCard(part, reach)));
      const rank = ({ name }: SourceCard): number => settings.source.indexOf(name) + 1 || Infinity;
      return {
        sources: sources.sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other))),
        sinks: await Promise.all(
          sinkParts
            .filter(({ options }) => Object.keys(options).length > 0)
            .map(async (part): Promise<SinkCard> => {
              const health = sinks().find(({ name }) => name === part.name);
              const problem = health && (health.stopped || isFailing(health)) ? health.lastError : undefined;
              return spoken<SinkCard>({
                ...(await cardOf(part, reach)),
                on: health !== undefined,
                ...(problem !== undefined && { problem }),
              });
            }),
        ),
      };
    },
    host: async () => (await addressForOthers()) ?? THIS_COMPUTER,
    async authorize(name, callback) {
      const { authorization } = [...sourceParts, ...sinkParts].find((part) => part.name === name) ?? {};
      if (authorization === undefined) {
        throw new RunError(say('set-up.needs-no-authorization', { part: name }));
      }
      const signal = AbortSignal.timeout(TIME_LIMIT_MS);
      const pending = await authorization.request(settings, tools, callback, signal);
      authorizations.begin(name, pending, saveSettings);
      return { page: pending.page.href, ...('code' in pending && { code: pending.code }) };
    },
    async authorized(answer) {
      await authorizations.finish(answer, AbortSignal.timeout(TIME_LIMIT_MS));
      return 'Authorized.';
    },
    async test(sink) {
      try {
        const outcome = await testSink(sink, { settings, tools, repeat, tests });
        tested(sink);
        return outcome;
      } catch (error) {
        tested(sink, textOf(error));
        throw error;
      }
    },
    async addToObs(request, here) {
      const obs = obsOf(request);
      const overlay = isThisComputer(obs.url) ? here : await hereSeenFrom(obs.url, here);
      const source = await overlaySource(settings, overlay, tools.disk);
      const signal = AbortSignal.timeout(TIME_LIMIT_MS);
      if (request.fit) {
        const size = await withObs(obs, tools, signal, (session) => resizeBrowserSource(session, source));
        if (size === undefined) {
          throw new RunError(say('set-up.obs-no-source', { source: source.name }));
        }
        return say('set-up.obs-x-now', { source: source.name, width: size.width, height: size.height });
      }
      const added = await withObs(obs, tools, signal, (session) =>
        ensureBrowserSource(session, source, request.scene || undefined),
      );
      return added === undefined
        ? say('set-up.obs-now-shows', { source: source.name, address: source.url })
        : say(source.fillsCanvas ? 'set-up.added-canvas' : 'set-up.added-scene-x-bottom-left', {
            source: source.name,
            scene: added.scene,
            width: added.width,
            height: added.height,
          });
    },
    scenes: (request) => withObs(obsOf(request), tools, AbortSignal.timeout(TIME_LIMIT_MS), listScenes),
    startsWithComputer: () => autostart.state(),
    startWithComputer: (on) => autostart.set(on),
  };
}

/** Our pages for OBS's computer, by the local address from which we reach it. */
async function hereSeenFrom(obsUrl: string, here: string): Promise<string> {
  const host = await sourceAddressFor(new URL(obsUrl).hostname).catch(() => undefined);
  return host === undefined ? here : atHost(here, host).href;
}
