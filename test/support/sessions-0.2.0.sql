-- What deckcast 0.2.0 left after a set of two tracks: the second one was hidden by hand.
PRAGMA journal_mode = WAL;
CREATE TABLE session (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  pid INTEGER
) STRICT;
CREATE TABLE track (
  session INTEGER NOT NULL REFERENCES session(id),
  position INTEGER NOT NULL,
  play_id TEXT NOT NULL,
  featured_at INTEGER NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  hidden INTEGER NOT NULL,
  artist TEXT NOT NULL,
  title TEXT NOT NULL,
  album TEXT NOT NULL,
  genre TEXT NOT NULL,
  filename TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  source TEXT NOT NULL,
  deck TEXT,
  fingerprint TEXT,
  by_hand INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session, position)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 3;
INSERT INTO session VALUES (1, 1763834400000, 1763834700000, 4242);
INSERT INTO track VALUES
  (1, 1, 'hwdevice:1', 1763834400000, 0, 0, 'Ada', 'Blue', 'Colors', 'House', 'blue.mp3', 240000, 'hwdevice', '1', NULL, 0),
  (1, 2, 'hwdevice:2', 1763834640000, 240000, 1, '', '', '', '', '', 0, 'hwdevice', '2', 'salt.hash', 1);
