/** The office in a browser: people write, hand on, publish; no text is lost; readers see it at once. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, PHOTO } from './account-reader.ts'
import { must, openDesk, publishDraft, writeText } from './office-desk.ts'
import {
  chooseSection,
  headline,
  openEditor as openEditorOf,
  readPage as readPageOf,
  text,
  untilSaved,
  writeArticle,
  type Role,
} from './office-editor.ts'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessible, expectAccessibleDayAndNight, untilQuiet, type DeviceName } from './reader.ts'

let portal: OwnPortal
beforeAll(async () => {
  portal = await openOwnPortal()
})
afterAll(async () => {
  await closeBrowser()
  await portal.close()
})

const openEditor = (role: Role, device?: DeviceName) => openEditorOf(portal, role, device)
const readPage = (path: string) => readPageOf(portal, path)
const untilWaiting = (page: Page) => page.getByText('nicht gesichert, wird nachgeholt').waitFor()

it(
  'an article is written by a reporter and put out by the desk, by keyboard, and readers have it at once',
  {
    timeout: 240_000,
  },
  async () => {
    const reporter = await openEditor('reporter')
    const { page, keys } = reporter
    await page.getByRole('heading', { name: 'Pult' }).waitFor()
    await expectAccessible(page, { inGate: true })
    await page.keyboard.press('n')
    await keys.write(headline(page), 'Der Wochenmarkt zieht auf den Kirchplatz')
    await keys.write(page.getByLabel('Vorspann'), 'Ab Samstag stehen die Stände vor der Marienkirche.')
    const chooser = page.waitForEvent('filechooser')
    await keys.press(page.getByRole('button', { name: 'Bild hierher ziehen oder wählen' }))
    await (await chooser).setFiles(PHOTO)
    await keys.write(page.getByLabel('Bildnachweis').first(), 'Foto: Mara Vietz')
    await keys.goTo(text(page))
    await page.keyboard.type('Der Markt zieht um. Das sagte die Stadt am Freitag.')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Alt+2')
    await page.keyboard.type('Was sich ändert')
    await chooseSection(reporter)
    await untilSaved(page)
    await expectAccessible(page, { inGate: true })
    expect(await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).count()).toBe(0)
    await keys.goTo(text(page))
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: /zur Durchsicht/ }).waitFor()

    const home = await readPage('/')
    expect(home.body).not.toContain('Kirchplatz')
    const desk = await openEditor('desk')
    const taken = desk.page.getByRole('link', { name: 'Der Wochenmarkt zieht auf den Kirchplatz' }).first()
    await desk.keys.press(taken)
    // The screen takes the focus when the article is there.
    await headline(desk.page).waitFor()
    await untilQuiet(desk.page)
    await desk.keys.press(desk.page.getByRole('button', { name: 'Veröffentlichen', exact: true }))
    await desk.page.getByRole('button', { name: /Zurücknehmen/ }).waitFor()
    const href = await desk.page.getByRole('link', { name: 'Auf der Seite ansehen' }).getAttribute('href')
    const article = await readPage(new URL(href!).pathname)
    expect([
      article.status,
      article.body.includes('Was sich ändert'),
      article.body.includes('Foto: Mara Vietz'),
    ]).toEqual([200, true, true])
    expect((await readPage('/')).body).toContain('Der Wochenmarkt zieht auf den Kirchplatz')
    // One of each kind of screen; office-screens.journey.ts opens all of them.
    for (const screen of ['artikel', 'seiten/start', 'medien', 'eil']) {
      await desk.page.goto(`/redaktion/ak/${screen}`)
      await desk.page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
      await untilQuiet(desk.page)
      await expectAccessible(desk.page, { inGate: true })
    }
    expect([...reporter.errors, ...desk.errors, ...reporter.foreignRequests, ...desk.foreignRequests]).toEqual([])
    await reporter.leave()
    await desk.leave()
  },
)

it(
  'a publication is taken back: of a first one readers have nothing, of a later one the text before',
  { timeout: 240_000 },
  async () => {
    const desk = await openEditor('desk')
    const { page, keys, errors, leave } = desk
    await writeArticle(desk, 'Zu früh veröffentlicht', 'Der Steg ist gesperrt.')
    const publish = () => keys.press(page.getByRole('button', { name: 'Veröffentlichen', exact: true }))
    const takeBack = async () => {
      await keys.press(page.getByRole('button', { name: /^Zurücknehmen/ }))
      await page.getByText('Veröffentlichung zurückgenommen').first().waitFor()
      await page.getByRole('button', { name: /^Zurücknehmen/ }).waitFor({ state: 'detached' })
    }
    await publish()
    const link = page.getByRole('link', { name: 'Auf der Seite ansehen' })
    const path = new URL((await link.getAttribute('href'))!).pathname
    expect((await readPage(path)).status).toBe(200)
    await takeBack()
    expect((await readPage(path)).status).toBe(410)

    const online = await publishDraft(await openDesk(portal.origin, 'desk'), 'Der Steg ist offen')
    await page.goto(`/redaktion/ak/artikel/${online.id}`)
    await headline(page).fill('Der Steg ist wieder zu')
    await untilSaved(page)
    await publish()
    await expect.poll(async () => (await readPage(online.path)).body).toContain('Der Steg ist wieder zu')
    await takeBack()
    expect((await readPage(online.path)).body).toContain('Der Steg ist offen')
    // The text stays in the draft.
    expect(await headline(page).inputValue()).toBe('Der Steg ist wieder zu')
    expect(errors).toEqual([])
    await leave()
  },
)

describe('no text is lost', () => {
  it(
    'when two people change one headline: both versions stand beside each other until the choice',
    {
      timeout: 240_000,
    },
    async () => {
      const [first, second] = [await openEditor('chief'), await openEditor('desk')]
      await first.page.goto('/redaktion/ak/artikel?stand=online')
      await first.page.locator('[data-row]').nth(4).click()
      await headline(first.page).waitFor()
      await second.page.goto(first.page.url())
      await headline(second.page).waitFor()
      await first.context.setOffline(true)
      await headline(first.page).fill('Fassung der Leitung')
      await untilWaiting(first.page)
      await headline(second.page).fill('Fassung des Desks')
      await untilSaved(second.page)
      await first.context.setOffline(false)
      await first.page.getByText('Zwei haben dieselbe Stelle geändert').waitFor({ timeout: 60_000 })
      await expectAccessible(first.page)
      const shown = await first.page.locator('main').innerText()
      const titles = [await headline(first.page).inputValue(), shown]
      expect(titles.join()).toContain('Fassung der Leitung')
      expect(titles.join()).toContain('Fassung des Desks')
      await first.leave()
      await second.leave()
    },
  )

  it(
    'when two people write one text: the pen has a name and is taken, the other reads along, changes of both are kept, and a press decides',
    {
      timeout: 480_000,
    },
    async () => {
      const reporter = await openDesk(portal.origin, 'reporter')
      const { id } = await must(reporter.createArticle({ body: { sectionPath: 'lokales/auenburg' } }))
      const [chief, desk] = [await openEditor('chief'), await openEditor('desk')]
      for (const { page } of [chief, desk]) {
        await page.goto(`/redaktion/ak/artikel/${id}`)
        await text(page).waitFor()
      }
      const paragraph = (page: Page, at: number) => text(page).locator('p').nth(at)
      const write = async (page: Page, at: number, words: string) => {
        await paragraph(page, at).click()
        await page.keyboard.press('End')
        await page.keyboard.type(words)
      }
      const penIsOf = (page: Page, name: string) =>
        page.getByText(`${name} schreibt gerade im Text. Sie lesen mit;`).waitFor()
      const take = (page: Page) => page.getByRole('button', { name: 'Stift nehmen' })
      const expectTypedAway = async (page: Page, at: number, words: string) => {
        await write(page, at, ' Und ich auch.')
        await page.getByText('Jemand anders schreibt gerade im Text. Sie können Einträge').waitFor()
        expect(await paragraph(page, at).textContent()).toBe(words)
      }
      const takePen = async ({ page, keys }: typeof chief) => {
        await keys.press(take(page))
        await take(page).waitFor({ state: 'detached' })
      }

      // The person who types first has the pen; the other sees the changes without a reload.
      await chief.keys.goTo(text(chief.page))
      await chief.page.keyboard.type('Der Rat tagt am Abend.\nDie Brücke wird saniert.\nDer Markt zieht um.')
      await penIsOf(desk.page, 'Helene Brandt')
      await paragraph(desk.page, 2).getByText('Der Markt zieht um.').waitFor()
      await expectTypedAway(desk.page, 2, 'Der Markt zieht um.')
      expect(await desk.page.getByLabel('Dachzeile').first().isEditable()).toBe(true)
      await expectAccessibleDayAndNight(desk.page)

      // Text written offline by one person is merged with changes by the other elsewhere in the text.
      await untilSaved(chief.page)
      await chief.context.setOffline(true)
      await write(chief.page, 0, ' Er tagt öffentlich.')
      await untilWaiting(chief.page)
      await takePen(desk)
      await write(desk.page, 2, ' Das sagt die Stadt.')
      await untilSaved(desk.page)
      await chief.context.setOffline(false)
      await penIsOf(chief.page, 'Jonas Kern')
      for (const { page } of [chief, desk]) {
        await paragraph(page, 0).getByText('Er tagt öffentlich.').waitFor()
        await paragraph(page, 2).getByText('Das sagt die Stadt.').waitFor()
        expect(await page.getByText('Zwei haben dieselbe Stelle geändert').count()).toBe(0)
      }
      await expectTypedAway(chief.page, 0, 'Der Rat tagt am Abend. Er tagt öffentlich.')

      // Both change one paragraph: both versions are shown to both, until a press decides.
      await takePen(chief)
      await penIsOf(desk.page, 'Helene Brandt')
      await untilQuiet(chief.page)
      await chief.context.setOffline(true)
      await write(chief.page, 1, ' Das dauert ein Jahr.')
      await untilWaiting(chief.page)
      await takePen(desk)
      await write(desk.page, 1, ' Das dauert zwei Jahre.')
      await untilSaved(desk.page)
      await chief.context.setOffline(false)
      const versions = (page: Page) => page.getByRole('region', { name: 'Zwei haben dieselbe Stelle geändert' })
      for (const { page } of [chief, desk]) {
        await versions(page).getByText('Die Brücke wird saniert. Das dauert zwei Jahre.').waitFor()
        await versions(page).getByText('Die Brücke wird saniert. Das dauert ein Jahr.').waitFor()
      }
      await expectAccessibleDayAndNight(chief.page)
      await chief.keys.press(versions(chief.page).getByRole('button', { name: 'Diese nehmen' }))
      for (const { page } of [chief, desk]) {
        await versions(page).waitFor({ state: 'detached' })
        await paragraph(page, 1).getByText('Die Brücke wird saniert. Das dauert ein Jahr.').waitFor()
      }
      expect(await readText(id)).toEqual([
        'Der Rat tagt am Abend. Er tagt öffentlich.',
        'Die Brücke wird saniert. Das dauert ein Jahr.',
        'Der Markt zieht um. Das sagt die Stadt.',
      ])
      await chief.leave()
      await desk.leave()
    },
  )

  it(
    'when the network is cut, the session ends and the tab is killed during typing in text and headline',
    {
      timeout: 480_000,
    },
    async () => {
      const { id } = await writeText(await openDesk(portal.origin, 'desk'), 'Getippt', ['Anfang.'])
      const { page, context, keys, leave } = await openEditor('desk')
      const address = `/redaktion/ak/artikel/${id}`
      await page.goto(address)
      await text(page).getByText('Anfang.').click()
      await page.keyboard.press('End')

      await context.setOffline(true)
      await page.keyboard.type(' Im Funkloch.')
      await untilWaiting(page)
      await page.keyboard.type(' Noch immer.')
      await context.setOffline(false)
      await untilSaved(page)
      await expect.poll(() => readText(id)).toEqual(['Anfang. Im Funkloch. Noch immer.'])

      await page.request.delete(`${portal.origin}/redaktion/api/session`, { headers: { origin: portal.origin } })
      await page.keyboard.type(' Nach dem Ende der Sitzung.')
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await expectAccessibleDayAndNight(page)
      await keys.write(dialog.getByLabel('Passwort'), DEMO_PASSWORD)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      // The caret is where it was.
      await expect.poll(() => text(page).evaluate((place) => place === document.activeElement)).toBe(true)
      await page.keyboard.type(' Weiter im Satz.')
      const whole = 'Anfang. Im Funkloch. Noch immer. Nach dem Ende der Sitzung. Weiter im Satz.'
      await expect.poll(() => readText(id)).toEqual([whole])
      expect(await text(page).innerText()).toBe(whole)
      await untilSaved(page)

      await context.setOffline(true)
      await page.keyboard.type(' Vor dem Absturz.')
      await headline(page).fill('Vor dem Absturz getippt')
      await expect
        .poll(() => readCopies(page))
        .toMatch(/(?=.*Vor dem Absturz getippt).*Weiter im Satz\. Vor dem Absturz\./)
      const crashed = page.waitForEvent('crash')
      const session = await context.newCDPSession(page)
      session.send('Page.crash').catch(() => {})
      await crashed
      await page.close()
      await context.setOffline(false)
      const next = await context.newPage()
      await next.goto(address)
      await text(next).getByText(`${whole} Vor dem Absturz.`).waitFor()
      expect(await headline(next).inputValue()).toBe('Vor dem Absturz getippt')
      await expect.poll(() => readText(id)).toEqual([`${whole} Vor dem Absturz.`])
      // Nothing is left that a later visit would enter again.
      await expect.poll(() => readCopies(next)).toBe('[]')
      await leave()
    },
  )
})

/** The words of the draft's paragraphs, as the office has them. */
async function readText(id: string): Promise<string[]> {
  const { draft } = await must((await openDesk(portal.origin, 'publisher')).getArticle({ params: { id } }))
  return draft.body.map((item) => ('html' in item ? item.html : item.type))
}

