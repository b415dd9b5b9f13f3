/** A script loaded after the first view fails: the server-rendered content stays readable. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { RUN } from '@lokalteil/tools/runs'
import type { Page } from 'playwright-core'
import { logIn, toDemoEmail } from './account-reader.ts'
import { findPageKinds } from './page-kinds.ts'
import { closeBrowser, openReader, scrollAlong, untilAlive, untilQuiet, withhold, type Reader } from './reader.ts'

/**
 * `email`: of the reader who is logged in. `press` opens a part that waits for the reader. `least`: the share of the text
 * that stays.
 */
type View = { path: string; email?: string; least?: number; press?: ((page: Page) => Promise<void>) | undefined }

afterAll(closeBrowser)

let kinds: Record<string, string | undefined>
beforeAll(async () => {
  kinds = await findPageKinds()
})

async function open({ email }: View): Promise<Reader> {
  const reader = await openReader()
  if (email !== undefined) await logIn(reader.context, email)
  return reader
}

/** Scrolls and moves, so that everything that loads by itself is requested. */
async function look(page: Page, { path, email, press }: View): Promise<void> {
  await page.goto(path)
  if (press !== undefined || email !== undefined) await untilAlive(page)
  // Not if the session's own script is lost.
  if (email !== undefined)
    await page
      .locator('header a[href="/account"]')
      .waitFor({ timeout: 5000 })
      .catch(() => {})
  await page.mouse.move(20, 20)
  await page.mouse.move(60, 60)
  if (press === undefined) await scrollAlong(page, 3000)
  else await press(page)
  await untilQuiet(page, 1500)
}

/** In parallel, because they mostly wait. */
const READERS = 4

const toFile = (address: string) => new URL(address).pathname

/** Scripts not named in the document. */
async function listLateScripts(view: View): Promise<string[]> {
  const { page, leave } = await open(view)
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (/\/assets\/[^/]+\.js$/.test(request.url())) asked.add(toFile(request.url()))
  })
  await look(page, view)
  const html = await (await page.request.get(view.path)).text()
  await leave()
  return [...asked].filter((file) => !html.includes(file)).toSorted()
}

async function readWithout(view: View, files: readonly string[]) {
  const reader = await open(view)
  try {
    if (files.length > 0) await withhold(reader.page, ...files.map((file) => `*${file}`))
    await look(reader.page, view)
    const text = (await reader.page.textContent('main')) ?? ''
    return {
      heading: await reader.page.textContent('main :is(h1, h2) >> nth=0').catch(() => ''),
      length: text.length,
      isError: /statusCode|520/.test((await reader.page.title()) + text.slice(0, 400)),
    }
  } finally {
    await reader.leave()
  }
}

/** Of the page's text; a missing part may lack some words. */
const LEAST = 0.7

/** Views that lost their heading or more of the text than they may. */
async function listLost(view: View, losses: readonly (readonly string[])[]): Promise<string[]> {
  // A part that opens on a press may be missing as a whole.
  const whole = await readWithout({ ...view, press: undefined }, [])
  const lost: string[] = []
  const left = [...losses]
  const next = async (): Promise<void> => {
    const files = left.shift()
    if (files === undefined) return
    const found = await readWithout(view, files)
    if (found.isError || found.heading !== whole.heading || found.length < (view.least ?? LEAST) * whole.length)
      lost.push(
        `${view.path} without ${files.join(', ')}: ${found.heading}, ${found.length} of ${whole.length} characters`,
      )
    await next()
  }
  await Promise.all(Array.from({ length: READERS }, next))
  return lost
}

const pathOf = (kind: string): string => {
  const path = kinds[kind]
  if (path === undefined) throw new Error(`The demo has no page of the kind "${kind}"`)
  return path
}
const one = (file: string) => [file]

const MAIN_KINDS =
  RUN === 'release'
    ? [
        'home',
        'article',
        'paid article',
        'live report',
        'gallery',
        'film',
        'section',
        'author',
        'test report',
        'podcast',
        'search results',
        ...(hasRoom('quiz') ? ['quiz'] : []),
      ]
    : ['article']

