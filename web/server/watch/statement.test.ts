import { expect, it } from 'vitest'
import { toStatement } from './statement.ts'

it.each([
  ['select "a", "b" from "content"."articles" where "id" = $1', 'select', 'content.articles'],
  ['\n  select count(*) from jobs.jobs as q', 'select', 'jobs.jobs'],
  ['insert into "mail"."outbox" ("id") values ($1)', 'insert', 'mail.outbox'],
  ['UPDATE sso.accounts set x = 1', 'update', 'sso.accounts'],
  ['delete from "library"."bookmarks"', 'delete', 'library.bookmarks'],
  ['with one as (select 1) select * from one', 'with', null],
  ['begin', 'transaction', null],
  ['rollback to "x"', 'transaction', null],
  ["select set_config('a', $1, false)", 'select', null],
  ['vacuum', 'other', null],
  ["select 'from lena@reader.example'", 'select', null],
  ['', 'other', null],
])('of %j only operation %s and table %s are noted', (text, operation, table) =>
  expect(toStatement(text)).toEqual({ operation, table }),
)
