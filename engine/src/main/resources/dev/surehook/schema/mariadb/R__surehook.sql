-- The tables of Surehook. Every statement may run again: nothing that exists is changed. The program runs the sections
-- that the database lacks; a host application may run the whole file itself, with Flyway as a repeatable migration.

-- version 1, usable by programs from 1

-- Every body is written once and never changed. Small rows beside it say what is to be done; the row is the queue.
-- Times are milliseconds since 1970 in UTC. Text is compared by its bytes, spaces at its end included.

CREATE TABLE IF NOT EXISTS surehook_source (
    id   int NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name varchar(63) NOT NULL UNIQUE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- The queues of a source. The default one has an empty name.
CREATE TABLE IF NOT EXISTS surehook_lane (
    id        int NOT NULL AUTO_INCREMENT PRIMARY KEY,
    source_id int NOT NULL,
    name      varchar(200) NOT NULL,
    UNIQUE (source_id, name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS surehook_setting (
    name  varchar(255) NOT NULL PRIMARY KEY,
    value text NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Deduplication: SHA-256 of source and event id. Never purged, so it lives apart from the events. It gives the numbers.
-- The key is the primary one: a repeat then locks one row, and not the gap beside it.
CREATE TABLE IF NOT EXISTS surehook_inbox_key (
    event_key binary(32) NOT NULL PRIMARY KEY,
    id        bigint NOT NULL AUTO_INCREMENT UNIQUE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS surehook_inbox_event (
    id          bigint NOT NULL PRIMARY KEY,
    source_id   int NOT NULL,
    lane_id     int NOT NULL,
    received_at bigint NOT NULL,
    event_id    varchar(8192) NOT NULL,
    type        varchar(1024) NOT NULL,
    ignored     varchar(1024),
    erased_at   bigint,
    size        int NOT NULL,
    body_sha256 binary(32),
    order_key   binary(16),
    headers     longblob NOT NULL,
    body        longblob NOT NULL
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Due work. attempt is counted when it begins and is the fencing number.
CREATE TABLE IF NOT EXISTS surehook_inbox_ready (
    lane_id     int NOT NULL,
    id          bigint NOT NULL,
    due_at      bigint NOT NULL,
    attempt     int NOT NULL,
    budget_from int NOT NULL,
    lease_until bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (lane_id, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Work that waits for its next attempt.
CREATE TABLE IF NOT EXISTS surehook_inbox_retry (
    lane_id     int NOT NULL,
    due_at      bigint NOT NULL,
    id          bigint NOT NULL UNIQUE,
    attempt     int NOT NULL,
    budget_from int NOT NULL,
    PRIMARY KEY (lane_id, due_at, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Events with one key are handled in the order of place, one at a time. A key has a row while the event at its head is not
-- done; head is due work, waits for its next attempt or is parked. What changes a key's order locks this row first.
CREATE TABLE IF NOT EXISTS surehook_order_key (
    lane_id    int NOT NULL,
    order_key  binary(16) NOT NULL,
    head       bigint NOT NULL,
    next_place bigint NOT NULL,
    PRIMARY KEY (lane_id, order_key)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Events that wait until the head of their key is done.
CREATE TABLE IF NOT EXISTS surehook_inbox_blocked (
    lane_id     int NOT NULL,
    order_key   binary(16) NOT NULL,
    place       bigint NOT NULL,
    id          bigint NOT NULL UNIQUE,
    attempt     int NOT NULL,
    PRIMARY KEY (lane_id, order_key, place)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS surehook_inbox_parked (
    id        bigint NOT NULL PRIMARY KEY,
    source_id int NOT NULL,
    parked_at bigint NOT NULL,
    attempt   int NOT NULL,
    reason    varchar(1024) NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS surehook_inbox_attempt (
    id         bigint NOT NULL,
    attempt    int NOT NULL,
    started_at bigint NOT NULL,
    took_ms    bigint NOT NULL,
    outcome    varchar(32) NOT NULL,
    detail     varchar(1024) NOT NULL,
    PRIMARY KEY (id, attempt)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- The same id came with another body; that body's hash and how often.
CREATE TABLE IF NOT EXISTS surehook_inbox_conflict (
    id          bigint NOT NULL,
    body_sha256 binary(32) NOT NULL,
    first_at    bigint NOT NULL,
    last_at     bigint NOT NULL,
    times       int NOT NULL,
    PRIMARY KEY (id, body_sha256)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- What the tables are: the highest version, and the oldest program (by the version it knows) that may use them.
CREATE TABLE IF NOT EXISTS surehook_schema (
    version        int NOT NULL PRIMARY KEY,
    oldest_program int NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

INSERT IGNORE INTO surehook_schema (version, oldest_program) VALUES (1, 1);

-- version 2, usable by programs from 1

-- Sending. Who owns endpoints, and which rules they are sent to by. version counts changes of the account's endpoints.
CREATE TABLE IF NOT EXISTS surehook_account (
    id         int NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name       varchar(100) NOT NULL UNIQUE,
    profile    varchar(64) NOT NULL,
    created_at bigint NOT NULL,
    version    bigint NOT NULL DEFAULT 1
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS surehook_endpoint (
    id           bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
    account_id   int NOT NULL,
    ref          varchar(40) NOT NULL UNIQUE,
    url          text NOT NULL,
    name         varchar(1024) NOT NULL,
    rules        text NOT NULL,
    status       varchar(64) NOT NULL,
    reason       text,
    paused_until bigint,
    created_at   bigint NOT NULL,
    updated_at   bigint NOT NULL,
    deleted_at   bigint,
    version      bigint NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE INDEX IF NOT EXISTS surehook_endpoint_account ON surehook_endpoint (account_id, id);

-- Signing secrets, encrypted. The newest signs, and beside it those whose time is not over.
CREATE TABLE IF NOT EXISTS surehook_endpoint_secret (
    endpoint_id bigint NOT NULL,
    version     int NOT NULL,
    sealed      text NOT NULL,
    created_at  bigint NOT NULL,
    not_after   bigint,
    PRIMARY KEY (endpoint_id, version)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

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
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE INDEX IF NOT EXISTS surehook_endpoint_lane_due ON surehook_endpoint_lane (next_due);

-- SHA-256 of account and event id, and of what was published. Never purged. It gives the numbers.
CREATE TABLE IF NOT EXISTS surehook_outbox_key (
    event_key binary(32) NOT NULL PRIMARY KEY,
    id        bigint NOT NULL AUTO_INCREMENT UNIQUE,
    content   binary(32) NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS surehook_outbox_event (
    id           bigint PRIMARY KEY,
    account_id   int NOT NULL,
    published_at bigint NOT NULL,
    event_id     varchar(8192) NOT NULL,
    type         varchar(1024) NOT NULL,
    content_type varchar(1024) NOT NULL,
    erased_at    bigint,
    body         longblob NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE INDEX IF NOT EXISTS surehook_outbox_event_account ON surehook_outbox_event (account_id, id);

-- Published, and not yet given to the endpoints. Written in the publisher's own transaction, which touches no other row.
CREATE TABLE IF NOT EXISTS surehook_outbox_fanout (
    id bigint PRIMARY KEY
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- The same id was published with other content.
CREATE TABLE IF NOT EXISTS surehook_outbox_conflict (
    id       bigint NOT NULL,
    content  binary(32) NOT NULL,
    first_at bigint NOT NULL,
    last_at  bigint NOT NULL,
    times    int NOT NULL,
    PRIMARY KEY (id, content)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- One event on its way to one endpoint. Where else it has a row says how it stands.
CREATE TABLE IF NOT EXISTS surehook_delivery (
    event_id    bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    created_at  bigint NOT NULL,
    PRIMARY KEY (event_id, endpoint_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

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
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Deliveries that are not to be sent and were not delivered: failed, cancelled, not sent.
CREATE TABLE IF NOT EXISTS surehook_delivery_parked (
    endpoint_id bigint NOT NULL,
    event_id    bigint NOT NULL,
    state       varchar(64) NOT NULL,
    parked_at   bigint NOT NULL,
    attempt     int NOT NULL,
    reason      text NOT NULL,
    PRIMARY KEY (endpoint_id, event_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS surehook_delivery_attempt (
    event_id    bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    attempt     int NOT NULL,
    started_at  bigint NOT NULL,
    took_ms     bigint NOT NULL,
    outcome     varchar(64) NOT NULL,
    status      int,
    detail      text NOT NULL,
    request     longblob NOT NULL,
    answer      longblob,
    PRIMARY KEY (event_id, endpoint_id, attempt)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Keys of the API that are good for one account, as SHA-256. One that was revoked has no row.
CREATE TABLE IF NOT EXISTS surehook_account_key (
    hash       binary(32) NOT NULL PRIMARY KEY,
    ref        varchar(40) NOT NULL UNIQUE,
    account_id int NOT NULL,
    name       varchar(100) NOT NULL,
    created_at bigint NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

-- Answers of the API to calls that may come again, sealed with what only their callers have. None while one is under way.
CREATE TABLE IF NOT EXISTS surehook_kept_answer (
    call_key   binary(32) NOT NULL PRIMARY KEY,
    request    binary(32) NOT NULL,
    started_at bigint NOT NULL,
    answer     mediumblob,
    INDEX surehook_kept_answer_time (started_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

INSERT IGNORE INTO surehook_schema (version, oldest_program) VALUES (2, 1);

-- version 3, usable by programs from 1

-- Deliveries that somebody wants to be sent once more, many at a time, in the background. due_at is when a node should go on
-- with it; one that ended has the greatest number there is. Of later events than upper_id nothing is sent.
CREATE TABLE IF NOT EXISTS surehook_job (
    id            bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ref           varchar(40) NOT NULL UNIQUE,
    account_id    int NOT NULL,
    kind          varchar(40) NOT NULL,
    states        varchar(200) NOT NULL,
    endpoint_ref  varchar(40),
    type          varchar(1024),
    since_time    bigint,
    until_time    bigint,
    used          int NOT NULL,
    upper_id      bigint NOT NULL,
    state         varchar(40) NOT NULL,
    reason        varchar(1024),
    due_at        bigint NOT NULL,
    tries         int NOT NULL DEFAULT 0,
    looked_at     bigint NOT NULL DEFAULT 0,
    queued        bigint NOT NULL DEFAULT 0,
    waiting       bigint NOT NULL DEFAULT 0,
    switched_off  bigint NOT NULL DEFAULT 0,
    endpoint_gone bigint NOT NULL DEFAULT 0,
    created_at    bigint NOT NULL,
    updated_at    bigint NOT NULL,
    created_by    varchar(200) NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE INDEX IF NOT EXISTS surehook_job_account ON surehook_job (account_id, id);

CREATE INDEX IF NOT EXISTS surehook_job_due ON surehook_job (due_at);

-- What a job has still to do at an endpoint: all of its deliveries after this event. The row goes when that is done.
CREATE TABLE IF NOT EXISTS surehook_job_part (
    job_id      bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    at_event    bigint NOT NULL,
    due_at      bigint NOT NULL,
    PRIMARY KEY (job_id, endpoint_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

INSERT IGNORE INTO surehook_schema (version, oldest_program) VALUES (3, 1);

-- version 4, usable by programs from 1

-- Edits of endpoints that end deliveries, until they are all ended: those that were made until made_at, of all types, or of
-- those that were wanted before and are not after. passed says that only attempts are left that are under way.
CREATE TABLE IF NOT EXISTS surehook_endpoint_edit (
    endpoint_id  bigint NOT NULL,
    version      bigint NOT NULL,
    made_at      bigint NOT NULL,
    types_before mediumtext,
    types_after  mediumtext,
    passed       int NOT NULL,
    PRIMARY KEY (endpoint_id, version)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

INSERT IGNORE INTO surehook_schema (version, oldest_program) VALUES (4, 1);
