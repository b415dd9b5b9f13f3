/** The weather (R1-77, R1-78): from the utility bar to the page, from place to place, by keyboard, without a connection. */
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  openReader,
  originOf,
  PUBLICATIONS,
  servedPortal,
  untilAlive,
  type DeviceName,
  type Reader,
} from './reader.ts'
import { openUnsteadyNetwork } from './unsteady-network.ts'

let reader: Reader
afterEach(() => reader?.leave())
afterAll(closeBrowser)

describe.each<DeviceName>(['phone', 'desk'])('on a %s', (device) => {
  it('R1-78 an icon leads from the utility bar to the weather, and on to another place', async () => {
    reader = await openReader({ device })
    const { page, errors } = reader
    await page.goto('/')
    await untilAlive(page)
    const line = page.locator('a[href="/wetter"]').filter({ visible: true }).first()
    expect(await line.innerText()).toMatch(/Auenburg −?\d+ °C, .+ \(Beispiel\)/)
    expect(await line.locator('svg').count()).toBe(1)
    await line.click()
    await page.getByRole('heading', { level: 1, name: 'Wetter in Auenburg' }).waitFor()
    expect(await page.locator('main').innerText()).toMatch(/−?\d+ °C/)
    expect(await page.locator('main').innerText()).toContain('Beispieldaten')
    await page.locator('main a[href="/wetter/talheim"]').click()
    await page.getByRole('heading', { level: 1, name: 'Wetter in Talheim' }).waitFor()
    expect(await page.locator('main a[aria-current="page"]').innerText()).toBe('Talheim')
    expect(await page.title()).toContain('Wetter in Talheim')
    expect(errors).toEqual([])
  })

  it.each(['light', 'dark'] as const)('is accessible in %s', async (colorScheme) => {
    expect.hasAssertions()
    reader = await openReader({ device, context: { colorScheme } })
    await reader.page.goto('/wetter')
    await untilAlive(reader.page)
    await expectAccessible(reader.page)
  })

  it('reads without JavaScript, and is no wider than the window', async () => {
    reader = await openReader({ device, context: { javaScriptEnabled: false } })
    const { page } = reader
    await page.goto('/wetter/tannau')
    const text = await page.locator('main').innerText()
    for (const part of ['Wetter in Tannau', 'Die nächsten zehn Tage', 'Sonnenaufgang', 'Quelle: Beispieldaten'])
      expect(text).toContain(part)
    const { width } = page.viewportSize()!
    expect((await page.locator('main').boundingBox())!.width).toBeLessThanOrEqual(width)
    expect(await page.locator('main ol > li:has(h3)').count()).toBe(10)
  })
})

it('the strip of hours moves by keyboard', async () => {
  reader = await openReader({ device: 'desk' })
  const { page } = reader
  await page.goto('/wetter')
  await untilAlive(page)
  const strip = page.getByRole('group', { name: 'Stundenwerte' })
  await strip.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
})

it.each(PUBLICATIONS)('%s has its own places', async (publication) => {
  reader = await openReader({ device: 'desk', context: { baseURL: originOf(publication) } })
  const { page } = reader
  await page.goto('/wetter')
  const first = { ak: 'Auenburg', fb: 'Hafenrode', ht: 'Tannau', la: 'Talheim' }[publication]
  expect(await page.locator('h1').innerText()).toBe(`Wetter in ${first}`)
  expect(await page.locator('main a[aria-current="page"]').innerText()).toBe(first)
})

it('is there without a connection as it was last seen', async () => {
  const network = await openUnsteadyNetwork(servedPortal().port)
  reader = await openReader({ device: 'phone', hasServiceWorker: true, context: { baseURL: network.origin } })
  const { page } = reader
  await page.goto('/wetter')
  await untilAlive(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.goto('/wetter')
  await untilAlive(page)
  network.isDown = true
  await page.goto('/wetter')
  await expect.poll(() => page.locator('h1').innerText()).toBe('Wetter in Auenburg')
  await network.close()
})
