/**
 * The set-up page: refreshes the state of each part until a track is on the overlay.
 *
 * @import { SetupMessage } from '../../src/web/wire/setup.ts'
 */
import '../shell.js';
import { listenToEvents, listenToOperator, read } from '../api.js';
import { byId, setText } from '../dom.js';
import { readSettings, refusalIn } from '../saved.js';
import { reloadIfRefused, signIn, untilAnswered } from '../sign-in.js';
import { localized, phrase, translatePage } from '../text.js';
import * as computer from './computer.js';
import * as appearance from './look.js';
import * as obs from './obs.js';
import { showSinks } from './sinks.js';
import * as sources from './sources.js';

const REFRESH_MS = 1_500;

const connection = byId('connection');
const done = byId('done');

/** @param {boolean} yes @param {unknown} [error]  answer instead of the expected one */
function showConnected(yes, error) {
  setText(connection, yes ? '' : refusalIn(error, phrase('Connection lost. Trying again…')));
  connection.classList.toggle('lost', !yes);
}

async function refresh() {
  const showComputer = computer.reading();
  try {
    /** @type {SetupMessage} */
    const message = localized(await (await read('setup')).json());
    showConnected(true);
    sources.show(message.sources);
    showSinks(message.sinks);
    showComputer(message.startsWithComputer);
    obs.show(message.url);
  } catch (error) {
    showConnected(false, error);
    await reloadIfRefused('configure');
  }
}

/** Refreshes one after the other, while the page is visible. */
async function refreshAgainAndAgain() {
  for (;;) {
    if (document.visibilityState === 'visible') {
      await refresh();
    }
    await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
  }
}

async function load() {
  // Detects a lost connection, because answers for the cards may take long.
  listenToOperator({ connected: showConnected, message: () => undefined });
  const canSave = await untilAnswered(readSettings, showConnected);
  byId('demo').hidden = canSave;
  if (!canSave) {
    for (const step of document.querySelectorAll('.step')) {
      step.remove();
    }
    return;
  }
  obs.load();
  void untilAnswered(appearance.load, showConnected);
  listenToEvents({
    connected: () => undefined,
    message(event) {
      if (event.type === 'track' || event.type === 'hidden' || event.type === 'snapshot') {
        const track = event.type === 'hidden' ? null : event.track;
        const isHidden =
          (event.type === 'hidden' && !event.offAir) ||
          (event.type === 'snapshot' && event.state === 'hidden');
        if (track !== null) {
          const names = [track.title, track.artist].filter(Boolean).join(' · ') || phrase('Untitled');
          setText(done, phrase('On air: {track}. This is what your audience sees:', { track: names }));
        } else if (isHidden) {
          setText(done, phrase('A track is on air, and it is hidden: the audience sees nothing of it.'));
        }
        byId('done-section').hidden = track === null && !isHidden;
      }
    },
  });
  void refreshAgainAndAgain();
}

translatePage();
// Buttons get their handlers before the page is shown, so that no press is lost.
computer.start();
appearance.start();
obs.start();
sources.start();
signIn({
  right: 'configure',
  page: byId('steps'),
  nextFocus: 'sources-heading',
  allowed: () => void load(),
  connected: showConnected,
});
