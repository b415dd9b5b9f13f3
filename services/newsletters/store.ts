/**
 * Every query of the newsletter service. An issue goes to its recipients in portions; each portion's mails and the mark of
 * how far it got are one transaction, so that whoever takes over from a dead process goes on without sending twice.
 */
import type { NewsletterIssue } from '@lokalteil/contracts/mail'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import { countUp } from '../platform/counters.ts'
import type { Database } from '../platform/database.ts'
import type { NewsletterDb } from './schema.ts'

export type Person = { addressKey: string | null; reader: string | null }
export type NewProof = {
  addressKey: string
  slug: string
  event: 'ordered' | 'confirmed' | 'ended'
  method: 'mail' | 'account' | 'link'
  textVersion: string
  at: Date
  until: Date | null
}
export type AddressedSubscription = { id: string; slug: string; since: Date; addressKey: string }
export type NewsletterStore = ReturnType<typeof createNewsletterStore>
export type SubscriptionRow = { id: string; slug: string; since: Date }
export type OrderRow = {
  mandator: string
  addressKey: string
  address: string
  reader: string | null
  slugs: string[]
  textVersion: string
  orderedAt: Date
  expiresAt: Date
  confirmedAt: Date | null
}
/** Without what differs between recipients. */
export type IssueContent = Omit<NewsletterIssue, 'unsubscribePath'>
export type DueSchedule = { mandator: Mandator; slug: string; rhythm: string; nextAt: Date; lastIssueAt: Date | null }
export type OpenIssue = { id: string; mandator: Mandator; slug: string; content: IssueContent; reached: string }

