/** The weather (R1-77, R1-78): utility bar, places, keyboard, offline. */
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { readClaims, registerReader, untilAnonymous } from '@lokalteil/e2e/account-reader'
import {
  closeBrowser,
  BY_NIGHT,
  expectAccessible,
  openReader,
  originOf,
  PUBLICATIONS,
  servedPortal,
  untilAlive,
  type DeviceName,
  type Reader,
} from '@lokalteil/e2e/reader'
import { openUnsteadyNetwork } from '@lokalteil/e2e/unsteady-network'

let reader: Reader
afterEach(() => reader?.leave())
afterAll(closeBrowser)

describe.each<DeviceName>(['phone', 'desk'])('on a %s', (device) => {
  it('R1-78 the icon in the utility bar opens the weather, which links to other places', async () => {
    reader = await openReader({ device })
    const { page, errors } = reader
    await page.goto('/')
    await untilAlive(page)
    const line = page.locator('a[href="/wetter"]').filter({ visible: true }).first()
    expect(await line.innerText()).toMatch(/Auenburg −?\d+ °C, [^()]+$/)
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

  it('R1-78 the utility bar shows the reader’s own place without a layout shift', async () => {
    reader = await openReader({ device })
    const { page, errors } = reader
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          Object.assign(window, { shift: (window as unknown as { shift: number }).shift + entry.value })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const line = page.locator('nav a[href^="/wetter"]').filter({ visible: true, hasText: '°C' })
    await page.goto('/wetter/talheim')
    await untilAlive(page)
    expect(await line.innerText()).toMatch(/^Auenburg /)
    await page.getByRole('button', { name: 'Als meinen Ort merken' }).click()
    await page.getByRole('button', { name: 'Mein Ort', pressed: true }).waitFor()
    await expect.poll(() => line.innerText()).toMatch(/^Talheim −?\d+ °C, /)

    await page.goto('/')
    await expect.poll(() => line.innerText()).toMatch(/^Talheim /)
    expect(await line.locator('svg').count()).toBe(1)
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.002)
    await line.click()
    await page.getByRole('heading', { level: 1, name: 'Wetter in Talheim' }).waitFor()
    await page.goto('/wetter')
    await page.getByRole('heading', { level: 1, name: 'Wetter in Talheim' }).waitFor()
    // The first place can still be reached.
    await page.locator('main').getByRole('link', { name: 'Auenburg' }).click()
    await page.getByRole('heading', { level: 1, name: 'Wetter in Auenburg' }).waitFor()
    await page.goto('/wetter/talheim')
    await page.getByRole('button', { name: 'Mein Ort', pressed: true }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('weatherPlace'))).toBe(null)
    await page.goto('/')
    await untilAlive(page)
    expect(await line.innerText()).toMatch(/^Auenburg /)
    expect(errors).toEqual([])
  })

  // `accessibility.journey.ts` checks the light mode.
  it('is accessible in dark mode', async () => {
    expect.hasAssertions()
    reader = await openReader({ device, context: { colorScheme: 'dark' } })
    await reader.page.goto('/wetter')
    await untilAlive(reader.page)
    await expectAccessible(reader.page, BY_NIGHT)
  })

  it('works without JavaScript, and fits the width of the window', async () => {
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

it('a reader who follows a region sees its weather until the logout', async () => {
  reader = await openReader({ device: 'phone' })
  const { page, context, errors } = reader
  await registerReader(context)
  const { sub } = (await readClaims(context))!
  const followed = await context.request.post(
    `${originOf()}/__services/user/mandators/ak/users/${sub}/region-bookmarks/tannau`,
    { headers: { origin: originOf() } },
  )
  expect(followed.status()).toBe(201)
  await page.goto('/wetter')
  await page.getByRole('heading', { level: 1, name: 'Wetter in Tannau' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/wetter/tannau')
  await page.goto('/')
  const line = page.locator('nav a[href^="/wetter"]').filter({ hasText: '°C' })
  await expect.poll(() => line.innerText()).toMatch(/^Tannau /)
  await page.goto('/?logout')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('weatherPlace'))).toBe(null)
  await untilAnonymous(page)
  await expect.poll(() => line.innerText()).toMatch(/^Auenburg /)
  expect(errors).toEqual([])
})

it('the strip of hours scrolls by keyboard', async () => {
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

it('shows the last seen weather offline', async () => {
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
