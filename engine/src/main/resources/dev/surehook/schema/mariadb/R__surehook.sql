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
