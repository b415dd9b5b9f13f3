/** Clicks on links anywhere in a page (specification 2.9), on the web and in the native app. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { listPageKinds, type PageKinds } from './page-kinds.ts'
import { closeBrowser, openReader, originOf, untilAlive, type Reader } from './reader.ts'

let kinds: PageKinds
beforeAll(async () => {
  kinds = await listPageKinds()
})
afterAll(closeBrowser)

const NATIVE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 NewsPortalApp/3'

async function open(path = kinds.article!, options: Parameters<typeof openReader>[0] = {}): Promise<Reader> {
  const reader = await openReader(options)
  await reader.page.addInitScript(() => {
    const messages: string[] = []
    Object.assign(window, {
      NativeApp: { postMessage: (text: string) => messages.push(text) },
      nativeMessages: messages,
    })
  })
  await reader.page.goto(path)
  await untilAlive(reader.page)
  await reader.page.evaluate(() => void Object.assign(window, { isSamePage: true }))
  return reader
}

/** A link as an editor may write it into a paragraph. */
async function clickLink(page: Page, href: string, attributes: Record<string, string> = {}): Promise<void> {
  await page.evaluate(
    ([target, more]) => {
      const paragraph = document.querySelector('[data-paragraph]') ?? document.querySelector('main')!
      const anchor = document.createElement('a')
      anchor.href = target
      for (const [name, value] of Object.entries(more)) anchor.setAttribute(name, value)
      anchor.innerHTML = '<b><i>weiter</i></b>'
      paragraph.append(anchor)
      anchor.querySelector('i')!.click()
    },
    [href, attributes] as const,
  )
}

const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window)
const pathOf = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash)
const messagesOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { nativeMessages: string[] }).nativeMessages.map(
      (text) => JSON.parse(text) as { type: string; payload?: { url?: string } },
    ),
  )

describe('on the web', () => {
  it.each([
    ['R2.9-01 R2.9-07', 'a path', '/sport'],
    ['R2.9-02', 'an address of this origin', 'http://localhost/sport'],
    ['R2.9-07', 'a nested section', '/sport/'],
  ])('%s: %s is shown by client-side navigation', async (_ids, _kind, href) => {
    const { page, leave, errors } = await open()
    await clickLink(page, href.replace('http://localhost', originOf()))
    await page.waitForFunction(() => location.pathname === '/sport')
    await page.waitForFunction(() => document.querySelector('main h1')?.textContent?.startsWith('Sport'))
    expect([await isSamePage(page), errors]).toEqual([true, []])
    await leave()
  })

  it.each([
    ['R2.9-04', '/suche?q=Hafen', '/suche?q=Hafen'],
    ['R2.9-05', '/sport#x', '/sport#x'],
    ['R2.9-09', '/impressum', '/impressum'],
    ['R2.9-09', '/datenschutz', '/datenschutz'],
    ['R2.9-09', '/accessibility', '/accessibility'],
  ])('%s: %s is loaded by the browser or shown by its rule', async (id, href, path) => {
    const { page, leave } = await open()
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
    })
    await clickLink(page, href)
    await page.waitForFunction((target) => location.pathname + location.search + location.hash === target, path)
    // The rule leaves a hash to the browser, whose navigation event the page then handles itself.
    if (id !== 'R2.9-05') {
      await page.waitForLoadState('load')
      expect([await isSamePage(page), documents.length]).toEqual([false, 1])
    }
    await leave()
  })

  it('R2.9-06 does nothing for an address of this site that is not a page', async () => {
    const { page, leave } = await open()
    const before = await pathOf(page)
    for (const href of [
      '/autor/max-muster',
      '/api/gibt-es-nicht',
      '/suche/foo',
      'javascript:void(document.title="böse")',
    ])
      await clickLink(page, href)
    await page.waitForTimeout(300)
    expect([await pathOf(page), await isSamePage(page), (await page.title()) === 'böse']).toEqual([before, true, false])
    await leave()
  })

  it('R2.9-12 opens a window for a link with a target, without a handle on this page (noopener)', async () => {
    const { page, context, leave } = await open()
    await context.route('https://partner.example/**', (route) =>
      route.fulfill({ body: 'Partner', contentType: 'text/html' }),
    )
    const opened = context.waitForEvent('page')
    await clickLink(page, 'https://partner.example/x', { target: '_blank' })
    const other = await opened
    await other.waitForLoadState()
    expect([other.url(), await other.evaluate(() => window.opener === null), await isSamePage(page)]).toEqual([
      'https://partner.example/x',
      true,
      true,
    ])
    const inside = context.waitForEvent('page')
    await clickLink(page, '/sport', { target: '_blank' })
    expect(
      new URL((await inside).url()).pathname === '/sport' ||
        (await (await inside).waitForURL('**/sport')) === undefined,
    ).toBe(true)
    await leave()
  })

  it('leaves a click with a modifier key to the browser', async () => {
    const { page, context, leave } = await open('/sport')
    const opened = context.waitForEvent('page')
    await page
      .locator('main a[href^="/"]')
      .first()
      .click({ modifiers: ['ControlOrMeta'] })
    await opened
    expect([await isSamePage(page), new URL(page.url()).pathname]).toEqual([true, '/sport'])
    await leave()
  })
})

describe('in the native app', () => {
  const openNative = () => open(kinds.article, { device: 'phone', context: { userAgent: NATIVE } })

  it('R2.9-08 shows its own pages in place, even those meant for a new window', async () => {
    const { page, leave } = await openNative()
    await clickLink(page, '/sport', { target: '_blank' })
    await page.waitForFunction(() => location.pathname === '/sport')
    expect([await isSamePage(page), await messagesOf(page)]).toEqual([true, []])
    await leave()
  })

  it.each([
    ['R2.9-13', 'https://partner.example/neu', { target: '_blank' }],
    ['R2.9-14', 'https://partner.example/x', {}],
    ['R2.9-15', '/autor/max-muster', {}],
  ])('%s: hands %s to the system’s browser', async (_id, href, attributes) => {
    const { page, leave, foreignRequests } = await openNative()
    await clickLink(page, href, attributes as Record<string, string>)
    await expect
      .poll(() => messagesOf(page))
      .toEqual([{ type: 'openBrowser', payload: { url: new URL(href, originOf()).href } }])
    expect([await isSamePage(page), foreignRequests]).toEqual([true, []])
    await leave()
  })

  it('R1-52 R6-31 R4.3-04 opens the app’s login for a bookmark, and loads no third parties', async () => {
    const { page, leave, foreignRequests, errors } = await openNative()
    await page.locator('[data-bookmark]').first().click()
    await expect.poll(async () => (await messagesOf(page)).map(({ type }) => type)).toEqual(['login'])
    expect([await page.getByRole('dialog').count(), foreignRequests, errors]).toEqual([0, [], []])
    await leave()
  })
})
