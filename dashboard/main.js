/** The operator's page: wires what the server tells to the parts of the page. */
import { askPermission, keepToken, listenToEvents, listenToOperator } from './api.js';
import { showChain } from './chain.js';
import { showDecks } from './decks.js';
import { byId, setText } from './dom.js';
import * as log from './log.js';
import * as onAir from './on-air.js';
import * as session from './session.js';

const ASK_AGAIN_MS = 1_500;

const connection = byId('connection', HTMLElement);
const desk = byId('desk', HTMLElement);
const door = byId('door', HTMLFormElement);

/** @param {boolean} yes */
function showConnected(yes) {
  setText(connection, yes ? 'Connected' : 'Connection lost. Trying again…');
  connection.classList.toggle('lost', !yes);
  desk.classList.toggle('lost', !yes);
}

async function enter() {
  const { may, reason } = await askPermission();
  if (may === 'unknown') {
    showConnected(false);
    setTimeout(enter, ASK_AGAIN_MS);
    return;
  }
  door.hidden = may === 'yes';
  desk.hidden = may !== 'yes';
  if (may !== 'yes') {
    byId('door-token', HTMLElement).hidden = may === 'no';
    setText(
      byId('door-reason', HTMLElement),
      may === 'no' ? reason : 'This page needs the token of --http.token.',
    );
    setText(connection, '');
    return;
  }
  listen();
}

/** The program may have come back with another token: then the door is where this page begins. */
async function leaveIfRefused() {
  const { may } = await askPermission();
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
  keepToken(byId('token', HTMLInputElement).value);
  void enter();
});
onAir.start();
session.start();
log.start();
void enter();
