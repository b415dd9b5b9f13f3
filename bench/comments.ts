/**
 * A thousand comments under one article: the time until the first can be read. Measured from a click on their link,
 * prepared as readers do (pointer, finger or keyboard focus rests on it first) and once without any sign ahead; and by
 * a direct address, from the moment the page is interactive. The comments are written through the service by a thousand
 * readers.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { COMMUNITY, type ArticleFacts } from '@lokalteil/contracts/community'
import { createClient } from '@lokalteil/contracts/kernel/client'
import { pickDemoArticle } from './articles.ts'
import { median, toLimited, type Report } from './figures.ts'
import { withDemo } from './processes.ts'

const COMMENTS = 1000
/** Every third comment opens a thread. */
const PER_THREAD = 3
const VISITS = 7
const MOST_MS = 100
const SHOWN = 10
const LINK = 'a[href="#kommentare"]'
/** People need longer to press after reaching the link by pointer or keyboard. */
const REST_MS = 100
/** No reader clicks in the moment of scrolling. */
const LOOK_MS = 300
/** A short tap: between touch and lift. */
const TAP_MS = 80
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const WAYS: readonly (readonly [name: string, context: BrowserContextOptions, press: (page: Page) => Promise<void>])[] =
  [
    [`a mouse that rests on the link for ${REST_MS} ms`, DESK, pressWithMouse],
    [`a finger that lies on the link for ${TAP_MS} ms`, PHONE, pressWithFinger],
    [`the keyboard, ${REST_MS} ms after it came to the link`, DESK, pressWithKeyboard],
  ]

export async function measureComments(report: Report): Promise<void> {
  await withDemo(async ({ origin, port, folder }, browser) => {
    const path = await pickDemoArticle(port)
    await write(origin, readFileSync(join(folder, 'keys/community.key'), 'utf8').trim(), path)
    const measure = async (name: string, visit: () => Promise<number>, detail = '') => {
      const times: number[] = []
      for (let index = 0; index < VISITS; index++) times.push(await visit())
      const all = times.map((time) => time.toFixed(0)).join(', ')
      return { figure: toLimited('comments', name, median(times), MOST_MS, 'ms', `all: ${all}${detail}`), times }
    }
    const without = await measure('', () =>
      read(browser, origin + path, DESK, (page) => page.evaluate(clickAtOnce, LINK)),
    )
    const detail = `; a click without any sign ahead: ${median(without.times).toFixed(0)} ms`
    const first = `the first page of ${COMMENTS} under an article can be read`
    for (const [name, context, press] of WAYS) {
      const { figure } = await measure(
        `${first}, from the press of ${name}`,
        () => read(browser, origin + path, context, press),
        detail,
      )
      report(figure)
    }
    const { figure } = await measure(`${first}, by an address that leads there, from when the page is alive`, () =>
      arrive(browser, `${origin}${path}#kommentare`),
    )
    report(figure)
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

/** In words: digits count as the letters they resemble, and names that look alike are refused. */
function toName(index: number): string {
  const words = ['Elbe', 'Furt', 'Wald', 'Berg', 'Moor', 'Turm', 'Hof', 'Steg', 'Acker', 'Damm']
  return ['Leserin', ...Array.from(String(index), (digit) => words[Number(digit)])].join(' ')
}

/** Milliseconds. */
async function read(
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
  press: (page: Page) => Promise<void>,
): Promise<number> {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.waitForSelector('html[data-navigable]')
    await page.locator(LINK).scrollIntoViewIfNeeded()
    await page.waitForTimeout(LOOK_MS)
    await page.evaluate(watch, { link: LINK, shown: SHOWN })
    await press(page)
    return await page.evaluate(() => (window as unknown as Watched).isRead)
  } finally {
    await context.close()
  }
}

/** Milliseconds; zero if they could be read before the page was interactive. */
async function arrive(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext(DESK)
  try {
    const page = await context.newPage()
    await page.addInitScript(watchArrival, SHOWN)
    await page.goto(address)
    return await page.evaluate(() => (window as unknown as Watched).isRead)
  } finally {
    await context.close()
  }
}

type Watched = { isRead: Promise<number> }

/** Runs in the page. A finger's click counts from its lift, because until then it may be a scroll. */
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
        // The next frame shows it.
        requestAnimationFrame(look)
      }
      for (const name of ['mousedown', 'touchend', 'click']) anchor.addEventListener(name, begin, { once: true })
    }),
  } satisfies Watched)
}

/** Runs in the page before its own scripts. */
function watchArrival(shown: number): void {
  Object.assign(window, {
    isRead: new Promise<number>((resolve) => {
      let alive: number | null = null
      const look = () => {
        if (alive === null && document.querySelector('html[data-hydrated]') !== null) alive = performance.now()
        if (alive !== null && document.querySelectorAll('#kommentare article').length >= shown)
          resolve(performance.now() - alive)
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }),
  } satisfies Watched)
}

async function pressWithMouse(page: Page): Promise<void> {
  const { x, y } = await findMiddle(page)
  await page.mouse.move(x, y)
  await page.waitForTimeout(REST_MS)
  await page.mouse.down()
  await page.mouse.up()
}

async function pressWithFinger(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await findMiddle(page)] })
  await page.waitForTimeout(TAP_MS)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** By keyboard, from the element before the link. */
async function pressWithKeyboard(page: Page): Promise<void> {
  await page.evaluate((link) => {
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button:not([disabled])')]
    all[all.indexOf(document.querySelector<HTMLElement>(link)!) - 1]!.focus()
  }, LINK)
  await page.keyboard.press('Tab')
  if (!(await page.evaluate((link) => document.activeElement!.matches(link), LINK)))
    throw new Error('The key did not lead to the link')
  await page.waitForTimeout(REST_MS)
  await page.keyboard.press('Enter')
}

async function findMiddle(page: Page): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await page.locator(LINK).boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

/** Runs in the page. */
function clickAtOnce(link: string): void {
  document.querySelector<HTMLElement>(link)!.click()
}
