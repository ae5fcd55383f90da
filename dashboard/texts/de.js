/** German texts of the pages by their English text. The program fills in placeholders in braces. */

/** @type {Readonly<Record<string, string>>} */
export const TEXTS = {
  // On air
  'On air': 'Auf Sendung',
  'Connecting…': 'Verbindung wird aufgebaut\u00a0…',
  Connected: 'Verbunden',
  'Connection lost. Trying again…': 'Verbindung verloren. Neuer Versuch\u00a0…',
  'deckcast does not answer.': 'deckcast antwortet nicht.',
  'Set up': 'Einrichten',
  Settings: 'Einstellungen',
  Overlays: 'Overlays',
  Help: 'Hilfe',
  Language: 'Sprache',
  'Nothing yet': 'Noch nichts',
  Hidden: 'Verborgen',
  Untitled: 'Ohne Titel',
  'for {time}': 'seit {time}',
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
  'Correct…': 'Berichtigen\u00a0…',
  'Hide next time': 'Nächstes Mal verbergen',
  'This time it stays as it is.': 'Dieses Mal bleibt er, wie er ist.',
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
  'deck {deck}': 'Deck {deck}',
  closes: 'zu ist',
  'The page Settings has that field.': 'Das Feld ist auf der Seite Einstellungen.',
  '“{title}”': '„{title}“',

  // Source and outputs
  'Source and outputs': 'Quelle und Ausgänge',
  'Each part': 'Jeder Teil',
  'All is well.': 'Alles in Ordnung.',
  'Trouble: {names}': 'Gestört: {names}',
  'Source: {name}': 'Quelle: {name}',
  'Art: {name}': 'Cover: {name}',
  'Output: {name}': 'Ausgang: {name}',
  // Titles of sources and outputs
  'Denon DJ / Engine OS players': 'Player von Denon DJ / Engine OS',
  'Pioneer DJ / AlphaTheta players': 'Player von Pioneer DJ / AlphaTheta',
  'VirtualDJ with Network Control': 'VirtualDJ mit Network Control',
  'A program that broadcasts': 'Ein Programm, das sendet',
  'A program that sends OSC': 'Ein Programm, das OSC sendet',
  'djay, DJUCED, VirtualDJ, or any text file': 'djay, DJUCED, VirtualDJ oder irgendeine Textdatei',
  'Serato DJ or Mixxx': 'Serato DJ oder Mixxx',
  'rekordbox on this computer': 'rekordbox auf diesem Computer',
  'Your own music, by ear': 'Deine eigene Musik, nach Gehör',
  'Made-up tracks': 'Erfundene Titel',
  'A media player on this computer': 'Ein Medienplayer auf diesem Computer',
  'Media players on other computers': 'Medienplayer auf anderen Computern',
  'A tab in my browser': 'Ein Tab in meinem Browser',
  'MPD, the Music Player Daemon': 'MPD, der Music Player Daemon',
  'A Spotify account': 'Ein Spotify-Konto',
  'Another program': 'Ein anderes Programm',
  'A script with decks': 'Ein Skript mit Decks',
  'Text and cover as files': 'Text und Cover als Dateien',
  'A line for each track': 'Eine Zeile je Titel',
  'CUE sheet': 'CUE-Sheet',
  'Stored sets': 'Gespeicherte Sets',
  'Answers in a Twitch chat': 'Antworten in einem Twitch-Chat',
  'Markers in a Twitch stream': 'Markierungen in einem Twitch-Stream',
  'Twitch extension': 'Twitch-Erweiterung',
  'Web radio': 'Webradio',
  'A page for everybody': 'Eine Seite für alle',

  // Their descriptions
  'Connected pages': 'Verbundene Seiten',
  '{count}, this one among them': '{count}, diese mitgezählt',
  'heard {when}': 'gehört {when}',
  'No track yet': 'Noch kein Titel',
  'nothing heard yet': 'noch nichts gehört',
  '{count} answered': '{count} beantwortet',
  '{count} delivered': '{count} zugestellt',
  '{count} waiting': '{count} warten',
  '{count} dropped': '{count} verworfen',
  '{counts} · last {when}': '{counts} · zuletzt {when}',
  '{trouble} · stopped': '{trouble} · angehalten',
  'just now': 'gerade eben',
  '{count} s ago': 'vor {count} s',
  '{count} min ago': 'vor {count} min',
  '{count} h ago': 'vor {count} h',

  // Set, help and log
  'Set, help and log': 'Set, Hilfe und Protokoll',
  'The set': 'Das Set',
  Show: 'Zeigen',
  'Export as': 'Speichern als',
  Download: 'Herunterladen',
  Tracks: 'Titel',
  After: 'Nach',
  Track: 'Titel',
  At: 'Um',
  'This set': 'Dieses Set',
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
  'Examining…': 'Wird untersucht\u00a0…',
  'Writing the report…': 'Der Bericht wird geschrieben\u00a0…',
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
  'Listen on a page, too': 'Auch auf einer Seite hören',
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
  'Heard: {first}': 'Zu hören: {first}',
  'Heard: {first}, then {second}': 'Zu hören: {first}, dann {second}',
  'Level of {door}': 'Pegel: {door}',
  'Listening to {input}.': 'Es hört zu: {input}.',
  'Another page listens now.': 'Jetzt hört eine andere Seite zu.',
  'deckcast does not listen to pages.': 'deckcast hört keinen Seiten zu.',
  'The server does not understand this page: load it again.':
    'Der Server versteht diese Seite nicht: lade sie neu.',
  'This page sent too much sound: load it again.': 'Diese Seite hat zu viel Ton gesendet: lade sie neu.',
  'Browsers give a page a microphone only at http://127.0.0.1, http://localhost or over HTTPS: open this page there.':
    'Browser geben einer Seite nur unter http://127.0.0.1, http://localhost oder über HTTPS ein Mikrofon: öffne sie dort.',
  'This is the demo, in which nothing can be changed: start deckcast itself.':
    'Das ist die Demo, in der sich nichts ändern lässt: starte deckcast selbst.',
  'Your music: no track was found yet.': 'Deine Musik: noch kein Titel gefunden.',
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
  'Only this computer reaches deckcast. For guests, change “Address and port of these pages” in the settings.':
    'Nur dieser Computer erreicht deckcast. Ändere für Gäste „Adresse und Port dieser Seiten“ in den Einstellungen.',
  // Phone and permissions
  'Operate from a phone': 'Vom Telefon aus bedienen',
  'Show a code': 'Code zeigen',
  'Make a token': 'Token anlegen',
  'QR code that signs one phone in': 'QR-Code, der ein Telefon anmeldet',
  "Scan it with the phone's camera, in the same network. It signs one phone in, once.":
    'Scanne ihn mit der Kamera des Telefons, im selben Netz. Er meldet ein Telefon an, einmal.',
  'Until {time}.': 'Bis {time}.',
  'This page may not change anything yet. On the computer that deckcast runs on, use the page that it opened when it started, or run “deckcast open” in a terminal.':
    'Diese Seite darf noch nichts ändern. Nimm auf dem Computer, auf dem deckcast läuft, die Seite, die es beim Start geöffnet hat, oder führe „deckcast open“ in einem Terminal aus.',
  'This device may not operate yet.': 'Dieses Gerät darf noch nicht bedienen.',
  Details: 'Einzelheiten',
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
  '{file}, at the top: {instead}': '{file}, ganz oben: {instead}',

  // Setting it up
  'This is the demo': 'Das ist die Demo',
  'Here you will say what you play with, choose how it looks, and bring it into OBS. The demo plays made-up tracks and keeps nothing, so there is nothing to set up in it. Look around:':
    'Hier wirst du sagen, womit du spielst, das Aussehen wählen und es in OBS bringen. Die Demo spielt erfundene Titel und behält nichts, also gibt es in ihr nichts einzurichten. Sieh dich um:',
  'All looks': 'Alle Looks',
  "The operator's page": 'Die Seite zum Bedienen',
  'Then end the demo, and start deckcast itself: it opens this page.':
    'Beende dann die Demo, und starte deckcast selbst: es öffnet diese Seite.',
  'It works': 'Es geht',
  'On air: {track}. This is what your audience sees:': 'Auf Sendung: {track}. Das sieht dein Publikum:',
  'A track is on air, and it is hidden: the audience sees nothing of it.':
    'Ein Titel ist auf Sendung und verborgen: das Publikum sieht nichts davon.',
  'The overlay, as the audience sees it': 'Das Overlay, wie das Publikum es sieht',
  '1. What do you play with?': '1. Womit spielst du?',
  'Of several, the upper one wins.': 'Von mehreren gilt die obere.',
  'What is watched': 'Was beobachtet wird',
  Found: 'Gefunden',
  'Saving…': 'Wird gespeichert\u00a0…',
  'Switch off': 'Ausschalten',
  'Use it': 'Benutzen',
  'Use this': 'Das benutzen',
  'What to do': 'Was zu tun ist',
  'Move up': 'Nach oben',
  'Move down': 'Nach unten',
  'On. Waits for a track.': 'An. Wartet auf einen Titel.',
  'On. There is a problem.': 'An. Es gibt ein Problem.',
  'A track has arrived, {when}.': 'Ein Titel ist angekommen, {when}.',
  '{name}: a track has arrived.': '{name}: ein Titel ist angekommen.',
  'More options': 'Weitere Optionen',
  Copy: 'Kopieren',
  Copied: 'Kopiert',
  'Press Ctrl+C': 'Drücke Strg+C',
  Save: 'Speichern',
  none: 'keine',
  'From {min} to {max}.': 'Von {min} bis {max}.',
  'It is set, and not shown. Type another one to replace it.':
    'Es ist gesetzt und wird nicht gezeigt. Gib ein anderes ein, um es zu ersetzen.',
  'It names a program, a file or a folder, so it is changed on the computer that deckcast runs on only.':
    'Es nennt ein Programm, eine Datei oder einen Ordner, also wird es nur auf dem Computer geändert, auf dem deckcast läuft.',
  'It was chosen when deckcast was started, so it cannot be changed here.':
    'Es wurde beim Start von deckcast gewählt, also lässt es sich hier nicht ändern.',
  'Sign in': 'Anmelden',
  'Sign in again': 'Noch einmal anmelden',
  'Signed in': 'Angemeldet',
  Authorize: 'Zugriff geben',
  'Authorize again': 'Noch einmal Zugriff geben',
  Authorized: 'Zugriff gegeben',
  'Open {address}': '{address} öffnen',
  'Agree there, and come back to this page.': 'Stimme dort zu, und komm auf diese Seite zurück.',
  'Enter this code there, on this or any other device, and agree. This page notices.':
    'Gib dort diesen Code ein, auf diesem oder einem anderen Gerät, und stimme zu. Diese Seite merkt es.',
  'Now open the page of the service': 'Öffne jetzt die Seite des Dienstes',
  'If the browser finds no page afterward, paste the address that it shows':
    'Wenn der Browser danach keine Seite findet, füge hier die Adresse ein, die er zeigt',
  'Use this address': 'Diese Adresse benutzen',
  '2. How does it look?': '2. Wie sieht es aus?',
  Look: 'Look',
  'Its colors, size and place': 'Seine Farben, seine Größe und sein Ort',
  'Use this look': 'Diesen Look benutzen',
  'See them all': 'Alle ansehen',
  '{theme}, with a made-up track': '{theme}, mit einem erfundenen Titel',
  'Saved. Overlays that are open show it.': 'Gespeichert. Offene Overlays zeigen es.',
  'If it is in OBS, set its width to {width} there, and its height to {height}.':
    'Wenn es in OBS ist, setze dort seine Breite auf {width} und seine Höhe auf {height}.',
  '3. Bring it into OBS': '3. Bring es in OBS',
  'In OBS, open Tools → WebSocket Server Settings, enable the server, and press Show Connect Info.':
    'Öffne in OBS Werkzeuge → WebSocket-Servereinstellungen, schalte den Server ein, und drücke auf „Verbindungsinformationen anzeigen“.',
  Password: 'Passwort',
  Scene: 'Szene',
  'Connect to OBS': 'Mit OBS verbinden',
  'Add the overlay': 'Overlay hinzufügen',
  'Or by hand: Sources → + →': 'Oder von Hand: Quellen → + →',
  ', width': ', Breite',
  ', height': ', Höhe',
  ', and this address:': ' und diese Adresse:',
  'Address of the overlay': 'Adresse des Overlays',
  'Asking OBS…': 'OBS wird gefragt\u00a0…',
  'OBS answers. Choose the scene, and add the overlay.':
    'OBS antwortet. Wähle die Szene, und füge das Overlay hinzu.',
  'Each start of deckcast reloads it there.': 'Bei jedem Start lädt deckcast es dort neu.',
  'Saved. Type another one to replace it': 'Gespeichert. Gib ein anderes ein, um es zu ersetzen',
  'No other computer reaches deckcast, so OBS has to run on this one.':
    'Kein anderer Computer erreicht deckcast, also muss OBS auf diesem laufen.',
  'If OBS runs on another computer, the address is {address}':
    'Wenn OBS auf einem anderen Computer läuft, ist die Adresse {address}',
  '4. Where else?': '4. Wohin noch?',
  'All of these are optional. Test messages are labeled.':
    'Nichts davon muss sein. Ein Test ist als Test zu erkennen.',
  On: 'An',
  Off: 'Aus',
  'Set it up': 'Einrichten',
  'Send a test': 'Test senden',
  '5. Start with the computer': '5. Mit dem Computer starten',
  'Start deckcast when somebody signs in here': 'deckcast starten, wenn sich hier jemand anmeldet',
  'It starts with what is set up on this page and in the settings.':
    'Es startet mit dem, was auf dieser Seite und in den Einstellungen steht.',
  'It starts with the computer from now on.': 'Von jetzt an startet es mit dem Computer.',
  'It no longer starts with the computer.': 'Es startet nicht mehr mit dem Computer.',
  'Nothing starts at present: {path} no longer exists. Tick the box to start this copy.':
    'Zurzeit startet nichts: {path} gibt es nicht mehr. Hake an, um diese Kopie zu starten.',
  'Another copy starts at present: {path}. Tick the box to start this one in its place.':
    'Zurzeit startet eine andere Kopie: {path}. Hake an, um statt ihrer diese zu starten.',
  'The file that does this: {file}': 'Die Datei, die das macht: {file}',
  '6. At the next gig': '6. Beim nächsten Auftritt',
  'Start deckcast, or let the computer do it. Start order does not matter.':
    'Starte deckcast, oder lass es den Computer tun. Die Reihenfolge ist gleich.',
  'Play a track, and look at the overlay in OBS.': 'Spiele einen Titel, und sieh nach dem Overlay in OBS.',
  'While you play, hide or correct a track on the page':
    'Während du spielst, verbirgst oder berichtigst du einen Titel auf der Seite',
  '. It also says what is wrong.': '. Sie sagt auch, was nicht stimmt.',
  // DJ products
  'Prime, SC and Numark players with Engine OS': 'Prime, SC und Numark mit Engine OS',
  'CDJ and XDJ players, AlphaTheta': 'CDJ, XDJ, AlphaTheta',
  'Traktor Pro 3 and 4': 'Traktor Pro 3 und 4',
  'Without changing Traktor, by its broadcast:': 'Ohne Traktor zu ändern, über seine Sendung:',
  'Serato DJ Pro and Lite': 'Serato DJ Pro und Lite',
  'On a computer, with rkbx_link': 'Auf einem Computer, mit rkbx_link',
  'Without rkbx_link, with the key of its database:': 'Ohne rkbx_link, mit dem Schlüssel seiner Datenbank:',
  'With a Pro license, or by its text file': 'Mit Pro-Lizenz, oder über seine Textdatei',
  'Without a Pro license, by its text file:': 'Ohne Pro-Lizenz, über seine Textdatei:',
  'djay Pro, DJUCED, any text file': 'djay Pro, DJUCED, jede Textdatei',
  'Version 2.3 and newer': 'Version 2.3 und neuer',
  'At once instead of when it counts as played, by its broadcast:':
    'Sofort, statt erst wenn ein Titel als gespielt zählt, über seine Sendung:',
  'A player': 'Ein Player',
  'Spotify, Music, VLC, a browser': 'Spotify, Musik, VLC, ein Browser',
  'On a phone or another computer, by the Spotify account:':
    'Auf einem Telefon oder einem anderen Computer, über das Spotify-Konto:',
  'Something else': 'Etwas anderes',
  'Everything that deckcast can watch': 'Alles, was deckcast beobachten kann',

  // Texts of cards
  'Only if it uses other addresses: type them here, with {deck} where the number of the deck stands':
    'Nur wenn es andere Adressen benutzt: gib sie hier ein, mit {deck}, wo die Nummer des Decks steht',
  'Play a track': 'Spiele einen Titel',

  // The settings
  'This deckcast reads no configuration file. It is the demo: start deckcast itself to set it up.':
    'Dieses deckcast liest keine Konfigurationsdatei. Es ist die Demo: starte deckcast selbst, um es einzurichten.',
  Search: 'Suche',
  'bigger, cover, tracklist…': 'größer, Cover, Tracklist\u00a0…',
  'Only what is set': 'Nur was gesetzt ist',
  'The language of these pages is chosen at the end of this one.':
    'Die Sprache dieser Seiten wählst du am Ende von dieser.',
  'What names a program, a file or a folder is changed on the computer that deckcast runs on only.':
    'Was ein Programm, eine Datei oder einen Ordner nennt, wird nur auf dem Computer geändert, auf dem deckcast läuft.',
  'What is wrong': 'Was nicht stimmt',
  'Groups of settings': 'Gruppen von Einstellungen',
  Discard: 'Verwerfen',
  'Settings are saved in': 'Einstellungen werden gespeichert in',
  ', which does not exist yet': ', die es noch nicht gibt',
  '. A flag or a variable beats the file.': '. Ein Flag oder eine Variable gilt mehr als die Datei.',
  changed: 'geändert',
  'One change.': 'Eine Änderung.',
  '{count} changes.': '{count} Änderungen.',
  'Show all {count}': 'Alle {count} zeigen',
  'No option is called that. Try another word, or clear the search to look through the groups.':
    'So heißt keine Option. Versuche ein anderes Wort, oder leere die Suche, um die Gruppen durchzusehen.',
  '1 option': '1 Option',
  '{count} options': '{count} Optionen',
  'Nothing was saved. Look at what is marked.': 'Nichts wurde gespeichert. Sieh nach, was markiert ist.',
  'Saved. Look at what is marked.': 'Gespeichert. Sieh nach, was markiert ist.',
  'Try it with a preview': 'Mit einer Vorschau probieren',
  'Change it with a preview': 'Mit einer Vorschau ändern',
  'All of the look': 'Alles am Look',
  'Its default will apply: {default}.': 'Seine Vorgabe wird gelten: {default}.',
  empty: 'leer',
  'Keep it': 'Behalten',
  Remove: 'Entfernen',
  'Use the default': 'Die Vorgabe nehmen',
  'Not set.': 'Nicht gesetzt.',
  'Fixed by {place}: change it there.': 'Fest durch {place}: ändere es dort.',
  'Set in {place}.': 'Gesetzt in {place}.',
  'Set in {place} (line {line}).': 'Gesetzt in {place} (Zeile {line}).',
  'It has a value, which is not shown.': 'Es hat einen Wert, der nicht gezeigt wird.',
  'Default: {default}.': 'Vorgabe: {default}.',
  'Changed on the computer that deckcast runs on only.':
    'Nur auf dem Computer zu ändern, auf dem deckcast läuft.',
  'Takes effect at once.': 'Gilt sofort.',
  'The running program still has another value.': 'Das laufende Programm hat noch einen anderen Wert.',
  'At least {min}{unit}.': 'Mindestens {min}{unit}.',
  '{min} to {max}{unit}.': '{min} bis {max}{unit}.',
  'Move {name} up': '{name} nach oben',
  'names and values belong in braces: {example}': 'Namen und Werte gehören in Klammern: {example}',
  'Try it on': 'Ausprobieren an',
  'It does not match.': 'Es passt nicht.',
  'It matches.': 'Es passt.',
  'It gives “{text}”.': 'Es ergibt „{text}“.',
  // Groups of settings
  Overlay: 'Overlay',
  'What you play with': 'Womit du spielst',
  'DJ software': 'DJ-Software',
  'Media players': 'Medienplayer',
  'Listening to the room': 'Dem Raum zuhören',
  'My controller': 'Mein Controller',
  'Hiding tracks': 'Titel verbergen',
  'Names and covers': 'Namen und Cover',
  Files: 'Dateien',
  'Chat and Twitch': 'Chat und Twitch',
  'Page for everybody': 'Seite für alle',
  'Lights and video': 'Licht und Video',
  'Other programs': 'Andere Programme',
  Reports: 'Meldungen',
  'This program': 'Dieses Programm',
  // Titles of options
  'Look of the overlay': 'Look des Overlays',
  'Size, colors, font and place of the look': 'Größe, Farben, Schrift und Ort des Looks',
  'Folder of your own look': 'Ordner deines eigenen Looks',
  'Your saved looks': 'Deine gespeicherten Looks',
  'Folder of your logos and typefaces': 'Ordner deiner Logos und Schriften',
  'Password of OBS': 'Passwort von OBS',
  'Address of OBS': 'Adresse von OBS',
  'Name of the source in OBS': 'Name der Quelle in OBS',
  'Where tracks come from': 'Woher Titel kommen',
  'Seconds before a track is shown': 'Sekunden, bis ein Titel gezeigt wird',
  'How the track on air is found': 'Wie der Titel auf Sendung gefunden wird',
  'How quiet the other decks must be': 'Wie leise die anderen Decks sein müssen',
  'The crossfader counts': 'Der Crossfader zählt',
  'Seconds between made-up tracks': 'Sekunden zwischen erfundenen Titeln',
  'Only this kind of device': 'Nur diese Art von Gerät',
  'Network that Denon players are on': 'Netz, in dem Player von Denon sind',
  'Only devices with this software': 'Nur Geräte mit dieser Software',
  'Ignore devices without a network address': 'Geräte ohne Netzadresse nicht beachten',
  'Most devices to watch': 'So viele Geräte höchstens beobachten',
  'Time before a missing device is reported': 'Zeit, bis ein fehlendes Gerät gemeldet wird',
  'Identity on the Denon network': 'Kennung im Netz von Denon',
  'Folder for copies of Engine libraries': 'Ordner für Kopien von Engine-Bibliotheken',
  'Recording of Denon devices': 'Mitschnitt von Geräten von Denon',
  'Player number of deckcast': 'Playernummer von deckcast',
  'Network that Pioneer players are on': 'Netz, in dem Player von Pioneer sind',
  'Listen only, send nothing': 'Nur zuhören, nichts senden',
  'How Pioneer tracks get their names': 'Wie Titel von Pioneer zu Namen kommen',
  'Key of the newer library on sticks': 'Schlüssel der neueren Bibliothek auf Sticks',
  'Recording of Pioneer devices': 'Mitschnitt von Geräten von Pioneer',
  'Text file of the DJ software': 'Textdatei der DJ-Software',
  'Encoding of the text file': 'Zeichenkodierung der Textdatei',
  'Address of VirtualDJ': 'Adresse von VirtualDJ',
  'Password of VirtualDJ': 'Passwort von VirtualDJ',
  'Password for programs that broadcast': 'Passwort für Programme, die senden',
  'Key of the rekordbox database': 'Schlüssel der Datenbank von rekordbox',
  'Port for programs that broadcast': 'Port für Programme, die senden',
  'Which of two broadcasts stays': 'Welche von zwei Sendungen bleibt',
  'Port for Traktor': 'Port für Traktor',
  'Database of rekordbox': 'Datenbank von rekordbox',
  'Port for decks by OSC': 'Port für Decks über OSC',
  'Program that sends decks by OSC': 'Programm, das Decks über OSC sendet',
  'OSC address of a deck’s title': 'OSC-Adresse für den Titel eines Decks',
  'OSC address of a deck’s artist': 'OSC-Adresse für den Interpreten eines Decks',
  'OSC address of a deck’s play state': 'OSC-Adresse dafür, ob ein Deck spielt',
  'OSC address of a deck’s loudness': 'OSC-Adresse für die Lautstärke eines Decks',
  'OSC address of a deck’s file': 'OSC-Adresse für die Datei eines Decks',
  'Only this player on this computer': 'Nur dieser Player auf diesem Computer',
  'Address of MPD': 'Adresse von MPD',
  'Socket of MPD': 'Socket von MPD',
  'Password of MPD': 'Passwort von MPD',
  'Spotify account: client id': 'Spotify-Konto: Client-ID',
  'Spotify account: client secret': 'Spotify-Konto: Client-Secret',
  'Spotify account: refresh token': 'Spotify-Konto: Refresh-Token',
  'Spotify account: file of the sign-in': 'Spotify-Konto: Datei der Anmeldung',
  'Port for a tab in the browser': 'Port für einen Tab im Browser',
  'The program media-control': 'Das Programm media-control',
  'Port for players on other computers': 'Port für Player auf anderen Computern',
  'Only this player on other computers': 'Nur dieser Player auf anderen Computern',
  'Where the sound comes from': 'Woher der Ton kommt',
  'Folders with your music': 'Ordner mit deiner Musik',
  'Command that records the sound': 'Befehl, der den Ton aufnimmt',
  'Sample rate of that command': 'Abtastrate dieses Befehls',
  'Folder for what your music sounds like': 'Ordner dafür, wie deine Musik klingt',
  'Where the faders come from': 'Woher die Fader kommen',
  'Your controllers and their faders': 'Deine Controller und ihre Fader',
  'Command that prints its messages': 'Befehl, der seine Nachrichten ausgibt',
  'Tracks to hide': 'Titel, die verborgen werden',
  'Hide titles with these words': 'Titel mit diesen Wörtern verbergen',
  'Hide artists with these words': 'Interpreten mit diesen Wörtern verbergen',
  'Deck color that hides a track': 'Farbe eines Decks, die einen Titel verbirgt',
  'Hide genres with these words': 'Genres mit diesen Wörtern verbergen',
  'Hide files with these words': 'Dateien mit diesen Wörtern verbergen',
  'Hide artists that match an expression': 'Interpreten verbergen, auf die ein Ausdruck passt',
  'Hide titles that match an expression': 'Titel verbergen, auf die ein Ausdruck passt',
  'Hide genres that match an expression': 'Genres verbergen, auf die ein Ausdruck passt',
  'Hide files that match an expression': 'Dateien verbergen, auf die ein Ausdruck passt',
  'Shorten titles': 'Titel kürzen',
  'Shorten artists': 'Interpreten kürzen',
  'Where covers come from': 'Woher Cover kommen',
  'Picture for tracks without a cover': 'Bild für Titel ohne Cover',
  'Spotify: client id': 'Spotify: Client-ID',
  'Spotify: client secret': 'Spotify: Client-Secret',
  'Discogs: key': 'Discogs: Schlüssel',
  'Discogs: secret': 'Discogs: Secret',
  'Spotify: country': 'Spotify: Land',
  'Spotify code: color of the bars': 'Spotify-Code: Farbe der Balken',
  'Spotify code: background': 'Spotify-Code: Hintergrund',
  'Spotify code: width': 'Spotify-Code: Breite',
  'Seconds that a track waits for its cover': 'Sekunden, die ein Titel auf sein Cover wartet',
  'Spotify: address of the API': 'Spotify: Adresse der API',
  'Spotify: address of the sign-in': 'Spotify: Adresse der Anmeldung',
  'Spotify: address of the codes': 'Spotify: Adresse der Codes',
  'Discogs: address of the API': 'Discogs: Adresse der API',
  'Cover lookups kept': 'Cover-Abfragen, die behalten werden',
  'Memory for covers': 'Speicher für Cover',
  'Text file with the track on air': 'Textdatei mit dem Titel auf Sendung',
  'What that file says': 'Was in dieser Datei steht',
  'Picture file with the cover': 'Bilddatei mit dem Cover',
  'Text file with every track': 'Textdatei mit jedem Titel',
  'CUE sheet of the set': 'CUE-Sheet des Sets',
  'What a line for a track says': 'Was in der Zeile eines Titels steht',
  'CUE sheet: audio file': 'CUE-Sheet: Audiodatei',
  'CUE sheet: type of the audio file': 'CUE-Sheet: Art der Audiodatei',
  'CUE sheet: performer': 'CUE-Sheet: Interpret',
  'CUE sheet: title': 'CUE-Sheet: Titel',
  'File of the stored sets': 'Datei der gespeicherten Sets',
  'Chat service': 'Chat-Dienst',
  'Chat channel': 'Chat-Kanal',
  'Token of the chat bot': 'Token des Chatbots',
  'What a chat message says': 'Was in einer Chat-Nachricht steht',
  'Wait before a track is posted in chat': 'Wartezeit, bis ein Titel in den Chat kommt',
  'Send the cover along': 'Das Cover mitsenden',
  'Command for the track on air': 'Befehl für den Titel auf Sendung',
  'Markers in the Twitch stream': 'Markierungen im Twitch-Stream',
  'What the answer in chat says': 'Was die Antwort im Chat sagt',
  'Command for the track before': 'Befehl für den Titel davor',
  'Answer about the track before': 'Antwort zum Titel davor',
  'Command for the tracklist': 'Befehl für die Tracklist',
  'Answer about the tracklist': 'Antwort zur Tracklist',
  'Command for tracks of the set': 'Befehl für Titel des Sets',
  'Answer about tracks of the set': 'Antwort zu Titeln des Sets',
  'Pause between answers in chat': 'Pause zwischen Antworten im Chat',
  'Twitch: client id of the chat': 'Twitch: Client-ID für den Chat',
  'Twitch: file of the sign-in': 'Twitch: Datei der Anmeldung',
  'Address of the chat service': 'Adresse des Chat-Dienstes',
  'Address of the chat’s sign-in': 'Adresse der Anmeldung für den Chat',
  'Twitch extension: key of your channel': 'Twitch-Erweiterung: Schlüssel deines Kanals',
  'Twitch extension: what viewers read': 'Twitch-Erweiterung: was Zuschauer lesen',
  'Twitch extension: wait before a track': 'Twitch-Erweiterung: Wartezeit vor einem Titel',
  'Twitch extension: address of the backend': 'Twitch-Erweiterung: Adresse des Backends',
  'Twitch extension: address of the sign-in': 'Twitch-Erweiterung: Adresse der Anmeldung',
  'Twitch extension: client id': 'Twitch-Erweiterung: Client-ID',
  'Heading of the page': 'Überschrift der Seite',
  'Links on the page': 'Links auf der Seite',
  'Address that guests open': 'Adresse, die Gäste öffnen',
  'Wait before the page shows a track': 'Wartezeit, bis die Seite einen Titel zeigt',
  'Web server that gets the page': 'Webserver, der die Seite bekommt',
  Stations: 'Sender',
  'What listeners read': 'Was Hörer lesen',
  'Wait before listeners read a track': 'Wartezeit, bis Hörer einen Titel lesen',
  'What listeners read for a hidden track': 'Was Hörer bei einem verborgenen Titel lesen',
  'Character set of the station': 'Zeichensatz des Senders',
  'Computer that gets OSC': 'Computer, der OSC bekommt',
  'Port that gets OSC': 'Port, der OSC bekommt',
  'Webhook: address': 'Webhook: Adresse',
  'Webhook: wait before a track': 'Webhook: Wartezeit vor einem Titel',
  'OSC address for the artist': 'OSC-Adresse für den Interpreten',
  'OSC address for the title': 'OSC-Adresse für den Titel',
  'Beat by OSC': 'Takt über OSC',
  'OSC address for the beat in the bar': 'OSC-Adresse für den Schlag im Takt',
  'OSC address for the bar': 'OSC-Adresse für den Takt',
  'OSC address for the tempo': 'OSC-Adresse für das Tempo',
  'OSC address for the phase': 'OSC-Adresse für die Phase',
  'OSC address for the position': 'OSC-Adresse für die Stelle im Titel',
  'Lights by OS2L': 'Licht über OS2L',
  'Art-Net timecode': 'Art-Net-Timecode',
  'Lighting program (OS2L)': 'Lichtprogramm (OS2L)',
  'Console that gets timecode': 'Lichtpult, das Timecode bekommt',
  'Frames of timecode in a second': 'Bilder des Timecodes je Sekunde',
  'Each track has its own hour of timecode': 'Jeder Titel hat seine eigene Stunde im Timecode',
  'How the beat changes between decks': 'Wie der Takt von Deck zu Deck wechselt',
  'Send beats earlier by': 'Schläge früher senden um',
  'Webhook: your own text': 'Webhook: dein eigener Text',
  'Webhook: key that signs': 'Webhook: Schlüssel für die Signatur',
  'Webhook: place of the album': 'Webhook: Ort des Albums',
  'Webhook: place of the cover': 'Webhook: Ort des Covers',
  'Webhook: place of the artist': 'Webhook: Ort des Interpreten',
  'Webhook: place of the tempo': 'Webhook: Ort des Tempos',
  'Webhook: place of the comment': 'Webhook: Ort des Kommentars',
  'Webhook: place of the deck': 'Webhook: Ort des Decks',
  'Webhook: place of the duration': 'Webhook: Ort der Dauer',
  'Webhook: place of the time in the set': 'Webhook: Ort der Zeit im Set',
  'Webhook: place of the time as a number': 'Webhook: Ort der Zeit als Zahl',
  'Webhook: place of your own text': 'Webhook: Ort deines eigenen Textes',
  'Webhook: place of the genre': 'Webhook: Ort des Genres',
  'Webhook: place of the ISRC': 'Webhook: Ort des ISRC',
  'Webhook: place of the musical key': 'Webhook: Ort der Tonart',
  'Webhook: place of the label': 'Webhook: Ort des Labels',
  'Webhook: place of the number in the set': 'Webhook: Ort der Nummer im Set',
  'Webhook: place of the remixer': 'Webhook: Ort des Remixers',
  'Webhook: place of the Spotify code': 'Webhook: Ort des Spotify-Codes',
  'Webhook: place of the time': 'Webhook: Ort der Zeit',
  'Webhook: place of the title': 'Webhook: Ort des Titels',
  'Webhook: place of the year': 'Webhook: Ort des Jahres',
  'Station or event': 'Sender oder Veranstaltung',
  'Channel, program or venue': 'Kanal, Programm oder Spielort',
  'SoundExchange: category': 'SoundExchange: Kategorie',
  'SoundExchange: hours of all listeners': 'SoundExchange: Stunden aller Hörer',
  'Token for phones and other devices': 'Token für Telefone und andere Geräte',
  'Token for settings from other devices': 'Token für Einstellungen von anderen Geräten',
  'Proxies on other computers': 'Proxys auf anderen Computern',
  'Address and port of these pages': 'Adresse und Port dieser Seiten',
  'License key': 'Lizenzschlüssel',
  'Port for Prometheus': 'Port für Prometheus',
  'What is logged': 'Was protokolliert wird',
  'Log file': 'Protokolldatei',
  'Form of the log': 'Form des Protokolls',
  'Log names the source line': 'Protokoll nennt die Zeile im Quelltext',
  'Configuration file': 'Konfigurationsdatei',
  // Descriptions of options
  'configuration file; without it, conf.* in the configuration directory or in this folder':
    'Konfigurationsdatei; ohne sie conf.* im Konfigurationsordner oder in diesem Ordner',
  'license key': 'Lizenzschlüssel',
  'write logs to this file instead of the terminal':
    'Protokoll in diese Datei schreiben, nichts ins Terminal',
  'log format': 'Form des Protokolls',
  'lowest level to log': 'niedrigste Stufe, die protokolliert wird',
  'add source file and line to each log line': 'jeder Zeile die Quelldatei mit Zeile anfügen',
  'where tracks come from; with several, the first with a new track wins':
    'woher Titel kommen; bei mehreren gilt die erste mit einem neuen Titel',
  'network interfaces to search on; all but loopback when empty':
    'Netzschnittstellen, auf denen gesucht wird; leer: alle außer Loopback',
  'ignore devices that announce themselves from 169.254.x.x':
    'Geräte nicht beachten, die sich von 169.254.x.x melden',
  'watch no more devices than this; 0 is unlimited':
    'nicht mehr Geräte als so viele beobachten; 0: unbegrenzt',
  'how long to search for devices before reporting what is wrong; the search goes on':
    'melden, was nicht stimmt, wenn so lange kein Gerät gefunden wurde; die Suche geht weiter',
  'identity on the device network, 32 hexadecimal digits; empty for a random one':
    'Kennung im Netz der Geräte, 32 hexadezimale Ziffern; leer: eine zufällige',
  'folder for copies of device libraries, which have art and names; empty fetches none':
    'wo Kopien der Bibliotheken von Geräten liegen, für Cover und Namen; leer: keine werden geholt',
  'file to record device messages in, for deckcast simulate to replay':
    'was Geräte senden, in dieser Datei mitschneiden, damit deckcast simulate es abspielen kann',
  'watch only devices of this name (prime4); case sensitive':
    'nur Geräte mit diesem Namen beobachten (prime4); Groß- und Kleinschreibung zählt',
  'watch only devices with software of this name (JC11); case sensitive':
    'nur Geräte mit Software dieses Namens beobachten (JC11); Groß- und Kleinschreibung zählt',
  'how the featured deck is found: by level, by who plays alone, or for players without a known mixer':
    'wie das Deck gefunden wird: am Pegel, oder daran, wer allein spielt, oder für Player ohne bekannten Mixer',
  'how far below the loudest deck the others must be for volume; at 100 they must be gone':
    'wie weit bei volume die anderen unter dem lautesten Deck sein müssen; bei 100 müssen sie weg sein',
  'whether the crossfader counts for the level of a deck on a unit that reports its own faders':
    'ob der Crossfader für den Pegel eines Decks zählt, an einem Gerät, das seine Fader meldet',
  'hide tracks of decks that have this color': 'Titel von Decks mit dieser Farbe verbergen',
  'network interface that the players are on; found automatically when empty':
    'Netzschnittstelle, an der die Player sind; leer: von selbst gefunden',
  'number to announce, 7 to 15; 1 to 6 takes the place of a player':
    'Nummer, mit der sich deckcast meldet, 7 bis 15; 1 bis 6 nimmt einem Player den Platz',
  "source of names and art: files on the players' media (nfs), then databases of models that answer every client (auto: CDJ-3000, CDJ-3000X, XDJ-AZ), or of older players and rekordbox, too (database)":
    'woher Namen und Cover kommen: Dateien auf den Medien der Player (nfs), und wo keine Datei sie kennt, Datenbanken von Modellen, die jedem Programm antworten (auto: CDJ-3000, CDJ-3000X, XDJ-AZ), oder auch von älteren Playern und rekordbox (database)',
  'SQLCipher key of OneLibrary, the newer library of media, in players and in folders of --hear.library; deckcast does not include it':
    'Schlüssel der neueren Bibliothek (OneLibrary) auf Medien, in Playern und in Ordnern von --hear.library, wie ihn SQLCipher nimmt; deckcast kennt ihn nicht',
  'listen only: follow play and on-air state, but not which track':
    'nur zuhören: folgt dem, was spielt und auf Sendung ist, aber nicht, welcher Titel es ist',
  'file to record messages of players and mixers in, for deckcast simulate to replay':
    'was Player und Mixer senden, in dieser Datei mitschneiden, damit deckcast simulate es abspielen kann',
  'where to listen for the messages of Traktor': 'wo auf die Nachrichten von Traktor gelauscht wird',
  "address of VirtualDJ's Network Control; empty tries http://127.0.0.1 and http://127.0.0.1:8080":
    'Adresse von Network Control in VirtualDJ; leer: http://127.0.0.1 und http://127.0.0.1:8080 werden versucht',
  'password of Network Control; empty when it has none':
    'Passwort von Network Control; leer, wenn es keines hat',
  'where to listen for programs that broadcast to Icecast; SHOUTcast programs use the next port, too':
    'wo auf Programme gelauscht wird, die an Icecast senden; solche für SHOUTcast nehmen auch den nächsten Port',
  'password for broadcasters; empty: any, from this computer only':
    'Passwort für Programme, die senden; leer: jedes, aber nur von diesem Computer',
  'which program to keep when two use one mount point':
    'welches Programm bleibt, wenn zwei denselben Mountpoint nehmen: newest (das neueste), first (das erste)',
  'where to listen for OSC (UDP) that brings decks': 'wo auf OSC (UDP) gelauscht wird, das Decks bringt',
  'program whose OSC addresses to use; the options below replace single ones':
    'das Programm, dessen OSC-Adressen verstanden werden; die unteren ersetzen einzelne',
  'OSC address of a title, such as /deck/{deck}/title; {deck} is 0 to 16 or a letter':
    'OSC-Adresse eines Titels, etwa /deck/{deck}/title; {deck} ist 0 bis 16 oder ein Buchstabe',
  'OSC address of an artist': 'OSC-Adresse eines Interpreten',
  'OSC address of the play state: 1 or 0, true or false':
    'OSC-Adresse dafür, ob ein Deck spielt: 1 oder 0, true oder false',
  'OSC address of a deck’s level as the audience hears it, 0 to 1':
    'OSC-Adresse dafür, wie laut das Publikum ein Deck hört, 0 bis 1',
  'OSC address of the file’s path on this computer, for hearing the room':
    'OSC-Adresse für den Pfad der Datei auf diesem Computer, um dem Raum zuzuhören',
  'text file into which DJ software (djay, VirtualDJ, DJUCED and others) writes its track, or VirtualDJ’s folder of daily playlists':
    'Textdatei, in die DJ-Software (djay, VirtualDJ, DJUCED und andere) schreibt, was sie spielt, oder der Ordner der Playlists, die VirtualDJ für jeden Tag schreibt',
  'encoding of that file, such as windows-1251, shift_jis or gbk; auto tells UTF-8, UTF-16 and windows-1252 apart':
    'Zeichenkodierung dieser Datei, etwa windows-1251, shift_jis oder gbk; auto unterscheidet UTF-8, UTF-16 und windows-1252',
  'key of the database of rekordbox 6 or 7 on this computer, as SQLCipher takes it; deckcast does not know it':
    'Schlüssel der Datenbank von rekordbox 6 oder 7 auf diesem Computer, wie ihn SQLCipher nimmt; deckcast kennt ihn nicht',
  'the master.db of rekordbox; empty for its usual place':
    'die master.db von rekordbox; leer: an ihrem üblichen Ort',
  'seconds between two made-up tracks': 'Sekunden zwischen zwei erfundenen Titeln',
  'media-control program (macOS); a bare name is looked up in Homebrew’s folders, then on PATH':
    'das Programm media-control (macOS); ein bloßer Name wird gesucht, wo Homebrew installiert, dann in PATH',
  'follow only this application: a bundle id (com.spotify.client), on Linux a player name (spotify), on Windows an app id (Spotify.exe); empty for all':
    'nur diesem Programm folgen: eine Bundle-ID (com.spotify.client), unter Linux ein Playername (spotify), unter Windows eine App-ID (Spotify.exe); leer: allen',
  'where to listen for the lines of "media-control stream" from other machines':
    'wo auf die Zeilen von „media-control stream“ anderer Computer gelauscht wird',
  'follow only the application with this bundle id (com.spotify.client); empty for all':
    'nur dem Programm mit dieser Bundle-ID folgen (com.spotify.client); leer: allen',
  'where to listen for the browser script of Tuna and the extension WebNowPlaying':
    'wo auf das Browser-Skript von Tuna und die Erweiterung WebNowPlaying gelauscht wird',
  'where the Music Player Daemon (MPD) listens': 'wo der Music Player Daemon (MPD) lauscht',
  'socket of MPD on this computer, such as /run/mpd/socket; replaces mpd.addr':
    'Socket von MPD auf diesem Computer, etwa /run/mpd/socket; tritt an die Stelle von mpd.addr',
  'password of MPD; empty when it has none': 'Passwort von MPD; leer, wenn er keines hat',
  'client id of your application at the streaming service (Spotify)':
    'Client-ID deiner Anwendung beim Streaming-Dienst (Spotify)',
  'client secret of your application at the streaming service':
    'Client-Secret deiner Anwendung beim Streaming-Dienst',
  'refresh token that "deckcast streaming setup" printed; without it the token file is used':
    'Refresh-Token, das „deckcast streaming setup“ ausgegeben hat; ohne es gilt die Token-Datei',
  'where the refresh token is kept, because the service may replace it':
    'wo das Refresh-Token liegt, weil es der Dienst ersetzen kann',
  "base address of the streaming service's API": 'Basisadresse der API des Streaming-Dienstes',
  "base address of the streaming service's sign-in": 'Basisadresse der Anmeldung beim Streaming-Dienst',
  'how the sound of the master reaches deckcast, so that it hears which track is on; empty disables it; with several, the first that has sound counts':
    'wie der Ton des Masters zu deckcast kommt, damit es hört, welcher Titel läuft; leer: aus; bei mehreren zählt der erste mit Ton',
  'A broadcast': 'Eine Sendung',
  'A page in a browser': 'Eine Seite in einem Browser',
  'A command on this computer': 'Ein Befehl auf diesem Computer',
  'command that writes the sound to its standard output: signed, 16 bits, little-endian, mono':
    'Befehl, der den Ton auf seine Standardausgabe schreibt: signed, 16 Bit, little-endian, mono',
  'samples a second that it writes': 'Abtastwerte je Sekunde, die er schreibt',
  'your music: folders, or mixxx, serato or engine for the library of that program on this computer; its tracks are known by their sound (for --source=hear), and by the names that a source without decks gives them':
    'deine Musik: Ordner, oder mixxx, serato oder engine für die Bibliothek des Programms auf diesem Computer; ihre Titel sind am Klang bekannt (für --source=hear), und an den Namen, die ihnen eine Quelle ohne Decks gibt',
  'folder for what is known of the sound of your music, some 15 MB for a thousand tracks; empty: in the cache folder':
    'Ordner für das, was vom Klang deiner Musik bekannt ist, etwa 15 MB für tausend Titel; leer: im Cache-Ordner',
  'seconds without a newer track before a track is featured':
    'Sekunden, die ein Titel der neueste bleiben muss, bevor er gezeigt wird',
  'regular expression whose group "title" becomes the title':
    'regulärer Ausdruck, dessen Gruppe „title“ zum Titel wird',
  'regular expression whose group "artist" becomes the artist':
    'regulärer Ausdruck, dessen Gruppe „artist“ zum Interpreten wird',
  'hide a track whose artist contains one of these words or phrases; case-insensitive':
    'einen Titel verbergen, dessen Interpret eines dieser Wörter oder eine dieser Wortfolgen enthält; Groß- und Kleinschreibung ist egal',
  'hide a track whose title contains one of these words or phrases; case-insensitive':
    'einen Titel verbergen, dessen Name eines dieser Wörter oder eine dieser Wortfolgen enthält; Groß- und Kleinschreibung ist egal',
  'hide a track whose genre contains one of these words or phrases; case-insensitive':
    'einen Titel verbergen, dessen Genre eines dieser Wörter oder eine dieser Wortfolgen enthält; Groß- und Kleinschreibung ist egal',
  'hide a track whose file name contains one of these words or phrases; case-insensitive':
    'einen Titel verbergen, dessen Dateiname eines dieser Wörter oder eine dieser Wortfolgen enthält; Groß- und Kleinschreibung ist egal',
  'hide these tracks, each written "Artist - Title"; case-insensitive':
    'diese Titel verbergen, jeder als „Interpret - Titel“; Groß- und Kleinschreibung ist egal',
  'hide a track whose artist this regular expression matches':
    'einen Titel verbergen, auf dessen Interpreten dieser reguläre Ausdruck passt',
  'hide a track whose title this regular expression matches':
    'einen Titel verbergen, auf dessen Namen dieser reguläre Ausdruck passt',
  'hide a track whose genre this regular expression matches':
    'einen Titel verbergen, auf dessen Genre dieser reguläre Ausdruck passt',
  'hide a track whose file name this regular expression matches':
    'einen Titel verbergen, auf dessen Dateinamen dieser reguläre Ausdruck passt',
  'sources of art, best first': 'woher Cover kommen, das Beste zuerst',
  'The music file or its medium': 'Die Musikdatei oder ihr Medium',
  'The picture for tracks without a cover': 'Das Bild für Titel ohne Cover',
  'picture for tracks without art: pixel (one transparent pixel) or note':
    'Bild für Titel ohne Cover: pixel (ein durchsichtiger Punkt) oder note (eine Note)',
  'art lookups to cache (one hour at most)': 'Cover-Abfragen, die behalten werden (höchstens eine Stunde)',
  'memory for cached pictures, in bytes': 'wie viel Speicher behaltene Bilder belegen dürfen, in Byte',
  'catalog (Discogs) consumer key': 'Consumer-Key des Katalogs (Discogs)',
  'catalog (Discogs) consumer secret': 'Consumer-Secret des Katalogs (Discogs)',
  "base address of the catalog's API": 'Basisadresse der API des Katalogs',
  'streaming (Spotify) client ID': 'Client-ID beim Streaming-Dienst (Spotify)',
  'streaming (Spotify) client secret': 'Client-Secret beim Streaming-Dienst (Spotify)',
  'two-letter country whose streaming catalog is searched':
    'Land, dessen Streaming-Katalog durchsucht wird, zwei Buchstaben',
  'color of the bars in the streaming code': 'Farbe der Balken im Streaming-Code',
  'background of the streaming code, hexadecimal RGB without #':
    'Hintergrund des Streaming-Codes, hexadezimal (RGB) ohne #',
  'width of the streaming code in pixels; the height is a quarter':
    'Breite des Streaming-Codes in Pixeln; die Höhe ist ein Viertel',
  'maximum seconds that a track waits for its streaming code and art':
    'Sekunden, die ein Titel auf seinen Streaming-Code und sein Cover warten darf',
  "base address of the streaming service's code images":
    'Basisadresse für die Code-Bilder des Streaming-Dienstes',
  'file that holds the featured track': 'Datei mit dem Titel auf Sendung',
  'format of the featured file': 'was in dieser Datei steht',
  'file that holds the art of the featured track, a PNG':
    'Datei mit dem Cover des Titels auf Sendung, ein PNG',
  'file that gets a line for each featured track': 'Datei, die für jeden gezeigten Titel eine Zeile bekommt',
  'format of a line in the history file': 'was in einer solchen Zeile steht',
  'file that gets a CUE sheet of the set': 'Datei, die ein CUE-Sheet des Sets bekommt',
  "name of the set's audio file, for the CUE sheet": 'Name der Audiodatei des Sets, für das CUE-Sheet',
  'type of that file: WAVE, MP3, AIFF; derived from the file name if empty':
    'Art dieser Datei: WAVE, MP3, AIFF; leer: aus dem Dateinamen',
  'performer of the set, for the CUE sheet': 'Interpret des Sets, für das CUE-Sheet',
  'title of the set, for the CUE sheet': 'Titel des Sets, für das CUE-Sheet',
  'session database; empty disables it': 'Datenbank der Sets; leer: aus',
  'name or IP address of the computer that receives OSC':
    'Name oder IP-Adresse des Computers, der OSC bekommt',
  'UDP port that receives OSC': 'UDP-Port, der OSC bekommt',
  'OSC address of the artist': 'OSC-Adresse des Interpreten',
  'OSC address of the title': 'OSC-Adresse des Titels',
  'whose OSC addresses get the beat of the track on air':
    'wessen OSC-Adressen den Takt des laufenden Titels bekommen',
  'OSC address of the beat in the bar, 1 to 4, instead of the one of --osc.beats':
    'OSC-Adresse für den Schlag im Takt, 1 bis 4, statt der von --osc.beats',
  'OSC address of the number of the bar, instead of the one of --osc.beats':
    'OSC-Adresse für die Nummer des Taktes, statt der von --osc.beats',
  'OSC address of the tempo in beats per minute, instead of the one of --osc.beats':
    'OSC-Adresse für das Tempo in Schlägen pro Minute, statt der von --osc.beats',
  'OSC address of the part of the beat that has passed, 0 to 1, 30 times a second, instead of the one of --osc.beats':
    'OSC-Adresse dafür, wie weit der Schlag vergangen ist, 0 bis 1, 30-mal in der Sekunde, statt der von --osc.beats',
  'OSC address of the position in the track in seconds, 30 times a second, instead of the one of --osc.beats':
    'OSC-Adresse für die Stelle im Titel in Sekunden, 30-mal in der Sekunde, statt der von --osc.beats',
  'address and port of the lighting program that gets beats by OS2L; auto finds it on the network':
    'Adresse und Port des Lichtprogramms, das den Takt über OS2L bekommt; auto findet es im Netz',
  'name or IP address of the console that gets Art-Net timecode, or a broadcast address':
    'Name oder IP-Adresse des Pults, das Art-Net-Timecode bekommt, oder eine Broadcast-Adresse',
  'frames of timecode in a second; 29.97 is drop frame':
    'Bilder des Timecodes je Sekunde; 29.97 ist Drop-Frame',
  'whether each track of the set begins at an hour of its own: the first at 1:00:00, the next at 2:00:00':
    'ob jeder Titel des Sets bei einer eigenen Stunde beginnt: der erste bei 1:00:00, der nächste bei 2:00:00',
  'whether the beat changes at once with the track on air, or moves with the faders':
    'ob der Takt mit dem laufenden Titel sofort wechselt oder den Reglern folgt',
  'how much earlier beats go out, for lights and screens that react late':
    'wie viel früher die Schläge gesendet werden, für Lampen und Bildschirme, die spät reagieren',
  'address that gets a POST for each featured track':
    'Adresse, die für jeden gezeigten Titel ein POST bekommt',
  'text of the custom format field': 'was im Feld für deinen eigenen Text steht',
  'how long to wait before a track is posted': 'wie lange gewartet wird, bevor ein Titel gesendet wird',
  'key that signs the body in X-Deckcast-Signature (HMAC-SHA256)':
    'Schlüssel, der den Inhalt in X-Deckcast-Signature signiert (HMAC-SHA256)',
  "key path of the album in the webhook's JSON": 'Schlüsselpfad des Albums im JSON des Webhooks',
  "key path of the album art in the webhook's JSON": 'Schlüsselpfad des Covers im JSON des Webhooks',
  "key path of the artist in the webhook's JSON": 'Schlüsselpfad des Interpreten im JSON des Webhooks',
  "key path of the tempo in beats a minute in the webhook's JSON":
    'Schlüsselpfad des Tempos (Schläge je Minute) im JSON des Webhooks',
  "key path of the comment in the webhook's JSON": 'Schlüsselpfad des Kommentars im JSON des Webhooks',
  "key path of the deck's label in the webhook's JSON": 'Schlüsselpfad des Decknamens im JSON des Webhooks',
  "key path of the duration in the webhook's JSON": 'Schlüsselpfad der Dauer im JSON des Webhooks',
  "key path of the elapsed time in the webhook's JSON": 'Schlüsselpfad der Zeit im Set im JSON des Webhooks',
  "key path of the epoch timestamp in the webhook's JSON":
    'Schlüsselpfad der Zeit als Zahl im JSON des Webhooks',
  "key path of the custom format field in the webhook's JSON":
    'Schlüsselpfad deines eigenen Textes im JSON des Webhooks',
  "key path of the genre in the webhook's JSON": 'Schlüsselpfad des Genres im JSON des Webhooks',
  "key path of the recording code (ISRC) in the webhook's JSON":
    'Schlüsselpfad des Codes der Aufnahme (ISRC) im JSON des Webhooks',
  "key path of the musical key in the webhook's JSON": 'Schlüsselpfad der Tonart im JSON des Webhooks',
  "key path of the label in the webhook's JSON": 'Schlüsselpfad des Labels im JSON des Webhooks',
  "key path of the position in the set in the webhook's JSON":
    'Schlüsselpfad der Nummer im Set im JSON des Webhooks',
  "key path of the remixer in the webhook's JSON": 'Schlüsselpfad des Remixers im JSON des Webhooks',
  "key path of the streaming code in the webhook's JSON":
    'Schlüsselpfad des Streaming-Codes im JSON des Webhooks',
  "key path of the timestamp in the webhook's JSON": 'Schlüsselpfad der Zeit im JSON des Webhooks',
  "key path of the title in the webhook's JSON": 'Schlüsselpfad des Titels im JSON des Webhooks',
  "key path of the year in the webhook's JSON": 'Schlüsselpfad des Jahres im JSON des Webhooks',
  'token of the bot that posts; leave empty on Twitch to use its sign-in':
    'Token des Bots, der schreibt; bei Twitch leer lassen, dann gilt die Anmeldung dort',
  'id of the chat channel': 'ID des Chat-Kanals',
  'text of a chat message; empty posts none': 'was in einer Chat-Nachricht steht; leer: keine wird gesendet',
  'send the cover along on Discord, Slack and Telegram':
    'bei Discord, Slack und Telegram das Cover mitsenden',
  'how long to wait before a track goes to the chat: as late as viewers hear it':
    'wie lange gewartet wird, bevor ein Titel in den Chat kommt: so spät, wie Zuschauer ihn hören',
  'chat service': 'welcher Chat-Dienst',
  "base address of the chat service; empty is the service's own":
    'Basisadresse des Chat-Dienstes; leer: die eigene des Dienstes',
  'base address of the sign-in to Twitch': 'Basisadresse der Anmeldung bei Twitch',
  'public client id of the application that signs in to Twitch':
    'öffentliche Client-ID der Anwendung, die sich bei Twitch anmeldet',
  'file for the sign-in to Twitch': 'wo die Anmeldung bei Twitch liegt',
  'chat command for the current track on Twitch, such as !track':
    'Chat-Befehl für den aktuellen Titel auf Twitch, etwa !track',
  'chat command for the previous track': 'Chat-Befehl für den Titel davor',
  'chat command for the address of the tracklist page (--page.address)':
    'Chat-Befehl für die Adresse der Seite für alle (--page.address)',
  'chat command that finds a played track of this set by words of its names':
    'Chat-Befehl, der einen Titel dieses Sets nach Wörtern aus seinen Namen findet',
  "where readers open the set's page, for its QR code; this deckcast if empty":
    'wo Leser die Seite des Sets öffnen, für ihren QR-Code; leer: dieses deckcast',
  'text of the answer in the chat': 'was die Antwort im Chat sagt',
  'text of the answer about the previous track; empty: as for the current track':
    'was die Antwort zum Titel davor sagt; leer: dasselbe wie zum Titel auf Sendung',
  'text of the answer about a played track; empty: as for the current track':
    'was die Antwort zu einem gespielten Titel sagt; leer: dasselbe wie zum Titel auf Sendung',
  'what the answer about the tracklist says; $ADDRESS$ is the address of its page':
    'was die Antwort zur Tracklist sagt; $ADDRESS$ ist die Adresse ihrer Seite',
  'cooldown between answers': 'Pause zwischen Antworten',
  'set a marker in the Twitch stream at each track':
    'bei jedem Titel eine Markierung im Twitch-Stream setzen',
  'key of your channel that "deckcast live setup" printed; needs a license':
    'Schlüssel deines Kanals, den „deckcast live setup“ ausgegeben hat; braucht eine Lizenz',
  'text shown in the live extension': 'was Zuschauer in der Erweiterung lesen',
  'how long to wait before viewers of the live extension read a track':
    'wie lange gewartet wird, bis Zuschauer in der Erweiterung einen Titel lesen',
  "base address of the live extension's backend": 'Basisadresse des Backends der Erweiterung',
  'base address of the sign-in that "deckcast live setup" uses':
    'Basisadresse der Anmeldung, die „deckcast live setup“ benutzt',
  'public client id that "deckcast live setup" signs in with':
    'öffentliche Client-ID, mit der sich „deckcast live setup“ anmeldet',
  'addresses of the stations whose titles are written, each with its name and password: icecast://user:password@host:8000/mount, shoutcast://:password@host:8000/, azuracasts://:key@host/station; icecasts:// and shoutcasts:// use TLS':
    'Adressen der Sender, deren Titel geschrieben werden, jede mit Name und Passwort: icecast://user:password@host:8000/mount, shoutcast://:password@host:8000/, azuracasts://:key@host/station; icecasts:// und shoutcasts:// mit TLS',
  'radio title': 'was Hörer des Radios lesen',
  'radio title while the track is hidden or has no name':
    'was Hörer des Radios lesen, solange der Titel verborgen ist oder keinen Namen hat',
  'how long to wait before listeners of the radio read a track':
    'wie lange gewartet wird, bis Hörer des Radios einen Titel lesen',
  'character set in which titles are sent to the radio; latin1 for old servers that show ö as Ã¶':
    'Zeichensatz, in dem Titel an das Radio gehen; latin1 für alte Server, die ö als Ã¶ zeigen',
  "where the set's page is written, with name and password: https://user:password@host/folder/ for WebDAV, s3://key:secret@endpoint/bucket/folder/?region=us-east-1 for stores that speak S3":
    'wohin die Seite des Sets geschrieben wird, mit Name und Passwort: https://user:password@host/folder/ für WebDAV, s3://key:secret@endpoint/bucket/folder/?region=us-east-1 für Speicher, die S3 sprechen',
  "heading of the set's page": 'Überschrift der Seite des Sets',
  "addresses that the set's page links to, such as those of your profiles":
    'Adressen, auf die die Seite des Sets verweist, etwa die deiner Profile',
  "how long to wait before the set's page shows a track; a track that is hidden meanwhile never gets there":
    'wie lange gewartet wird, bis die Seite des Sets einen Titel zeigt; einer, der inzwischen verborgen wird, kommt nie dorthin',
  'address of the HTTP listener; 127.0.0.1:9090 restricts it to this computer':
    'Adresse, an der HTTP lauscht; 127.0.0.1:9090 beschränkt es auf diesen Computer',
  'trusted proxies on other computers, as addresses or networks; proxies on this computer are always trusted':
    'Adressen oder Netze von Proxys auf anderen Computern, die sagen, von wem eine Anfrage kommt; einem auf diesem Computer wird immer geglaubt',
  'token of the operator; without one only this computer may operate, so set one behind a proxy or a tunnel':
    'Token zum Bedienen; ohne eines darf nur dieser Computer bedienen, also setze hinter einem Proxy oder Tunnel eines',
  'token with which other devices change settings and set up; must differ from --http.token':
    'Token, mit dem andere Geräte Einstellungen ändern und einrichten; es ist nicht das von --http.token',
  'built-in theme of the overlay': 'mitgelieferter Look des Overlays',
  'folder of a custom theme; overrides --theme.internal':
    'Ordner eines eigenen Looks; gilt mehr als --theme.internal',
  'folder with your own fonts and logos, for every theme':
    'Ordner mit deinen eigenen Schriften und Logos, für jeden Look',
  'saved looks by name, each as the end of its address: slider?accent=00ff00':
    'Looks, die unter einem Namen gespeichert wurden, jeder als Ende seiner Adresse: slider?accent=00ff00',
  "values for the theme's options": 'Werte für die Optionen des Looks',
  'name of the station or the event, for reports to collecting societies':
    'Name des Senders oder der Veranstaltung, für Meldungen an Verwertungsgesellschaften',
  'name of the channel, the program or the venue, for the same reports':
    'Name des Kanals, des Programms oder des Spielorts, für dieselben Meldungen',
  "SoundExchange's transmission category of the service, a letter":
    'Sendekategorie des Dienstes bei SoundExchange, ein Buchstabe',
  "hours that all listeners together heard, for SoundExchange's report":
    'Stunden, die alle Hörer zusammen gehört haben, für die Meldung an SoundExchange',
  'WebSocket server of OBS, such as ws://127.0.0.1:4455; the overlay there is reloaded at each start':
    'WebSocket-Server von OBS, etwa ws://127.0.0.1:4455; das Overlay dort wird bei jedem Start neu geladen',
  'password of that server': 'Passwort dieses Servers',
  'name of the browser source in OBS': 'Name der Browser-Quelle in OBS',
  'address that serves /metrics to your monitoring (Prometheus), such as 127.0.0.1:9091; empty disables it':
    'wo /metrics für deine eigene Überwachung (Prometheus) steht, etwa 127.0.0.1:9091; leer: aus',
  // Failures of services and outputs
  'the webhook': 'der Webhook',
  'the live backend': 'der Dienst der Twitch-Erweiterung',
  "Spotify's account service": 'der Kontodienst von Spotify',
  // The page of looks
  'My looks': 'Meine Looks',
  'Show my looks': 'Meine Looks zeigen',
  'Choose a theme': 'Wähle einen Look',
  Preview: 'Vorschau',
  'the source alone': 'nur die Quelle',
  'a canvas, 1920 x 1080': 'eine Leinwand, 1920 x 1080',
  'a tall canvas, 1080 x 1920': 'eine hohe Leinwand, 1080 x 1920',
  'Drag the overlay to its place, and its corner to make it larger or smaller.':
    'Zieh das Overlay an seinen Ort, und an seiner Ecke, um es größer oder kleiner zu machen.',
  'Add it to OBS': 'Füge es in OBS hinzu',
  'Sources, +,': 'Quellen, +,',
  'Copy address': 'Adresse kopieren',
  Width: 'Breite',
  '. Or the whole canvas, 1920 and 1080, with a place chosen under “Place on the canvas”.':
    '. Oder die ganze Leinwand, 1920 und 1080, mit einem Ort, der unter „Ort auf der Leinwand“ gewählt ist.',
  Options: 'Optionen',
  'Name of your look': 'Name deines Looks',
  'Save as my look': 'Als meinen Look speichern',
  'Export as a file': 'Als Datei exportieren',
  'Save as my default': 'Als meinen Standard speichern',
  'Import a file': 'Eine Datei importieren',
  'all in turn': 'alle der Reihe nach',
  '{name} over a checker background': '{name} über einem karierten Hintergrund',
  '{name} over a dark background': '{name} über einem dunklen Hintergrund',
  '{name} over a bright background': '{name} über einem hellen Hintergrund',
  '{theme} · at /': '{theme} · unter /',
  '12, 500ms or 2m': '12, 500ms oder 2m',
  'Not saved: only who may configure deckcast can save it, and only where deckcast reads a configuration file.':
    'Nicht gespeichert: das kann nur, wer deckcast einrichten darf, und nur, wo deckcast eine Konfigurationsdatei liest.',
  'deckcast does not answer. Trying again…': 'deckcast antwortet nicht. Neuer Versuch…',
  'Saved: this is the look at / now.': 'Gespeichert: das ist jetzt der Look unter /.',
  'There are none yet.': 'Es gibt noch keine.',
  'Only who may configure deckcast sees them.': 'Nur wer deckcast einrichten darf, sieht sie.',
  'Remove {name}': '{name} entfernen',
  'Removed “{name}”.': '„{name}“ entfernt.',
  'Saved as “{name}”.': 'Als „{name}“ gespeichert.',
  'This look needs a theme that is not here.': 'Dieser Look braucht ein Theme, das es hier nicht gibt.',
  'This is how it looks. Save it to keep it.': 'So sieht es aus. Speichere es, um es zu behalten.',
  'Copied.': 'Kopiert.',
  'Press Ctrl+C (⌘C on a Mac) to copy it.': 'Drücke Strg+C (⌘C auf einem Mac), um sie zu kopieren.',
  'A name has up to 40 letters, digits, spaces, hyphens and underscores, and begins and ends with a letter or a digit.':
    'Ein Name hat bis zu 40 Buchstaben, Ziffern, Leerzeichen, Binde- und Unterstriche, und beginnt und endet mit einem Buchstaben oder einer Ziffer.',
  'This file is not a look.': 'Diese Datei ist kein Look.',
  'This look was exported by a newer deckcast.': 'Dieser Look wurde von einem neueren deckcast exportiert.',
  'The options of this look are damaged.': 'Die Optionen dieses Looks sind beschädigt.',
  // Synonyms for the search
  'recording mix marks chapters': 'aufnahme mix marken kapitel',
  'tracklist setlist playlist': 'titelliste setliste playlist',
  'now playing text txt file': 'läuft gerade text txt datei',
  'discord slack telegram twitch bot message': 'discord slack telegram twitch bot nachricht',
  'resolume touchdesigner visuals vj lights': 'resolume touchdesigner visuals vj licht',
  'port network lan ip': 'port netz netzwerk lan ip',
  'nginx caddy traefik docker tunnel reverse forwarded':
    'nginx caddy traefik docker tunnel reverse weitergeleitet',
  'phone tablet remote password operator': 'telefon handy tablet fernbedienung passwort bedienen',
  'look design style skin layout overlay': 'look aussehen design stil layout overlay',
  'logo brand picture typeface': 'logo marke bild schrift',
  'preset saved my': 'vorlage gespeichert meine',
  'size bigger smaller font text color place position corner opacity transparent animation scroll brand tempo bpm':
    'größe größer kleiner schrift text farbe ort position ecke deckkraft durchsichtig animation laufen marke tempo bpm',
  'denon pioneer traktor serato rekordbox virtualdj djay mixxx player software program':
    'denon pioneer traktor serato rekordbox virtualdj djay mixxx player software programm quelle',
  'spotify account': 'spotify konto',
  'cover covers artwork picture pictures image album': 'cover artwork bild bilder album hülle',
  'early too wait late preview': 'früh zu warten spät vorhören',
  'remix mix version brackets clean': 'remix mix version klammern kürzen',
  'unreleased secret promo dubplate id': 'unveröffentlicht geheim promo dubplate id',
  // The options of a look
  'Artist, where the cover has no color': 'Interpret, wo das Cover keine Farbe hat',
  Text: 'Text',
  'Shade around the text': 'Schatten um den Text',
  'Round corners': 'Runde Ecken',
  'Artist in a color of the cover': 'Interpret in einer Farbe des Covers',
  'Field, where the cover has no color': 'Feld, wo das Cover keine Farbe hat',
  'Text, where it can be read on the field': 'Text, wo er auf dem Feld zu lesen ist',
  'Font: one of these, of your own files, or of the streaming computer':
    'Schrift: eine von diesen, aus deinen Dateien oder vom Streaming-Computer',
  'Field in a color of the cover': 'Feld in einer Farbe des Covers',
  'Artist and tempo': 'Interpret und Tempo',
  Tiles: 'Kacheln',
  'Opacity of the tiles': 'Deckkraft der Kacheln',
  'Deck on air': 'Deck auf Sendung',
  Panel: 'Fläche',
  'Opacity of the panel': 'Deckkraft der Fläche',
  Accent: 'Akzent',
  'Shade behind the text': 'Schatten hinter dem Text',
  'Opacity of the shade': 'Deckkraft des Schattens',
  'Words of the label': 'Wörter des Schilds',
  Ink: 'Druckfarbe',
  Paper: 'Papier',
  'Small capitals': 'Kapitälchen',
  'More about the track': 'Mehr zum Titel',
  Line: 'Linie',
  'Words above the code': 'Wörter über dem Code',
  Label: 'Schild',
  Strip: 'Streifen',
  'Word before the track that is over': 'Wort vor dem Titel, der vorbei ist',
  'Round corners of the sleeve': 'Runde Ecken der Hülle',
  'Keep turning (draws every picture of the stream)': 'Weiterdrehen (zeichnet jedes Bild des Streams)',
  'Hide after (0: stay)': 'Ausblenden nach (0: bleibt)',
  'Show later, to match the stream': 'Später zeigen, passend zum Stream',
  'Place on the canvas': 'Ort auf der Leinwand',
  'Show only a part': 'Nur einen Teil zeigen',
  'Your name or handle': 'Dein Name oder Kürzel',
  'Your logo: a picture in the folder of your files': 'Dein Logo: ein Bild im Ordner deiner Dateien',
  'Distance from the canvas edge': 'Abstand vom Rand der Leinwand',
  Size: 'Größe',
  'Accent color from the cover': 'Akzentfarbe aus dem Cover',
  'Entrance and exit': 'Auftritt und Abgang',
  'Scroll long titles': 'Lange Titel durchlaufen lassen',
  'Scroll speed': 'Tempo des Durchlaufs',
  'Play the entrance whenever the scene comes up': 'Auftritt jedes Mal, wenn die Szene kommt',

  // Answers to saves and tests
  'the configuration file': 'die Konfigurationsdatei',
  'a port': 'ein Port',
  'a percentage': 'ein Prozentwert',
  'a whole number': 'eine ganze Zahl',

  // Findings of the doctor; {text} is a finding, too
  'nothing is recorded': 'nichts wird aufgezeichnet',
  'the disk is full': 'der Datenträger ist voll',
  'the disk is not responding': 'der Datenträger antwortet nicht',
  'the CUE sheet is not written': 'das Cue Sheet wird nicht geschrieben',
  // Findings of sources and sound inputs
  'the process that looks through the folders does not start':
    'der Prozess, der die Ordner durchsucht, startet nicht',
  'a disk with music does not answer': 'ein Laufwerk mit Musik antwortet nicht',
  'the process that looks through the folders ended': 'der Prozess, der die Ordner durchsucht, ist zu Ende',
  'the broadcast': 'der Sendung',
  'the command': 'dem Befehl',
  'close programs that you do not need': 'beende Programme, die nicht gebraucht werden',

  // Watched things and their states
  'the sound of the room': 'der Ton des Raums',
  authorization: 'Zugriff',
  found: 'gefunden',
  connected: 'verbunden',
  lost: 'verloren',
  heard: 'zu hören',
  paused: 'Pause',
  waiting: 'wartet',
  ready: 'bereit',
  broadcasts: 'sendet',
  ended: 'zu Ende',
  tracklist: 'Tracklist',
  // Origins of covers
  'The files’ own covers': 'Die Cover der Dateien',
  'Spotify: pictures': 'Spotify: Bilder',
  'Spotify: codes': 'Spotify: Codes',
  'Discogs: pictures': 'Discogs: Bilder',
  // Areas of findings
  network: 'Netz',
  ports: 'Ports',
  firewall: 'Firewall',
  devices: 'Geräte',
  software: 'Software',
  files: 'Dateien',
  services: 'Dienste',
  computer: 'Computer',
  program: 'Programm',
};
