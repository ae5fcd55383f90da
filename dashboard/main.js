/** The operator's page: passes the server's messages to the parts of the page. */
import './shell.js';
import { keepConnection, listenToEvents, listenToOperator } from './api.js';
import { showChain } from './chain.js';
import { showDecks } from './decks.js';
import * as doctor from './doctor.js';
import { byId, setText } from './dom.js';
import * as fold from './fold.js';
import * as hearing from './hear.js';
import * as log from './log.js';
import * as onAir from './on-air.js';
import * as phone from './phone.js';
import * as session from './session.js';
import * as setPage from './set-page.js';
import * as shortcuts from './shortcuts.js';
import { reloadIfRefused, signIn } from './sign-in.js';
import { phrase, translatePage } from './text.js';

const connection = byId('connection');
const desk = byId('desk');

/** @param {boolean} yes */
function showConnected(yes) {
  setText(connection, yes ? phrase('Connected') : phrase('Connection lost. Trying again…'));
  connection.classList.toggle('lost', !yes);
  desk.classList.toggle('lost', !yes);
}

function listen() {
  keepConnection();
  listenToOperator({
    connected(yes) {
      showConnected(yes);
      if (yes) {
        // The first message contains all lines that the server keeps.
        log.clearLines();
        // Errors from before the disconnection are outdated.
        onAir.answer('');
        session.answer('');
      } else {
        void reloadIfRefused('operate');
      }
    },
    message(message) {
      onAir.showMessage(message);
      showDecks(message.decks, message.canPutOnAir);
      showChain(message.health);
      log.addLines(message.log);
    },
  });
  hearing.listen();
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

translatePage();
fold.start();
onAir.start();
session.start();
doctor.start();
hearing.start();
log.start();
phone.start();
setPage.start();
shortcuts.start();
signIn({
  right: 'operate',
  page: desk,
  nextFocus: byId('now-names'),
  allowed: listen,
  connected(known) {
    if (known) {
      setText(connection, '');
    } else {
      showConnected(false);
    }
  },
});
