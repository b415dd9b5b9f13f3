/** Font size and colours: available on every page and width, synchronised between tabs, also in dialogs. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, flowOf, toDemoEmail, untilReader } from './account-reader.ts'
import { listPageKinds, type PageKinds } from './page-kinds.ts'
import {
  closeBrowser,
  expectAccessible,
  forgetSession,
  openReader,
  openSettings,
  PUBLICATIONS,
  untilAlive,
  type DeviceName,
} from './reader.ts'

let kinds: PageKinds
beforeAll(async () => {
  kinds = await listPageKinds()
})
afterAll(closeBrowser)

const sizeOf = (page: Page) =>
  page.evaluate(() => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16) * 100)
const isDark = (page: Page) =>
  page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.map(Number)
    return red + green + blue < 300
  })

it('R9-73 S9-13 the header shows more from 992 pixels on, and fits the window on both sides of that width', async () => {
  const { page, leave } = await openReader()
  await page.goto('/')
  await untilAlive(page)
  const lookAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    return page.evaluate(() => ({
      shown: [...document.querySelectorAll('header a, header button')].filter((element) => element.checkVisibility())
        .length,
      tooWide: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
    }))
  }
  const [below, from, above] = [await lookAt(991), await lookAt(992), await lookAt(1023)]
  expect([below.tooWide, from.tooWide, above.tooWide]).toEqual([0, 0, 0])
  expect(from.shown).not.toBe(below.shown)
  expect(above.shown).toBe(from.shown)
  await leave()
})

describe.each<DeviceName>(['phone', 'desk'])('on a %s', (device) => {
  it('S3.2-02 font size and colours can be reached without scrolling', async () => {
    const { page, leave } = await openReader({ device })
    await page.goto(kinds.article!)
    await untilAlive(page)
    await page.getByRole('button', { name: 'Schrift und Farben' }).click()
    const panel = page.locator('[popover]:popover-open')
    await panel.getByRole('radio').first().waitFor()
    const { x, width } = (await panel.boundingBox())!
    expect([x >= 0, x + width <= page.viewportSize()!.width]).toEqual([true, true])
    await expectAccessible(page, { isWhole: true })
    const leading = () =>
      page
        .locator('[data-body] > p')
        .first()
        .evaluate(
          (text) =>
            Number.parseFloat(getComputedStyle(text).lineHeight) / Number.parseFloat(getComputedStyle(text).fontSize),
        )
    const usual = await leading()
    await panel.getByRole('radio', { name: 'Weit' }).check()
    expect(await leading()).toBeGreaterThan(usual + 0.2)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Schrift und Farben')
    // Stored on the device; print uses the publication's line spacing.
    await page.reload()
    expect(await leading()).toBeGreaterThan(usual + 0.2)
    await page.emulateMedia({ media: 'print' })
    expect(await leading()).toBeCloseTo(usual, 2)
    await leave()
  })

  it('R3.2-01 a change in one tab appears in the others at once, in frames and after going back, too', async () => {
    const { page: first, context, errors, leave } = await openReader({ device, context: { colorScheme: 'light' } })
    await first.goto(kinds.article!)
    const second = await context.newPage()
    await second.goto('/sport#login')
    const frame = flowOf(second)
    await frame.getByLabel('E-Mail-Adresse').waitFor()
    for (const page of [first, second]) await untilAlive(page)
    await frame.locator('html[data-navigable]').waitFor()
    expect([await sizeOf(second), await isDark(second)]).toEqual([112.5, false])

    await openSettings(first)
    await first.getByRole('button', { name: 'Schrift vergrößern' }).click()
    await first.getByRole('radio', { name: 'Dunkel' }).check()
    await expect.poll(() => sizeOf(second)).toBe(125)
    await expect.poll(() => isDark(second)).toBe(true)
    const inFrame = () => frame.locator('html').evaluate((html) => [html.style.fontSize, html.dataset.mode])
    await expect.poll(inFrame).toEqual(['125%', 'dark'])

    // The settings open in a tab follow as well.
    await second.keyboard.press('Escape')
    await second.getByRole('dialog').waitFor({ state: 'detached' })
    await openSettings(second)
    expect([
      await second.getByRole('radio', { name: 'Dunkel' }).isChecked(),
      await second.getByRole('status').filter({ hasText: 'Groß' }).count(),
    ]).toEqual([true, 1])
    await second.getByRole('radio', { name: 'Wie im Gerät' }).check()
    await expect.poll(() => first.getByRole('radio', { name: 'Wie im Gerät' }).isChecked()).toBe(true)
    expect([await isDark(first), await sizeOf(first), errors]).toEqual([false, 125, []])
    await leave()
  })
})

/** List rows that are higher than allowed, including their margins. */
const listHighRows = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const rows = [...document.querySelectorAll('main article:is([data-size="row"], [data-size="small"], [data-phone])')]
    if (rows.length === 0) return ['no row at all']
    return rows
      .map((row) => row.closest('li') ?? row)
      .map((row) => `${Math.round(row.getBoundingClientRect().height)} ${row.querySelector('h2, h3')?.textContent}`)
      .filter((row) => Number.parseInt(row, 10) > 96)
  })

