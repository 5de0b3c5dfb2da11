-- Every body is written once and never changed. Small rows beside it say what is to be done; the row is the queue.
-- Times are milliseconds since 1970 in UTC, so that all stores share their statements.

CREATE TABLE source (
    id   int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE
);

CREATE TABLE setting (
    name  text PRIMARY KEY,
    value text NOT NULL
);

-- Deduplication: SHA-256 of source and event id. Never purged, so it lives apart from the events. It gives the numbers.
CREATE TABLE inbox_key (
    key bytea PRIMARY KEY,
    id  bigint GENERATED ALWAYS AS IDENTITY
);

CREATE TABLE inbox_event (
    id          bigint PRIMARY KEY,
    source_id   int NOT NULL,
    received_at bigint NOT NULL,
    event_id    text NOT NULL,
    type        text NOT NULL,
    ignored     text,
    erased_at   bigint,
    size        int NOT NULL,
    body_sha256 bytea,
    headers     bytea NOT NULL,
    body        bytea NOT NULL
);

-- Due work. attempt is counted when it begins and is the fencing number. Only the primary key is indexed and the pages
-- have room, so a claim updates in place.
CREATE TABLE inbox_ready (
    source_id   int NOT NULL,
    id          bigint NOT NULL,
    due_at      bigint NOT NULL,
    attempt     int NOT NULL,
    budget_from int NOT NULL,
    lease_until bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (source_id, id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);

-- Work that waits for its next attempt.
CREATE TABLE inbox_retry (
    source_id   int NOT NULL,
    due_at      bigint NOT NULL,
    id          bigint NOT NULL UNIQUE,
    attempt     int NOT NULL,
    budget_from int NOT NULL,
    PRIMARY KEY (source_id, due_at, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

CREATE TABLE inbox_parked (
    id        bigint PRIMARY KEY,
    source_id int NOT NULL,
    parked_at bigint NOT NULL,
    attempt   int NOT NULL,
    reason    text NOT NULL
);

CREATE TABLE inbox_attempt (
    id         bigint NOT NULL,
    attempt    int NOT NULL,
    started_at bigint NOT NULL,
    took_ms    bigint NOT NULL,
    outcome    text NOT NULL,
    detail     text NOT NULL,
    PRIMARY KEY (id, attempt)
);

-- The same id came with another body; that body's hash and how often.
CREATE TABLE inbox_conflict (
    id          bigint NOT NULL,
    body_sha256 bytea NOT NULL,
    first_at    bigint NOT NULL,
    last_at     bigint NOT NULL,
    times       int NOT NULL,
    PRIMARY KEY (id, body_sha256)
);
