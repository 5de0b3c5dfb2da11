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

-- version 2, usable by programs from 1

-- Sending. Who owns endpoints, and which rules they are sent to by. version counts changes of the account's endpoints.
CREATE TABLE IF NOT EXISTS surehook_account (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    profile    TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    version    INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE IF NOT EXISTS surehook_endpoint (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id   INTEGER NOT NULL,
    ref          TEXT NOT NULL UNIQUE,
    url          TEXT NOT NULL,
    name         TEXT NOT NULL,
    rules        TEXT NOT NULL,
    status       TEXT NOT NULL,
    reason       TEXT,
    paused_until INTEGER,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    deleted_at   INTEGER,
    version      INTEGER NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS surehook_endpoint_account ON surehook_endpoint (account_id, id);

-- Signing secrets, encrypted. The newest signs, and beside it those whose time is not over.
CREATE TABLE IF NOT EXISTS surehook_endpoint_secret (
    endpoint_id INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    sealed      TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    not_after   INTEGER,
    PRIMARY KEY (endpoint_id, version)
) STRICT, WITHOUT ROWID;

-- What a node needs to know of an endpoint before it sends: whoever changes the endpoint's queue locks this row first.
-- next_due is when somebody should look into the queue. tat is the time, in microseconds, at which the rate allows more.
CREATE TABLE IF NOT EXISTS surehook_endpoint_lane (
    endpoint_id     INTEGER PRIMARY KEY,
    next_due        INTEGER NOT NULL,
    slots           INTEGER NOT NULL,
    per_second      INTEGER NOT NULL,
    in_order        INTEGER NOT NULL,
    held            INTEGER NOT NULL DEFAULT 0,
    paused_until    INTEGER NOT NULL DEFAULT 0,
    suspended_until INTEGER NOT NULL DEFAULT 0,
    rest_until      INTEGER NOT NULL DEFAULT 0,
    failures        INTEGER NOT NULL DEFAULT 0,
    rests           INTEGER NOT NULL DEFAULT 0,
    tat             INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX IF NOT EXISTS surehook_endpoint_lane_due ON surehook_endpoint_lane (next_due);

-- SHA-256 of account and event id, and of what was published. Never purged. It gives the numbers.
CREATE TABLE IF NOT EXISTS surehook_outbox_key (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    key     BLOB NOT NULL UNIQUE,
    content BLOB NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS surehook_outbox_event (
    id           INTEGER PRIMARY KEY,
    account_id   INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    event_id     TEXT NOT NULL,
    type         TEXT NOT NULL,
    content_type TEXT NOT NULL,
    erased_at    INTEGER,
    body         BLOB NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS surehook_outbox_event_account ON surehook_outbox_event (account_id, id);

-- Published, and not yet given to the endpoints. Written in the publisher's own transaction, which touches no other row.
CREATE TABLE IF NOT EXISTS surehook_outbox_fanout (
    id INTEGER PRIMARY KEY
) STRICT;

-- The same id was published with other content.
CREATE TABLE IF NOT EXISTS surehook_outbox_conflict (
    id       INTEGER NOT NULL,
    content  BLOB NOT NULL,
    first_at INTEGER NOT NULL,
    last_at  INTEGER NOT NULL,
    times    INTEGER NOT NULL,
    PRIMARY KEY (id, content)
) STRICT, WITHOUT ROWID;

-- One event on its way to one endpoint. Where else it has a row says how it stands.
CREATE TABLE IF NOT EXISTS surehook_delivery (
    event_id    INTEGER NOT NULL,
    endpoint_id INTEGER NOT NULL,
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (event_id, endpoint_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS surehook_delivery_endpoint ON surehook_delivery (endpoint_id, event_id);

-- Deliveries that are to be sent, in the order of an endpoint's queue. attempt is counted when it begins and is the fencing
-- number; until busy_until the attempt may be under way.
CREATE TABLE IF NOT EXISTS surehook_delivery_queue (
    endpoint_id INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    event_id    INTEGER NOT NULL,
    attempt     INTEGER NOT NULL,
    budget_from INTEGER NOT NULL,
    busy_until  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (endpoint_id, due_at, event_id),
    UNIQUE (event_id, endpoint_id)
) STRICT, WITHOUT ROWID;

-- Deliveries that are not to be sent and were not delivered: failed, cancelled, not sent.
CREATE TABLE IF NOT EXISTS surehook_delivery_parked (
    endpoint_id INTEGER NOT NULL,
    event_id    INTEGER NOT NULL,
    state       TEXT NOT NULL,
    parked_at   INTEGER NOT NULL,
    attempt     INTEGER NOT NULL,
    reason      TEXT NOT NULL,
    PRIMARY KEY (endpoint_id, event_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS surehook_delivery_attempt (
    event_id    INTEGER NOT NULL,
    endpoint_id INTEGER NOT NULL,
    attempt     INTEGER NOT NULL,
    started_at  INTEGER NOT NULL,
    took_ms     INTEGER NOT NULL,
    outcome     TEXT NOT NULL,
    status      INTEGER,
    detail      TEXT NOT NULL,
    request     BLOB NOT NULL,
    answer      BLOB,
    PRIMARY KEY (event_id, endpoint_id, attempt)
) STRICT;

-- Keys of the API that are good for one account, as SHA-256. One that was revoked has no row.
CREATE TABLE IF NOT EXISTS surehook_account_key (
    hash       BLOB NOT NULL PRIMARY KEY,
    ref        TEXT NOT NULL UNIQUE,
    account_id INTEGER NOT NULL,
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Answers of the API to calls that may come again, sealed with what only their callers have. None while one is under way.
CREATE TABLE IF NOT EXISTS surehook_kept_answer (
    call_key   BLOB NOT NULL PRIMARY KEY,
    request    BLOB NOT NULL,
    started_at INTEGER NOT NULL,
    answer     BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS surehook_kept_answer_time ON surehook_kept_answer (started_at);

INSERT INTO surehook_schema (version, oldest_program)
SELECT 2, 1 WHERE NOT EXISTS (SELECT 1 FROM surehook_schema WHERE version = 2);

-- version 3, usable by programs from 1

-- Deliveries that somebody wants to be sent once more, many at a time, in the background. due_at is when a node should go on
-- with it; one that ended has the greatest number there is. Of later events than upper_id nothing is sent.
CREATE TABLE IF NOT EXISTS surehook_job (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    ref           TEXT NOT NULL UNIQUE,
    account_id    INTEGER NOT NULL,
    kind          TEXT NOT NULL,
    states        TEXT NOT NULL,
    endpoint_ref  TEXT,
    type          TEXT,
    since_time    INTEGER,
    until_time    INTEGER,
    used          INTEGER NOT NULL,
    upper_id      INTEGER NOT NULL,
    state         TEXT NOT NULL,
    reason        TEXT,
    due_at        INTEGER NOT NULL,
    tries         INTEGER NOT NULL DEFAULT 0,
    looked_at     INTEGER NOT NULL DEFAULT 0,
    queued        INTEGER NOT NULL DEFAULT 0,
    waiting       INTEGER NOT NULL DEFAULT 0,
    switched_off  INTEGER NOT NULL DEFAULT 0,
    endpoint_gone INTEGER NOT NULL DEFAULT 0,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    created_by    TEXT NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS surehook_job_account ON surehook_job (account_id, id);

CREATE INDEX IF NOT EXISTS surehook_job_due ON surehook_job (due_at);

-- What a job has still to do at an endpoint: all of its deliveries after this event. The row goes when that is done.
CREATE TABLE IF NOT EXISTS surehook_job_part (
    job_id      INTEGER NOT NULL,
    endpoint_id INTEGER NOT NULL,
    at_event    INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    PRIMARY KEY (job_id, endpoint_id)
) STRICT, WITHOUT ROWID;

INSERT INTO surehook_schema (version, oldest_program)
SELECT 3, 1 WHERE NOT EXISTS (SELECT 1 FROM surehook_schema WHERE version = 3);

-- version 4, usable by programs from 1

-- Edits of endpoints that end deliveries, until they are all ended: those that were made until made_at, of all types, or of
-- those that were wanted before and are not after. passed says that only attempts are left that are under way.
CREATE TABLE IF NOT EXISTS surehook_endpoint_edit (
    endpoint_id  INTEGER NOT NULL,
    version      INTEGER NOT NULL,
    made_at      INTEGER NOT NULL,
    types_before TEXT,
    types_after  TEXT,
    passed       INTEGER NOT NULL,
    PRIMARY KEY (endpoint_id, version)
) STRICT, WITHOUT ROWID;

INSERT INTO surehook_schema (version, oldest_program)
SELECT 4, 1 WHERE NOT EXISTS (SELECT 1 FROM surehook_schema WHERE version = 4);
