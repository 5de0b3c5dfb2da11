'use strict';

// The receiver that a Node team commonly writes: verify, parse, one insert per request, answer.
// node server.js --port N --db sqlite:FILE|postgresql:JDBC-URL, the secret in YCLOUD_WEBHOOK_SECRET.

const crypto = require('node:crypto');
const { parseArgs } = require('node:util');
const express = require('express');

const TOLERANCE_SECONDS = 300;

const { values: options } = parseArgs({
  options: { port: { type: 'string' }, db: { type: 'string' } },
});
const secret = process.env.YCLOUD_WEBHOOK_SECRET;
if (!secret || !options.port || !options.db) {
  console.error('usage: YCLOUD_WEBHOOK_SECRET=... node server.js --port N --db sqlite:FILE|postgresql:JDBC-URL');
  process.exit(2);
}

function sqliteStore(file) {
  const Database = require('better-sqlite3');
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`create table if not exists events (
    seq         integer primary key,
    id          text    not null unique,
    type        text    not null,
    received_at integer not null,
    body        blob    not null)`);
  const insert = db.prepare(
    'insert into events (id, type, received_at, body) values (?, ?, ?, ?) on conflict do nothing');
  return (id, type, body) => insert.run(id, type, Date.now(), body);
}

async function postgresqlStore(jdbcUrl) {
  const { Pool } = require('pg');
  const pool = new Pool({ connectionString: jdbcUrl.replace(/^jdbc:/, ''), max: 10 });
  await pool.query(`create table if not exists events (
    seq         bigint generated always as identity primary key,
    id          text   not null unique,
    type        text   not null,
    received_at bigint not null,
    body        bytea  not null)`);
  return (id, type, body) => pool.query(
    'insert into events (id, type, received_at, body) values ($1, $2, $3, $4) on conflict do nothing',
    [id, type, Date.now(), body]);
}

function openStore(db) {
  if (db.startsWith('sqlite:')) return sqliteStore(db.slice('sqlite:'.length));
  if (db.startsWith('postgresql:')) return postgresqlStore(db.slice('postgresql:'.length));
  throw new Error('--db must be sqlite:FILE or postgresql:JDBC-URL');
}

function signatureMatches(header, body) {
  let timestamp = '';
  let signature = '';
  for (const part of header.split(',')) {
    const trimmed = part.trim();
    if (trimmed.startsWith('t=')) timestamp = trimmed.slice(2);
    else if (trimmed.startsWith('s=')) signature = trimmed.slice(2);
  }
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = crypto.createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  return crypto.timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

async function main() {
  const store = await openStore(options.db);
  const app = express();
  app.post('/in/ycloud', express.raw({ type: '*/*', limit: '1mb' }), async (request, response) => {
    const header = request.get('YCloud-Signature');
    if (!header || !signatureMatches(header, request.body)) return response.status(401).end();
    let event;
    try {
      event = JSON.parse(request.body);
    } catch {
      return response.status(400).end();
    }
    if (typeof event?.id !== 'string' || typeof event?.type !== 'string') return response.status(400).end();
    await store(event.id, event.type, request.body);
    return response.status(204).end();
  });
  app.listen(Number(options.port), '127.0.0.1');
}

main();
