CREATE TABLE IF NOT EXISTS orders (
    placed_no INTEGER PRIMARY KEY,
    event_id  TEXT NOT NULL UNIQUE,
    buyer     TEXT NOT NULL,
    words     TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS confirmation (message_id TEXT PRIMARY KEY, status TEXT NOT NULL);