/** Times above a row's headline that are cut or hidden: the kicker must give way to them. */
const listCutTimes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main article:is([data-size="row"], [data-size="small"], [data-phone])')].flatMap(
      (row) => {
        const time = row.querySelector('time')!
        const headline = row.querySelector('a')!.getBoundingClientRect()
        const { top, right, width, height } = time.getBoundingClientRect()
        const isWhole = width > 0 && top < headline.top && height < 24 && right <= row.getBoundingClientRect().right + 1
        return isWhole ? [] : [time.innerText]
      },
    ),
  )

describe.each(PUBLICATIONS)('a phone’s screen of %s', (publication) => {
  it('holds rows of at most 96 px, three of them below the lead, and the comparison of offers', async () => {
    const { page, leave } = await openReader({ device: 'phone', publication })
    const high: Record<string, string[]> = {}
    for (const path of ['/', '/lokales', '/suche?q=Auenburg', kinds.tag!, kinds.author!]) {
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 844 })
        if (width === 390) await page.goto(path)
        high[`${path} at ${width}`] = await listHighRows(page)
        expect(await listCutTimes(page), `${path} at ${width}`).toEqual([])
      }
    }
    expect(Object.fromEntries(Object.entries(high).filter(([, rows]) => rows.length > 0))).toEqual({})

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await untilAlive(page)
    const seen = (selector: string) =>
      page.evaluate(
        (wanted) =>
          [...document.querySelectorAll(wanted)].filter((element) => {
            const { height, bottom } = element.getBoundingClientRect()
            return height > 0 && bottom <= innerHeight
          }).length,
        selector,
      )
    // Not three pictures: an article of the day may have none.
    expect(await seen('main article:not([data-size="lead"]) :is(h2, h3) a')).toBeGreaterThanOrEqual(3)

    await page.goto('/order/abo')
    const offers = page.locator('[aria-labelledby="comparison"] a')
    expect(await offers.count()).toBeGreaterThan(1)
    expect([await seen('[aria-labelledby="comparison"] a'), await offers.first().getAttribute('href')]).toEqual([
      await offers.count(),
      expect.stringMatching(/^\/order\/checkout\?offer=/),
    ])
    await expectAccessible(page, { within: '[aria-labelledby="comparison"]' })
    await leave()
  })
})

/** The pages behind them are checked in `accessibility.journey.ts`, except the first one. */
const DIALOG = 'dialog[open]'

