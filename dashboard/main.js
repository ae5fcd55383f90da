/** The operator's page: passes the server's messages to the parts of the page. */
import { listenToEvents, listenToOperator, readPermission, storeToken, token } from './api.js';
import { showChain } from './chain.js';
import { showDecks } from './decks.js';
import * as doctor from './doctor.js';
import { byId, setShown, setText } from './dom.js';
import * as log from './log.js';
import * as onAir from './on-air.js';
import * as session from './session.js';

const RETRY_MS = 1_500;
const NEEDS_TOKEN = 'This page needs the token that deckcast was started with (--http.token).';
const WRONG_TOKEN = 'That is not the token that deckcast was started with (--http.token).';

const connection = byId('connection', HTMLElement);
const desk = byId('desk', HTMLElement);
const signInForm = byId('sign-in', HTMLFormElement);
const signInReason = byId('sign-in-reason', HTMLElement);
const tokenField = byId('token', HTMLInputElement);

/** @param {boolean} yes */
function showConnected(yes) {
  setText(connection, yes ? 'Connected' : 'Connection lost. Trying again…');
  connection.classList.toggle('lost', !yes);
  desk.classList.toggle('lost', !yes);
}

async function signIn() {
  const { may, reason } = await readPermission();
  if (may === 'unknown') {
    showConnected(false);
    setTimeout(signIn, RETRY_MS);
    return;
  }
  desk.hidden = may !== 'yes';
  setShown(signInForm, may !== 'yes', byId('now-names', HTMLElement));
  if (may === 'yes') {
    listen();
    return;
  }
  setText(connection, '');
  byId('sign-in-token', HTMLElement).hidden = may === 'no';
  setText(signInReason, may === 'no' ? reason : token() === '' ? NEEDS_TOKEN : WRONG_TOKEN);
  if (may === 'token') {
    tokenField.select();
    tokenField.focus();
  }
}

/** The program may have been restarted with another token: then the page starts again with the sign-in form. */
async function reloadIfRefused() {
  const { may } = await readPermission();
  if (may === 'token' || may === 'no') {
    location.reload();
  }
}

function listen() {
  listenToOperator({
    connected(yes) {
      showConnected(yes);
      if (yes) {
        // The first message contains every line that the server keeps.
        log.clearLines();
        // Errors from before the connection was lost are out of date.
        onAir.answer('');
        session.answer('');
      } else {
        void reloadIfRefused();
      }
    },
    message(message) {
      onAir.showMessage(message);
      showDecks(message.decks, message.canPutOnAir);
      showChain(message.health);
      log.addLines(message.log);
    },
  });
  listenToEvents({
    connected: () => undefined,
    message(event) {
      onAir.showEvent(event);
      if (event.type === 'snapshot') {
        void session.refreshAll();
      } else if (event.type !== 'ping') {
        void session.refresh();
      }
    },
  });
}

signInForm.addEventListener('submit', (event) => {
  event.preventDefault();
  storeToken(tokenField.value);
  // So that the same answer is read out again.
  setText(signInReason, '');
  void signIn();
});
onAir.start();
session.start();
doctor.start();
log.start();
void signIn();
