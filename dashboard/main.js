/** The operator's page: wires what the server tells to the parts of the page. */
import { keepToken, listenToEvents, listenToOperator, readPermission, token } from './api.js';
import { showChain } from './chain.js';
import { showDecks } from './decks.js';
import * as doctor from './doctor.js';
import { byId, setShown, setText } from './dom.js';
import * as log from './log.js';
import * as onAir from './on-air.js';
import * as session from './session.js';

const ASK_AGAIN_MS = 1_500;
const NEEDS_TOKEN = 'This page needs the token that deckcast was started with (--http.token).';
const WRONG_TOKEN = 'That is not the token that deckcast was started with (--http.token).';

const connection = byId('connection', HTMLElement);
const desk = byId('desk', HTMLElement);
const door = byId('door', HTMLFormElement);
const doorReason = byId('door-reason', HTMLElement);
const tokenField = byId('token', HTMLInputElement);

/** @param {boolean} yes */
function showConnected(yes) {
  setText(connection, yes ? 'Connected' : 'Connection lost. Trying again…');
  connection.classList.toggle('lost', !yes);
  desk.classList.toggle('lost', !yes);
}

async function enter() {
  const { may, reason } = await readPermission();
  if (may === 'unknown') {
    showConnected(false);
    setTimeout(enter, ASK_AGAIN_MS);
    return;
  }
  desk.hidden = may !== 'yes';
  setShown(door, may !== 'yes', byId('now-names', HTMLElement));
  if (may === 'yes') {
    listen();
    return;
  }
  setText(connection, '');
  byId('door-token', HTMLElement).hidden = may === 'no';
  setText(doorReason, may === 'no' ? reason : token() === '' ? NEEDS_TOKEN : WRONG_TOKEN);
  if (may === 'token') {
    tokenField.select();
    tokenField.focus();
  }
}

/** The program may have come back with another token: then the door is where this page begins. */
async function leaveIfRefused() {
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
        // The first message brings every line that is kept.
        log.clearLines();
        // What was not done while the server was away is no news any more.
        onAir.answer('');
        session.answer('');
      } else {
        void leaveIfRefused();
      }
    },
    message(message) {
      onAir.takeComing(message);
      showDecks(message.decks, message.canPutOnAir);
      showChain(message.health);
      log.addLines(message.log);
    },
  });
  listenToEvents({
    connected: () => undefined,
    message(event) {
      onAir.takeEvent(event);
      if (event.type === 'snapshot') {
        void session.refreshAll();
      } else if (event.type !== 'ping') {
        void session.refresh();
      }
    },
  });
}

door.addEventListener('submit', (event) => {
  event.preventDefault();
  keepToken(tokenField.value);
  // The same answer again is an answer, too.
  setText(doorReason, '');
  void enter();
});
onAir.start();
session.start();
doctor.start();
log.start();
void enter();
