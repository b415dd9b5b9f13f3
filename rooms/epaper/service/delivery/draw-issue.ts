/**
 * The job of a delivery: it draws the missing pages, composes the issue and publishes it in one transaction. Until then
 * readers keep the earlier issue. If a process dies, its drawn pages stay, and the process that takes the job next
 * continues from them.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImageSize } from '../../contract/epaper.ts'
import { sql } from 'kysely'
import type { JobContext, JobOutcome } from '@lokalteil/services/platform/jobs/job-runner'
import { readText } from './read-text.ts'
import type { EpaperContext } from '../context.ts'
import { drawPages } from '../drawing/draw-pages.ts'
import { IMAGE_TYPE, type PageDrawing } from '../drawing/page-drawing.ts'
import { PdfRefused } from '../drawing/pdf-refused.ts'
import type { Delivery } from '../store/deliveries.ts'
import { getFile, putNewFiles, readFile, removeDrawing } from '../store/files.ts'
import { getIssue } from '../store/issues.ts'
import { composeIssue, listPrinted, withMatch, type ComposedIssue } from './compose-issue.ts'
import { matchArticles } from './match-articles.ts'
import { parseZoneFile, type ZoneFile } from './zone-file.ts'

/** Thrown when another process holds the job by now, when the delivery was replaced, or when this process closes. */
class DeliveryLost extends Error {}

export async function drawIssue(
  context: EpaperContext,
  delivery: Delivery,
  job: JobContext,
): Promise<JobOutcome<Delivery>> {
  const folder = join(context.folder, delivery.drawing)
  await mkdir(folder, { recursive: true })
  const ending = new AbortController()
  const watch = setInterval(() => {
    if (job.isClosing()) ending.abort(new DeliveryLost())
  }, 200).unref()
  try {
    const file = join(folder, 'issue.pdf')
    await writePdf(context, delivery.drawing, file)
    const pageCount = await drawMissing(context, delivery, job, file, ending.signal)
    const composed = await compose(context, delivery)
    const isMine = await handOver(context, delivery, job, pageCount, composed)
    if (!isMine) throw new DeliveryLost()
  } catch (error) {
    if (!(error instanceof DeliveryLost)) throw error
    if (job.isClosing()) return { release: true }
    // The lease of the job is lost, so its result is ignored in any case.
    return { release: true }
  } finally {
    clearInterval(watch)
    await rm(folder, { recursive: true, force: true })
  }
}

async function writePdf(context: EpaperContext, drawing: string, target: string): Promise<void> {
  const pdf = await getFile(context.db, drawing, 'pdf')
  if (pdf === null) throw new PdfRefused('The PDF is no longer there; deliver it again')
  await pipeline(Readable.from(readFile(context, drawing, 'pdf', pdf)), createWriteStream(target))
}

/** Draws the pages that are missing; returns the page count of the issue. */
async function drawMissing(
  context: EpaperContext,
  { drawing }: Delivery,
  job: JobContext,
  file: string,
  signal: AbortSignal,
): Promise<number> {
  const { db, threads, pageMs } = context
  const rows = await db.selectFrom('epaper.pages').select('number').where('drawing', '=', drawing).execute()
  const drawn = new Set(rows.map(({ number }) => number))
  const keep = async (values: Readonly<Record<string, unknown>>) => {
    if (!(await job.extend({ values }))) throw new DeliveryLost()
  }
  // Threads finish pages at any time; the promise chain writes them to the database one at a time.
  let saving: Promise<unknown> = Promise.resolve()
  return drawPages({
    file,
    threads,
    pageMs,
    signal,
    select: (pageCount) =>
      Array.from({ length: pageCount }, (_one, index) => index + 1).filter((number) => !drawn.has(number)),
    onPage(page, pageCount) {
      const saved = saving.then(async () => {
        signal.throwIfAborted()
        await savePage(context, drawing, page)
        drawn.add(page.number)
        await keep({ state: 'drawing', page_count: pageCount, pages_drawn: drawn.size })
      })
      saving = saved.catch(() => {})
      return saved
    },
  })
}