export function createNewsletterStore(database: Database) {
  const db = database.db as NewsletterDb

  return {
    inTransaction: <T>(work: (within: NewsletterDb) => Promise<T>): Promise<T> => db.transaction().execute(work),

    // --- Orders and subscriptions

    async addOrder(order: Omit<OrderRow, 'confirmedAt'> & { digest: string }, within: NewsletterDb): Promise<void> {
      await within
        .insertInto('newsletter.orders')
        .values({
          digest: order.digest,
          mandator: order.mandator,
          address_key: order.addressKey,
          address: order.address,
          reader: order.reader,
          slugs: JSON.stringify(order.slugs),
          text_version: order.textVersion,
          ordered_at: order.orderedAt,
          expires_at: order.expiresAt,
          confirmed_at: null,
        })
        .execute()
    },

    /** With `within` the row is held until the transaction ends. */
    async getOrder(mandator: string, digest: string, within?: NewsletterDb): Promise<OrderRow | null> {
      let query = (within ?? db)
        .selectFrom('newsletter.orders')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('digest', '=', digest)
      if (within !== undefined) query = query.forUpdate()
      const row = await query.executeTakeFirst()
      if (row === undefined) return null
      return {
        mandator: row.mandator,
        addressKey: row.address_key,
        address: row.address,
        reader: row.reader,
        slugs: row.slugs as string[],
        textVersion: row.text_version,
        orderedAt: row.ordered_at,
        expiresAt: row.expires_at,
        confirmedAt: row.confirmed_at,
      }
    },

    async confirmOrder(digest: string, at: Date, within: NewsletterDb): Promise<void> {
      await within
        .updateTable('newsletter.orders')
        .set({ confirmed_at: at, address: '' })
        .where('digest', '=', digest)
        .execute()
    },

    /** Orders of these newsletters whose mail was not answered yet. */
    async listOpenOrders(
      mandator: string,
      { addressKey, reader }: Person,
      now: Date,
    ): Promise<{ slugs: string[]; orderedAt: Date }[]> {
      const rows = await db
        .selectFrom('newsletter.orders')
        .select(['slugs', 'ordered_at'])
        .where('mandator', '=', mandator)
        .where('confirmed_at', 'is', null)
        .where('expires_at', '>', now)
        .where((eb) =>
          eb.or([
            ...(addressKey === null ? [] : [eb('address_key', '=', addressKey)]),
            ...(reader === null ? [] : [eb('reader', '=', reader)]),
          ]),
        )
        .orderBy('ordered_at', 'desc')
        .execute()
      return rows.map(({ slugs, ordered_at }) => ({ slugs: slugs as string[], orderedAt: ordered_at }))
    },

    /** Takes a newsletter out of what the reader ordered from the account; an order of nothing goes. */
    async dropFromOrders(mandator: string, reader: string, slug: string, within: NewsletterDb): Promise<void> {
      await sql`update newsletter.orders set slugs = slugs - ${slug}::text where mandator = ${mandator} and reader = ${reader} and confirmed_at is null`.execute(
        within,
      )
      await sql`delete from newsletter.orders where mandator = ${mandator} and reader = ${reader} and confirmed_at is null and slugs = '[]'::jsonb`.execute(
        within,
      )
    },

    /** False when the address has it already; a reader who is known now is noted. */
    async addSubscription(
      row: {
        id: string
        mandator: string
        slug: string
        addressKey: string
        address: string
        reader: string | null
        since: Date
      },
      within: NewsletterDb,
    ): Promise<boolean> {
      const { rows } = await sql<{ id: string }>`
        insert into newsletter.subscriptions as s (id, mandator, slug, address_key, address, reader, state, since)
        values (${row.id}, ${row.mandator}, ${row.slug}, ${row.addressKey}, ${row.address}, ${row.reader}, 'active', ${row.since})
        on conflict (mandator, slug, address_key) where state = 'active' do update set reader = coalesce(s.reader, excluded.reader)
        returning id`.execute(within)
      return rows[0]!.id === row.id
    },

    async listSubscriptions(mandator: string, { addressKey, reader }: Person): Promise<SubscriptionRow[]> {
      return db
        .selectFrom('newsletter.subscriptions')
        .select(['id', 'slug', 'since'])
        .where('mandator', '=', mandator)
        .where('state', '=', 'active')
        .where((eb) =>
          eb.or([
            ...(addressKey === null ? [] : [eb('address_key', '=', addressKey)]),
            ...(reader === null ? [] : [eb('reader', '=', reader)]),
          ]),
        )
        .orderBy('since', 'desc')
        .execute()
    },

    async getSubscription(mandator: string, id: string): Promise<{ slug: string; state: 'active' | 'ended' } | null> {
      const row = await db
        .selectFrom('newsletter.subscriptions')
        .select(['slug', 'state'])
        .where('mandator', '=', mandator)
        .where('id', '=', id)
        .executeTakeFirst()
      return row ?? null
    },

    /** Answers whose proof begins to run out; null when it had ended before. */
    async endSubscription(
      mandator: string,
      id: string,
      at: Date,
      within: NewsletterDb,
    ): Promise<{ slug: string; addressKey: string } | null> {
      const { rows } = await sql<{ slug: string; address_key: string }>`
        with held as (select id, slug, address_key from newsletter.subscriptions where mandator = ${mandator} and id = ${id} and state = 'active' for update)
        update newsletter.subscriptions s set state = 'ended', ended_at = ${at}, address = null, address_key = null, reader = null
        from held where s.id = held.id returning held.slug, held.address_key`.execute(within)
      return rows[0] === undefined ? null : { slug: rows[0].slug, addressKey: rows[0].address_key }
    },

    async addProofs(mandator: string, proofs: readonly NewProof[], within: NewsletterDb): Promise<void> {
      if (proofs.length === 0) return
      await within
        .insertInto('newsletter.proofs')
        .values(
          proofs.map(({ addressKey, slug, event, method, textVersion, at, until }) => ({
            mandator,
            address_key: addressKey,
            slug,
            event,
            method,
            text_version: textVersion,
            at,
            until,
          })),
        )
        .execute()
    },

    /** null: as long as the subscription runs. */
    async setProofEnd(
      mandator: string,
      addressKey: string,
      slug: string,
      until: Date | null,
      within: NewsletterDb,
    ): Promise<void> {
      await within
        .updateTable('newsletter.proofs')
        .set({ until })
        .where('mandator', '=', mandator)
        .where('address_key', '=', addressKey)
        .where('slug', '=', slug)
        .execute()
    },

    async listProofs(mandator: string, addressKey: string) {
      return db
        .selectFrom('newsletter.proofs')
        .select(['slug', 'event', 'method', 'text_version', 'at', 'until'])
        .where('mandator', '=', mandator)
        .where('address_key', '=', addressKey)
        .orderBy('sequence')
        .execute()
    },

    async removeOrders(mandator: string, { addressKey, reader }: Person, within: NewsletterDb): Promise<void> {
      await within
        .deleteFrom('newsletter.orders')
        .where('mandator', '=', mandator)
        .where((eb) =>
          eb.or([
            ...(addressKey === null ? [] : [eb('address_key', '=', addressKey)]),
            ...(reader === null ? [] : [eb('reader', '=', reader)]),
          ]),
        )
        .execute()
    },

    /** Counts one more; false, uncounted, when `limit` was reached since the counter's window began. */
    count: (bucket: string, now: Date, windowMs: number, limit: number, within: NewsletterDb): Promise<boolean> =>
      countUp(within as never, 'newsletter.counters', { bucket, now, windowMs, limit }),

    /** What has had its time. */
    async tidyUp(now: Date): Promise<void> {
      const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
      await db
        .updateTable('newsletter.orders')
        .set({ address: '' })
        .where('expires_at', '<=', now)
        .where('address', '<>', '')
        .execute()
      await db.deleteFrom('newsletter.orders').where('expires_at', '<', daysAgo(30)).execute()
      await db.deleteFrom('newsletter.proofs').where('until', '<=', now).execute()
      await db
        .deleteFrom('newsletter.subscriptions')
        .where('state', '=', 'ended')
        .where('ended_at', '<', daysAgo(400))
        .execute()
      await db
        .deleteFrom('newsletter.issues')
        .where('state', '<>', 'sending')
        .where('created_at', '<', daysAgo(400))
        .execute()
      await db.deleteFrom('newsletter.address_changes').where('at', '<', daysAgo(30)).execute()
      await db.deleteFrom('newsletter.counters').where('started_at', '<', daysAgo(2)).execute()
    },

    // --- A reader's new address

    /** False when this change was made before. */
    async addAddressChange(mandator: string, id: string, at: Date, within: NewsletterDb): Promise<boolean> {
      const added = await within
        .insertInto('newsletter.address_changes')
        .values({ mandator, id, at, joined: '[]' })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute()
      return added.length === 1
    },

    async setJoined(
      mandator: string,
      id: string,
      joined: readonly { slug: string; since: string }[],
      within: NewsletterDb,
    ): Promise<void> {
      await within
        .updateTable('newsletter.address_changes')
        .set({ joined: JSON.stringify(joined) })
        .where('mandator', '=', mandator)
        .where('id', '=', id)
        .execute()
    },

    async listJoined(
      mandator: string,
      ids: readonly string[],
      within: NewsletterDb,
    ): Promise<{ slug: string; since: string }[]> {
      if (ids.length === 0) return []
      const rows = await within
        .selectFrom('newsletter.address_changes')
        .select('joined')
        .where('mandator', '=', mandator)
        .where('id', 'in', [...ids])
        .orderBy('at')
        .execute()
      return rows.flatMap(({ joined }) => joined)
    },

    async lockSubscriptionsOf(
      mandator: string,
      { addressKey, reader }: Person,
      within: NewsletterDb,
    ): Promise<AddressedSubscription[]> {
      const rows = await within
        .selectFrom('newsletter.subscriptions')
        .select(['id', 'slug', 'since', 'address_key'])
        .where('mandator', '=', mandator)
        .where('state', '=', 'active')
        .where((eb) =>
          eb.or([
            ...(addressKey === null ? [] : [eb('address_key', '=', addressKey)]),
            ...(reader === null ? [] : [eb('reader', '=', reader)]),
          ]),
        )
        .orderBy('id')
        .forUpdate()
        .execute()
      return rows.map(({ id, slug, since, address_key }) => ({ id, slug, since, addressKey: address_key! }))
    },

    async hasSubscription(mandator: string, slug: string, addressKey: string, within: NewsletterDb): Promise<boolean> {
      const row = await within
        .selectFrom('newsletter.subscriptions')
        .select('id')
        .where('mandator', '=', mandator)
        .where('slug', '=', slug)
        .where('address_key', '=', addressKey)
        .where('state', '=', 'active')
        .executeTakeFirst()
      return row !== undefined
    },

    async moveSubscription(
      id: string,
      { address, addressKey, reader }: { address: string; addressKey: string; reader: string },
      within: NewsletterDb,
    ): Promise<void> {
      await within
        .updateTable('newsletter.subscriptions')
        .set({ address, address_key: addressKey, reader })
        .where('id', '=', id)
        .execute()
    },

    /** The text that was agreed to last; null without a proof. */
    async getProvenText(
      mandator: string,
      addressKey: string,
      slug: string,
      within: NewsletterDb,
    ): Promise<string | null> {
      const row = await within
        .selectFrom('newsletter.proofs')
        .select('text_version')
        .where('mandator', '=', mandator)
        .where('address_key', '=', addressKey)
        .where('slug', '=', slug)
        .where('event', '=', 'confirmed')
        .orderBy('sequence', 'desc')
        .executeTakeFirst()
      return row?.text_version ?? null
    },

    /** What the reader ordered in the account and has not confirmed; the orders are gone, with their links. */
    async takeOpenOrders(mandator: string, reader: string, within: NewsletterDb): Promise<string[]> {
      const rows = await within
        .deleteFrom('newsletter.orders')
        .where('mandator', '=', mandator)
        .where('reader', '=', reader)
        .where('confirmed_at', 'is', null)
        .returning('slugs')
        .execute()
      return [...new Set(rows.flatMap(({ slugs }) => slugs))]
    },

    // --- Issues

    /** The schedules of a publication become these; a rhythm that stays keeps its next time. */
    async saveSchedules(
      mandator: Mandator,
      schedules: readonly { slug: string; rhythm: string; nextAt: Date | null }[],
    ): Promise<void> {
      const slugs = schedules.map(({ slug }) => slug)
      await sql`delete from newsletter.schedules where mandator = ${mandator} and slug <> all(${slugs}::text[])`.execute(
        db,
      )
      for (const { slug, rhythm, nextAt } of schedules) {
        await sql`insert into newsletter.schedules as s (mandator, slug, rhythm, next_at) values (${mandator}, ${slug}, ${rhythm}, ${nextAt})
          on conflict (mandator, slug) do update set rhythm = excluded.rhythm, next_at = excluded.next_at where s.rhythm <> excluded.rhythm`.execute(
          db,
        )
      }
    },

    async getNextAt(mandator: Mandator, slug: string): Promise<Date | null> {
      return (
        (
          await db
            .selectFrom('newsletter.schedules')
            .select('next_at')
            .where('mandator', '=', mandator)
            .where('slug', '=', slug)
            .executeTakeFirst()
        )?.next_at ?? null
      )
    },

    async claimDue(lease: string, now: Date, leasedUntil: Date): Promise<DueSchedule | null> {
      const { rows } = await sql<{
        mandator: Mandator
        slug: string
        rhythm: string
        next_at: Date
        last_issue_at: Date | null
      }>`
        update newsletter.schedules set lease = ${lease}, leased_until = ${leasedUntil} where (mandator, slug) in (
          select mandator, slug from newsletter.schedules where next_at <= ${now} and (leased_until is null or leased_until <= ${now})
          order by next_at limit 1 for update skip locked
        ) returning mandator, slug, rhythm, next_at, last_issue_at`.execute(db)
      const [row] = rows
      return row === undefined
        ? null
        : {
            mandator: row.mandator,
            slug: row.slug,
            rhythm: row.rhythm,
            nextAt: row.next_at,
            lastIssueAt: row.last_issue_at,
          }
    },

    /** The issue and the time of the next one belong together; nothing happens when the lease is somebody else's by now. */
    async addIssue(
      issue: {
        id: string
        due: DueSchedule
        state: 'sending' | 'empty' | 'late'
        content: IssueContent | null
        articleIds: readonly string[]
        nextAt: Date | null
      },
      lease: string,
      now: Date,
    ): Promise<void> {
      const { id, due, state, content, articleIds, nextAt } = issue
      await db.transaction().execute(async (within) => {
        const advanced = await within
          .updateTable('newsletter.schedules')
          .set({
            next_at: nextAt,
            lease: null,
            leased_until: null,
            ...(state === 'sending' ? { last_issue_at: now } : {}),
          })
          .where('mandator', '=', due.mandator)
          .where('slug', '=', due.slug)
          .where('lease', '=', lease)
          .where('next_at', '=', due.nextAt)
          .executeTakeFirst()
        if (Number(advanced.numUpdatedRows) === 0) return
        await within
          .insertInto('newsletter.issues')
          .values({
            id,
            mandator: due.mandator,
            slug: due.slug,
            due_at: due.nextAt,
            state,
            content: content === null ? null : JSON.stringify(content),
            article_ids: JSON.stringify(articleIds),
            recipients: 0,
            reached: '',
            lease: null,
            leased_until: null,
            created_at: now,
            finished_at: state === 'sending' ? null : now,
          })
          .onConflict((conflict) => conflict.columns(['mandator', 'slug', 'due_at']).doNothing())
          .execute()
      })
    },

    async releaseSchedule({ mandator, slug }: DueSchedule, lease: string, until: Date): Promise<void> {
      await db
        .updateTable('newsletter.schedules')
        .set({ lease: null, leased_until: until })
        .where('mandator', '=', mandator)
        .where('slug', '=', slug)
        .where('lease', '=', lease)
        .execute()
    },

    async claimIssue(lease: string, now: Date, leasedUntil: Date): Promise<OpenIssue | null> {
      const { rows } = await sql<{
        id: string
        mandator: Mandator
        slug: string
        content: IssueContent
        reached: string
      }>`
        update newsletter.issues set lease = ${lease}, leased_until = ${leasedUntil} where id in (
          select id from newsletter.issues where state = 'sending' and (leased_until is null or leased_until <= ${now}) order by created_at limit 1 for update skip locked
        ) returning id, mandator, slug, content, reached`.execute(db)
      return rows[0] ?? null
    },

    /** The next recipients after `reached`; `queue` puts one mail into the outbox. Answers how far it got, null when all have it. */
    async sendPortion(
      issue: OpenIssue,
      lease: string,
      now: Date,
      leasedUntil: Date,
      size: number,
      queue: (recipient: { id: string; address: string }, within: NewsletterDb) => Promise<unknown>,
    ): Promise<string | null> {
      return db.transaction().execute(async (within) => {
        const own = await within
          .selectFrom('newsletter.issues')
          .select(['reached', 'lease'])
          .where('id', '=', issue.id)
          .forUpdate()
          .executeTakeFirst()
        // Somebody else took over.
        if (own === undefined || own.lease !== lease) return null
        const recipients = await within
          .selectFrom('newsletter.subscriptions')
          .select(['id', 'address'])
          .where('mandator', '=', issue.mandator)
          .where('slug', '=', issue.slug)
          .where('state', '=', 'active')
          .where('id', '>', own.reached)
          .orderBy('id')
          .limit(size)
          .execute()
        if (recipients.length === 0) {
          await within
            .updateTable('newsletter.issues')
            .set({ state: 'sent', content: null, lease: null, leased_until: null, finished_at: now })
            .where('id', '=', issue.id)
            .execute()
          return null
        }
        for (const { id, address } of recipients) await queue({ id, address: address! }, within)
        const reached = recipients.at(-1)!.id
        await within
          .updateTable('newsletter.issues')
          .set((eb) => ({ reached, recipients: eb('recipients', '+', recipients.length), leased_until: leasedUntil }))
          .where('id', '=', issue.id)
          .execute()
        return reached
      })
    },

    async listIssues(mandator: Mandator, slug: string, limit: number) {
      const rows = await db
        .selectFrom('newsletter.issues')
        .select(['id', 'due_at', 'state', 'article_ids', 'recipients'])
        .where('mandator', '=', mandator)
        .where('slug', '=', slug)
        .orderBy('due_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ id, due_at, state, article_ids, recipients }) => ({
        id,
        dueAt: due_at,
        state,
        articleIds: article_ids as string[],
        recipients,
      }))
    },
  }
}
