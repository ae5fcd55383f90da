/** The operator's page in German, by the English text. What stands in braces is filled in by the program. */

/** @type {Readonly<Record<string, string>>} */
export const TEXTS = {
  // On air
  'On air': 'Auf Sendung',
  'Connecting…': 'Verbindung wird aufgebaut …',
  Connected: 'Verbunden',
  'Connection lost. Trying again…': 'Verbindung verloren. Neuer Versuch …',
  'The server does not answer.': 'Der Server antwortet nicht.',
  'Set up': 'Einrichten',
  Settings: 'Einstellungen',
  Overlays: 'Overlays',
  Help: 'Hilfe',
  Language: 'Sprache',
  'Nothing yet': 'Noch nichts',
  Hidden: 'Verborgen',
  Untitled: 'Ohne Titel',
  'for {time}': 'seit {time}',
  'deck {deck}': 'Deck {deck}',
  'deck {decks}': 'Deck {decks}',
  Hide: 'Verbergen',
  Reveal: 'Zeigen',
  'Undo: reveal': 'Rückgängig: zeigen',
  'Try again': 'Noch einmal',
  'Next: {track}': 'Danach: {track}',
  'in {seconds} s': 'in {seconds} s',
  'A hidden track': 'Ein verborgener Titel',
  'Feature now': 'Jetzt zeigen',
  'Recall overlay': 'Noch einmal einblenden',
  'Correct…': 'Berichtigen …',
  'Hide next time': 'Nächstes Mal verbergen',
  'This time it stays on air.': 'Dieses Mal bleibt er auf Sendung.',
  Keys: 'Tasten',
  'hide or reveal,': 'verbergen oder zeigen,',
  'recall,': 'noch einmal einblenden,',
  'correct,': 'berichtigen,',
  'feature now,': 'jetzt zeigen,',
  to: 'bis',
  'put that deck on air': 'dieses Deck auf Sendung',
  Hiding: 'Wird verborgen',
  Revealing: 'Wird gezeigt',
  'Showing again': 'Wird noch einmal eingeblendet',
  Featuring: 'Wird gezeigt',
  Correcting: 'Wird berichtigt',
  'Noting it': 'Wird vorgemerkt',
  'How to': 'So geht es',
  '{doing}: not confirmed. The connection is slow or lost.':
    '{doing}: nicht bestätigt. Die Verbindung ist langsam oder verloren.',
  'Whenever this track is played again, it is hidden.':
    'Wann immer dieser Titel wieder gespielt wird, ist er verborgen.',
  'Another track is on air by now. Nothing was corrected.':
    'Inzwischen ist ein anderer Titel auf Sendung. Nichts wurde berichtigt.',
  'The audience sees nothing of this track.': 'Das Publikum sieht nichts von diesem Titel.',
  'Hidden by the operator': 'Vom Bediener verborgen',
  'Hidden by a rule of the settings': 'Durch eine Regel der Einstellungen verborgen',
  'Hidden by the color of its deck': 'Durch die Farbe seines Decks verborgen',
  'Correct the track on air': 'Den Titel auf Sendung berichtigen',
  Title: 'Titel',
  Artist: 'Interpret',
  Correct: 'Berichtigen',
  Cancel: 'Abbrechen',

  // Decks
  Decks: 'Decks',
  'Level of deck {deck}': 'Pegel von Deck {deck}',
  'Put deck {deck} on air': 'Deck {deck} auf Sendung',
  'Putting it on air': 'Kommt auf Sendung',
  Empty: 'Leer',
  'Hidden track': 'Verborgener Titel',
  'on air': 'auf Sendung',
  playing: 'spielt',
  stopped: 'steht',
  'Deck {deck} does not play': 'Deck {deck} spielt nicht',
  'Deck {deck} is empty': 'Deck {deck} ist leer',
  'Deck {deck} is out of reach': 'Deck {deck} ist nicht erreichbar',
  'Deck {deck} leads: no other plays': 'Deck {deck} führt: kein anderes spielt',
  'Deck {deck} waits: {text}': 'Deck {deck} wartet: {text}',
  'its fader is closed': 'sein Fader ist zu',
  'it is not heard': 'es ist nicht zu hören',
  'Deck {deck} would lead, but the operator put another track on air':
    'Deck {deck} würde führen, aber der Bediener hat einen anderen Titel auf Sendung gebracht',
  'Deck {deck} was put on air by the operator; the detection decides again at the next change':
    'Deck {deck} hat der Bediener auf Sendung gebracht; beim nächsten Wechsel entscheidet wieder die Erkennung',
  'Deck {deck} leads: it started first; changes when it stops':
    'Deck {deck} führt: es lief als erstes; wechselt, wenn es stoppt',

  // Source and outputs
  'Source and outputs': 'Quelle und Ausgänge',
  'Each part': 'Jeder Teil',
  'All is well.': 'Alles in Ordnung.',
  'Source: {name}': 'Quelle: {name}',
  'Art: {name}': 'Cover: {name}',
  'Sink: {name}': 'Ausgang: {name}',
  'Connected pages': 'Verbundene Seiten',
  '{count}, this one among them': '{count}, diese mitgezählt',
  'heard {when}': 'gehört {when}',
  '{count} answered · last {when}': '{count} beantwortet · zuletzt {when}',
  '{count} delivered': '{count} zugestellt',
  '{count} waiting': '{count} warten',
  '{count} dropped': '{count} verworfen',
  '{counts} · last {when}': '{counts} · zuletzt {when}',
  '{trouble} · stopped': '{trouble} · angehalten',
  never: 'noch nie',
  'just now': 'gerade eben',
  '{count} s ago': 'vor {count} s',
  '{count} min ago': 'vor {count} min',
  '{count} h ago': 'vor {count} h',

  // What the verbs refuse
  'nothing is on air': 'nichts ist auf Sendung',
  'a different track is on air now': 'jetzt ist ein anderer Titel auf Sendung',
  'a different track is held now': 'jetzt wartet ein anderer Titel',
  'nothing is held': 'kein Titel wartet',
  'nothing is on air that may be shown': 'nichts ist auf Sendung, das gezeigt werden darf',
  'the track that was meant is not in that deck any more':
    'der gemeinte Titel liegt nicht mehr in diesem Deck',

  // Set, help and log
  'Set, help and log': 'Set, Hilfe und Protokoll',
  Session: 'Set',
  Show: 'Zeigen',
  'Export as': 'Speichern als',
  Download: 'Herunterladen',
  Tracks: 'Titel',
  After: 'Nach',
  Track: 'Titel',
  At: 'Um',
  'This session': 'Dieses Set',
  '1 track': '1 Titel',
  '{count} tracks': '{count} Titel',
  'YouTube chapters': 'YouTube-Kapitel',
  'SoundExchange report': 'Meldung an SoundExchange',
  'PRS for Music report': 'Meldung an PRS for Music',
  'Music cue sheet': 'Musikfolgebogen (Cue Sheet)',
  'To fill in: {lacks}.': 'Noch einzutragen: {lacks}.',
  'What is wrong?': 'Was stimmt nicht?',
  Examine: 'Untersuchen',
  'Save a report': 'Bericht speichern',
  'Examining…': 'Wird untersucht …',
  'Writing the report…': 'Der Bericht wird geschrieben …',
  'Faults: {faults}, warnings: {warnings}.': 'Fehler: {faults}, Warnungen: {warnings}.',
  fault: 'Fehler',
  warning: 'Warnung',
  note: 'Hinweis',
  'That means: {means}.': 'Das heißt: {means}.',
  'Do: {todo}.': 'Zu tun: {todo}.',
  Log: 'Protokoll',
  Lines: 'Zeilen',
  'Warnings only': 'Nur Warnungen',

  // The sound of the room
  'Listen to the master': 'Den Master hören',
  'deckcast hears which track the audience hears. Nothing that is heard is stored or sent on.':
    'deckcast hört, welchen Titel das Publikum hört. Nichts davon wird gespeichert oder weitergegeben.',
  'Switch on': 'Einschalten',
  Input: 'Eingang',
  Listen: 'Zuhören',
  'Sound of this computer': 'Ton dieses Computers',
  Stop: 'Anhalten',
  'Stopped.': 'Angehalten.',
  Broadcast: 'Sendung',
  Page: 'Seite',
  Command: 'Befehl',
  '{door} (heard)': '{door} (zu hören)',
  'no sound': 'kein Ton',
  '{track} ({percent} % of the sound)': '{track} ({percent} % des Tons)',
  'I hear: {first}': 'Ich höre: {first}',
  'I hear: {first}, then {second}': 'Ich höre: {first}, dann {second}',
  'Level of {door}': 'Pegel: {door}',
  'Listening to {input}.': 'Es hört zu: {input}.',
  'Another page listens now.': 'Jetzt hört eine andere Seite zu.',
  'deckcast does not listen to pages.': 'deckcast hört keinen Seiten zu.',
  'The server does not understand this page: load it again.':
    'Der Server versteht diese Seite nicht: lade sie neu.',
  'This page sent too much sound: load it again.': 'Diese Seite hat zu viel Ton gesendet: lade sie neu.',
  'Browsers give a page a microphone only at http://127.0.0.1, http://localhost or over HTTPS: open this page there.':
    'Browser geben einer Seite nur unter http://127.0.0.1, http://localhost oder über HTTPS ein Mikrofon: öffne sie dort.',
  'This deckcast reads no configuration file: start it with --hear.input=page.':
    'Dieses deckcast liest keine Konfigurationsdatei: starte es mit --hear.input=page.',
  'Your music: {total} tracks are known by their sound.': 'Deine Musik: {total} Titel sind am Klang bekannt.',
  'Your music: {known} of {total} tracks are known by their sound.':
    'Deine Musik: {known} von {total} Titeln sind am Klang bekannt.',
  'Your music: {known} of {total} tracks are known by their sound, {time} left.':
    'Deine Musik: {known} von {total} Titeln sind am Klang bekannt, noch {time}.',
  'The browser was not allowed to.': 'Dem Browser wurde es nicht erlaubt.',
  'This input cannot be opened.': 'Dieser Eingang lässt sich nicht öffnen.',
  'No sound was shared: tick “Share system audio” (Windows), or share a tab.':
    'Kein Ton wurde geteilt: hake „Systemaudio teilen“ an (Windows), oder teile einen Tab.',
  'The input is gone: it was unplugged, or taken away.':
    'Der Eingang ist weg: ausgesteckt oder anderswo gebraucht.',

  // The page for everybody
  'The page for everybody': 'Die Seite für alle',
  'QR code of the page for everybody': 'QR-Code der Seite für alle',
  'Open it': 'Öffnen',
  'Guests who scan it read what is on, and what was: a few seconds late, so that you can hide a track.':
    'Wer ihn scannt, liest, was läuft und was lief: einige Sekunden später, damit du einen Titel verbergen kannst.',
  'Only this computer reaches deckcast: guests cannot open it until --http.addr is changed.':
    'Nur dieser Computer erreicht deckcast: Gäste können sie erst öffnen, wenn --http.addr geändert ist.',
  // A phone, and who may operate
  'Operate from a phone': 'Vom Telefon aus bedienen',
  'Show a code': 'Code zeigen',
  'Make a token': 'Token anlegen',
  'QR code that signs one phone in': 'QR-Code, der ein Telefon anmeldet',
  "Scan it with the phone's camera, in the same network. It signs one phone in, once.":
    'Scanne ihn mit der Kamera des Telefons, im selben Netz. Er meldet ein Telefon an, einmal.',
  'Until {time}.': 'Bis {time}.',
  'this code was used already, or is too old: show a new one':
    'dieser Code wurde schon benutzt oder ist zu alt: zeige einen neuen',
  'without --http.token only this computer may operate':
    'ohne Token (--http.token) darf nur dieser Computer bedienen',
  'This page may not change anything yet. Use the page that deckcast opened when it started, on the computer that it runs on.':
    'Diese Seite darf noch nichts ändern. Nimm die Seite, die deckcast beim Start geöffnet hat, auf dem Computer, auf dem es läuft.',
  'This device may not operate yet.': 'Dieses Gerät darf noch nicht bedienen.',
  Details: 'Einzelheiten',
  'only this computer reaches deckcast: change --http.addr first':
    'nur dieser Computer erreicht deckcast: ändere zuerst --http.addr',
  'This deckcast reads no configuration file: start it with --http.token.':
    'Dieses deckcast liest keine Konfigurationsdatei: starte es mit --http.token.',
  'This page needs the token that deckcast was started with.':
    'Diese Seite braucht das Token, mit dem deckcast gestartet wurde.',
  'That is not the token that deckcast was started with.':
    'Das ist nicht das Token, mit dem deckcast gestartet wurde.',
  'The address that this page was opened with was used already, or is too old.':
    'Die Adresse, mit der diese Seite geöffnet wurde, ist schon benutzt oder zu alt.',
  'At the computer that runs deckcast, open On air.':
    'Öffne an dem Computer, auf dem deckcast läuft, „Auf Sendung“.',
  'Under “Operate from a phone”, press Show a code.':
    'Drücke unter „Vom Telefon aus bedienen“ auf „Code zeigen“.',
  'Scan the code with the camera of this device.': 'Scanne den Code mit der Kamera dieses Geräts.',
  Token: 'Token',
  Open: 'Öffnen',

  // Saving
  'Saved.': 'Gespeichert.',
  'Saved. It takes effect when deckcast starts again.':
    'Gespeichert. Es gilt, sobald deckcast neu gestartet ist.',
  'The settings could not be read.': 'Die Einstellungen konnten nicht gelesen werden.',
  'take out what sets {name}': 'nimm heraus, was {name} setzt',
  '{file}, line {line}: {instead}': '{file}, Zeile {line}: {instead}',
};
