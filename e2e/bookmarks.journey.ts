/** Bookmarks, follows and reading positions, in a browser with the real services. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, logInByForm, toDemoEmail, untilReader } from './account-reader.ts'
import { listArticles } from './page-kinds.ts'
import { closeBrowser, expectAccessible, openReader, untilAlive, type PublicationCode } from './reader.ts'

afterAll(closeBrowser)

/** Generous, because machines are busy. */
const PATIENCE = { timeout: 5000 }

const bookmark = (page: Page, nth = 0) => page.locator('[data-bookmark]').nth(nth)
const pressed = (page: Page, nth = 0) => bookmark(page, nth).getAttribute('aria-pressed')
const headerCount = async (page: Page) =>
  Number((await page.locator('header a[href="/bookmarks"]').first().textContent()) ?? '')

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilAlive(page)
  await untilReader(page)
}

/**
 * A demo reader without bookmarks and follows. Logs in by a page of the publication, because its host name is resolved
 * only by browsers.
 */
async function openOwnReader(
  persona: string,
  publication: PublicationCode = 'ak',
  options: Parameters<typeof openReader>[0] = {},
) {
  const reader = await openReader({ publication, ...options })
  const { page } = reader
  page.setDefaultTimeout(15_000)
  await page.goto('/impressum')
  const status = await page.evaluate(
    async ({ email, password, publication: code }) => {
      const answer = await fetch('/api/mein/oauth2/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      const token = /FA_ID_TOKEN=[^.]+\.([^.]+)/.exec(document.cookie)![1]!
      const { sub } = JSON.parse(atob(token.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string }
      const base = `/__services/user/mandators/${code}/users/${sub}`
      for (const kind of ['bookmarks', 'region-bookmarks', 'tag-bookmarks']) {
        const kept = (await (await fetch(`${base}/${kind}`)).json()) as { id?: string; articleId?: string }[]
        for (const { id, articleId } of kept) await fetch(`${base}/${kind}/${id ?? articleId}`, { method: 'DELETE' })
      }
      return answer.status
    },
    { email: toDemoEmail(persona), password: DEMO_PASSWORD, publication },
  )
  expect(status).toBe(200)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/__services/user'))
      asked.push(`${request.method()} ${pathname.replace(/^.*\/users\/[^/]+/, '')}`)
  })
  return { ...reader, asked }
}

let article = ''
beforeAll(async () => {
  // An article long enough to scroll.
  article = (await listArticles()).find(
    (teaser) => teaser.contentRestriction === 'free' && !teaser.isVideoArticle && !teaser.isGallery,
  )!.targetPathOrUrl
})

