/**
 * The bar of breaking news. An urgent article opens it by itself for six hours; the desk opens, changes and closes it by hand.
 * The desk's choice stays until its end, also when urgent articles arrive meanwhile. After an end by hand only an article that
 * appears later opens the bar; after an end by time also one that arrived meanwhile.
 */
import { announce, type ContentContext, type PublicationContext, toView } from './context.ts'
import type { Trx } from './schema.ts'
import { getBarArticle, getDecision, getUrgentArticle, saveDecision, type BarArticle } from './store/breaking.ts'
import * as changeStore from './store/changes.ts'

/** Milliseconds for which an urgent article is breaking news. */
export const BREAKING_MS = 6 * 3_600_000

export type Bar = {
  article: BarArticle
  /** '' for the headline. */
  line: string
  since: Date
  until: Date
  /** Who opened it; null: its urgency did. */
  by: string | null
}

/** `behind`: the bar by urgency, if the desk had chosen none. */
type Bars = { bar: Bar | null; behind: Bar | null }

export async function readBars(content: ContentContext, context: PublicationContext): Promise<Bars> {
  const { byHand, floor } = await readDecision(content, context)
  const automatic = await readAutomatic(content, context, floor)
  return byHand === null ? { bar: automatic, behind: null } : { bar: byHand, behind: automatic }
}

/** The bar that readers see. */
export async function readBar(content: ContentContext, context: PublicationContext): Promise<Bar | null> {
  const { byHand, floor } = await readDecision(content, context)
  return byHand ?? readAutomatic(content, context, floor)
}

type Reading = Pick<ContentContext, 'db' | 'now'>

/** `floor`: urgent articles up to this moment open the bar no more. */
async function readDecision(
  { db, now }: Reading,
  { publication, carrier }: PublicationContext,
): Promise<{ byHand: Bar | null; floor: Date }> {
  const decision = await getDecision(db, publication.code)
  if (decision === null) return { byHand: null, floor: new Date(0) }
  const { article_id, line, by_name, set_at, until, ended_at } = decision
  const floor = ended_at ?? set_at
  const time = now()
  if (article_id === null || ended_at !== null || until <= time) return { byHand: null, floor }
  const article = await getBarArticle(db, article_id, { carrier, now: time })
  return { byHand: article === null ? null : { article, line, since: set_at, until, by: by_name }, floor }
}

async function readAutomatic({ db, now }: Reading, { carrier }: PublicationContext, floor: Date): Promise<Bar | null> {
  const time = now()
  const since = new Date(Math.max(floor.getTime(), time.getTime() - BREAKING_MS))
  const article = await getUrgentArticle(db, { carrier, now: time }, since)
  if (article === null) return null
  const { shown } = article
  return { article, line: '', since: shown, until: new Date(shown.getTime() + BREAKING_MS), by: null }
}

type Asked = {
  /** The article in the bar that the person saw; null: the bar was closed. */
  seen: string | null
  by: string
}
type Changed = { kind: 'changed'; before: Bar | null } | { kind: 'not-shown' } | { kind: 'other' }

/** The same again changes nothing but the times. */
export function openBar(
  content: ContentContext,
  context: PublicationContext,
  { articleId, line, until, seen, by }: Asked & { articleId: string; line: string; until: Date },
): Promise<Changed> {
  return decide(content, context, async (trx, before) => {
    if (before !== null && before.article.id !== seen && before.article.id !== articleId) return { kind: 'other' }
    if ((await getBarArticle(trx, articleId, toView(content, context))) === null) return { kind: 'not-shown' }
    const isSame = before !== null && before.by !== null && before.article.id === articleId
    const set_at = isSame ? before.since : content.now()
    await saveDecision(trx, context.publication.code, {
      article_id: articleId,
      line,
      by_name: by,
      set_at,
      until,
      ended_at: null,
    })
    return { kind: 'changed', before }
  })
}

export function closeBar(content: ContentContext, context: PublicationContext, { seen, by }: Asked): Promise<Changed> {
  return decide(content, context, async (trx, before) => {
    if (before !== null && before.article.id !== seen) return { kind: 'other' }
    const now = content.now()
    if (before !== null)
      await saveDecision(trx, context.publication.code, {
        article_id: before.by === null ? null : before.article.id,
        line: before.line,
        by_name: by,
        set_at: before.since,
        until: before.until,
        ended_at: now,
      })
    return { kind: 'changed', before }
  })
}

async function decide(
  content: ContentContext,
  context: PublicationContext,
  work: (trx: Trx, before: Bar | null) => Promise<Changed>,
): Promise<Changed> {
  const { code } = context.publication
  const found = await changeStore.write(content.db, async (trx) => {
    const reading = { db: trx, now: content.now }
    const { byHand, floor } = await readDecision(reading, context)
    const done = await work(trx, byHand ?? (await readAutomatic(reading, context, floor)))
    if (done.kind === 'changed') await changeStore.logChanges(trx, [code], 'breaking', content.now())
    return done
  })
  if (found.kind === 'changed') await announce(content, { ids: [code], kind: 'breaking' })
  return found
}
