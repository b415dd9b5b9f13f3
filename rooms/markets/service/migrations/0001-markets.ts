import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table markets.listings (
    id bigint generated always as identity primary key, publication text not null, market text not null,
    source text not null, source_id text not null, state text not null, updated timestamptz not null,
    published timestamptz not null, valid_until timestamptz not null, is_renewed boolean not null,
    digest text not null, body jsonb not null, latitude double precision, longitude double precision,
    contact_name text not null, contact_email text, words text not null, fingerprint text not null,
    revision bigint not null, unique (publication, market, source, source_id)
  )`.execute(db)
  await sql`create index listings_revision on markets.listings (publication, market, revision)`.execute(db)
  await sql`create table markets.revisions (
    publication text not null, market text not null, revision bigint not null, primary key (publication, market)
  )`.execute(db)
  await sql`create table markets.enquiries (
    id text primary key, publication text not null, market text not null, listing bigint not null, digest text not null,
    reader text, email text not null, name text not null, phone text not null, text text not null,
    state text not null, token text unique, created timestamptz not null, sent timestamptz,
    unique (publication, digest)
  )`.execute(db)
  await sql`create index enquiries_created on markets.enquiries (created)`.execute(db)
  await sql`create index enquiries_reader on markets.enquiries (publication, reader)`.execute(db)
  await sql`create table markets.searches (
    id text primary key, publication text not null, reader text not null, email text not null, market text not null,
    query text not null, place_name text not null, place jsonb, since timestamptz not null, reached bigint not null,
    last_mail timestamptz, unique (publication, reader, market, query)
  )`.execute(db)
  await sql`create table markets.ads (
    id text primary key, publication text not null, market text not null, reader text not null, email text not null,
    state text not null, text jsonb not null, package jsonb not null, created timestamptz not null,
    updated timestamptz not null, listing bigint, valid_until timestamptz, reason text not null default '',
    purchase text
  )`.execute(db)
  await sql`create index ads_reader on markets.ads (publication, reader)`.execute(db)
  await sql`create index ads_purchase on markets.ads (publication, purchase)`.execute(db)
  await sql`create index ads_state on markets.ads (publication, state)`.execute(db)
  await sql`create table markets.released (
    publication text not null, number text not null, at timestamptz not null, primary key (publication, number)
  )`.execute(db)
  await sql`create table markets.counters (key text primary key, count integer not null, until timestamptz not null)`.execute(
    db,
  )
}