/** Unsaved drafts in the browser's database. */
const readCopies = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('redaktion')
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')))
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('copies').objectStore('copies').getAll()
          all.addEventListener('success', () => {
            opening.result.close()
            resolve(JSON.stringify(all.result))
          })
        })
      }),
  )

it('a typo is repaired online on a phone', { timeout: 180_000 }, async () => {
  const { page, errors, leave } = await openEditor('desk', 'phone')
  await page.goto('/redaktion/ak/artikel?stand=online')
  await page.locator('[data-row]').nth(3).tap()
  await headline(page).waitFor()
  await expectAccessible(page)
  await headline(page).fill('Repariert von unterwegs')
  await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).tap()
  await page.getByRole('button', { name: /Zurücknehmen/ }).waitFor()
  expect((await readPage('/')).body).toContain('Repariert von unterwegs')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(errors).toEqual([])
  await leave()
})

it(
  'on a phone the desk shows waiting articles, and one of them is read and published',
  { timeout: 180_000 },
  async () => {
    const reporter = await openDesk(portal.origin, 'reporter')
    const { id } = await writeText(reporter, 'Wartet auf die Durchsicht', ['Der Steg ist wieder offen.'])
    await must(reporter.changeState({ params: { id }, body: { state: 'review', note: '' } }))
    const { page, errors, leave } = await openEditor('desk', 'phone')
    await page.getByRole('heading', { name: 'Pult' }).waitFor()
    const waiting = page
      .getByRole('list', { name: 'Zur Durchsicht' })
      .getByRole('link', { name: 'Wartet auf die Durchsicht' })
    await waiting.waitFor()
    await expectAccessibleDayAndNight(page)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBeLessThanOrEqual(390)
    await waiting.tap()
    await text(page).getByText('Der Steg ist wieder offen.').waitFor()
    expect(await width()).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).tap()
    await page.getByRole('button', { name: /Zurücknehmen/ }).waitFor()
    await page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: 'Pult' }).tap()
    await page.getByRole('heading', { name: 'Zur Durchsicht' }).waitFor()
    await waiting.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
    await leave()
  },
)

it('people and audit are open to publishers alone', { timeout: 180_000 }, async () => {
  const { page, leave } = await openEditor('publisher')
  await page.goto('/redaktion/team')
  await page.getByText('Mara').first().waitFor()
  await expectAccessible(page)
  await page.goto('/redaktion/protokoll')
  await page.getByRole('heading', { name: 'Protokoll' }).waitFor()
  await expectAccessible(page)
  await leave()
  const reporter = await openEditor('reporter')
  expect(await reporter.page.getByRole('link', { name: 'Team' }).count()).toBe(0)
  await reporter.leave()
})
