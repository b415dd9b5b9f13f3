/** A script loaded after the first view fails: the server-rendered content stays readable. */
import { afterAll, expect, it } from 'vitest'
import { RUN } from '@lokalteil/tools/runs'
import type { Page } from 'playwright-core'
import { listPageKinds } from './page-kinds.ts'
import { closeBrowser, openReader, scrollAlong, untilQuiet, withhold } from './reader.ts'

afterAll(closeBrowser)

/** Scrolls and moves, so that everything that loads by itself is requested. */
async function look(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.mouse.move(20, 20)
  await page.mouse.move(60, 60)
  await scrollAlong(page, 3000)
  await untilQuiet(page, 1500)
}

/** In parallel, because they mostly wait. */
const READERS = 4

const toFile = (address: string) => new URL(address).pathname

/** Scripts not named in the document. */
async function listLateScripts(page: Page, path: string): Promise<string[]> {
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (/\/assets\/[^/]+\.js$/.test(request.url())) asked.add(toFile(request.url()))
  })
  await look(page, path)
  const html = await (await page.request.get(path)).text()
  return [...asked].filter((file) => !html.includes(file)).toSorted()
}

async function readWithout(path: string, file: string | null) {
  const reader = await openReader()
  try {
    if (file !== null) await withhold(reader.page, `*${file}`)
    await look(reader.page, path)
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

/** Pages that lost more than three tenths of their text. A missing part may lack some words. */
async function listLost(path: string, files: readonly string[]): Promise<string[]> {
  const whole = await readWithout(path, null)
  const lost: string[] = []
  const left = [...files]
  const next = async (): Promise<void> => {
    const file = left.shift()
    if (file === undefined) return
    const found = await readWithout(path, file)
    if (found.isError || found.heading !== whole.heading || found.length < 0.7 * whole.length)
      lost.push(`${path} without ${file}: ${found.heading}, ${found.length} of ${whole.length} characters`)
    await next()
  }
  await Promise.all(Array.from({ length: READERS }, next))
  return lost
}

const KINDS =
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
        'quiz',
      ]
    : ['article']

it.each(KINDS)(
  'R8-42 on a page of the kind "%s" each lost script removes at most its own part',
  async (kind) => {
    const path = (await listPageKinds())[kind]
    if (path === undefined) return
    const reader = await openReader()
    const late = await listLateScripts(reader.page, path)
    await reader.leave()
    const files = RUN === 'release' ? late : late.filter((file) => file.includes('ArticleContext'))
    // Other kinds may need none.
    if (kind === 'article') expect(files.length).toBeGreaterThan(0)
    expect(await listLost(path, files)).toEqual([])
  },
  600_000,
)
