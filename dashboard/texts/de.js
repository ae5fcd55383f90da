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
  'decks {one} and {two} and {three}': 'den Decks {one}, {two} und {three}',
  closes: 'zu ist',
  'is down to {limit}': 'auf {limit} herunter ist',
  'Deck {deck} leads: {own} against {level}; changes when it {text}':
    'Deck {deck} führt: {own} gegen {level}; wechselt, wenn es {text}',
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

  // Refusals of verbs

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
  'Only if it runs on another computer: let deckcast listen on the network, as in :4460':
    'Nur wenn es auf einem anderen Computer läuft: lass deckcast im Netz lauschen, etwa mit :4460',
  'Load a track after that, and play it': 'Lade danach einen Titel, und spiele ihn',
  'A text file in which your DJ software writes what it plays.':
    'Eine Textdatei, in die deine DJ-Software schreibt, was sie spielt.',
  'Switch the file on in the settings of your DJ software, if it does not write one by itself':
    'Schalte die Datei in den Einstellungen deiner DJ-Software ein, wenn sie nicht von selbst eine schreibt',
  'Only if names have wrong letters: name the encoding of the file':
    'Nur wenn Namen falsche Buchstaben haben: nenne die Zeichenkodierung der Datei',
  'Name the file': 'Nenne die Datei',
  'Play the next track: what was in the file before is not shown':
    'Spiele den nächsten Titel: was vorher in der Datei stand, wird nicht gezeigt',
  'The decks of Serato DJ 4, the play history of the others: on this computer, found automatically. Experimental.':
    'Die Decks von Serato DJ 4, bei den anderen das Protokoll: auf diesem Computer, von selbst gefunden. Experimentell.',
  'Start Serato DJ or Mixxx on this computer, as the same user':
    'Starte Serato DJ oder Mixxx auf diesem Computer, als derselbe Benutzer',
  'Play a track until the software counts it as played':
    'Spiele einen Titel, bis er für die Software als gespielt zählt',
  'What rekordbox 6 or 7 counts as played, with the key of its database, which you have to know. Experimental.':
    'Was für rekordbox 6 oder 7 als gespielt zählt, mit dem Schlüssel seiner Datenbank, den du kennen musst. Experimentell.',
  'Type the key of the database: deckcast does not know it':
    'Gib den Schlüssel der Datenbank ein: deckcast kennt ihn nicht',
  'Only if the database was moved to another drive: name its master.db':
    'Nur wenn die Datenbank auf ein anderes Laufwerk verlegt wurde: nenne ihre master.db',
  'In the settings of rekordbox, shorten the time after which a track counts as played':
    'Verkürze in den Einstellungen von rekordbox die Zeit, nach der ein Titel als gespielt zählt',
  'Play a track for that long': 'Spiele einen Titel so lange',
  'For vinyl, players without a network, and any program: deckcast knows your music by its sound.':
    'Für Vinyl, Player ohne Netz und jedes Programm: deckcast kennt deine Musik am Klang.',
  'Name the folders with your music, or mixxx, serato or engine':
    'Nenne die Ordner mit deiner Musik, oder mixxx, serato oder engine',
  'Choose how the sound comes in; for “command”, give one that records it':
    'Wähle, wie der Ton hereinkommt; für „command“ gib einen Befehl an, der ihn aufnimmt',
  'Wait until your music is described: a minute or two for an hour of it':
    'Warte, bis deine Musik erfasst ist: ein, zwei Minuten je Stunde Musik',
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
  'Hiding tracks': 'Titel verbergen',
  'Names and covers': 'Namen und Cover',
  Files: 'Dateien',
  'Chat and Twitch': 'Chat und Twitch',
  'Page for everybody': 'Seite für alle',
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
  'nothing listens there ({code})': 'dort lauscht nichts ({code})',
  'no such host ({code})': 'diesen Computer gibt es nicht ({code})',
  'the name server does not answer ({code})': 'der Nameserver antwortet nicht ({code})',
  'no route to this host ({code})': 'kein Weg zu diesem Computer ({code})',
  'no route to this network ({code})': 'kein Weg in dieses Netz ({code})',
  'no answer from there ({code})': 'von dort kommt keine Antwort ({code})',
  'its TLS certificate has expired ({code})': 'sein TLS-Zertifikat ist abgelaufen ({code})',
  'its TLS certificate is not valid yet (is the clock right?) ({code})':
    'sein TLS-Zertifikat gilt noch nicht (stimmt die Uhr?) ({code})',
  'its TLS certificate is self-signed ({code})': 'sein TLS-Zertifikat ist selbst unterschrieben ({code})',
  'its TLS certificate comes from an unknown authority ({code})':
    'sein TLS-Zertifikat kommt von einer unbekannten Stelle ({code})',
  'its TLS certificate is for another host ({code})':
    'sein TLS-Zertifikat ist für einen anderen Computer ({code})',
  'it does not speak TLS (should the address begin with http://?) ({code})':
    'es spricht kein TLS (muss die Adresse mit http:// beginnen?) ({code})',
  'the code expired before it was entered': 'der Code ist abgelaufen, bevor er eingegeben wurde',
  'the art cannot be read': 'das Cover kann nicht gelesen werden',
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
  'the one of --{option}': 'die von --{option}',
  'the configuration file': 'die Konfigurationsdatei',
  '{given} is not one of {allowed}': '{given} ist keines von {allowed}',
  'such an address is written like /deck/{deck}/title, with none of # * , ? [ ] and no other braces, not {text}':
    'so eine Adresse schreibt man wie /deck/{deck}/title, ohne # * , ? [ ] und ohne andere Klammern, nicht {text}',
  'a port': 'ein Port',
  'a percentage': 'ein Prozentwert',
  'a whole number': 'eine ganze Zahl',
  'a whole number of {unit}': 'eine ganze Zahl ({unit})',
  '{path} is a folder: name a file in it': '{path} ist ein Ordner: nenne eine Datei darin',
  '{path} is a file, not a folder': '{path} ist eine Datei, kein Ordner',
  '{path} is not a file': '{path} ist keine Datei',
  '{path} is not a folder': '{path} ist kein Ordner',

  // Findings of the doctor; {text} is a finding, too
  'MPD {version} answers at {address}': 'MPD {version} antwortet unter {address}',
  'MPD {version} runs on this computer': 'MPD {version} läuft auf diesem Computer',
  'Network Control of VirtualDJ has no password': 'Network Control von VirtualDJ hat kein Passwort',
  'OSC arrives at {address} and is understood': 'OSC, das an {address} kommt, wird verstanden',
  'TCP port {port} is free': 'TCP-Port {port} ist frei',
  'Traktor reports what it plays': 'Traktor meldet, was es spielt',
  'UDP port {port} is free': 'UDP-Port {port} ist frei',
  'VirtualDJ answers at {address}': 'VirtualDJ antwortet unter {address}',
  'a VPN often keeps players on the local network from being reached':
    'ein VPN sorgt oft dafür, dass Player im lokalen Netz nicht erreicht werden',
  "a VPN takes this computer's traffic: {name}": 'ein VPN nimmt den Verkehr dieses Computers: {name}',
  'a VPN takes what is sent to {name} ({address}): {vpn}':
    'ein VPN nimmt, was an {name} ({address}) gesendet wird: {vpn}',
  'a change of track is heard late, or not at all': 'ein Titelwechsel wird spät oder gar nicht gehört',
  'a firewall on this computer keeps UDP {port} out on {network}':
    'eine Firewall auf diesem Computer lässt UDP {port} auf {network} nicht herein',
  'a loaded track is heard, with much else: it may be the microphone of a room':
    'ein geladener Titel ist zu hören, mit viel anderem: vielleicht ist es das Mikrofon eines Raums',
  'a media player runs: {name}': 'ein Media-Player läuft: {name}',
  'a mixer {rest}': 'ein Mixer {rest}',
  'a phone or a tablet cannot hide or correct a track':
    'ein Telefon oder Tablet kann keinen Titel verbergen oder berichtigen',
  'the sign-in is lost when it has to be renewed, and you have to sign in again':
    'die Anmeldung geht verloren, wenn sie erneuert werden muss, und du musst dich noch einmal anmelden',
  'a token that the service replaces is lost, and you have to authorize deckcast again':
    'ein Token, das der Dienst ersetzt, geht verloren, und du musst deckcast noch einmal Zugriff geben',
  'all of them are searched for players': 'in allen wird nach Playern gesucht',
  'another track may stay on air until then': 'bis dahin kann ein anderer Titel auf Sendung bleiben',
  'another track than the one that is heard may be shown':
    'ein anderer Titel als der zu hörende kann gezeigt werden',
  'anyone on the network can open the overlay, but only this computer can operate':
    'jeder im Netz kann das Overlay öffnen, aber nur dieser Computer kann bedienen',
  'anyone who reaches its port can control VirtualDJ': 'wer seinen Port erreicht, kann VirtualDJ steuern',
  'at such a moment a new page, overlay or device does not connect, and files cannot be written':
    'in so einem Moment verbindet sich keine neue Seite, kein Overlay und kein Gerät, und Dateien können nicht geschrieben werden',
  'beside a mixer of another make, no deck counts as audible':
    'neben einem Mixer einer anderen Marke gilt kein Deck als hörbar',
  'both receive the announcements of players': 'beide empfangen die Meldungen der Player',
  'deckcast cannot hear from it which track the audience hears':
    'auf diesem Weg kann deckcast nicht hören, welchen Titel das Publikum hört',
  'check that this computer is on the internet, and that the address is right':
    'prüfe, ob dieser Computer im Internet ist und die Adresse stimmt',
  'correct what it names, or check the network; it is tried again by itself':
    'berichtige, was es nennt, oder prüfe das Netz; es wird von selbst wieder versucht',
  'choose MP3, Ogg Vorbis, Ogg Opus or FLAC in its broadcast settings':
    'wähle MP3, Ogg Vorbis, Ogg Opus oder FLAC in seinen Sendeeinstellungen',
  'close pages, or raise the limit: "ulimit -n" in a shell, LimitNOFILE= in a systemd unit':
    'schließe Seiten, oder erhöhe die Grenze: „ulimit -n“ in einer Shell, LimitNOFILE= in einer systemd-Unit',
  'codes and its art are missing': 'Codes und seine Cover fehlen',
  'connect players and computer to one router, or set the players to automatic addresses (DHCP) without one':
    'verbinde Player und Computer mit einem Router, oder stelle die Player ohne einen auf automatische Adressen (DHCP)',
  'correct --icecast.addr, or close the program that holds the port':
    'berichtige --icecast.addr, oder beende, was den Port hält',
  'correct --osc.host, preferably to an IP address': 'berichtige --osc.host, am besten mit einer IP-Adresse',
  'correct --page.url; {text}': 'berichtige --page.url; {text}',
  'correct what it names; {text}': 'berichtige, was es nennt; {text}',
  'correct {option}': 'berichtige {option}',
  'deckcast cannot start': 'deckcast kann nicht starten',
  'deckcast cannot start: there is no overlay and no page for the operator':
    'deckcast kann nicht starten: es gibt kein Overlay und keine Seite zum Bedienen',
  'deckcast itself listens on TCP port {port}': 'deckcast selbst hört auf TCP-Port {port}',
  'deckcast itself listens on {address}': 'deckcast selbst hört auf {address}',
  'deckcast takes no number from it, and players do not send their state to that port':
    'deckcast nimmt ihm keine Nummer weg, und Player senden ihren Zustand nicht an diesen Port',
  'deckcast was authorized for the streaming account': 'deckcast hat Zugriff auf das Streaming-Konto',
  'deckcast {version} is running, and these are its own findings':
    'deckcast {version} läuft, und dies sind seine eigenen Befunde',
  'deckcast {version} is running, but does not answer with its findings: {reason}':
    'deckcast {version} läuft, nennt aber seine Befunde nicht: {reason}',
  'decks come by web requests': 'Decks kommen über Web-Anfragen',
  'devices were not listened for, so as not to disturb it':
    'nach Geräten wurde nicht gehorcht, um es nicht zu stören',
  'close that program (to see which it is: {command})':
    'beende dieses Programm (welches es ist, zeigt: {command})',
  'close that program (to see which it is: {command}), or choose another port with {option}':
    'beende dieses Programm (welches es ist, zeigt: {command}), oder wähle mit {option} einen anderen Port',
  'close the other program that keeps it locked: a back-up, a library tool, or a second copy of the DJ software':
    'beende das andere Programm, das sie sperrt: eine Sicherung, ein Werkzeug für Bibliotheken oder eine zweite Kopie der DJ-Software',
  'features that need a license are off: {reason}': 'was eine Lizenz braucht, ist aus: {reason}',
  'first do what is said above about the VPN, then let the doctor look again':
    'tue zuerst, was oben über das VPN steht, dann lass noch einmal untersuchen',
  'earlier sets cannot be exported, and what is played now may not be kept':
    'frühere Sets lassen sich nicht exportieren, und was jetzt gespielt wird, bleibt vielleicht nicht erhalten',
  'name another file with --session.filename, or move this one away':
    'nenne mit --session.filename eine andere Datei, oder verschiebe diese',
  'free some space, or name a file on another disk':
    'schaffe Platz, oder nenne eine Datei auf einem anderen Datenträger',
  'give it on the set-up page (/setup/), or with "deckcast streaming setup"':
    'gib ihn auf der Seite zum Einrichten (/setup/), oder mit „deckcast streaming setup“',
  'choose --prodjlink.metadata=auto, which asks the player, or give the key of that library with --prodjlink.key (help page: /help/cdj)':
    'wähle --prodjlink.metadata=auto, damit der Player gefragt wird, oder gib den Schlüssel dieser Bibliothek mit --prodjlink.key an (help page: /help/cdj)',
  'give the key of that library with --prodjlink.key, which deckcast does not know (help page: /help/cdj)':
    'gib den Schlüssel dieser Bibliothek mit --prodjlink.key an, den deckcast nicht kennt (help page: /help/cdj)',
  'give this user read access to it, or correct --softa.filename':
    'gib diesem Benutzer das Recht, sie zu lesen, oder berichtige --softa.filename',
  'if a loaded track plays, check that the sound is that of the master, and that the file is the same edit':
    'wenn ein geladener Titel spielt, prüfe, ob der Ton der des Masters ist und die Datei dieselbe Fassung',
  'if it is in the library, look how far that is described, and check that the sound is that of the master':
    'wenn er in der Sammlung ist, sieh nach, wie weit sie erfasst ist, und prüfe, ob der Ton der des Masters ist',
  'if music plays, choose the input that the master is connected to, and turn its level up':
    'wenn Musik spielt, wähle den Eingang, an dem der Master hängt, und drehe ihn auf',
  'if players are missing, unplug or switch off the networks that they are not on':
    'wenn Player fehlen, ziehe die Netze ab oder schalte sie aus, in denen sie nicht sind',
  'it is not watched, because --source does not name {source}':
    'es wird nicht beobachtet, weil --source {source} nicht nennt',
  'it is unknown whether it works': 'ob es geht, ist unbekannt',
  'its announcements arrive, but it cannot be reached: what it plays will not be shown':
    'seine Meldungen kommen an, aber es ist nicht erreichbar: was es spielt, wird nicht gezeigt',
  'its art is missing': 'seine Cover fehlen',
  'its listeners read no titles': 'seine Hörer lesen keine Titel',
  'its readers see what was written before, and since when it is not sure':
    'ihre Leser sehen, was vorher geschrieben wurde, und seit wann, ist nicht sicher',
  'its tracks are not shown; the other sources work':
    'seine Titel werden nicht gezeigt; die anderen Quellen gehen',
  'its tracks will not be shown': 'seine Titel werden nicht gezeigt werden',
  'let a firewall pass UDP {port} out and TCP to the device; restart the device if it goes on; never run two programs with one --hwdevice.token':
    'lass die Firewall UDP {port} hinaus und TCP zum Gerät; starte das Gerät neu, wenn es so bleibt; betreibe nie zwei Programme mit einem --hwdevice.token',
  'let this computer get its address automatically (DHCP), as the players do; restart players that were on before the router':
    'lass diesen Computer seine Adresse automatisch beziehen (DHCP), wie die Player; starte Player neu, die vor dem Router an waren',
  'loaded tracks that the sound is compared with: {count}':
    'geladene Titel, mit denen der Ton verglichen wird: {count}',
  'media-control is installed: {path}': 'media-control ist installiert: {path}',
  'no OSC arrives here': 'hier kommt kein OSC an',
  'no Traktor was found on this computer': 'auf diesem Computer wurde kein Traktor gefunden',
  'no authorization for the streaming account in {file}: {reason}':
    'kein Zugriff auf das Streaming-Konto in {file}: {reason}',
  'no further track is shown until then': 'bis dahin wird kein weiterer Titel gezeigt',
  'no page listens': 'keine Seite hört zu',
  'no player can be reached, and nothing will be shown':
    'kein Player ist erreichbar, und nichts wird gezeigt',
  'no player is found, and nothing will be shown': 'kein Player wird gefunden, und nichts wird gezeigt',
  'no program can broadcast to deckcast': 'kein Programm kann an deckcast senden',
  'no record of Serato DJ or Mixxx was found': 'keine Aufzeichnung von Serato DJ oder Mixxx wurde gefunden',
  'no router assigns addresses on that network, and players with other addresses cannot be reached':
    'kein Router vergibt Adressen in diesem Netz, und Player mit anderen Adressen sind nicht erreichbar',
  'no tab can say what it plays': 'kein Tab kann sagen, was er spielt',
  'none of the loaded tracks is heard in the sound that comes in':
    'keiner der geladenen Titel ist in dem Ton zu hören, der hereinkommt',
  'nothing counts as audible to the audience': 'nichts gilt als für das Publikum hörbar',
  'nothing is announced, so what players load is unknown':
    'nichts wird angemeldet, also ist unbekannt, was Player laden',
  'nothing is recorded': 'nichts wird aufgezeichnet',
  'nothing is shown': 'nichts wird gezeigt',
  'nothing is shown from it': 'nichts davon wird gezeigt',
  'nothing is shown until your DJ software writes it':
    'nichts wird gezeigt, bis deine DJ-Software sie schreibt',
  'nothing that the account plays is shown': 'nichts von dem, was das Konto spielt, wird gezeigt',
  'nothing that your DJ software plays is shown':
    'nichts von dem, was deine DJ-Software spielt, wird gezeigt',
  'none of your music is heard in the sound that comes in':
    'nichts von deiner Musik ist in dem Ton zu hören, der hereinkommt',
  'nothing that Traktor sends arrives here': 'nichts, was Traktor sendet, kommt hier an',
  'nothing that rekordbox plays is shown until there is':
    'nichts, was rekordbox spielt, wird gezeigt, bis es eine gibt',
  'nothing will be shown until one of them is started by the same user':
    'nichts wird gezeigt, bis eines davon vom selben Benutzer gestartet wird',
  'one on another computer must send here: --traktor.addr and its ApiClient.js name the address':
    'eines auf einem anderen Computer muss hierher senden: --traktor.addr und seine ApiClient.js nennen die Adresse',
  'only a VPN is up: {name}': 'nur ein VPN ist verbunden: {name}',
  'only the first one found is watched': 'nur das erste gefundene wird beobachtet',
  'open the operator’s page on the computer that hears the master, and choose “Listen to the master” there':
    'öffne die Seite zum Bedienen auf dem Computer, der den Master hört, und wähle dort „Dem Master zuhören“',
  'our own broadcasts do not come back, so those of players will not arrive either':
    'unsere eigenen Rundrufe kommen nicht zurück, also kommen die der Player auch nicht an',
  'play from another player, or accept it; a recording of its network traffic helps us (help page: /help/cdj)':
    'spiele von einem anderen Player, oder nimm es hin; eine Aufzeichnung seines Netzverkehrs hilft uns (help page: /help/cdj)',
  'player {number} ({model}) is on the network': 'Player {number} ({model}) ist im Netz',
  'player {number} {rest}, and its titles would be unknown':
    'Player {number} {rest}, und seine Titel wären unbekannt',
  'player {number} {rest}': 'Player {number} {rest}',
  'players announce themselves there: none can be found':
    'Player melden sich dort: keiner kann gefunden werden',
  'players are reached all the same; if one is lost, check this first':
    'Player werden trotzdem erreicht; wenn einer verloren geht, prüfe das zuerst',
  'players do not send us what they play': 'Player senden uns nicht, was sie spielen',
  'please report it with what "deckcast doctor --report" writes':
    'bitte melde es mit dem, was „deckcast doctor --report“ schreibt',
  'plug in a network cable to the players (or their switch), or join their wireless network':
    'stecke ein Netzkabel zu den Playern (oder ihrem Switch) ein, oder geh in ihr WLAN',
  'programs that speak only SHOUTcast cannot broadcast; all others can':
    'Programme, die nur SHOUTcast sprechen, können nicht senden; alle anderen schon',
  'raise --hwdevice.discovery.max_devices': 'erhöhe --hwdevice.discovery.max_devices',
  'rekordbox keeps a collection here: {path}': 'rekordbox hat hier eine Sammlung: {path}',
  'run the command in a terminal until it writes sound (help page: /help/hear-the-room)':
    'führe den Befehl in einem Terminal aus, bis er Ton schreibt (help page: /help/hear-the-room)',
  'set --http.token for that, or --http.addr=127.0.0.1:9090 to keep the overlay to this computer':
    'setze dafür --http.token, oder --http.addr=127.0.0.1:9090, damit das Overlay auf diesem Computer bleibt',
  'set --rekordbox.key to the key of this database (help page: /help/rekordbox)':
    'setze --rekordbox.key auf den Schlüssel dieser Datenbank (help page: /help/rekordbox)',
  'set both to automatic addresses (DHCP), or give this computer an address that begins like the one of the player':
    'stelle beide auf automatische Adressen (DHCP), oder gib diesem Computer eine Adresse, die wie die des Players beginnt',
  'set one in its panel, and the same with --virtualdj.token':
    'setze eines in seinem Fenster, und dasselbe mit --virtualdj.token',
  'set the clock of this computer, preferably from the internet':
    'stelle die Uhr dieses Computers, am besten aus dem Internet',
  'sound comes from {input}, at {level} dBFS': 'Ton kommt von {input}, mit {level} dBFS',
  'start rekordbox once as the same user, or name its master.db with --rekordbox.database':
    'starte rekordbox einmal als derselbe Benutzer, oder nenne seine master.db mit --rekordbox.database',
  'start the DJ software once, so that it repairs its database':
    'starte die DJ-Software einmal, damit sie ihre Datenbank repariert',
  'start the DJ software once; other programs write a text file, which the source softa reads':
    'starte die DJ-Software einmal; andere Programme schreiben eine Textdatei, die die Quelle softa liest',
  'switch the VPN off, or allow local network access in it':
    'schalte das VPN aus, oder erlaube darin den Zugriff auf das lokale Netz',
  'switch the file on in the settings of your DJ software, and play a track':
    'schalte die Datei in den Einstellungen deiner DJ-Software ein, und spiele einen Titel',
  'tabs of a browser tell {address} what they play':
    'Tabs eines Browsers sagen unter {address}, was sie spielen',
  'take the sound from the mixer, not from the room, or turn down what talks over it':
    'nimm den Ton vom Mixer, nicht aus dem Raum, oder drehe leiser, was darüber spricht',
  'the broadcast of {program} to {mount} is not heard: {reason}':
    'die Sendung von {program} an {mount} wird nicht gehört: {reason}',
  '{text}, which is before this deckcast was built': '{text}, früher als dieses deckcast gebaut wurde',
  'the clock shows {time}': 'die Uhr zeigt {time}',
  'the disk of {path} is nearly full: {left} free ({option})':
    'der Datenträger von {path} ist fast voll: {left} sind frei ({option})',
  'the history of rekordbox can be read: {path}': 'der Verlauf von rekordbox ist lesbar: {path}',
  'the history of rekordbox cannot be read: {reason} ({path})':
    'der Verlauf von rekordbox ist nicht lesbar: {reason} ({path})',
  'the overlay there is not reloaded at the start': 'das Overlay dort wird beim Start nicht neu geladen',
  'the page for everybody is not written: {reason}': 'die Seite für alle wird nicht geschrieben: {reason}',
  'the players have such addresses too, so it works; art from the internet needs another network':
    'die Player haben auch solche Adressen, also geht es; Cover aus dem Internet brauchen ein anderes Netz',
  'the program of --hear.command ended ({status}){rest}':
    'das Programm von --hear.command ist zu Ende ({status}){rest}',
  'the record of {program} can be read: {path}': 'die Aufzeichnung von {program} ist lesbar: {path}',
  'the record of {program} cannot be read: {reason} ({path})':
    'die Aufzeichnung von {program} ist nicht lesbar: {reason} ({path})',
  'the source {name} has failed: {reason}': 'die Quelle {name} ist ausgefallen: {reason}',
  'the stage software gets no names': 'die Bühnensoftware bekommt keine Namen',
  'the system let this program have no more connections and files open, last at {time}':
    'das System ließ dieses Programm keine weiteren Verbindungen und Dateien öffnen, zuletzt um {time}',
  'there is a record of {program}, too: {path}': 'es gibt auch eine Aufzeichnung von {program}: {path}',
  'there is no database of rekordbox: {path}': 'es gibt keine Datenbank von rekordbox: {path}',
  'there is no file {path} yet (--softa.filename)': 'es gibt noch keine Datei {path} (--softa.filename)',
  'there is no playlist of a day, such as 2026-01-31.m3u, in {path} yet (--softa.filename)':
    'in {path} gibt es noch keine Playlist eines Tages wie 2026-01-31.m3u (--softa.filename)',
  'the file is not in UTF-8, and its letters are not Western European':
    'die Datei ist nicht in UTF-8, und ihre Buchstaben sind nicht westeuropäisch',
  'names from it are shown in wrong letters': 'Namen daraus werden in falschen Buchstaben gezeigt',
  'set --softa.encoding to the encoding of the file: windows-1251, shift_jis, gbk, or another one':
    'setze --softa.encoding auf die Zeichenkodierung der Datei: windows-1251, shift_jis, gbk oder eine andere',
  'there is no log': 'es gibt kein Protokoll',
  'they count as empty, so that they do not play forever':
    'sie gelten als leer, damit sie nicht endlos spielen',
  'this computer has only a self-assigned address: {address}':
    'dieser Computer hat nur eine selbst vergebene Adresse: {address}',
  'this computer is on no network': 'dieser Computer ist in keinem Netz',
  'this computer is on several networks: {names}': 'dieser Computer ist in mehreren Netzen: {names}',
  'times in tracklists are wrong, and secure connections to services fail':
    'Zeiten in Titellisten sind falsch, und sichere Verbindungen zu Diensten scheitern',
  'some titles from {medium} are unknown: {text}': 'einige Titel von {medium} sind unbekannt: {text}',
  'tracks whose titles are unknown are shown without names':
    'Stücke, deren Titel unbekannt sind, werden ohne Namen gezeigt',
  'its library is damaged: {count} tracks can be read, others may be missing':
    'seine Bibliothek ist beschädigt: {count} Titel sind lesbar, andere fehlen vielleicht',
  'export the tracks to it again with rekordbox, or use another stick':
    'exportiere die Titel noch einmal mit rekordbox darauf, oder nimm einen anderen Stick',
  'titles from {medium} are unknown: {text}': 'Titel von {medium} sind unbekannt: {text}',
  'titles of player {number} ({model}) are unknown: it reads the newer library (OneLibrary), which is encrypted':
    'Titel von Player {number} ({model}) sind unbekannt: er liest die neuere Bibliothek (OneLibrary), die verschlüsselt ist',
  'titles of player {number} ({model}) are unknown: unsupported model, or it uses a newer library':
    'Titel von Player {number} ({model}) sind unbekannt: nicht unterstütztes Modell, oder es nutzt eine neuere Bibliothek',
  'tracks of the collection that are described: {known} of {total}':
    'erfasste Titel der Sammlung: {known} von {total}',
  'tracks of the collection: {total}': 'Titel der Sammlung: {total}',
  'tracks that it named in between are missing': 'Titel, die es dazwischen genannt hat, fehlen',
  'turn the level of the input down': 'drehe den Eingang leiser',
  'turn the level of the input up': 'drehe den Eingang lauter',
  'until then nothing of the players arrives': 'bis dahin kommt nichts von den Playern an',
  'until then, nothing that MPD plays is shown': 'bis dahin wird nichts gezeigt, was MPD spielt',
  'until then, nothing that Traktor plays is shown': 'bis dahin wird nichts gezeigt, was Traktor spielt',
  'until then, nothing that VirtualDJ plays is shown': 'bis dahin wird nichts gezeigt, was VirtualDJ spielt',
  'until then, nothing that rekordbox plays is shown': 'bis dahin wird nichts gezeigt, was rekordbox spielt',
  'until then, what that program plays is not shown':
    'bis dahin wird nicht gezeigt, was dieses Programm spielt',
  'use --detection.algorithm=lead, which goes by who plays (help page: /help/separate-mixer)':
    'nimm --detection.algorithm=lead, das danach geht, wer spielt (help page: /help/separate-mixer)',
  "use the same --http.token, or open the operator's page":
    'nimm dasselbe --http.token, oder öffne die Seite zum Bedienen',
  'a program at {address} asks for a password; it may be VirtualDJ':
    'was unter {address} antwortet, verlangt ein Passwort, wie es VirtualDJ kann',
  'the sound of {door} has samples of 8 bits': 'der Ton von {door} besteht aus Werten mit 8 Bit',
  'let the command write signed 16-bit little-endian mono: s16le, as ffmpeg and parec call it':
    'lass den Befehl 16 Bit mit Vorzeichen schreiben, little-endian, mono: s16le, wie ffmpeg und parec es nennen',
  'what comes has another format: signed 16-bit little-endian mono at --hear.rate is read':
    'was kommt, hat ein anderes Format: gelesen wird 16 Bit mit Vorzeichen, little-endian, mono, mit --hear.rate',
  'what is played from it is shown without names': 'was davon gespielt wird, wird ohne Namen gezeigt',
  'what it plays is shown without names': 'was es spielt, wird ohne Namen gezeigt',
  'what plays is not in --hear.library, is not described yet, or cannot be made out':
    'was spielt, ist nicht in --hear.library, noch nicht erfasst oder nicht zu erkennen',
  'what plays is not loaded, or cannot be made out: what is on air stays':
    'was spielt, ist nicht geladen oder nicht zu erkennen: was auf Sendung ist, bleibt',
  'what they play is not shown': 'was sie spielen, wird nicht gezeigt',
  'what they play is unknown': 'was sie spielen, ist unbekannt',
  'what they would add is missing; everything else works':
    'was sie beitragen würden, fehlt; alles andere geht',
  'when it is full, {text}': 'wenn er voll ist: {text}',
  'while this lasts, {text}': 'solange das so ist: {text}',
  '{name} ({model} {version}) announces itself at {address}':
    '{name} ({model} {version}) meldet sich unter {address}',
  '{name} ({model} {version}) at {address} is connected':
    '{name} ({model} {version}) unter {address} ist verbunden',
  '{name} at {address} was found but cannot be connected: {reason}':
    '{name} unter {address} wurde gefunden, lässt sich aber nicht verbinden: {reason}',
  '{service} answers': '{service} antwortet',
  '{program} broadcasts to {mount}{rest}': '{program} sendet an {mount}{rest}',
  '{path} can be read': '{path} ist lesbar',
  '{path} can be written ({option})': '{path} kann geschrieben werden ({option})',
  '{name} cannot be opened: {reason}': '{name} lässt sich nicht öffnen: {reason}',
  '{path} cannot be read: {reason} (--softa.filename)':
    '{path} ist nicht lesbar: {reason} (--softa.filename)',
  '{path} cannot be written: {text} ({option})': '{path} kann nicht geschrieben werden: {text} ({option})',
  'the disk is full': 'der Datenträger ist voll',
  'free some space': 'schaffe Platz',
  'this user may not write there': 'dieser Benutzer darf dort nicht schreiben',
  'give this user write access to it': 'gib diesem Benutzer dort Schreibrechte',
  'the folder is read-only': 'der Ordner ist schreibgeschützt',
  'remove the write protection of the disk': 'hebe den Schreibschutz des Datenträgers auf',
  'the disk does not answer': 'der Datenträger antwortet nicht',
  'connect the disk or the share again': 'verbinde den Datenträger oder die Freigabe wieder',
  'there is no such folder, and it cannot be created':
    'den Ordner gibt es nicht, und er lässt sich nicht anlegen',
  'what should be a folder is a file': 'was ein Ordner sein müsste, ist eine Datei',
  'fix what it says': 'behebe, was dort steht',
  'version {version} of deckcast was installed while {running} runs':
    'Version {version} von deckcast wurde installiert, während {running} läuft',
  'pages, settings, outputs and the doctor may fail, because what they load now is of another version':
    'Seiten, Einstellungen, Ausgänge und die Untersuchung können scheitern, weil das, was sie jetzt laden, aus einer anderen Version ist',
  'the folder of deckcast is gone: {folder}': 'der Ordner von deckcast ist nicht mehr da: {folder}',
  'pages and overlays cannot be opened any more, and outputs may fail; what is open goes on':
    'Seiten und Overlays lassen sich nicht mehr öffnen, und Ausgaben können ausfallen; was offen ist, läuft weiter',
  'move it back, or start deckcast again where it is now: the set goes on':
    'verschiebe ihn zurück, oder starte deckcast neu, wo er jetzt ist: das Set geht weiter',
  'start it again: the set goes on': 'starte es neu: das Set geht weiter',
  'a file of deckcast is missing, as after an update while it runs: start it again':
    'eine Datei von deckcast fehlt, wie nach einer Aktualisierung im Betrieb: starte es neu',
  '{name} could not be examined: {reason}': '{name} ließ sich nicht untersuchen: {reason}',
  '{name} does not report how loud its decks are': '{name} meldet nicht, wie laut seine Decks sind',
  '{path} has the API files in its D2 folder': '{path} hat die API-Dateien in seinem Ordner D2',
  '{name} is on this computer, with the API files in its D2 folder':
    '{name} ist auf diesem Computer, mit den API-Dateien in seinem Ordner D2',
  '{name} is on this computer, without the API files that report what it plays':
    '{name} ist auf diesem Computer, ohne die API-Dateien, die melden, was es spielt',
  '{name} is free': '{name} ist frei',
  '{name} is in use by {holder}': '{name} wird von {holder} benutzt',
  '{name} is on the network': '{name} ist im Netz',
  '{name} is shared with {holder}': '{name} wird mit {holder} geteilt',
  '{program} keeps a record on this computer: {path}':
    '{program} führt auf diesem Computer eine Aufzeichnung: {path}',
  '{count} more devices announce themselves than are watched':
    '{count} Geräte mehr melden sich, als beobachtet werden',
  '{name} reports which channels are open': '{name} meldet, welche Kanäle offen sind',
  '{program} writes what it plays into {path}': '{program} schreibt, was es spielt, in {path}',
  '{text}, or name another file with {option}': '{text}, oder nenne mit {option} eine andere Datei',
  '{name}, but this computer cannot find it: {reason}': '{name}, das dieser Computer nicht findet: {reason}',
  '{name}: whether it arrives there is unknown': '{name}: ob es dort ankommt, ist unbekannt',
  'no track goes to the chat': 'kein Titel geht in den Chat',
  'no markers are set in the stream': 'im Stream werden keine Marken gesetzt',
  'viewers who ask in the chat get no answer': 'Zuschauer, die im Chat fragen, bekommen keine Antwort',
  'the CUE sheet is not written': 'das Cue Sheet wird nicht geschrieben',
  'the file with the featured track is not written':
    'die Datei mit dem Titel auf Sendung wird nicht geschrieben',
  'the file with the art is not written': 'die Datei mit dem Cover wird nicht geschrieben',
  'the history of the set is not written': 'der Verlauf des Sets wird nicht geschrieben',
  'readers see no new tracks': 'Leser sehen keine neuen Titel',
  'the QR code leads to the page in your own network, not to the one on the web server':
    'der QR-Code führt zur Seite im eigenen Netz, nicht zu der auf dem Webserver',
  'guests elsewhere cannot open it, and viewers who ask for the tracklist get no answer':
    'Gäste anderswo können sie nicht öffnen, und wer nach der Titelliste fragt, bekommt keine Antwort',
  'say where readers open the page: --page.address': 'sag, wo Leser die Seite öffnen: --page.address',
  'the set is not kept, and nothing can be exported after it':
    'das Set wird nicht aufbewahrt, und danach lässt sich nichts ausgeben',
  'art and names from the libraries of devices are missing':
    'Cover und Namen aus den Bibliotheken der Geräte fehlen',
  'no other computer can send its tracks here': 'kein anderer Computer kann seine Titel hierher senden',
  // Findings of sources and sound inputs
  'the process that looks through the folders does not start':
    'der Prozess, der die Ordner durchsucht, startet nicht',
  'a disk with music does not answer': 'ein Laufwerk mit Musik antwortet nicht',
  'the process that looks through the folders ended': 'der Prozess, der die Ordner durchsucht, ist zu Ende',
  '{link} leads back to a folder that it is in':
    '{link} führt zurück in einen Ordner, in dem es selbst liegt',
  'it is left out; each file of the collection counts once':
    'es wird ausgelassen; jede Datei der Sammlung zählt einmal',
  'remove that link if you do not need it': 'entferne diese Verknüpfung, wenn du sie nicht brauchst',
  'folders and files of the collection that this user may not read: {count} ({path})':
    'Ordner und Dateien der Sammlung, die dieser Benutzer nicht lesen darf: {count} ({path})',
  'give this user read access to them': 'gib diesem Benutzer das Recht, sie zu lesen',
  'files of the collection whose names are not in UTF-8: {count} ({path})':
    'Dateien der Sammlung, deren Namen nicht in UTF-8 sind: {count} ({path})',
  'music in them is not heard': 'Musik darin wird nicht gehört',
  'rename them': 'benenne sie um',
  'tracks that are not described yet are not heard':
    'Titel, die noch nicht erfasst sind, werden nicht gehört',
  'correct --hear.library or --hear.index; it is tried again by itself':
    'berichtige --hear.library oder --hear.index; es wird von selbst wieder versucht',
  'files of the collection that cannot be heard: {count} ({reason})':
    'Dateien der Sammlung, die nicht gehört werden können: {count} ({reason})',
  'they are never named by their sound': 'sie werden nie am Klang erkannt',
  'keep files that this computer can read: MP3, FLAC, WAV, AIFF or Ogg, with ffmpeg installed M4A too':
    'nimm Dateien, die dieser Computer lesen kann: MP3, FLAC, WAV, AIFF oder Ogg, mit installiertem ffmpeg auch M4A',
  '{place} of --hear.library cannot be looked through':
    '{place} von --hear.library kann nicht durchsucht werden',
  'connect its disk, or correct the option': 'verbinde den Datenträger, oder berichtige die Option',
  'tracks that a DJ program lists and whose files are not there: {count}':
    'Titel, die ein DJ-Programm führt und deren Dateien nicht da sind: {count}',
  'those that are not described yet are not heard': 'die noch nicht erfassten werden nicht gehört',
  'connect their disk; what is no longer wanted can be removed from the library of the program':
    'verbinde ihren Datenträger; was du nicht mehr willst, kannst du aus der Bibliothek des Programms nehmen',
  'the sound of {text} is silent': 'der Ton von {text} ist stumm',
  'the sound of {text} is very quiet': 'der Ton von {text} ist sehr leise',
  'the sound of {text} is distorted, because it is too loud':
    'der Ton von {text} ist verzerrt, weil er zu laut ist',
  'the sound of {text} is nothing but noise': 'der Ton von {text} ist nichts als Rauschen',
  '{text} sends more than a second of sound in a second':
    'von {text} kommt mehr als eine Sekunde Ton in der Sekunde',
  'give its sample rate with --hear.rate, and let it read a sound card rather than a file':
    'nenne seine Abtastrate mit --hear.rate, und lass es eine Soundkarte lesen statt einer Datei',
  'no sound comes from {text}': 'es kommt kein Ton von {text}',
  'the broadcast': 'der Sendung',
  'the page that listens': 'der Seite, die zuhört',
  'the command': 'dem Befehl',
  'its library cannot be read: {text}': 'seine Bibliothek ist nicht lesbar: {text}',
  'it is of the newer kind (OneLibrary), which is encrypted, and no key is given':
    'sie ist von der neueren Art (OneLibrary), die verschlüsselt ist, und kein Schlüssel ist angegeben',
  'start the broadcast in the program, with this computer as its server (help page: /help/broadcast)':
    'beginne die Sendung in dem Programm, mit diesem Computer als Server (help page: /help/broadcast)',
  'check the page that listens: the browser may have taken its microphone away':
    'sieh nach der Seite, die zuhört: vielleicht hat ihr der Browser das Mikrofon genommen',
  'run the command in a terminal: it has to write sound as long as it runs (help page: /help/hear-the-room)':
    'führe den Befehl in einem Terminal aus: er muss Ton schreiben, solange er läuft (help page: /help/hear-the-room)',
  'loaded tracks that cannot be compared with the sound: {count} ({reason})':
    'geladene Titel, die nicht mit dem Ton verglichen werden können: {count} ({reason})',
  'whether the audience hears them is known from faders and starts alone':
    'ob das Publikum sie hört, ist nur aus Fadern und Starts bekannt',
  'play files that this computer can read: MP3, FLAC, WAV, AIFF or Ogg, with ffmpeg installed M4A too':
    'spiele Dateien, die dieser Computer lesen kann: MP3, FLAC, WAV, AIFF oder Ogg, mit installiertem ffmpeg auch M4A',
  'the sound came in bursts, of which a part was not compared':
    'der Ton kam stoßweise, und ein Teil davon wurde nicht verglichen',
  'let the program that sends it hand it on more often, at least once a second (help page: /help/hear-the-room)':
    'lass das Programm, das ihn sendet, ihn öfter weitergeben, mindestens einmal in der Sekunde (help page: /help/hear-the-room)',
  'this computer was too busy to compare all of the sound':
    'dieser Computer war zu beschäftigt, um den ganzen Ton zu vergleichen',
  'a change of track is heard late': 'ein Titelwechsel wird spät gehört',
  'close programs that you do not need': 'beende Programme, die nicht gebraucht werden',
  'what arrives at {address} is neither from the browser script of Tuna nor from WebNowPlaying':
    'was an {address} kommt, ist weder vom Browser-Skript von Tuna noch von WebNowPlaying',
  'install one of them in its newest version (help page: /help/media-players)':
    'installiere eines davon in der neuesten Version (help page: /help/media-players)',
  'no tab has told {address} what it plays': 'kein Tab hat unter {address} gesagt, was er spielt',
  'play something in a tab, and allow the page to reach this computer when the browser asks; the script or the extension must send to this port (help page: /help/media-players)':
    'spiele etwas in einem Tab, und erlaube der Seite den Zugriff auf diesen Computer, wenn der Browser fragt; das Skript oder die Erweiterung muss an diesen Port senden (help page: /help/media-players)',
  'no deck has arrived by web request yet': 'noch kein Deck ist per Web-Anfrage gekommen',
  'start the script; it gets the reason with every request that is refused':
    'starte das Skript; zu jeder abgelehnten Anfrage bekommt es den Grund',
  'nothing has arrived about {decks} for a minute': 'seit einer Minute ist nichts von {decks} gekommen',
  'look whether the script still runs; it has to put each deck every half minute, even when nothing changes':
    'sieh nach, ob das Skript noch läuft; es muss jedes Deck jede halbe Minute senden, auch wenn sich nichts ändert',
  'let the script send "playing" or "level" with each deck':
    'lass das Skript zu jedem Deck "playing" oder "level" senden',
  'let a firewall pass UDP 51337 out and TCP to the device; never run two programs with one --hwdevice.token':
    'lass UDP 51337 hinaus und TCP zum Gerät durch die Firewall; betreibe nie zwei Programme mit einem --hwdevice.token',
  'no interface called {name} has an IPv4 address': 'keine Schnittstelle namens {name} hat eine IPv4-Adresse',
  'correct --hwdevice.discovery.interface, or leave it out to search on all':
    'berichtige --hwdevice.discovery.interface, oder lass es weg, um auf allen zu suchen',
  'plug in a cable or join a wireless network': 'stecke ein Kabel ein, oder verbinde dich mit einem WLAN',
  'announcements of devices cannot be received': 'Ansagen von Geräten können nicht empfangen werden',
  'another program holds UDP port 51337 for itself; close it':
    'ein anderes Programm hält UDP-Port 51337 für sich allein; beende es',
  'only these were heard: {devices}': 'nur diese wurden gehört: {devices}',
  'is a player on?': 'ist ein Player eingeschaltet?',
  'is a player on, and not in computer mode?': 'ist ein Player eingeschaltet, und nicht im Computermodus?',
  'switch a player on': 'schalte einen Player ein',
  'correct --target.device and --target.software, or leave them out':
    'berichtige --target.device und --target.software, oder lass sie weg',
  'leave out --hwdevice.discovery.ignore_link_local, or give the device an address':
    'lass --hwdevice.discovery.ignore_link_local weg, oder gib dem Gerät eine Adresse',
  'name its interface with --hwdevice.discovery.interface':
    'nenne seine Schnittstelle mit --hwdevice.discovery.interface',
  'nothing was heard; {searched}': 'nichts wurde gehört; {searched}',
  'switch the device on, and let UDP 51337 in through the firewall':
    'schalte das Gerät ein, und lass UDP 51337 durch die Firewall herein',
  'switch the device on, connect it to this network, and let UDP 51337 in through the firewall. Without a DHCP server devices take 169.254.x.x: this computer needs such an address too':
    'schalte das Gerät ein, verbinde es mit diesem Netz, und lass UDP 51337 durch die Firewall herein. Ohne DHCP-Server nehmen Geräte 169.254.x.x: dann braucht auch dieser Computer so eine Adresse',
  'too many devices: {count} are ignored': 'zu viele Geräte: {count} werden nicht beachtet',
  'no booth has that many; find the program that announces them':
    'so viele hat keine Kanzel; suche das Programm, das sie ansagt',
  'a program at {address} does not give the password':
    'ein Programm unter {address} gibt das Passwort nicht an',
  'type the password of --icecast.password into its broadcast settings':
    'trage das von --icecast.password in seine Sendeeinstellungen ein',
  '{program} connected to {mount} again while its earlier connection was open':
    '{program} hat sich mit {mount} noch einmal verbunden, während die frühere Verbindung offen war',
  'check the network between it and this computer, and that it broadcasts only once':
    'prüfe das Netz zwischen ihm und diesem Computer, und dass es nur einmal sendet',
  '{program} broadcasts to {mount}, but names no tracks':
    '{program} sendet an {mount}, nennt aber keine Titel',
  'turn on sending titles (metadata) in its broadcast settings (help page: /help/broadcast)':
    'schalte in seinen Sendeeinstellungen das Senden von Titeln (Metadaten) ein (help page: /help/broadcast)',
  'the broadcast of {program} to {mount} has ended': 'die Sendung von {program} an {mount} ist zu Ende',
  'start it again in that program; until then the last track stays':
    'beginne sie in diesem Programm wieder; bis dahin bleibt der letzte Titel',
  'no program has broadcast yet': 'noch kein Programm hat gesendet',
  'type into its broadcast settings: {what} (help page: /help/broadcast)':
    'trage in seine Sendeeinstellungen ein: {what} (help page: /help/broadcast)',
  'set --mpd.password to one of the passwords in the configuration of MPD':
    'setze --mpd.password auf eines der Passwörter in der Konfiguration von MPD',
  'start MPD; --mpd.addr is the address and port at which it listens, --mpd.socket its socket (bind_to_address and port in its configuration)':
    'starte MPD; --mpd.addr ist die Adresse mit dem Port, an der es lauscht, --mpd.socket sein Socket (bind_to_address und port in seiner Konfiguration)',
  'no OSC has arrived at {address} yet': 'an {address} ist noch kein OSC gekommen',
  'let the program send there; from another computer it arrives only where --osc.in.addr is an address of the network':
    'lass das Programm dorthin senden; von einem anderen Computer kommt es nur an, wenn --osc.in.addr eine Adresse im Netz ist',
  'what arrives is not OSC': 'was kommt, ist kein OSC',
  'OSC arrives, but at other addresses, such as {address}':
    'OSC kommt, aber an andere Adressen, zum Beispiel {address}',
  'OSC arrives at {address}, but no track has been named yet':
    'OSC kommt an {address} an, aber noch wurde kein Titel genannt',
  'load a track: programs name it when it is loaded (rkbx_link does so from version 1.0 on)':
    'lade einen Titel: Programme nennen ihn, wenn er geladen wird (rkbx_link ab Version 1.0)',
  'tracks are loaded, but none counts as playing': 'Titel sind geladen, aber keiner gilt als laufend',
  'play one; if one plays already, check --osc.in.preset and --osc.in.playing (rkbx_link: osc.msg.time or osc.msg.n/time is true for every deck)':
    'spiele einen; läuft schon einer, prüfe --osc.in.preset und --osc.in.playing (rkbx_link: osc.msg.time oder osc.msg.n/time ist für jedes Deck true)',
  'choose --osc.in.preset, or name its addresses with --osc.in.title, --osc.in.artist and --osc.in.playing':
    'wähle --osc.in.preset, oder nenne seine Adressen mit --osc.in.title, --osc.in.artist und --osc.in.playing',
  'what is shown is the track on the master deck of rekordbox, which need not be the one that is heard':
    'gezeigt wird der Titel auf dem Master-Deck von rekordbox, der nicht der hörbare sein muss',
  'let rkbx_link send the time of every deck: in its file config, set osc.msg.time (or osc.msg.n/time) to true':
    'lass rkbx_link die Zeit jedes Decks senden: setze in seiner Datei config osc.msg.time (oder osc.msg.n/time) auf true',
  'let the program send it, and name its addresses with --osc.in.playing and --osc.in.level':
    'lass das Programm das senden, und nenne seine Adressen mit --osc.in.playing und --osc.in.level',
  'it has no rekordbox library': 'er hat keine rekordbox-Bibliothek',
  'export the tracks to it with rekordbox': 'exportiere die Titel mit rekordbox darauf',
  'UDP ports {first} and {second} cannot be opened: {program} holds what players send to':
    'die UDP-Ports {first} und {second} können nicht geöffnet werden: {program} hält, wohin Player senden',
  'UDP port {port} cannot be opened: {program} holds what players send to':
    'UDP-Port {port} kann nicht geöffnet werden: {program} hält, wohin Player senden',
  'close that program: rekordbox, PRO DJ LINK Bridge, ShowKontrol, Beat Link Trigger and other copies of deckcast need the same ports; they are tried again every 10 s':
    'beende dieses Programm: rekordbox, PRO DJ LINK Bridge, ShowKontrol, Beat Link Trigger und andere Kopien von deckcast brauchen dieselben Ports; alle 10 s wird es wieder versucht',
  'an XDJ-RX is on the network, and reports say that it freezes when a program announces itself':
    'ein XDJ-RX ist im Netz, der Berichten nach einfriert, wenn sich ein Programm anmeldet',
  'take it off the network, if it is not needed': 'nimm ihn aus dem Netz, wenn er nicht gebraucht wird',
  'every number from 7 to 15 is taken by other programs on the network':
    'jede Nummer von 7 bis 15 ist von anderen Programmen im Netz belegt',
  'end one of them': 'beende eines davon',
  'no player is found': 'kein Player wird gefunden',
  'no player is found on {interface}': 'auf {interface} wird kein Player gefunden',
  'connect this computer to the switch that the players are on; a firewall must let in UDP 50000 to 50002':
    'verbinde diesen Computer mit dem Switch, an dem die Player sind; eine Firewall muss UDP 50000 bis 50002 hereinlassen',
  'a mixer takes this computer for a player and wants to give it a number':
    'ein Mixer hält diesen Computer für einen Player und will ihm eine Nummer geben',
  'use another port of the mixer, or a switch': 'nimm eine andere Buchse des Mixers, oder einen Switch',
  'players are there, and send no state': 'Player sind da und senden keinen Zustand',
  'let UDP 50001 and 50002 in through the firewall of this computer':
    'lass UDP 50001 und 50002 durch die Firewall dieses Computers herein',
  'players play, and the mixer says that none of their channels was ever open':
    'Player spielen, und der Mixer sagt, dass keiner ihrer Kanäle je offen war',
  'give each player the number of its channel on the mixer, or use --detection.algorithm=lead':
    'gib jedem Player die Nummer seines Kanals am Mixer, oder nimm --detection.algorithm=lead',
  'announcements cannot be sent ({reason})': 'Anmeldungen können nicht gesendet werden ({reason})',
  'look at the network connection of this computer': 'sieh nach der Netzverbindung dieses Computers',
  'it has no library of the newer kind (OneLibrary), the one that its player reads':
    'er hat keine Bibliothek der neueren Art (OneLibrary), die sein Player liest',
  'let rekordbox write OneLibrary (Device Library Plus) to it, too':
    'lass rekordbox auch OneLibrary (Device Library Plus) darauf schreiben',
  'give its key with --prodjlink.key, export without OneLibrary, or install a firmware that reads the older Device Library (CDJ-3000: 3.22)':
    'gib ihren Schlüssel mit --prodjlink.key an, exportiere ohne OneLibrary, oder installiere eine Firmware, die die ältere Device Library liest (CDJ-3000: 3.22)',
  'let rekordbox write the older Device Library (export.pdb) to it, too, or give the key of the newer one with --prodjlink.key':
    'lass rekordbox auch die ältere Device Library (export.pdb) darauf schreiben, oder gib den Schlüssel der neueren mit --prodjlink.key an',
  'set --prodjlink.key to the key of this library (help page: /help/cdj)':
    'setze --prodjlink.key auf den Schlüssel dieser Bibliothek (help page: /help/cdj)',
  '{program} played and then fell silent: it was closed, or its connection broke':
    '{program} hat gespielt und ist dann verstummt: es wurde geschlossen, oder seine Verbindung ist abgerissen',
  'start it again: what it then loads is known': 'starte es wieder: was es dann lädt, ist bekannt',
  'deck {deck}: what plays is unknown until the next load':
    'Deck {deck}: was spielt, ist bis zum nächsten Laden unbekannt',
  'decks {decks}: what plays is unknown until the next load':
    'Decks {decks}: was spielt, ist bis zum nächsten Laden unbekannt',
  'deck {deck}: how loud it is heard is unknown until its fader moves':
    'Deck {deck}: wie laut es zu hören ist, ist unbekannt, bis sich sein Fader bewegt',
  'decks {decks}: how loud they are heard is unknown until their faders move':
    'Decks {decks}: wie laut sie zu hören sind, ist unbekannt, bis sich ihre Fader bewegen',
  'deck {deck} has a track and an open channel, and Traktor does not report that it plays':
    'Deck {deck} hat einen Titel und einen offenen Kanal, und Traktor meldet nicht, dass es läuft',
  'decks {decks} have tracks and open channels, and Traktor does not report that they play':
    'die Decks {decks} haben Titel und offene Kanäle, und Traktor meldet nicht, dass sie laufen',
  'start it; if it plays already, it is played by timecode, which Traktor does not report: let Traktor broadcast, or let deckcast hear the room (help page: /help/traktor)':
    'starte es; wenn es schon läuft, wird es mit Timecode gespielt, was Traktor nicht meldet: lass Traktor senden, oder lass deckcast den Raum hören (help page: /help/traktor)',
  'Traktor sends a level only when it changes: stop the decks that nobody hears, or move their faders':
    'Traktor sendet einen Pegel nur, wenn er sich ändert: stoppe die Decks, die niemand hört, oder bewege ihre Fader',
  'Traktor sends a track only when it loads it: load it again, or start deckcast before Traktor':
    'Traktor sendet einen Titel nur, wenn es ihn lädt: lade ihn noch einmal, oder starte deckcast vor Traktor',
  'nothing has arrived from Traktor yet': 'von Traktor ist noch nichts gekommen',
  'start it; if it runs: an update of Traktor removes the D2 folder, and Kontrol D2 must be in its Controller Manager (help page: /help/traktor)':
    'starte es; wenn es läuft: ein Update von Traktor entfernt den Ordner D2, und Kontrol D2 muss in seinem Controller Manager stehen (help page: /help/traktor)',
  '{program} cannot report what it plays: the API files are not in its D2 folder, never installed or removed by an update of Traktor':
    '{program} kann nicht melden, was es spielt: die API-Dateien sind nicht in seinem Ordner D2, nie installiert oder durch ein Update von Traktor entfernt',
  'copy them to {folder} again and restart Traktor (help page: /help/traktor)':
    'kopiere sie wieder nach {folder}, und starte Traktor neu (help page: /help/traktor)',
  '{program} sends to {address}, and deckcast listens on port {port}':
    '{program} sendet an {address}, und deckcast lauscht an Port {port}',
  'set --traktor.addr=127.0.0.1:{port}, or correct {folder} (Api, ApiClient.js)':
    'setze --traktor.addr=127.0.0.1:{port}, oder berichtige {folder} (Api, ApiClient.js)',
  'VirtualDJ at {address} rejects the password': 'VirtualDJ unter {address} nimmt das Passwort nicht an',
  'set --virtualdj.token to the password in the panel of Network Control; a changed one is tried at once':
    'setze --virtualdj.token auf das Passwort im Fenster von Network Control; ein geändertes wird sofort versucht',
  'VirtualDJ does not answer: {reason}': 'VirtualDJ antwortet nicht: {reason}',
  'start it, and switch on Network Control in its master effects; --virtualdj.url names its address, with the port of its panel (help page: /help/virtualdj)':
    'starte es, und schalte Network Control in seinen Master-Effekten ein; --virtualdj.url nennt seine Adresse, mit dem Port aus seinem Fenster (help page: /help/virtualdj)',
  // The same for users without knowledge of networks or flags

  // Watched things and their states
  'the sound of the room': 'der Ton des Raums',
  '{name}, player {number}': '{name}, Player {number}',
  'library of {medium}': 'Bibliothek von {medium}',
  authorization: 'Zugriff',
  found: 'gefunden',
  connected: 'verbunden',
  lost: 'verloren',
  heard: 'zu hören',
  paused: 'Pause',
  '{text}, at {time}': '{text}, bei {time}',
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
