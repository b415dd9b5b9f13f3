/** The calculators: with scripts, without scripts, and shared by URL. */
import { afterAll, describe, expect, it } from 'vitest'
import { closeBrowser, expectAccessible, openReader, untilAlive } from '@lokalteil/e2e/reader'

afterAll(closeBrowser)

describe.each(['phone', 'desk'] as const)('R1-87 on a %s', (device) => {
  it('the result follows while values are typed, and the URL has the values', async () => {
    const colorScheme = device === 'phone' ? 'dark' : 'light'
    const { page, errors, leave } = await openReader({ device, context: { colorScheme } })
    await page.goto('/rechner')
    await untilAlive(page)
    const loan = page.locator('#kredit')
    expect(await loan.getByRole('status').innerText()).toContain('377,42')
    await loan.getByLabel('Betrag (Euro)').fill('10000')
    await loan.getByLabel('Laufzeit (Monate)').fill('12')
    await loan.getByLabel('Sollzins im Jahr (%)').fill('0')
    expect(await loan.getByRole('status').innerText()).toContain('833,33')
    await loan.getByLabel('Sollzins im Jahr (%)').fill('hoch')
    await loan.getByText('Das ist keine Zahl').waitFor()
    await loan.getByLabel('Sollzins im Jahr (%)').fill('0')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(/\/rechner\?betrag=10000&monate=12&zins=0#kredit$/)
    await expectAccessible(page)

    await page.reload()
    expect(await loan.getByRole('status').innerText()).toContain('833,33')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    )
    expect(errors).toEqual([])
    await leave()
  })
})

it('R1-87 the calculators work without scripts', async () => {
  const { page, leave } = await openReader({ context: { javaScriptEnabled: false } })
  await page.goto('/rechner')
  const car = page.locator('#auto')
  await car.getByLabel('Strecke im Jahr (Kilometer)').fill('20.000')
  await car.getByRole('button', { name: 'Berechnen' }).click()
  await expect.poll(() => page.url()).toContain('kilometer=20.000')
  expect(await car.getByRole('status').innerText()).toContain('983,00')
  await leave()
})
