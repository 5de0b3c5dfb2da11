CREATE TABLE IF NOT EXISTS orders (
    placed_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id  text NOT NULL UNIQUE,
    buyer     text NOT NULL,
    words     text NOT NULL
);
CREATE TABLE IF NOT EXISTS confirmation (message_id text PRIMARY KEY, status text NOT NULL);
