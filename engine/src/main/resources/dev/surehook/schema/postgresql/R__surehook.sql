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

-- version 2, usable by programs from 1

-- Sending. Who owns endpoints, and which rules they are sent to by. version counts changes of the account's endpoints.
CREATE TABLE IF NOT EXISTS surehook_account (
    id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name       text NOT NULL UNIQUE,
    profile    text NOT NULL,
    created_at bigint NOT NULL,
    version    bigint NOT NULL DEFAULT 1
);

CREATE TABLE IF NOT EXISTS surehook_endpoint (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id   int NOT NULL,
    ref          text NOT NULL UNIQUE,
    url          text NOT NULL,
    name         text NOT NULL,
    rules        text NOT NULL,
    status       text NOT NULL,
    reason       text,
    paused_until bigint,
    created_at   bigint NOT NULL,
    updated_at   bigint NOT NULL,
    deleted_at   bigint,
    version      bigint NOT NULL
);

CREATE INDEX IF NOT EXISTS surehook_endpoint_account ON surehook_endpoint (account_id, id);

-- Signing secrets, encrypted. The newest signs, and beside it those whose time is not over.
CREATE TABLE IF NOT EXISTS surehook_endpoint_secret (
    endpoint_id bigint NOT NULL,
    version     int NOT NULL,
    sealed      text NOT NULL,
    created_at  bigint NOT NULL,
    not_after   bigint,
    PRIMARY KEY (endpoint_id, version)
);

-- What a node needs to know of an endpoint before it sends: whoever changes the endpoint's queue locks this row first.
-- next_due is when somebody should look into the queue. tat is the time, in microseconds, at which the rate allows more.
CREATE TABLE IF NOT EXISTS surehook_endpoint_lane (
    endpoint_id     bigint PRIMARY KEY,
    next_due        bigint NOT NULL,
    slots           int NOT NULL,
    per_second      int NOT NULL,
    in_order        int NOT NULL,
    held            int NOT NULL DEFAULT 0,
    paused_until    bigint NOT NULL DEFAULT 0,
    suspended_until bigint NOT NULL DEFAULT 0,
    rest_until      bigint NOT NULL DEFAULT 0,
    failures        int NOT NULL DEFAULT 0,
    rests           int NOT NULL DEFAULT 0,
    tat             bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);

CREATE INDEX IF NOT EXISTS surehook_endpoint_lane_due ON surehook_endpoint_lane (next_due);

-- SHA-256 of account and event id, and of what was published. Never purged. It gives the numbers.
CREATE TABLE IF NOT EXISTS surehook_outbox_key (
    key     bytea PRIMARY KEY,
    id      bigint GENERATED ALWAYS AS IDENTITY,
    content bytea NOT NULL
);

CREATE TABLE IF NOT EXISTS surehook_outbox_event (
    id           bigint PRIMARY KEY,
    account_id   int NOT NULL,
    published_at bigint NOT NULL,
    event_id     text NOT NULL,
    type         text NOT NULL,
    content_type text NOT NULL,
    erased_at    bigint,
    body         bytea NOT NULL
);

CREATE INDEX IF NOT EXISTS surehook_outbox_event_account ON surehook_outbox_event (account_id, id);

