import { sql, type Kysely } from 'kysely'

/** A table that triggers fill, and indexes: the version before need not know them. */
export const isExpandOnly = true

/**
 * `list_months`: how many articles each list has in a month, so that totals and pages far back need not count the list.
 * Triggers keep it exact within the transaction that changes a list; content writes run one after the other, so that
 * they never wait for each other's rows. `later` is empty instead of null, because it is part of the key.
 */
const STATEMENTS = [
  `create table content.list_months (
    list text not null, month timestamptz not null, publications int not null, later smallint[] not null, articles int not null,
    primary key (list, month, publications, later)
  ) with (fillfactor = 70)`,
  `create function content.count_listed() returns trigger language plpgsql as $$
  begin
    insert into content.list_months as m (list, month, publications, later, articles)
    select list, date_trunc('month', shown, 'UTC'), publications, coalesce(later, '{}'), count(*)
    from listed group by 1, 2, 3, 4
    on conflict (list, month, publications, later) do update set articles = m.articles + excluded.articles;
    return null;
  end $$`,
  `create function content.count_unlisted() returns trigger language plpgsql as $$
  begin
    update content.list_months m set articles = m.articles - gone.articles
    from (
      select list, date_trunc('month', shown, 'UTC') as month, publications, coalesce(later, '{}') as later, count(*) as articles
      from unlisted group by 1, 2, 3, 4
    ) gone
    where m.list = gone.list and m.month = gone.month and m.publications = gone.publications and m.later = gone.later;
    return null;
  end $$`,
  `create function content.count_no_lists() returns trigger language plpgsql as $$
  begin
    delete from content.list_months;
    return null;
  end $$`,
  `insert into content.list_months (list, month, publications, later, articles)
  select list, date_trunc('month', shown, 'UTC'), publications, coalesce(later, '{}'), count(*)
  from content.lists group by 1, 2, 3, 4`,
  `create trigger count_inserted after insert on content.lists
  referencing new table as listed for each statement execute function content.count_listed()`,
  `create trigger count_deleted after delete on content.lists
  referencing old table as unlisted for each statement execute function content.count_unlisted()`,
  `create trigger count_before_update after update on content.lists
  referencing old table as unlisted for each statement execute function content.count_unlisted()`,
  `create trigger count_after_update after update on content.lists
  referencing new table as listed for each statement execute function content.count_listed()`,
  `create trigger count_truncated after truncate on content.lists
  for each statement execute function content.count_no_lists()`,

  'create index search_shown on content.search (shown desc, article_id desc)',
  'create index words_by_beginning on content.words (length(spelling), spelling)',
  'create index words_by_end on content.words (length(spelling), reverse(spelling))',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
