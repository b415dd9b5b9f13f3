/** A block and a page added by a publication: rendered at once, interactive, and loaded nowhere else. */
import { afterAll, expect, it } from 'vitest'
import { closeBrowser, expectAccessible, openReader, originOf, untilAlive, type DeviceName } from './reader.ts'

afterAll(closeBrowser)

const CHUNK = /\/assets\/wochentermine-[\w-]+\.(?:js|css)$/
const PAGE_CHUNK = /\/assets\/woche-[\w-]+\.(?:js|css)$/

it('a block of the publication’s own is drawn by the server, hydrated by the browser, and loaded by no other page', async () => {
  const { page, errors, foreignRequests, leave } = await openReader()
  const loaded: string[] = []
  page.on('request', (request) => void (CHUNK.test(request.url()) && loaded.push(request.url())))

  await page.goto('/101', { waitUntil: 'load' })
  await untilAlive(page)
  expect(loaded).toEqual([])

  const html = await (await page.request.get('/')).text()
  expect(html).toContain('data-extension="wochentermine"')
  expect(html).toContain('Wochenmarkt')

  // Client-side navigation loads it in the browser; on a direct visit it is in the document's head.
  await page.locator('a[href="/"]').first().click()
  const block = page.locator('[data-extension="wochentermine"]')
  await block.getByText('Diese Woche in Auenburg').waitFor()
  expect(loaded.some((address) => address.endsWith('.js'))).toBe(true)
  await page.goto('/', { waitUntil: 'load' })
  await untilAlive(page)
  expect(await block.locator('li').count()).toBe(4)
  await expectAccessible(page, { within: '[data-extension="wochentermine"]' })
  expect(errors).toEqual([])
  expect(foreignRequests).toEqual([])
  await leave()
})

it.each<DeviceName>(['phone', 'desk'])(
  'a page of the publication’s own works with client-side navigation, and is loaded by no other page: %s',
  async (device) => {
    const { page, errors, foreignRequests, leave } = await openReader({ device })
    const loaded: string[] = []
    let documents = 0
    page.on('request', (request) => {
      if (PAGE_CHUNK.test(request.url())) loaded.push(request.url())
      if (request.isNavigationRequest()) documents++
    })
    await page.goto('/', { waitUntil: 'load' })
    await untilAlive(page)
    expect([loaded, documents]).toEqual([[], 1])

    // The service menu at the end of every page links to it.
    await page.locator('a[href="/woche"]').last().click()
    await page.getByRole('heading', { level: 1, name: 'Die Woche in Auenburg' }).waitFor()
    const teasers = page.locator('[data-extension="woche"] [data-document]')
    await teasers.first().waitFor()
    const count = await teasers.count()
    expect(count).toBeGreaterThan(10)
    expect([await page.title(), new URL(page.url()).pathname]).toEqual([
      expect.stringMatching(/^Die Woche in Auenburg \| /),
      '/woche',
    ])
    expect(loaded.some((address) => address.endsWith('.js'))).toBe(true)

    await teasers.first().locator('a').first().click()
    await page.locator('article h1').waitFor()
    await page.goBack()
    await teasers.first().waitFor()
    expect([await teasers.count(), documents]).toEqual([count, 1])

    await page.reload({ waitUntil: 'load' })
    await untilAlive(page)
    expect(await teasers.count()).toBe(count)
    await expectAccessible(page)
    expect(errors).toEqual([])
    expect(foreignRequests).toEqual([])
    await leave()
  },
)

it('a page of the publication’s own works without scripts, and exists in no other publication', async () => {
  const { page, leave } = await openReader({ context: { javaScriptEnabled: false } })
  await page.goto('/woche')
  expect(await page.locator('[data-extension="woche"] [data-document]').count()).toBeGreaterThan(10)
  expect((await page.goto(`${originOf('fb')}/woche`))?.status()).toBe(404)
  await leave()
})
