/** Web fonts: shown as soon as they arrive, without layout shifts; word marks need no font. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPageKinds } from './page-kinds.ts'
import { closeBrowser, openBrowser, openReader, PUBLICATIONS, type DeviceName } from './reader.ts'

// In headless mode glyph widths are rounded to whole pixels, up to 4 % off for a font; this flag turns hinting off, as
// on readers' screens.
beforeAll(() => openBrowser('--font-render-hinting=none'))
afterAll(closeBrowser)

/** Tested separately: typical landing pages, and pages that are lists of headlines. */
const KINDS = ['home', 'article', 'paid article', 'section', 'search results']
/** One line of text: letters differ one by one, so in two or three of a hundred texts a word goes to the other line. */
const MOST_SHIFT = 0.035

/** Font families that were really drawn, as reported by the browser. */
async function listDrawnFonts(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? familyName : `system: ${familyName}`))
}

describe.each<DeviceName>(['phone', 'desk'])('on a %s with a slow connection', (device) => {
  it.each(PUBLICATIONS)(
    '%s is first read in a stand-in of the same width, then in its own fonts',
    { timeout: 180_000 },
    async (publication) => {
      const kinds = await listPageKinds(publication)
      const faults: string[] = []
      const { page, context, leave } = await openReader({ device, publication })
      let late: Promise<void>
      // Routed files bypass the cache, so every page waits for its fonts again.
      await context.route('**/*.woff2', async (route) => {
        await late
        await route.continue()
      })
      await page.addInitScript(() => {
        const seen = { shift: 0 }
        Object.assign(window, { seen })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const kind of KINDS) {
        const path = kinds[kind]
        if (path === undefined) continue
        let letGo = () => {}
        late = new Promise<void>((resolve) => (letGo = resolve))
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        // Not until `load`, which waits for fonts.
        await page.waitForSelector('html[data-hydrated]')
        await page.waitForTimeout(300)
        const before = await listDrawnFonts(page, 'h1')
        // Shifts during the load belong to accessibility.journey.ts.
        await page.evaluate(() => void ((window as unknown as { seen: { shift: number } }).seen.shift = 0))
        letGo()
        await page.waitForFunction(() => document.fonts.status === 'loaded')
        await page.waitForTimeout(400)
        const after = await listDrawnFonts(page, 'h1')
        const shift = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)
        if (before.some((name) => !name.startsWith('system: '))) faults.push(`${kind}: ${before.join()} came early`)
        if (kind !== 'home' && after.some((name) => name.startsWith('system: ')))
          faults.push(`${kind}: still ${after.join()}`)
        if (shift > MOST_SHIFT) faults.push(`${kind} ${path}: moved by ${shift.toFixed(4)}`)
      }
      await leave()
      expect(faults).toEqual([])
    },
  )
})

it.each(PUBLICATIONS)('the name of %s is drawn, also on paper, and still read aloud', async (publication) => {
  const { page, errors, leave } = await openReader({ publication })
  await page.goto('/')
  const marks = page.locator('[data-logo]')
  const siteName = await page.locator('meta[property="og:site_name"]').getAttribute('content')
  for (const mark of await marks.all()) {
    expect([await mark.getAttribute('aria-label'), await mark.innerText()]).toEqual([`${siteName}, Startseite`, ''])
    expect(await mark.locator('svg').first().locator('use').getAttribute('href')).toBe('#wordmark-1')
  }
  expect(await page.locator('symbol#wordmark-1 path').getAttribute('d')).toMatch(/^M[\d.-]/)
  const shown = async () =>
    (await Promise.all((await marks.all()).map((mark) => mark.locator('svg').first().boundingBox()))).filter(
      (box) => box !== null && box.width > 40 && box.height > 8,
    )
  expect((await shown()).length).toBeGreaterThanOrEqual(2)
  await page.goto((await listPageKinds(publication)).article!)
  await page.emulateMedia({ media: 'print' })
  expect((await shown()).length).toBe(1)
  await page.emulateMedia({ media: 'screen' })
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 })
    const heightOf = (name: string) => page.locator('header').getByRole('link', { name }).boundingBox()
    const [mark, offers] = [await page.locator('header [data-logo]').boundingBox(), await heightOf('Abo')]
    expect(
      Math.abs(mark!.y + mark!.height / 2 - offers!.y - offers!.height / 2),
      `one row at ${width} px`,
    ).toBeLessThan(12)
  }
  expect(errors).toEqual([])
  await leave()
})
