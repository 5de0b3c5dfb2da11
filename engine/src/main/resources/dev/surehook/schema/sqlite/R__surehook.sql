-- The tables of Surehook. Every statement may run again: nothing that exists is changed. The program runs the sections
-- that the database lacks; a host application may run the whole file itself, with Flyway as a repeatable migration.

-- version 1, usable by programs from 1

-- Every body is written once and never changed. Small rows beside it say what is to be done; the row is the queue.
-- Times are milliseconds since 1970 in UTC.

CREATE TABLE IF NOT EXISTS surehook_source (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- The queues of a source. The default one has an empty name.
CREATE TABLE IF NOT EXISTS surehook_lane (
    id        INTEGER PRIMARY KEY,
    source_id INTEGER NOT NULL,
    name      TEXT NOT NULL,
    UNIQUE (source_id, name)
) STRICT;

CREATE TABLE IF NOT EXISTS surehook_setting (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The body stands last: reading the columns before it does not touch its overflow pages.
CREATE TABLE IF NOT EXISTS surehook_inbox_event (
    id          INTEGER PRIMARY KEY,
    source_id   INTEGER NOT NULL,
    lane_id     INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    event_id    TEXT NOT NULL,
    type        TEXT NOT NULL,
    ignored     TEXT,
    erased_at   INTEGER,
    size        INTEGER NOT NULL,
    body_sha256 BLOB,
    order_key   BLOB,
    headers     BLOB NOT NULL,
    body        BLOB NOT NULL
) STRICT;

-- Deduplication: SHA-256 of source and event id. Never purged, so it lives apart from the events.
CREATE TABLE IF NOT EXISTS surehook_inbox_key (
    key BLOB PRIMARY KEY,
    id  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Keys that are not sorted into surehook_inbox_key yet: for each commit the keys of its events, 32 bytes each, in order of id.
CREATE TABLE IF NOT EXISTS surehook_inbox_key_tail (
    first_id INTEGER PRIMARY KEY,
    keys     BLOB NOT NULL
) STRICT;

-- Due work. attempt is counted when it begins and is the fencing number.
CREATE TABLE IF NOT EXISTS surehook_inbox_ready (
    lane_id     INTEGER NOT NULL,
    id          INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    attempt     INTEGER NOT NULL,
    budget_from INTEGER NOT NULL,
    lease_until INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (lane_id, id)
) STRICT, WITHOUT ROWID;

-- Work that waits for its next attempt.
CREATE TABLE IF NOT EXISTS surehook_inbox_retry (
    lane_id     INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    id          INTEGER NOT NULL UNIQUE,
    attempt     INTEGER NOT NULL,
    budget_from INTEGER NOT NULL,
    PRIMARY KEY (lane_id, due_at, id)
) STRICT, WITHOUT ROWID;

-- Events with one key are handled in the order of place, one at a time. A key has a row while the event at its head is not
-- done; head is due work, waits for its next attempt or is parked. What changes a key's order locks this row first.
CREATE TABLE IF NOT EXISTS surehook_order_key (
    lane_id    INTEGER NOT NULL,
    order_key  BLOB NOT NULL,
    head       INTEGER NOT NULL,
    next_place INTEGER NOT NULL,
    PRIMARY KEY (lane_id, order_key)
) STRICT, WITHOUT ROWID;

-- Events that wait until the head of their key is done.
CREATE TABLE IF NOT EXISTS surehook_inbox_blocked (
    lane_id     INTEGER NOT NULL,
    order_key   BLOB NOT NULL,
    place       INTEGER NOT NULL,
    id          INTEGER NOT NULL UNIQUE,
    attempt     INTEGER NOT NULL,
    PRIMARY KEY (lane_id, order_key, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS surehook_inbox_parked (
    id        INTEGER PRIMARY KEY,
    source_id INTEGER NOT NULL,
    parked_at INTEGER NOT NULL,
    attempt   INTEGER NOT NULL,
    reason    TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS surehook_inbox_attempt (
    id         INTEGER NOT NULL,
    attempt    INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    took_ms    INTEGER NOT NULL,
    outcome    TEXT NOT NULL,
    detail     TEXT NOT NULL,
    PRIMARY KEY (id, attempt)
) STRICT, WITHOUT ROWID;

-- The same id came with another body; that body's hash and how often.
CREATE TABLE IF NOT EXISTS surehook_inbox_conflict (
    id          INTEGER NOT NULL,
    body_sha256 BLOB NOT NULL,
    first_at    INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,
    times       INTEGER NOT NULL,
    PRIMARY KEY (id, body_sha256)
) STRICT, WITHOUT ROWID;

-- What the tables are: the highest version, and the oldest program (by the version it knows) that may use them.
CREATE TABLE IF NOT EXISTS surehook_schema (
    version        INTEGER NOT NULL PRIMARY KEY,
    oldest_program INTEGER NOT NULL
) STRICT;

INSERT INTO surehook_schema (version, oldest_program)
SELECT 1, 1 WHERE NOT EXISTS (SELECT 1 FROM surehook_schema WHERE version = 1);