describe('bookmarks', () => {
  it('R4.3-02 R4.3-09 R4.2-07 R9-63 R1-10 are drawn within a tenth of a second, confirmed for two, and still there on the next page', async () => {
    const { page, asked, errors, leave } = await openOwnReader('epaper')
    await open(page, article)
    await expect.poll(() => pressed(page), PATIENCE).toBe('false')
    expect(asked.filter((call) => call.includes('is-bookmarked')).length).toBe(1)
    expect(asked).toEqual(
      expect.arrayContaining(['GET /bookmarks-count', 'GET /has-bookmarks', 'GET /has-tag-bookmarks']),
    )
    const times = await bookmark(page).evaluate(
      (button: HTMLElement) =>
        new Promise<{ drawn: number; shown: number }>((resolve) => {
          const start = performance.now()
          let drawn = 0
          let tipAt = 0
          new MutationObserver(() => {
            const now = performance.now()
            if (button.getAttribute('aria-pressed') === 'true') drawn ||= now - start
            const hasTip = button.querySelector('[role="status"]') !== null
            if (hasTip) tipAt ||= now
            else if (tipAt > 0) resolve({ drawn, shown: now - tipAt })
          }).observe(button, { attributes: true, childList: true, subtree: true })
          button.click()
        }),
    )
    expect(times.drawn).toBeLessThan(100)
    expect(times.shown).toBeGreaterThan(1900)
    expect(times.shown).toBeLessThan(2400)
    expect(await headerCount(page)).toBe(1)
    await open(page, '/bookmarks')
    expect(await page.locator('main li:not(nav li)').count()).toBe(1)
    await expectAccessible(page)
    await bookmark(page).click()
    await page.getByText('Artikel entfernt').waitFor()
    expect(asked.slice(-2)).toEqual([expect.stringMatching(/^DELETE \/bookmarks\/\d+$/), 'GET /has-bookmarks'])
    await page.reload()
    await page.getByText('Sie haben noch keine Artikel gemerkt.').waitFor()
    expect(errors).toEqual([])
    await leave()
  })

  it('S4.3-03 are rolled back if the server does not answer', async () => {
    const { page, leave } = await openOwnReader('wallet')
    await open(page, article)
    await expect.poll(() => pressed(page), PATIENCE).toBe('false')
    await page.route('**/__services/user/**', (route) => route.abort())
    await bookmark(page).click()
    await page.getByText('Das hat nicht geklappt. Bitte versuchen Sie es erneut.').waitFor()
    expect(await pressed(page)).toBe('false')
    await leave()
  })

  it('R4.2-05 R4.2-06 R4.3-07 wait for a login in the dialog, which closes by itself', async () => {
    const { page, context, leave } = await openReader()
    await page.goto(article)
    await untilAlive(page)
    await bookmark(page).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Anmelden' }).click()
    await logInByForm(page, toDemoEmail('pur'))
    await untilReader(page)
    await expect.poll(() => pressed(page), PATIENCE).toBe('true')
    expect((await context.cookies()).some(({ name }) => name === 'bookmarkedArticleId')).toBe(false)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await bookmark(page).click()
    await expect.poll(() => pressed(page), PATIENCE).toBe('false')
    await leave()
  })

  it('R1-12 R6-27 R4.3-03 S4.3-01 are limited to five in the second variant, with a link to Plus', async () => {
    const { page, asked, leave } = await openOwnReader('free', 'ht')
    await open(page, '/')
    await expect.poll(() => pressed(page), PATIENCE).toBe('false')
    const ids = await page
      .locator('[data-bookmark]')
      .evaluateAll((buttons) =>
        [...new Set(buttons.map((button) => (button as HTMLElement).dataset.bookmark!))].slice(0, 6),
      )
    for (const [index, id] of ids.slice(0, 5).entries()) {
      await page.locator(`[data-bookmark="${id}"]`).first().click()
      await expect.poll(() => headerCount(page), PATIENCE).toBe(index + 1)
    }
    const before = asked.length
    await page.locator(`[data-bookmark="${ids[5]}"]`).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Merkliste voll' }).waitFor()
    expect(
      await dialog.getByText('Sie können bis zu 5 Artikel merken. Mit Plus merken Sie unbegrenzt viele.').count(),
    ).toBe(1)
    expect(await dialog.getByRole('link', { name: 'Plus testen' }).getAttribute('href')).toMatch(
      /^(\/order\/abo|https:)/,
    )
    expect([
      await page.locator(`[data-bookmark="${ids[5]}"]`).first().getAttribute('aria-pressed'),
      asked.length,
    ]).toEqual(['false', before])
    await leave()
  })

  it('R3.2-01 made in one tab appear in the others', async () => {
    const { page, context, leave } = await openOwnReader('tagsub')
    const other = await context.newPage()
    for (const one of [page, other]) {
      await open(one, article)
      await expect.poll(() => pressed(one), PATIENCE).toBe('false')
    }
    await bookmark(page).click()
    await expect.poll(() => pressed(other), PATIENCE).toBe('true')
    expect(await headerCount(other)).toBe(1)
    await leave()
  })
})

