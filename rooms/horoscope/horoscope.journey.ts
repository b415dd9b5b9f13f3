/** The horoscope (R1-76): from the menu to the signs, from sign to sign and day to day. */
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import {
  BY_NIGHT,
  closeBrowser,
  expectAccessible,
  openReader,
  untilAlive,
  type DeviceName,
  type Reader,
} from '@lokalteil/e2e/reader'

let reader: Reader
afterEach(() => reader?.leave())
afterAll(closeBrowser)

describe.each<DeviceName>(['phone', 'desk'])('on a %s', (device) => {
  it('R1-76 the icon links to twelve signs, a sign to its text, and the text to the days before', async () => {
    reader = await openReader({ device })
    const { page, errors } = reader
    await page.goto('/')
    await untilAlive(page)
    const link = page
      .locator('a[href="/horoskop"]')
      .filter({ has: page.locator('svg'), visible: true })
      .first()
    await link.scrollIntoViewIfNeeded()
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Horoskop' }).waitFor()
    expect(await page.locator('main h2').count()).toBe(12)
    expect(await page.locator('main').innerText()).toContain('Zur Unterhaltung')
    await page.getByRole('link', { name: 'Löwe' }).click()
    await page.getByRole('heading', { level: 1, name: 'Löwe' }).waitFor()
    const today = await page.locator('main dd').first().innerText()
    await page.getByRole('link', { name: 'Einen Tag zurück' }).click()
    await page.waitForURL(/\/horoskop\/loewe\/\d{4}-\d\d-\d\d$/)
    await expect.poll(() => page.locator('main dd').first().innerText()).not.toBe(today)
    await page.getByRole('link', { name: 'Heute', exact: true }).click()
    await page.waitForURL('**/horoskop/loewe')
    await expect.poll(() => page.locator('main dd').first().innerText()).toBe(today)
    expect(errors).toEqual([])
  })

  // `accessibility.journey.ts` checks the light mode.
  it('is accessible in dark mode', async () => {
    expect.hasAssertions()
    reader = await openReader({ device, context: { colorScheme: 'dark' } })
    for (const path of ['/horoskop', '/horoskop/fische']) {
      await reader.page.goto(path)
      await untilAlive(reader.page)
      await expectAccessible(reader.page, BY_NIGHT)
    }
  })
})
