/**
 * Checks on both engines every SQL construct that stores use beyond plain reading and writing. Because these hold on
 * both, tests of handlers run on one engine.
 */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../database.ts'
import { BOTH_ENGINES, openTestDatabase } from './database.testing.ts'

const AT = new Date('2026-10-25T00:30:00Z')

describe.each(BOTH_ENGINES)('statements on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let database: Database

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase, { acquireTimeout: 5000 })
    database = opened.database
    for (const statement of [
      'create extension pg_trgm',
      'create schema shop',
      'create sequence shop.number start 100',
      `create table shop.item (
        id text primary key, sequence bigint generated always as identity, price int not null check (price >= 0),
        data jsonb not null default '{}', tags text[] not null default '{}', at timestamptz, unique (sequence))`,
      `create table shop.line (item text not null references shop.item on delete cascade, count int not null)`,
      'create table shop.word (spelling text collate "C" primary key)',
      'create index word_similar on shop.word using gin (spelling gin_trgm_ops)',
    ])
      await sql.raw(statement).execute(database.db)
  })
  beforeEach(async () => {
    await sql`truncate shop.item, shop.line, shop.word restart identity`.execute(database.db)
    await sql`insert into shop.item (id, price, data, tags, at) values
      ('a', 1, '{"buyer": {"name": "Öhm"}, "gone": 1}', '{x,y}', ${AT}), ('b', 2, '{}', '{y}', null), ('c', 3, '{}', '{}', null)`.execute(
      database.db,
    )
    await sql`insert into shop.word values ('hafen'), ('hafenfest'), ('rathaus'), ('Zug')`.execute(database.db)
  })
  afterAll(() => opened.drop())

  const ask = async (statement: RawBuilder<unknown>, db = database.db): Promise<unknown[]> =>
    (await statement.execute(db)).rows

  it.each<[string, RawBuilder<unknown>, unknown[]]>([
    [
      'insert, on conflict do nothing, returning only what is new',
      sql`insert into shop.item (id, price) values ('a', 9), ('d', 4) on conflict (id) do nothing returning id`,
      [{ id: 'd' }],
    ],
    [
      'insert, on conflict do update with the row that was refused',
      sql`insert into shop.item as i (id, price) values ('a', 9) on conflict (id) do update set price = i.price + excluded.price returning price`,
      [{ price: 10 }],
    ],
    [
      'on conflict do update where nothing changes',
      sql`insert into shop.item as i (id, price) values ('a', 1) on conflict (id) do update set price = excluded.price where i.price <> excluded.price returning id`,
      [],
    ],
    [
      'update from a list of values',
      sql`update shop.item i set price = v.price from unnest(${['a', 'c']}::text[], ${[10, 30]}::int[]) as v(id, price) where i.id = v.id returning i.id, i.price`,
      [
        { id: 'a', price: 10 },
        { id: 'c', price: 30 },
      ],
    ],
    [
      'a list as parameter',
      sql`select id from shop.item where id = any(${['c', 'a', 'x']}::text[]) order by id`,
      [{ id: 'a' }, { id: 'c' }],
    ],
    [
      'the place in a list',
      sql`select id, place from unnest(${['c', 'a']}::text[]) with ordinality as wanted(id, place) order by place`,
      [
        { id: 'c', place: 1 },
        { id: 'a', place: 2 },
      ],
    ],
    [
      'lists that overlap and contain',
      sql`select tags && '{y}' as any, tags @> '{x,y}' as all from shop.item where id = 'a'`,
      [{ any: true, all: true }],
    ],
    [
      'json: paths, merging, removing what is null',
      sql`select data -> 'buyer' ->> 'name' as name, jsonb_strip_nulls(data || ${'{"gone": null, "b": [1]}'}::jsonb) as merged from shop.item where id = 'a'`,
      [{ name: 'Öhm', merged: { buyer: { name: 'Öhm' }, b: [1] } }],
    ],
    [
      'numbers that must stay whole',
      sql`select sum(price) as sum, 7 / 2 as half, round(2.5) as up, 0.1 + 0.2 as exact from shop.item`,
      [{ sum: 6, half: 3, up: '3', exact: '0.3' }],
    ],
    [
      'days where summer time ends',
      sql`select (at at time zone 'Europe/Berlin')::text as local, ((at + interval '1 hour') at time zone 'Europe/Berlin')::text as later, (at at time zone 'Europe/Berlin')::date as day from shop.item where id = 'a'`,
      [{ local: '2026-10-25 02:30:00', later: '2026-10-25 02:30:00', day: new Date('2026-10-25T00:00:00Z') }],
    ],
    [
      'months that are shorter',
      sql`select (date '2026-01-31' + interval '1 month')::date as day`,
      [{ day: new Date('2026-02-28T00:00:00Z') }],
    ],
    [
      'counting a part',
      sql`select count(*)::int as all, count(*) filter (where price > 1)::int as dear, max(at) filter (where id = 'b') as none from shop.item`,
      [{ all: 3, dear: 2, none: null }],
    ],
    [
      'the first few of each',
      sql`select wanted.n, i.id from unnest(${[1, 2]}::int[]) as wanted(n) cross join lateral (select id from shop.item where price >= wanted.n order by price desc limit wanted.n) i order by 1, 2`,
      [
        { n: 1, id: 'c' },
        { n: 2, id: 'b' },
        { n: 2, id: 'c' },
      ],
    ],
    [
      'numbers in a row',
      sql`select nextval('shop.number') >= 100 as is from generate_series(1, 2)`,
      [{ is: true }, { is: true }],
    ],
    [
      'identities that begin anew',
      sql`select sequence from shop.item order by sequence`,
      [{ sequence: 1 }, { sequence: 2 }, { sequence: 3 }],
    ],
    [
      'gathering in order',
      sql`select array_agg(id order by price desc) as ids, string_agg(id, ',' order by id) as text from shop.item`,
      [{ ids: ['c', 'b', 'a'], text: 'a,b,c' }],
    ],
    [
      'rows as a whole',
      sql`select id from shop.item where (price, id) > (1, 'a') order by price, id limit 1`,
      [{ id: 'b' }],
    ],
    [
      'what is null last',
      sql`select id from shop.item order by at desc nulls last, id desc`,
      [{ id: 'a' }, { id: 'c' }, { id: 'b' }],
    ],
    [
      'sorting by bytes and in German',
      sql`select array_agg(s order by s collate "C") as bytes, array_agg(s order by s collate "und-x-icu") as german from unnest('{Zug,amt,Öl,oft}'::text[]) as s`,
      [{ bytes: ['Zug', 'amt', 'oft', 'Öl'], german: ['amt', 'oft', 'Öl', 'Zug'] }],
    ],
    ['letters small and large', sql`select lower('ÄÖÜ ẞ' collate "und-x-icu") like '%öü%' as is`, [{ is: true }]],
    [
      'German words',
      sql`select to_tsvector('german', 'Die Häfen der Stadt') @@ to_tsquery('german', ${'hafen & stadt'}) as is, to_tsvector('german', 'Häuser')::text as stem`,
      [{ is: true, stem: "'haus':1" }],
    ],
    [
      'ranks by weight',
      sql`select ts_rank('{0.05, 0.15, 0.4, 1.0}', setweight(to_tsvector('german', 'Hafen'), 'A'), q) > ts_rank('{0.05, 0.15, 0.4, 1.0}', setweight(to_tsvector('german', 'Hafen'), 'D'), q) as is from to_tsquery('german', 'hafen') q`,
      [{ is: true }],
    ],
    [
      'words that are alike',
      sql`select spelling from shop.word where spelling % 'hafn' order by similarity(spelling, 'hafn') desc`,
      [{ spelling: 'hafen' }],
    ],
    [
      'common table expressions that write',
      sql`with gone as (delete from shop.item where price > 1 returning price) select sum(price) as sum from gone`,
      [{ sum: 5 }],
    ],
    [
      'trees',
      sql`with recursive down(n) as (select 1 union all select n + 1 from down where n < 4) select sum(n) as sum from down`,
      [{ sum: 10 }],
    ],
    [
      'hashes of names, for locks',
      sql`select hashtextextended('paywall ak eva', 0)::text as key, encode(sha256('a'), 'hex') like 'ca978112%' as is`,
      [{ key: '9143429678717829220', is: true }],
    ],
  ])('%s', async (_name, statement, expected) => {
    expect(await ask(statement)).toEqual(expected)
  })

  it.each<[string, RawBuilder<unknown>, string]>([
    ['a second one', sql`insert into shop.item (id, price) values ('a', 1)`, '23505'],
    ['what a check forbids', sql`update shop.item set price = -1`, '23514'],
    ['what must be there', sql`insert into shop.item (id) values ('z')`, '23502'],
    ['a line of nothing', sql`insert into shop.line values ('nobody', 1)`, '23503'],
    ['text that is no number', sql`select ${'x'}::text::int`, '22P02'],
    ['division by zero', sql`select 1 / (price - price) from shop.item`, '22012'],
    ['bytes that no text has', sql`select ${'a\0b'}::text`, '22021'],
    ['a table that is not there', sql`select * from shop.nothing`, '42P01'],
  ])('refuses %s with the SQLSTATE that stores expect', async (_name, statement, code) => {
    await expect(ask(statement)).rejects.toMatchObject({ code })
  })

  it('deletes the rows that refer to a deleted row', async () => {
    await ask(sql`insert into shop.line values ('a', 1), ('b', 2)`)
    await ask(sql`delete from shop.item where id = 'a'`)
    expect(await ask(sql`select item from shop.line`)).toEqual([{ item: 'b' }])
  })

  /** Read, wait, write: without a lock all of them would write the same number. */
  async function addInTurn(lock: RawBuilder<unknown>): Promise<number> {
    await Promise.all(
      Array.from({ length: 8 }, () =>
        database.db.transaction().execute(async (within) => {
          await lock.execute(within)
          const [item] = (await ask(sql`select price from shop.item where id = 'a'`, within)) as { price: number }[]
          await ask(sql`select pg_sleep(0.01)`, within)
          await ask(sql`update shop.item set price = ${item!.price + 1} where id = 'a'`, within)
        }),
      ),
    )
    const [item] = (await ask(sql`select price from shop.item where id = 'a'`)) as { price: number }[]
    return item!.price
  }

  it('a locked row is given to one transaction after the other', async () => {
    expect(await addInTurn(sql`select 1 from shop.item where id = 'a' for update`)).toBe(9)
  })

  it('an advisory lock is given to one transaction after the other', async () => {
    expect(await addInTurn(sql`select pg_advisory_xact_lock(hashtextextended('a', 0))`)).toBe(9)
  })

  it('hands every job to one claimer', async () => {
    const claim = () =>
      ask(
        sql`update shop.item set at = now() where id = (select id from shop.item where at is null order by sequence limit 1 for update skip locked) returning id`,
      )
    const claimed = (await Promise.all(Array.from({ length: 4 }, claim))).flat() as { id: string }[]
    expect(claimed.map(({ id }) => id).toSorted()).toEqual(['b', 'c'])
  })

  it('goes back to a savepoint', async () => {
    await database.db.transaction().execute(async (within) => {
      await ask(sql`savepoint before`, within)
      await expect(ask(sql`insert into shop.item (id, price) values ('a', 1)`, within)).rejects.toThrow('duplicate key')
      await ask(sql`rollback to savepoint before`, within)
      await ask(sql`update shop.item set price = 7 where id = 'b'`, within)
    })
    expect(await ask(sql`select price from shop.item where id = 'b'`)).toEqual([{ price: 7 }])
  })

  it('all statements of a transaction see the same time', async () => {
    await database.db.transaction().execute(async (within) => {
      const [first] = (await ask(sql`select now() as at`, within)) as { at: Date }[]
      await ask(sql`select pg_sleep(0.005)`, within)
      expect(await ask(sql`select now() as at`, within)).toEqual([first])
    })
  })
})