-- Published, and not yet given to the endpoints. Written in the publisher's own transaction, which touches no other row.
CREATE TABLE IF NOT EXISTS surehook_outbox_fanout (
    id bigint PRIMARY KEY
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- The same id was published with other content.
CREATE TABLE IF NOT EXISTS surehook_outbox_conflict (
    id       bigint NOT NULL,
    content  bytea NOT NULL,
    first_at bigint NOT NULL,
    last_at  bigint NOT NULL,
    times    int NOT NULL,
    PRIMARY KEY (id, content)
);

-- One event on its way to one endpoint. Where else it has a row says how it stands.
CREATE TABLE IF NOT EXISTS surehook_delivery (
    event_id    bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    created_at  bigint NOT NULL,
    PRIMARY KEY (event_id, endpoint_id)
);

CREATE INDEX IF NOT EXISTS surehook_delivery_endpoint ON surehook_delivery (endpoint_id, event_id);

-- Deliveries that are to be sent, in the order of an endpoint's queue. attempt is counted when it begins and is the fencing
-- number; until busy_until the attempt may be under way.
CREATE TABLE IF NOT EXISTS surehook_delivery_queue (
    endpoint_id bigint NOT NULL,
    due_at      bigint NOT NULL,
    event_id    bigint NOT NULL,
    attempt     int NOT NULL,
    budget_from int NOT NULL,
    busy_until  bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (endpoint_id, due_at, event_id),
    UNIQUE (event_id, endpoint_id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);

-- Deliveries that are not to be sent and were not delivered: failed, cancelled, not sent.
CREATE TABLE IF NOT EXISTS surehook_delivery_parked (
    endpoint_id bigint NOT NULL,
    event_id    bigint NOT NULL,
    state       text NOT NULL,
    parked_at   bigint NOT NULL,
    attempt     int NOT NULL,
    reason      text NOT NULL,
    PRIMARY KEY (endpoint_id, event_id)
);

CREATE TABLE IF NOT EXISTS surehook_delivery_attempt (
    event_id    bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    attempt     int NOT NULL,
    started_at  bigint NOT NULL,
    took_ms     bigint NOT NULL,
    outcome     text NOT NULL,
    status      int,
    detail      text NOT NULL,
    request     bytea NOT NULL,
    answer      bytea,
    PRIMARY KEY (event_id, endpoint_id, attempt)
);

-- Keys of the API that are good for one account, as SHA-256. One that was revoked has no row.
CREATE TABLE IF NOT EXISTS surehook_account_key (
    hash       bytea PRIMARY KEY,
    ref        text COLLATE "C" NOT NULL UNIQUE,
    account_id int NOT NULL,
    name       text NOT NULL,
    created_at bigint NOT NULL
);

-- Answers of the API to calls that may come again, sealed with what only their callers have. None while one is under way.
CREATE TABLE IF NOT EXISTS surehook_kept_answer (
    call_key   bytea PRIMARY KEY,
    request    bytea NOT NULL,
    started_at bigint NOT NULL,
    answer     bytea
);

CREATE INDEX IF NOT EXISTS surehook_kept_answer_time ON surehook_kept_answer (started_at);

INSERT INTO surehook_schema (version, oldest_program)
SELECT 2, 1 WHERE NOT EXISTS (SELECT 1 FROM surehook_schema WHERE version = 2);

-- version 3, usable by programs from 1

-- Deliveries that somebody wants to be sent once more, many at a time, in the background. due_at is when a node should go on
-- with it; one that ended has the greatest number there is. Of later events than upper_id nothing is sent.
CREATE TABLE IF NOT EXISTS surehook_job (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    ref           text NOT NULL UNIQUE,
    account_id    int NOT NULL,
    kind          text NOT NULL,
    states        text NOT NULL,
    endpoint_ref  text,
    type          text,
    since_time    bigint,
    until_time    bigint,
    used          int NOT NULL,
    upper_id      bigint NOT NULL,
    state         text NOT NULL,
    reason        text,
    due_at        bigint NOT NULL,
    tries         int NOT NULL DEFAULT 0,
    looked_at     bigint NOT NULL DEFAULT 0,
    queued        bigint NOT NULL DEFAULT 0,
    waiting       bigint NOT NULL DEFAULT 0,
    switched_off  bigint NOT NULL DEFAULT 0,
    endpoint_gone bigint NOT NULL DEFAULT 0,
    created_at    bigint NOT NULL,
    updated_at    bigint NOT NULL,
    created_by    text NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX IF NOT EXISTS surehook_job_account ON surehook_job (account_id, id);

CREATE INDEX IF NOT EXISTS surehook_job_due ON surehook_job (due_at);

-- What a job has still to do at an endpoint: all of its deliveries after this event. The row goes when that is done.
CREATE TABLE IF NOT EXISTS surehook_job_part (
    job_id      bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    at_event    bigint NOT NULL,
    due_at      bigint NOT NULL,
    PRIMARY KEY (job_id, endpoint_id)
) WITH (fillfactor = 50);

INSERT INTO surehook_schema (version, oldest_program)
SELECT 3, 1 WHERE NOT EXISTS (SELECT 1 FROM surehook_schema WHERE version = 3);

-- version 4, usable by programs from 1

-- Edits of endpoints that end deliveries, until they are all ended: those that were made until made_at, of all types, or of
-- those that were wanted before and are not after. passed says that only attempts are left that are under way.
CREATE TABLE IF NOT EXISTS surehook_endpoint_edit (
    endpoint_id  bigint NOT NULL,
    version      bigint NOT NULL,
    made_at      bigint NOT NULL,
    types_before text,
    types_after  text,
    passed       int NOT NULL,
    PRIMARY KEY (endpoint_id, version)
);

INSERT INTO surehook_schema (version, oldest_program)
SELECT 4, 1 WHERE NOT EXISTS (SELECT 1 FROM surehook_schema WHERE version = 4);