describe('topics and places', () => {
  it('R4.3-16 R4.3-17 S2.2-15 S2.1-24 are followed by a checkbox, and fill a page that gives the reasons', async () => {
    const { page, asked, errors, leave } = await openOwnReader('plus')
    await open(page, '/deine-themen')
    await page.getByText('Sie folgen noch keinen Themen.').waitFor()
    await open(page, '/deine-themen-verwalten')
    await page.getByLabel('Thema suchen').fill('straßenb')
    const box = page.getByLabel('Straßenbahn', { exact: true })
    await box.click()
    await page.getByText('Gefolgt', { exact: true }).waitFor()
    expect(asked.some((call) => /^POST \/tag-bookmarks\//.test(call))).toBe(true)
    await expectAccessible(page)
    await page.goto('/regions')
    await untilAlive(page)
    await page.getByRole('checkbox').first().click()
    await page.getByText('Gefolgt', { exact: true }).waitFor()
    expect(asked.some((call) => /^POST \/region-bookmarks\//.test(call))).toBe(true)
    for (const [path, reason] of [
      ['/deine-themen', /weil Sie Straßenbahn folgen/],
      ['/deine-regionen', /weil Sie .+ folgen/],
      ['/meineregion', /weil Sie .+ folgen/],
    ] as const) {
      await open(page, path)
      expect(await page.getByText(reason).count()).toBeGreaterThan(0)
      await expectAccessible(page)
    }
    expect(errors).toEqual([])
    await leave()
  })

  it('muted subjects are left out', async () => {
    const { page, leave } = await openOwnReader('pur-plus')
    await open(page, '/deine-themen-verwalten')
    await page.getByLabel('Straßenbahn', { exact: true }).click()
    await page.getByText('Gefolgt', { exact: true }).waitFor()
    await open(page, '/deine-themen')
    const items = page.locator('main ol > li')
    const before = await items.count()
    await page.getByText('Ausblenden', { exact: true }).first().click()
    await page.getByLabel('Wort ausblenden').fill('Linie')
    await page.getByRole('button', { name: 'Ausblenden', exact: true }).click()
    await page.getByText('Linie wird ausgeblendet.').waitFor()
    await expect.poll(() => items.count(), PATIENCE).toBeLessThan(before)
    await page.getByRole('button', { name: 'Wieder zeigen: Linie' }).click()
    await expect.poll(() => items.count(), PATIENCE).toBe(before)

    // A muted topic disappears from the home page before the first paint, without a gap or a shift.
    const choice = page.getByLabel('Thema ausblenden')
    const topic = await choice.evaluate((select) => {
      const option = [...(select as HTMLSelectElement).options].find(({ text }) => text === 'Straßenbahn')
      return option!.value
    })
    await choice.selectOption(topic)
    await page.getByText('Straßenbahn wird ausgeblendet.').waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mutedTopics')), PATIENCE).toContain(topic)
    await page.goto('/')
    await untilAlive(page)
    const muted = page.locator(`main [data-about~="${topic}"]`)
    expect(await muted.count()).toBeGreaterThan(0)
    expect(await muted.filter({ visible: true }).count()).toBe(0)
    expect(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
            }).observe({ type: 'layout-shift', buffered: true })
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
          }),
      ),
      // Only web fonts that arrive late may move anything.
    ).toBeLessThan(0.01)
    await open(page, '/deine-themen')
    await page.getByText('Ausblenden', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Wieder zeigen: Straßenbahn' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mutedTopics')), PATIENCE).toBeNull()
    await leave()
  })
})

describe('reading', () => {
  it('resumes at the last position, for readers who allow it', async () => {
    const { page, leave } = await openReader({ context: { reducedMotion: 'reduce' } })
    const readHalf = async () => {
      await page.goto(article)
      await untilAlive(page)
      await page.waitForTimeout(500)
      await page.evaluate(() =>
        scrollTo({
          top: document.getElementById('article')!.getBoundingClientRect().height * 0.4,
          behavior: 'instant',
        }),
      )
      await page.waitForTimeout(1300)
    }
    await readHalf()
    await page.goto('/schlagzeilen')
    await page.goto(article)
    await page.getByRole('button', { name: /Weiterlesen bei \d+ %/ }).click()
    await expect.poll(() => page.evaluate(() => window.scrollY), PATIENCE).toBeGreaterThan(100)
    await page.goto('/read-articles')
    await page.getByText(/zu \d+ % gelesen/).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Gelesene Artikel festhalten').click()
    await page.getByText('Sie haben noch keine Artikel gelesen.').waitFor()
    await readHalf()
    expect(await page.evaluate(() => localStorage.getItem('readArticles'))).toBeNull()
    await leave()
  })

  it('is synchronised to another device if the reader allows it', async () => {
    const { page, leave } = await openOwnReader('plus-wallet')
    await open(page, article)
    await page.waitForTimeout(500)
    await page.goto('/read-articles')
    await page.getByLabel('Auf allen meinen Geräten').click()
    await page.getByText('Was Sie zuletzt gelesen haben, auf allen Ihren Geräten.').waitFor()
    const other = await openReader()
    await other.page.goto('/schlagzeilen#login')
    await untilAlive(other.page)
    await logInByForm(other.page, toDemoEmail('plus-wallet'))
    await untilReader(other.page)
    await expect
      .poll(() => other.page.evaluate(() => localStorage.getItem('readArticles') ?? ''), PATIENCE)
      .toContain(article.split('-').at(-1))
    await other.leave()
    await leave()
  })
})
