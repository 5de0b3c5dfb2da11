-- The tables of Surehook. Every statement may run again: nothing that exists is changed. The program runs the sections
-- that the database lacks; a host application may run the whole file itself, with Flyway as a repeatable migration.

-- version 1, usable by programs from 1

-- Every body is written once and never changed. Small rows beside it say what is to be done; the row is the queue.
-- Times are milliseconds since 1970 in UTC, so that all stores share their statements.

CREATE TABLE IF NOT EXISTS surehook_source (
    id   int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE
);

-- The queues of a source. The default one has an empty name.
CREATE TABLE IF NOT EXISTS surehook_lane (
    id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_id int NOT NULL,
    name      text NOT NULL,
    UNIQUE (source_id, name)
);

CREATE TABLE IF NOT EXISTS surehook_setting (
    name  text PRIMARY KEY,
    value text NOT NULL
);

-- Deduplication: SHA-256 of source and event id. Never purged, so it lives apart from the events. It gives the numbers.
CREATE TABLE IF NOT EXISTS surehook_inbox_key (
    key bytea PRIMARY KEY,
    id  bigint GENERATED ALWAYS AS IDENTITY
);

CREATE TABLE IF NOT EXISTS surehook_inbox_event (
    id          bigint PRIMARY KEY,
    source_id   int NOT NULL,
    lane_id     int NOT NULL,
    received_at bigint NOT NULL,
    event_id    text NOT NULL,
    type        text NOT NULL,
    ignored     text,
    erased_at   bigint,
    size        int NOT NULL,
    body_sha256 bytea,
    order_key   bytea,
    headers     bytea NOT NULL,
    body        bytea NOT NULL
);

-- Due work. attempt is counted when it begins and is the fencing number. Only the primary key is indexed and the pages
-- have room, so a claim updates in place.
CREATE TABLE IF NOT EXISTS surehook_inbox_ready (
    lane_id     int NOT NULL,
    id          bigint NOT NULL,
    due_at      bigint NOT NULL,
    attempt     int NOT NULL,
    budget_from int NOT NULL,
    lease_until bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (lane_id, id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);

-- Work that waits for its next attempt.
CREATE TABLE IF NOT EXISTS surehook_inbox_retry (
    lane_id     int NOT NULL,
    due_at      bigint NOT NULL,
    id          bigint NOT NULL UNIQUE,
    attempt     int NOT NULL,
    budget_from int NOT NULL,
    PRIMARY KEY (lane_id, due_at, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- Events with one key are handled in the order of place, one at a time. A key has a row while the event at its head is not
-- done; head is due work, waits for its next attempt or is parked. What changes a key's order locks this row first.
CREATE TABLE IF NOT EXISTS surehook_order_key (
    lane_id    int NOT NULL,
    order_key  bytea NOT NULL,
    head       bigint NOT NULL,
    next_place bigint NOT NULL,
    PRIMARY KEY (lane_id, order_key)
);

-- Events that wait until the head of their key is done.
CREATE TABLE IF NOT EXISTS surehook_inbox_blocked (
    lane_id     int NOT NULL,
    order_key   bytea NOT NULL,
    place       bigint NOT NULL,
    id          bigint NOT NULL UNIQUE,
    attempt     int NOT NULL,
    PRIMARY KEY (lane_id, order_key, place)
);

CREATE TABLE IF NOT EXISTS surehook_inbox_parked (
    id        bigint PRIMARY KEY,
    source_id int NOT NULL,
    parked_at bigint NOT NULL,
    attempt   int NOT NULL,
    reason    text NOT NULL
);

CREATE TABLE IF NOT EXISTS surehook_inbox_attempt (
    id         bigint NOT NULL,
    attempt    int NOT NULL,
    started_at bigint NOT NULL,
    took_ms    bigint NOT NULL,
    outcome    text NOT NULL,
    detail     text NOT NULL,
    PRIMARY KEY (id, attempt)
);

-- The same id came with another body; that body's hash and how often.
CREATE TABLE IF NOT EXISTS surehook_inbox_conflict (
    id          bigint NOT NULL,
    body_sha256 bytea NOT NULL,
    first_at    bigint NOT NULL,
    last_at     bigint NOT NULL,
    times       int NOT NULL,
    PRIMARY KEY (id, body_sha256)
);

-- What the tables are: the highest version, and the oldest program (by the version it knows) that may use them.
CREATE TABLE IF NOT EXISTS surehook_schema (
    version        int NOT NULL PRIMARY KEY,
    oldest_program int NOT NULL
);

INSERT INTO surehook_schema (version, oldest_program)
SELECT 1, 1 WHERE NOT EXISTS (SELECT 1 FROM surehook_schema WHERE version = 1);
