/** A block that a publication brings itself: there at once, alive, and nowhere else. */
import { afterAll, expect, it } from 'vitest'
import { closeBrowser, expectAccessible, openReader, untilAlive } from './reader.ts'

afterAll(closeBrowser)

const CHUNK = /\/assets\/wochentermine-[\w-]+\.(?:js|css)$/

it('a block of the publication’s own is drawn by the server, taken over by the browser, and loaded by no other page', async () => {
  const { page, errors, foreignRequests, leave } = await openReader()
  const loaded: string[] = []
  page.on('request', (request) => void (CHUNK.test(request.url()) && loaded.push(request.url())))

  await page.goto('/101', { waitUntil: 'load' })
  await untilAlive(page)
  expect(loaded).toEqual([])

  const html = await (await page.request.get('/')).text()
  expect(html).toContain('data-extension="wochentermine"')
  expect(html).toContain('Wochenmarkt')

  // A step within the site loads it in the browser, a visit from outside has it in its head.
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
