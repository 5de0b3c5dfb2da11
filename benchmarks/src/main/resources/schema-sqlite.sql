create table if not exists events (
    seq         integer primary key,
    id          text    not null unique,
    type        text    not null,
    received_at integer not null,
    body        blob    not null
);