describe.each(PUBLICATIONS)('in the dark, dialogs of %s', (publication) => {
  it('S4.12-01 are dark and have the contrast they need', { timeout: 180_000 }, async () => {
    const { page, context, leave } = await openReader({ publication, context: { colorScheme: 'dark' } })
    const faults: string[] = []
    const look = async (name: string, within?: string) => {
      // Bright surfaces on which our dark-mode text colours are unreadable.
      const bright = await page.evaluate(() => {
        const documents = [
          document,
          ...[...document.querySelectorAll('dialog iframe')].map(
            (frame) => (frame as HTMLIFrameElement).contentDocument!,
          ),
        ]
        return documents.flatMap((inner, index) =>
          [index === 0 ? inner.querySelector('dialog')! : inner.body].flatMap((element) => {
            const colour = getComputedStyle(element).backgroundColor
            const sum = colour
              .match(/[\d.]+/g)!
              .slice(0, 3)
              .reduce((total, part) => total + Number(part), 0)
            return sum < 200 ? [] : [`${element.tagName} ${colour}`]
          }),
        )
      })
      if (bright.length > 0) faults.push(`${name}: ${bright.join(', ')}`)
      await expectAccessible(page, { within, inGate: true }).catch((error: unknown) =>
        faults.push(
          `${name}: ${JSON.stringify((error as { actual?: unknown }).actual ?? String(error)).slice(0, 600)}`,
        ),
      )
    }
    for (const name of ['login', 'register', 'forgot-password', 'change-password']) {
      await page.goto('about:blank')
      await page.goto(`/autoren#${name}`)
      await flowOf(page).locator('form, button').first().waitFor()
      await look(name, name === 'login' ? undefined : DIALOG)
      const submit = flowOf(page).locator('button[type="submit"]')
      if ((await submit.count()) === 0) continue
      await submit.click()
      await flowOf(page).locator('[aria-invalid="true"], [role="alert"]').first().waitFor()
      await look(`${name} with faults`, DIALOG)
    }
    const article = (await listPageKinds(publication)).article!
    await page.goto('about:blank')
    await page.goto(article)
    await untilAlive(page)
    await page.locator('[data-bookmark]').first().click()
    await page.getByRole('dialog').waitFor()
    await look('bookmark', DIALOG)
    if (publication !== 'la') {
      await page.goto('/sport')
      await untilAlive(page)
      await page.locator('footer [data-consent-settings]').click()
      await page.getByRole('dialog').waitFor()
      await look('consent', DIALOG)
    }
    // Inside the page, because only browsers resolve the hosts of the other publications.
    const post = (path: string, data: object) =>
      page.evaluate(
        async ([to, body]) =>
          (await fetch(to!, { method: 'POST', headers: { 'content-type': 'application/json' }, body: body! })).status,
        [path, JSON.stringify(data)],
      )
    const registered = await post('/api/mein/oauth2/registration', {
      salutation: 'Frau',
      firstName: 'Lena',
      lastName: 'Ufer',
      email: `dunkel-${publication}-${Date.now()}@example.org`,
      password: 'Der Fluss steigt im Mai',
      terms: true,
      advertising: false,
    })
    expect(registered).toBe(200)
    for (const name of publication === 'la' ? ['verify-email'] : ['verify-email', 'onboarding']) {
      await page.goto('about:blank')
      await page.goto(`/autoren#${name}`)
      await page.getByRole('dialog').waitFor()
      await look(name, DIALOG)
    }
    await forgetSession(context)
    expect(await post('/api/mein/oauth2/login', { email: toDemoEmail('plus'), password: DEMO_PASSWORD })).toBe(200)
    await page.goto('about:blank')
    await page.goto((await listPageKinds(publication))['paid article']!)
    await untilReader(page)
    await page.getByRole('button', { name: 'Teilen' }).click()
    await page.getByRole('button', { name: 'Artikel verschenken' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /erstellen|erzeugen|Link/ })
      .first()
      .waitFor()
    await look('gift', DIALOG)
    await leave()
    expect(faults).toEqual([])
  })
})
