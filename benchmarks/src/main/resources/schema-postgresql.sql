create table if not exists events (
    seq         bigint generated always as identity primary key,
    id          text   not null unique,
    type        text   not null,
    received_at bigint not null,
    body        bytea  not null
);