async function savePage(context: EpaperContext, drawing: string, page: PageDrawing): Promise<void> {
  const images = Object.fromEntries(
    page.images.map(({ name, width, height, bytes }) => [
      name,
      { width, height, bytes: bytes.length, mediaType: IMAGE_TYPE },
    ]),
  )
  const { cover: _cover, ...renditions } = images
  const files = page.images.map(({ name, bytes }) => ({
    name: name === 'cover' ? name : (`${page.number}/${name}` as const),
    mediaType: IMAGE_TYPE,
    content: bytes,
  }))
  // A row in `epaper.pages` means that its pictures are stored.
  await putNewFiles(context, drawing, files, context.now(), async (trx) => {
    await trx
      .insertInto('epaper.pages')
      .values({
        drawing,
        number: page.number,
        label: page.label,
        section: '',
        width: page.width,
        height: page.height,
        images: JSON.stringify(renditions),
        zones: '[]',
        content: JSON.stringify({ runs: page.runs, pictures: page.pictures, cover: images.cover ?? null }),
      })
      .execute()
  })
}

async function compose(context: EpaperContext, delivery: Delivery): Promise<ComposedIssue> {
  const { db } = context
  const zones = await readZoneFile(context, delivery.drawing)
  const rows = await db
    .selectFrom('epaper.pages')
    .select(['number', 'label', 'content'])
    .where('drawing', '=', delivery.drawing)
    .orderBy('number')
    .execute()
  const pages = rows.map(({ number, label, content }) => ({ number, label, ...readText(content) }))
  const composed = composeIssue(pages, zones)
  const open = composed.articles.filter(({ contentId }) => contentId === null)
  const matches = await matchArticles(context, delivery.publication, delivery.day, listPrinted(open))
  return {
    pages: composed.pages,
    articles: composed.articles.map((article) => {
      const index = open.indexOf(article)
      return index === -1 ? article : withMatch(article, matches[index]!)
    }),
  }
}

async function readZoneFile(context: EpaperContext, drawing: string): Promise<ZoneFile | null> {
  const file = await getFile(context.db, drawing, 'zones')
  if (file === null) return null
  const pieces: Uint8Array[] = []
  for await (const piece of readFile(context, drawing, 'zones', file)) pieces.push(piece)
  const parsed = parseZoneFile(Buffer.concat(pieces))
  if (typeof parsed === 'string') throw new PdfRefused(parsed)
  return parsed
}

/** Publishes the composed issue. Returns false, and changes nothing, if the delivery was taken over or replaced. */
async function handOver(
  context: EpaperContext,
  delivery: Delivery,
  job: JobContext,
  pageCount: number,
  { pages, articles }: ComposedIssue,
): Promise<boolean> {
  const { db, now } = context
  const { publication, edition, day, drawing, digest, coins } = delivery
  const before = await getIssue(db, publication, delivery)
  const pdf = await getFile(db, drawing, 'pdf')
  const first = await db
    .selectFrom('epaper.pages')
    .select('content')
    .where('drawing', '=', drawing)
    .where('number', '=', 1)
    .executeTakeFirstOrThrow()
  const { cover } = first.content as unknown as { cover: ImageSize }
  const isMine = await db
    .transaction()
    .execute(async (trx) => {
      await trx.deleteFrom('epaper.articles').where('drawing', '=', drawing).execute()
      for (const [position, article] of articles.entries()) {
        const { key, kicker, title, author, teaser, html, plain, contentId, contentPath } = article
        const values = { drawing, position, key, kicker, title, author, teaser, html, plain, pages: article.pages }
        await trx
          .insertInto('epaper.articles')
          .values({ ...values, content_id: contentId, content_path: contentPath })
          .execute()
      }
      for (const { number, label, section, zones } of pages)
        await trx
          .updateTable('epaper.pages')
          .set({ label, section, zones: JSON.stringify(zones), content: null })
          .where('drawing', '=', drawing)
          .where('number', '=', number)
          .execute()
      const values = {
        drawing,
        version: drawing.slice(0, 16),
        digest,
        page_count: pageCount,
        pdf_bytes: pdf!.bytes,
        coins,
        cover: JSON.stringify({ width: cover.width, height: cover.height }),
        appeared_at: before?.appeared_at ?? now(),
      }
      await trx
        .insertInto('epaper.issues')
        .values({ mandator: publication, edition, day: sql`${day}::date`, ...values })
        .onConflict((conflict) => conflict.columns(['mandator', 'edition', 'day']).doUpdateSet(values))
        .execute()
      const matched = articles.filter(({ contentId }) => contentId !== null).length
      const counts = { page_count: pageCount, pages_drawn: pageCount, articles: articles.length, matched }
      if (!(await job.complete({ within: trx, values: counts }))) throw new DeliveryLost()
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof DeliveryLost) return false
      throw error
    })
  if (isMine && before !== null && before.drawing !== drawing) await removeDrawing(context, before.drawing)
  return isMine
}
