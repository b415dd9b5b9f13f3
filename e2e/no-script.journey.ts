/** Without JavaScript the portal is readable and navigable: plain links, forms and pages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPageKinds, type PageKinds } from './page-kinds.ts'
import { closeBrowser, openReader, type DeviceName } from './reader.ts'

let kinds: PageKinds
beforeAll(async () => {
  kinds = await listPageKinds()
})
afterAll(closeBrowser)

/** A button around a picture does nothing without scripts, but the picture is shown. */
const NEEDS_SCRIPT = 'button:not([type=submit]):not(:has(picture))'

it(
  'without JavaScript shows every kind of page with its heading and text, and no button that needs a script, on a phone and on a desk',
  { timeout: 240_000 },
  async () => {
    const { page, leave } = await openReader({ device: 'phone', context: { javaScriptEnabled: false } })
    const phone = page.viewportSize()!
    const faults: string[] = []
    for (const [kind, path] of Object.entries(kinds)) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      // Without scripts all styles load by link, and every kind of page has its own.
      const sheets = page.locator('link[rel=stylesheet]:not([disabled])')
      await expect
        .poll(() => sheets.evaluateAll((links) => links.every((link) => (link as HTMLLinkElement).sheet !== null)))
        .toBe(true)
      const heading = await page.locator('h1').first().textContent()
      // The HTML is the same for both widths; style sheets show its parts by width.
      for (const size of [phone, { width: 1280, height: 900 }]) {
        await page.setViewportSize(size)
        const text = (await page.locator('main').innerText()).trim()
        if (heading === null || heading.trim() === '' || text.length < 60)
          faults.push(`${kind} ${path} at ${size.width} px: "${heading}", ${text.length} characters`)
        const seen = await page.locator(NEEDS_SCRIPT).evaluateAll((buttons) =>
          buttons.flatMap((button) => {
            const { width, height } = button.getBoundingClientRect()
            const isSeen = width > 0 && height > 0 && getComputedStyle(button).visibility === 'visible'
            return isSeen ? [button.outerHTML.slice(0, 120)] : []
          }),
        )
        faults.push(...seen.map((button) => `${kind} ${path} at ${size.width} px: ${button}`))
      }
      await page.setViewportSize(phone)
    }
    expect([...new Set(faults)]).toEqual([])
    await leave()
  },
)

describe.each<DeviceName>(['phone', 'desk'])('without JavaScript on a %s', (device) => {
  it('navigates by links, pages of lists and the search', async () => {
    const { page, leave } = await openReader({ device, context: { javaScriptEnabled: false } })
    await page.goto('/')
    const headline = page.locator('main article h2 a, main article h3 a').first()
    const href = await headline.getAttribute('href')
    await headline.click()
    await page.waitForURL(`**${href}`)
    expect(await page.locator('article [data-paragraph]').count()).toBeGreaterThan(0)
    await page.goto('/')
    await page.locator('header a[href="#sitemap"]').click()
    await page.locator('#sitemap a[href="/sport"]').first().click()
    await page.waitForURL('**/sport')
    await page.goto('/neueste-artikel')
    await page.locator('a[rel=next]').click()
    await page.waitForURL('**/neueste-artikel/2')
    await page.locator('header a[href="/suche"]').click()
    await page.waitForURL('**/suche')
    await page.locator('main input[type=search]').fill('Hafen')
    await page.locator('main form[role=search] [type=submit]').click()
    await page.waitForURL('**/suche?q=Hafen')
    expect(await page.locator('main article').count()).toBeGreaterThan(2)
    await page.goto('/gibt-es-nicht-999999999')
    await page.locator('main input[type=search]').fill('Rathaus')
    await page.locator('main form button').click()
    await page.waitForURL('**/suche?q=Rathaus')
    await leave()
  })

  it('plays a film and shows pictures without a script', async () => {
    const { page, leave } = await openReader({ device, context: { javaScriptEnabled: false } })
    await page.goto(kinds.article!)
    const picture = page.locator('#article img').filter({ visible: true }).first()
    await expect.poll(() => picture.isVisible()).toBe(true)
    if (kinds.film !== undefined) {
      await page.goto(kinds.film)
      expect(await page.locator('video[controls] source').first().getAttribute('src')).toMatch(/^\//)
    }
    await leave()
  })

  it('keeps a paid article closed', async () => {
    const { page, leave } = await openReader({ device, context: { javaScriptEnabled: false } })
    await page.goto(kinds['paid article']!)
    expect(await page.locator('[data-access="locked"] .paywall').count()).toBe(1)
    expect(await page.locator('.paywall a[href^="/order/abo?return="]').isVisible()).toBe(true)
    await leave()
  })
})