describe('R8-42 without a script that loads later', () => {
  it.each(MAIN_KINDS)(
    'a page of the kind "%s" lacks at most the part of this script',
    { timeout: 600_000 },
    async (kind) => {
      const view = { path: pathOf(kind) }
      const late = await listLateScripts(view)
      const files = RUN === 'release' ? late : late.filter((file) => file.includes('ArticleContext'))
      // Other kinds may need none.
      if (kind === 'article') expect(files.length).toBeGreaterThan(0)
      expect(await listLost(view, files.map(one))).toEqual([])
    },
  )

  /** Nearly all pages load the same scripts later: those are lost together, and the page's own one by one. */
  async function listLostOf(view: View): Promise<string[]> {
    const late = await listLateScripts(view)
    const own = late.filter((file) => !common.has(file))
    return listLost(view, [...(late.length === 0 ? [] : [late]), ...own.map(one)])
  }
  let common = new Set<string>()
  const readCommon = async () => {
    if (common.size === 0) common = new Set(await listLateScripts({ path: pathOf('imprint') }))
  }

  it('every kind of page has an address in the demo', () => {
    expect(Object.keys(kinds).filter((kind) => kinds[kind] === undefined)).toEqual([])
  })

  const PARTS = [1, 2, 3, 4, 5, 6]
  it.each(PARTS)(`every other kind of page stays, part %i of ${PARTS.length}`, { timeout: 900_000 }, async (part) => {
    await readCommon()
    const lost: string[] = []
    const others = Object.keys(kinds).filter((kind) => !MAIN_KINDS.includes(kind))
    for (const kind of others.filter((_, index) => index % PARTS.length === part - 1))
      lost.push(...(await listLostOf({ path: pathOf(kind) })))
    expect(lost).toEqual([])
  })

  it.each([
    ['the account', 'plus-wallet', '/account'],
    ['the subscriptions', 'plus-wallet', '/account/abo'],
    ['the coins', 'plus-wallet', '/account/coins'],
    ['the checkout', 'free', '/order/checkout?offer=plus-monat'],
    ['an article of a subscriber', 'plus', ''],
  ])('%s stays for a reader', { timeout: 600_000 }, async (_what, persona, path) => {
    await readCommon()
    const view = {
      path: path === '' ? pathOf('paid article') : path,
      email: toDemoEmail(persona),
      // Without the script of the session the checkout keeps the offer, and knows no reader whose address it could show.
      ...(path.startsWith('/order/checkout') && { least: 0.5 }),
    }
    const late = (await listLateScripts(view)).filter((file) => !common.has(file))
    expect(await listLost(view, late.map(one))).toEqual([])
  })

  const pressButton = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()
  const pressPart = (parts: string) => (page: Page) => page.locator(parts).first().click()
  it.each<[what: string, kind: string, press: (page: Page) => Promise<void>]>([
    ['the menu to share', 'article', pressButton('Teilen')],
    [
      'the settings of type and colours',
      'article',
      pressPart('#article [role="group"] button[title="Schrift und Farben"]'),
    ],
    ['the sidebar', 'home', pressButton('Menü')],
    ['a bookmark', 'section', pressPart('main [data-bookmark]')],
    ['the discussion', 'article', pressPart('a[href="#kommentare"]')],
    ['the large view of a picture', 'gallery', pressPart('[data-body] section li a')],
    ['the player', 'podcast', pressButton('Abspielen')],
    [
      'the suggestions of the search',
      'search',
      (page) => page.getByRole('searchbox').first().pressSequentially('Hafen'),
    ],
    ['the list of keys', 'home', (page) => page.keyboard.press('?')],
  ])('the page stays when the reader opens %s', { timeout: 600_000 }, async (_what, kind, press) => {
    const view = { path: pathOf(kind) }
    const before = await listLateScripts(view)
    const opened = (await listLateScripts({ ...view, press })).filter((file) => !before.includes(file))
    expect(await listLost({ ...view, press }, opened.map(one))).toEqual([])
  })
})
