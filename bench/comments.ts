/**
 * A thousand comments under one article, at a desk and at full speed: from the press that leads to them until the first page
 * of them can be read. Beside it the same with the five of the demo. Written through the service, by a thousand readers.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { COMMUNITY, type ArticleFacts } from '@lokalteil/contracts/community'
import { createClient } from '@lokalteil/contracts/kernel/client'
import { pickDemoArticle } from './articles.ts'
import { median, toLimited, type Report } from './figures.ts'
import { withDemo } from './processes.ts'

const COMMENTS = 1000
/** Every third opens a thread. */
const PER_THREAD = 3
const VISITS = 7
const MOST_MS = 100
const SHOWN = 10

export async function measureComments(report: Report): Promise<void> {
  await withDemo(async ({ origin, port, folder }, browser) => {
    const path = await pickDemoArticle(port)
    await write(origin, readFileSync(join(folder, 'keys/community.key'), 'utf8').trim(), path)
    const times: number[] = []
    for (let index = 0; index < VISITS; index++) times.push(await read(browser, origin + path))
    report(
      toLimited(
        'comments',
        `the first page of ${COMMENTS} under an article can be read, from the press`,
        median(times),
        MOST_MS,
        'ms',
        `all: ${times.map((time) => time.toFixed(0)).join(', ')}`,
      ),
    )
  })
}

async function write(origin: string, key: string, path: string): Promise<void> {
  const client = createClient(COMMUNITY, {
    fetch,
    base: `${origin}/__services/community/ak`,
    headers: { authorization: `Bearer ${key}` },
    timeout: 20_000,
  })
  const article: ArticleFacts = {
    id: /(\d+)$/.exec(path)![1]!,
    path,
    title: 'Viel besprochen',
    section: '',
    publishDate: new Date().toISOString(),
    isTestReport: false,
    authors: [],
  }
  let thread: string | null = null
  for (let index = 0; index < COMMENTS; index++) {
    const reader = { sub: `bench-${index}`, email: `bench-${index}@example.org`, isEmailVerified: true }
    const named = await client.saveMember({ body: { reader, name: `Leserin ${index}` } })
    if (!named.ok) throw new Error(`A name was refused: ${named.problem.code}`)
    const replyTo: string | null = index % PER_THREAD === 0 ? null : thread
    const text = `Zu diesem Vorhaben habe ich eine Meinung, und es ist die ${index + 1}. von vielen.`
    const added = await client.addComment({ body: { article, reader, text, replyTo, requester: `bench-${index}` } })
    if (!added.ok) throw new Error(`A comment was refused: ${added.problem.code}`)
    if (replyTo === null) thread = added.data.comment.id
  }
}

/** Milliseconds. */
async function read(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.waitForSelector('html[data-navigable]')
    return await page.evaluate(
      (shown) =>
        new Promise<number>((resolve) => {
          const pressed = performance.now()
          const look = () =>
            document.querySelectorAll('#kommentare article').length >= shown
              ? resolve(performance.now() - pressed)
              : requestAnimationFrame(look)
          document.querySelector<HTMLElement>('a[href="#kommentare"]')!.click()
          look()
        }),
      SHOWN,
    )
  } finally {
    await context.close()
  }
}
