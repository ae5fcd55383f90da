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
  '{text} (no levels known)': '{text} (kein Pegel bekannt)',
  'deck {deck}': 'Deck {deck}',
  'decks {one} and {two} and {three}': 'den Decks {one}, {two} und {three}',
  'decks {one} and {two}': 'den Decks {one} und {two}',
  'Deck {deck} does not play': 'Deck {deck} spielt nicht',
  'Deck {deck} is empty': 'Deck {deck} ist leer',
  'Deck {deck} is out of reach': 'Deck {deck} ist nicht erreichbar',
  'Deck {deck} would lead, but the operator put another track on air':
    'Deck {deck} würde führen, aber der Bediener hat einen anderen Titel auf Sendung gebracht',
  'Deck {deck} was put on air by the operator; the detection decides again at the next change':
    'Deck {deck} hat der Bediener auf Sendung gebracht; beim nächsten Wechsel entscheidet wieder die Erkennung',
  'Deck {deck} leads: no other plays': 'Deck {deck} führt: kein anderes spielt',
  'Deck {deck} leads: it started first; changes when it stops':
    'Deck {deck} führt: es lief als erstes; wechselt, wenn es stoppt',
  'Deck {deck} leads; changes when it stops or is reloaded, or another is tempo master for 8 seconds':
    'Deck {deck} führt; wechselt, wenn es stoppt oder neu geladen wird, oder wenn ein anderes 8 Sekunden lang das Tempo vorgibt',
  'Deck {deck} leads: it was loaded last; loading is all that is known':
    'Deck {deck} führt: es wurde zuletzt geladen; mehr als das Laden ist nicht bekannt',
  closes: 'zu ist',
  'is down to {limit}': 'auf {limit} herunter ist',
  'Deck {deck} leads: {own} against {level}; changes when it {text}':
    'Deck {deck} führt: {own} gegen {level}; wechselt, wenn es {text}',
  'Deck {deck} is loudest: {own} against {level}; leads when {text} closes':
    'Deck {deck} ist am lautesten: {own} gegen {level}; führt, sobald es von {text} nichts mehr gibt',
  'Deck {deck} is loudest: {own} against {level}; leads when {text} is down to {limit}':
    'Deck {deck} ist am lautesten: {own} gegen {level}; führt, sobald es bei {text} nur noch {limit} sind',
  'Deck {deck} waits: it is heard: {levels}': 'Deck {deck} wartet: es ist zu hören: {levels}',
  'Deck {deck} is heard: {levels}; leads when {text} is no longer heard':
    'Deck {deck} ist zu hören: {levels}; führt, sobald von {text} nichts mehr zu hören ist',
  'Deck {deck} is heard: {levels}; leads when {text} is down to {limit}':
    'Deck {deck} ist zu hören: {levels}; führt, sobald es bei {text} nur noch {limit} sind',
  'Deck {deck} is heard: {levels}': 'Deck {deck} ist zu hören: {levels}',
  'Deck {deck} waits: {own} against {level} of deck {other}':
    'Deck {deck} wartet: {own} gegen {level} von Deck {other}',
  'Deck {deck} waits: it plays the same recording as deck {other}, which was heard first':
    'Deck {deck} wartet: es spielt dieselbe Aufnahme wie Deck {other}, das zuerst zu hören war',
  'Deck {deck} waits: its program does not count it as played yet':
    'Deck {deck} wartet: für sein Programm zählt es noch nicht als gespielt',
  'Deck {deck} waits: {text} was loaded after it; loading is all that is known':
    'Deck {deck} wartet: {text} wurde später geladen; mehr als das Laden ist nicht bekannt',
  'Deck {deck} waits: it has only just started': 'Deck {deck} wartet: es ist eben erst losgelaufen',
  'Deck {deck} waits: its fader is closed': 'Deck {deck} wartet: sein Fader ist zu',
  'Deck {deck} waits: it is not heard': 'Deck {deck} wartet: es ist nicht zu hören',
  'Deck {deck} waits until it plays alone: it is unknown which deck started first':
    'Deck {deck} wartet, bis es allein spielt: es ist nicht bekannt, welches Deck zuerst lief',
  'Deck {deck} waits until {text} stops or is reloaded, or it has been tempo master for 8 seconds':
    'Deck {deck} wartet, bis {text} stoppt oder neu geladen wird, oder bis es selbst 8 Sekunden lang das Tempo vorgibt',
  'Deck {deck} waits until {text} stops': 'Deck {deck} wartet, bis {text} stoppt',

  // Source and outputs
  'Source and outputs': 'Quelle und Ausgänge',
  'Each part': 'Jeder Teil',
  'All is well.': 'Alles in Ordnung.',
  'Source: {name}': 'Quelle: {name}',
  'Art: {name}': 'Cover: {name}',
  'Sink: {name}': 'Ausgang: {name}',
  // What sources and outputs are called
  'Denon DJ / Engine OS players': 'Player von Denon DJ / Engine OS',
  'Pioneer DJ / AlphaTheta players': 'Player von Pioneer DJ / AlphaTheta',
  'VirtualDJ with Network Control': 'VirtualDJ mit Network Control',
  'A program that broadcasts': 'Ein Programm, das sendet',
  'A program that sends OSC': 'Ein Programm, das OSC sendet',
  'djay, DJUCED, VirtualDJ, or any text file': 'djay, DJUCED, VirtualDJ oder irgendeine Textdatei',
  'Serato DJ or Mixxx': 'Serato DJ oder Mixxx',
  'rekordbox on this computer': 'rekordbox auf diesem Computer',
  'Your own music, by ear': 'Deine eigene Musik, nach Gehör',
  'Made-up tracks': 'Erfundene Tracks',
  'A media player on this computer': 'Ein Medienplayer auf diesem Computer',
  'Media players on other computers': 'Medienplayer auf anderen Computern',
  'A tab in my browser': 'Ein Tab in meinem Browser',
  'MPD, the Music Player Daemon': 'MPD, der Music Player Daemon',
  'A Spotify account': 'Ein Spotify-Konto',
  'Another program': 'Ein anderes Programm',
  'A script with decks': 'Ein Skript mit Decks',
  'Text and cover as files': 'Text und Cover als Dateien',
  'A line for each track': 'Eine Zeile je Track',
  'CUE sheet': 'CUE-Sheet',
  'Stored sets': 'Gespeicherte Sets',
  'Answers in a Twitch chat': 'Antworten in einem Twitch-Chat',
  'Markers in a Twitch stream': 'Markierungen in einem Twitch-Stream',
  'Twitch extension': 'Twitch-Erweiterung',
  'Web radio': 'Webradio',
  'A page for everybody': 'Eine Seite für alle',

  // What each of them does
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
  'what is loaded in that deck has no name yet': 'was in diesem Deck liegt, hat noch keinen Namen',
  'that deck no longer has this track': 'der gemeinte Titel liegt nicht mehr in diesem Deck',

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
  'This is the demo, in which nothing can be changed: start deckcast itself.':
    'Das ist die Demo, in der sich nichts ändern lässt: starte deckcast selbst.',
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
    'Nur dieser Computer erreicht deckcast. Ändere für Gäste „Address and port of these pages“ in den Einstellungen.',
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
  'without a token only this computer may operate': 'ohne Token darf nur dieser Computer bedienen',
  'This page may not change anything yet. Use the page that deckcast opened when it started, on the computer that it runs on.':
    'Diese Seite darf noch nichts ändern. Nimm die Seite, die deckcast beim Start geöffnet hat, auf dem Computer, auf dem es läuft.',
  'This device may not operate yet.': 'Dieses Gerät darf noch nicht bedienen.',
  Details: 'Einzelheiten',
  'only this computer reaches deckcast: change “Address and port of these pages” in the settings first':
    'nur dieser Computer erreicht deckcast: ändere zuerst „Address and port of these pages“ in den Einstellungen',
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

  // What an examination finds: {text} is a finding, too
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
  'a token that the service replaces is lost, and you have to authorize deckcast again':
    'ein Token, das der Dienst ersetzt, geht verloren, und du musst deckcast noch einmal Zugriff geben',
  'all of them are searched for players': 'in allen wird nach Playern gesucht',
  'another program writes titles to the radio {name}, too':
    'auch ein anderes Programm schreibt Titel an das Radio {name}',
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
  'free some space, or name a file on another disk':
    'schaffe Platz, oder nenne eine Datei auf einem anderen Datenträger',
  'give it on the set-up page (/setup/), or with "deckcast streaming setup"':
    'gib ihn auf der Seite zum Einrichten (/setup/), oder mit „deckcast streaming setup“',
  'give the key of that library with --prodjlink.key, which deckcast does not know, or choose --prodjlink.metadata=database (help page: /help/cdj)':
    'gib den Schlüssel dieser Bibliothek mit --prodjlink.key an, den deckcast nicht kennt, oder wähle --prodjlink.metadata=database (help page: /help/cdj)',
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
  'its listeners read what came last': 'seine Hörer lesen, was zuletzt kam',
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
  'start the DJ software once; other programs write a text file, which --source=softa reads':
    'starte die DJ-Software einmal; andere Programme schreiben eine Textdatei, die --source=softa liest',
  'switch the VPN off, or allow local network access in it':
    'schalte das VPN aus, oder erlaube darin den Zugriff auf das lokale Netz',
  'switch the file on in the settings of your DJ software, and play a track':
    'schalte die Datei in den Einstellungen deiner DJ-Software ein, und spiele einen Titel',
  'switch the titles off in the encoder or in the DJ software':
    'schalte die Titel im Encoder oder in der DJ-Software aus',
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
  'there is no log': 'es gibt kein Protokoll',
  'they count as empty, so that they do not play forever':
    'sie gelten als leer, damit sie nicht endlos spielen',
  'this computer has only a self-assigned address: {address}':
    'dieser Computer hat nur eine selbst vergebene Adresse: {address}',
  'this computer is on no network': 'dieser Computer ist in keinem Netz',
  'this computer is on several networks: {names}': 'dieser Computer ist in mehreren Netzen: {names}',
  'times in tracklists are wrong, and secure connections to services fail':
    'Zeiten in Titellisten sind falsch, und sichere Verbindungen zu Diensten scheitern',
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
  '{path} cannot be written: {reason} ({option})':
    '{path} kann nicht geschrieben werden: {reason} ({option})',
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
  // What sources and the ways of sound find
  'the library of {program} cannot be read: {reason}':
    'die Bibliothek von {program} ist nicht lesbar: {reason}',
  'tracks in it that are not described yet are not heard':
    'Titel darin, die noch nicht erfasst sind, werden nicht gehört',
  'start that program once on this computer, as the same user, or name the folders with your music in --hear.library':
    'starte dieses Programm einmal auf diesem Computer, als derselbe Benutzer, oder nenne die Ordner mit deiner Musik in --hear.library',
  'the rekordbox library in {folder} cannot be read: {text}':
    'die rekordbox-Bibliothek in {folder} ist nicht lesbar: {text}',
  'its tracks are called what their files say': 'seine Titel heißen so, wie es in ihren Dateien steht',
  'set --prodjlink.key to the key of the newer library (help page: /help/hear-the-room)':
    'setze --prodjlink.key auf den Schlüssel der neueren Bibliothek (help page: /help/hear-the-room)',
  'the collection cannot be described: {reason}': 'die Sammlung kann nicht erfasst werden: {reason}',
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
  'is the device on, and does a firewall let UDP 51337 in?':
    'ist das Gerät eingeschaltet, und lässt eine Firewall UDP 51337 herein?',
  'is the device on, on this network, and does a firewall let UDP 51337 in? Without a DHCP server devices take 169.254.x.x: this computer needs such an address too':
    'ist das Gerät eingeschaltet, in diesem Netz, und lässt eine Firewall UDP 51337 herein? Ohne DHCP-Server nehmen Geräte 169.254.x.x: dann braucht auch dieser Computer so eine Adresse',
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
  // Where it is found
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
