/**
 * A thousand comments under one article, at a desk and at full speed: from the press on the link that leads to them until the
 * first of them can be read. Once as a hand does it, whose pointer comes to rest on the link before it presses, and once
 * without any sign ahead. Written through the service, by a thousand readers.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
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
const LINK = 'a[href="#kommentare"]'
/** A hand needs longer to press what its pointer has come to. */
const REST_MS = 100

export async function measureComments(report: Report): Promise<void> {
  await withDemo(async ({ origin, port, folder }, browser) => {
    const path = await pickDemoArticle(port)
    await write(origin, readFileSync(join(folder, 'keys/community.key'), 'utf8').trim(), path)
    const pressed: number[] = []
    const unannounced: number[] = []
    for (let index = 0; index < VISITS; index++) {
      pressed.push(await read(browser, origin + path, pressWithMouse))
      unannounced.push(await read(browser, origin + path, (page) => page.evaluate(clickAtOnce, LINK)))
    }
    const list = (times: readonly number[]) => times.map((time) => time.toFixed(0)).join(', ')
    report(
      toLimited(
        'comments',
        `the first page of ${COMMENTS} under an article can be read, from the press`,
        median(pressed),
        MOST_MS,
        'ms',
        `the pointer rests on the link for ${REST_MS} ms; all: ${list(pressed)}; without a sign ahead ${median(unannounced).toFixed(0)} ms: ${list(unannounced)}`,
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
    const named = await client.saveMember({ body: { reader, name: toName(index) } })
    if (!named.ok) throw new Error(`A name was refused: ${named.problem.code}`)
    const replyTo: string | null = index % PER_THREAD === 0 ? null : thread
    const text = `Zu diesem Vorhaben habe ich eine Meinung, und es ist die ${index + 1}. von vielen.`
    const added = await client.addComment({ body: { article, reader, text, replyTo, requester: `bench-${index}` } })
    if (!added.ok) throw new Error(`A comment was refused: ${added.problem.code}`)
    if (replyTo === null) thread = added.data.comment.id
  }
}

/** In words: a digit counts as the letter it looks like, and names that look alike are taken. */
function toName(index: number): string {
  const words = ['Elbe', 'Furt', 'Wald', 'Berg', 'Moor', 'Turm', 'Hof', 'Steg', 'Acker', 'Damm']
  return ['Leserin', ...Array.from(String(index), (digit) => words[Number(digit)])].join(' ')
}

/** Milliseconds. */
async function read(browser: Browser, address: string, press: (page: Page) => Promise<void>): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.waitForSelector('html[data-navigable]')
    await page.evaluate(watch, { link: LINK, shown: SHOWN })
    await press(page)
    return await page.evaluate(() => (window as unknown as Watched).isRead)
  } finally {
    await context.close()
  }
}

type Watched = { isRead: Promise<number> }

/** Runs in the page. */
function watch({ link, shown }: { link: string; shown: number }): void {
  const anchor = document.querySelector(link)!
  Object.assign(window, {
    isRead: new Promise<number>((resolve) => {
      const begin = () => {
        const pressed = performance.now()
        const look = () =>
          document.querySelectorAll('#kommentare article').length >= shown
            ? resolve(performance.now() - pressed)
            : requestAnimationFrame(look)
        // Drawn is what the next frame shows.
        requestAnimationFrame(look)
      }
      for (const name of ['pointerdown', 'click']) anchor.addEventListener(name, begin, { once: true })
    }),
  } satisfies Watched)
}

async function pressWithMouse(page: Page): Promise<void> {
  const box = (await page.locator(LINK).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(REST_MS)
  await page.mouse.down()
  await page.mouse.up()
}

/** Runs in the page. */
function clickAtOnce(link: string): void {
  document.querySelector<HTMLElement>(link)!.click()
}
