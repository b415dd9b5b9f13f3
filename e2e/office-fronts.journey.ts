/** The fronts in a browser: pins, moves and exclusions of the desk stand on the reader's page with the next answer. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from './command.ts'
import { chooseMore, openEditor, readPage } from './office-editor.ts'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessible, expectAccessibleDayAndNight, untilQuiet, withhold } from './reader.ts'

let portal: OwnPortal
beforeAll(async () => {
  portal = await openOwnPortal()
})
afterAll(async () => {
  await closeBrowser()
  await portal?.close()
})

const picker = (page: Page) => page.getByRole('grid', { name: 'Artikel zum Ziehen und Halten' })
const lead = (page: Page) => page.getByRole('grid', { name: 'Artikel in „Aufmacher“', exact: true })
const said = (page: Page, text: RegExp | string) => page.getByRole('status').getByText(text).waitFor()
const draftOf = (page: Page, changes: string) => page.getByText(`Entwurf, ${changes}`, { exact: true }).waitFor()
const untilPublished = (page: Page) => page.getByText('wie veröffentlicht', { exact: true }).waitFor()
/** Ids of the articles that readers see on the home page, in order. */
const shownIds = async () =>
  [...(await readPage(portal, '/')).body.matchAll(/data-document="(\d+)"/g)].map(([, id]) => id!)
const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-row') ?? '')
const leadId = async () => (await shownIds())[0]!

async function openHome(page: Page): Promise<void> {
  await page.goto('/redaktion/ak/seiten/start')
  await lead(page).waitFor()
  await picker(page).getByRole('row').first().waitFor()
  await untilQuiet(page)
}

/** The focus goes to the first article of the first block. */
async function toBlocks(page: Page): Promise<void> {
  await page.keyboard.press('b')
  await expect.poll(() => focusedRow(page)).toMatch(/^lead /)
}

/** An article that is online and not on the home page. */
async function findAbsent(page: Page): Promise<{ id: string; title: string }> {
  const row = picker(page).getByRole('row').filter({ hasNotText: 'steht in' }).first()
  const id = (await row.getAttribute('data-row'))!.trim()
  return { id, title: await row.locator('span').first().innerText() }
}

/** Leaves nothing of a test to the next one. */
async function clear(page: Page): Promise<void> {
  const headers = { origin: portal.origin, 'content-type': 'application/json' }
  const api = `${portal.origin}/redaktion/api/ak/front`
  const { edits: was } = (await (await page.request.get(api)).json()) as { edits: unknown[] }
  const saved = await page.request.put(`${api}/draft`, { headers, data: { path: '', was, edits: [] } })
  const { revision } = (await saved.json()) as { revision: number }
  await page.request.post(`${api}/publish`, { headers, data: { path: '', revision } })
}

it('an article is held with an end by keyboard alone, and readers have it at once', { timeout: 240_000 }, async () => {
  const desk = await openEditor(portal, 'desk')
  const { page, keys } = desk
  await page.getByRole('heading', { name: 'Pult' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await lead(page).waitFor()
  await picker(page).getByRole('row').first().waitFor()
  await expectAccessibleDayAndNight(page)
  const { id, title } = await findAbsent(page)

  await page.keyboard.press('/')
  await page.keyboard.type(id)
  await expect.poll(() => picker(page).getByRole('row').count()).toBe(1)
  await keys.goTo(picker(page).getByRole('row'))
  await page.keyboard.press('h')
  const dialog = page.getByRole('dialog', { name: `„${title}“ oben halten` })
  await dialog.waitFor()
  await expectAccessible(page)
  // The first end has the focus.
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await draftOf(page, '1 Änderung')
  expect(await lead(page).getByRole('row').first().innerText()).toMatch(/gehalten bis/)
  expect(await shownIds()).not.toContain(id)
  await expect
    .poll(() =>
      page.evaluate(() => {
        const frame = document.querySelector('iframe')
        return frame?.contentDocument?.querySelector<HTMLElement>('[data-document]')?.dataset.document
      }),
    )
    .toBe(id)

  await page.keyboard.press('Control+Enter')
  await untilPublished(page)
  expect(await leadId()).toBe(id)

  // Down into the next block, and published again.
  await page.keyboard.press('b')
  await page.keyboard.press('Alt+ArrowDown')
  await said(page, /steht jetzt am Anfang von/)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toMatch(new RegExp(` ${id}$`))
  await draftOf(page, '1 Änderung')
  await page.keyboard.press('Control+Enter')
  await untilPublished(page)
  expect(await leadId()).not.toBe(id)
  expect(await shownIds()).toContain(id)
  expect([...desk.errors, ...desk.foreignRequests]).toEqual([])
  await clear(page)
  await desk.leave()
})

it('an article is dragged into a block by pointer and by keyboard', { timeout: 240_000 }, async () => {
  const desk = await openEditor(portal, 'desk')
  const { page, keys } = desk
  await openHome(page)
  const { id, title } = await findAbsent(page)
  const row = picker(page).getByRole('row').filter({ hasText: title }).first()
  await keys.goTo(picker(page).getByRole('row').first())
  await row.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  // The first target is the lead.
  await page.locator('[data-drop-target]').first().waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await said(page, 'steht jetzt')
  await draftOf(page, '1 Änderung')
  expect(await page.locator(`[data-row$=" ${id}"][data-pinned]`).count()).toBe(1)

  const held = page.locator(`[data-row$=" ${id}"][data-pinned]`)
  const target = page
    .getByRole('grid', { name: /^Artikel in/ })
    .nth(1)
    .getByRole('row')
    .first()
  await held.dragTo(target, { targetPosition: { x: 60, y: 3 } })
  await untilQuiet(page)
  expect(await held.count()).toBe(1)
  expect(desk.errors).toEqual([])
  await clear(page)
  await desk.leave()
})

it('an article is taken off the page, and a dropped draft changes nothing', { timeout: 240_000 }, async () => {
  const desk = await openEditor(portal, 'desk')
  const { page } = desk
  await openHome(page)
  const before = await leadId()
  await toBlocks(page)
  await page.keyboard.press('w')
  await said(page, /von der Seite genommen/)
  await draftOf(page, '1 Änderung')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click()
  await said(page, 'Entwurf verworfen')
  await untilPublished(page)
  expect(await leadId()).toBe(before)

  await toBlocks(page)
  await page.keyboard.press('w')
  await draftOf(page, '1 Änderung')
  await page.keyboard.press('Control+Enter')
  await untilPublished(page)
  expect(await shownIds()).not.toContain(before)
  await page.getByRole('button', { name: 'Wieder zulassen' }).click()
  await said(page, /darf wieder auf die Seite/)
  await draftOf(page, '1 Änderung')
  await page.keyboard.press('Control+Enter')
  await untilPublished(page)
  expect(await leadId()).toBe(before)
  await desk.leave()
})

describe('two people at one front', () => {
  it('see both versions before anything is published, and lose neither', { timeout: 240_000 }, async () => {
    const [desk, chief] = [await openEditor(portal, 'desk'), await openEditor(portal, 'chief')]
    // Without the stream of changes the screen learns of the other draft when it publishes.
    await withhold(desk.page, '*/redaktion/api/events')
    await openHome(desk.page)
    await openHome(chief.page)
    await toBlocks(desk.page)
    await desk.page.keyboard.press('o')
    await draftOf(desk.page, '1 Änderung')
    await chief.page.getByText('Entwurf, 1 Änderung').waitFor()
    await chief.keys.goTo(
      chief.page
        .getByRole('grid', { name: /^Artikel in/ })
        .nth(1)
        .getByRole('row')
        .first(),
    )
    await chief.page.keyboard.press('w')
    await draftOf(chief.page, '2 Änderungen')
    await desk.page.keyboard.press('Control+Enter')
    const dialog = desk.page.getByRole('dialog', { name: /Inzwischen hat jemand anders/ })
    await dialog.getByText(/nicht auf dieser Seite/).waitFor()
    expect(await dialog.innerText()).toMatch(/Helene Brandt/)
    await expectAccessible(desk.page)
    await dialog.getByRole('button', { name: 'Alles auf die Seite' }).click()
    await untilPublished(desk.page)
    await untilPublished(chief.page)
    await clear(desk.page)
    await desk.leave()
    await chief.leave()
  })

  it('a draft that another person drops stays on the screen, to be entered again', { timeout: 240_000 }, async () => {
    const [desk, chief] = [await openEditor(portal, 'desk'), await openEditor(portal, 'chief')]
    await openHome(desk.page)
    await toBlocks(desk.page)
    await desk.page.keyboard.press('o')
    await draftOf(desk.page, '1 Änderung')
    await openHome(chief.page)
    await chief.page.getByRole('button', { name: 'Verwerfen' }).click()
    await chief.page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click()
    await desk.page.getByRole('button', { name: 'Meine Änderungen wieder eintragen' }).click()
    await draftOf(desk.page, '1 Änderung')
    expect(await lead(desk.page).getByRole('row').first().innerText()).toMatch(/gehalten bis/)
    await clear(desk.page)
    await desk.leave()
    await chief.leave()
  })
})

it('from the article: held on a front, and kept off the home page', { timeout: 240_000 }, async () => {
  const desk = await openEditor(portal, 'desk')
  const { page } = desk
  await openHome(page)
  const { id } = await findAbsent(page)
  await page.goto(`/redaktion/ak/artikel/${id}`)
  await page.getByLabel('Überschrift').first().waitFor()
  await untilQuiet(page)
  await chooseMore(desk, 'Auf einer Seite oben halten')
  await page.getByRole('dialog').getByRole('button', { name: /^bis/ }).first().click()
  await said(page, /steht auf der Seite, bis/)
  expect(await shownIds()).toContain(id)
  await chooseMore(desk, 'Nicht auf der Startseite')
  await said(page, 'Der Artikel steht nicht auf der Startseite')
  expect(await shownIds()).not.toContain(id)
  await clear(page)
  await desk.leave()
})

it('on a phone articles are held, ordered and taken off by buttons', { timeout: 180_000 }, async () => {
  const { page, errors, leave } = await openEditor(portal, 'desk', 'phone')
  await page.goto('/redaktion/ak/seiten/start')
  await lead(page).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Artikel', exact: true }).tap()
  const { id, title } = await findAbsent(page)
  await page.getByRole('button', { name: `„${title}“ halten …` }).tap()
  await page.getByRole('dialog').getByRole('button', { name: /^bis/ }).first().tap()
  await page.getByRole('button', { name: 'Blöcke', exact: true }).tap()
  await page.getByRole('button', { name: `„${title}“ tiefer` }).tap()
  await said(page, /steht jetzt/)
  await page.getByRole('button', { name: 'Auf die Seite', exact: true }).tap()
  await untilPublished(page)
  expect(await shownIds()).toContain(id)
  await page.getByRole('button', { name: `„${title}“ von der Seite nehmen` }).tap()
  await page.getByRole('button', { name: 'Auf die Seite', exact: true }).tap()
  await expect.poll(async () => (await shownIds()).includes(id)).toBe(false)
  await page.getByRole('button', { name: 'Ansicht', exact: true }).tap()
  await page.locator('iframe').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(errors).toEqual([])
  await clear(page)
  await leave()
})

const blocks = (page: Page) => page.getByRole('region', { name: 'Blöcke', exact: true })
const publish = async (page: Page) => {
  await page.getByRole('button', { name: 'Auf die Seite', exact: true }).click()
  await untilPublished(page)
}

it(
  'an article has a text of its own on the page, and a block is left out, until they are taken back',
  { timeout: 240_000 },
  async () => {
    const desk = await openEditor(portal, 'desk')
    const { page, keys } = desk
    await openHome(page)
    const home = async () => (await readPage(portal, '/')).body
    const opinions = async () => (await home()).split('data-kind="opinion"').length - 1
    expect(await opinions()).toBe(1)
    const row = lead(page).getByRole('row').first()
    const more = row.getByRole('button', { name: /^Mehr zu/ })
    await more.click()
    await page.getByRole('menuitem', { name: 'Text auf dieser Seite …' }).click()
    const dialog = page.getByRole('dialog')
    await keys.write(dialog.getByLabel('Überschrift auf dieser Seite'), 'So heißt er nur hier')
    await expectAccessibleDayAndNight(page)
    await page.keyboard.press('Enter')
    await said(page, /hat auf dieser Seite eigenen Text$/)
    await row.getByText('eigener Text').waitFor()
    const hide = blocks(page).getByRole('button', { name: /^„Meinung“ ausblenden$/ })
    await keys.press(hide)
    await expectAccessibleDayAndNight(page)
    await page.keyboard.press('Enter')
    await said(page, '„Meinung“ ist ausgeblendet')
    await draftOf(page, '2 Änderungen')
    expect([await opinions(), (await home()).includes('So heißt er nur hier')]).toEqual([1, false])
    await publish(page)
    expect([await opinions(), (await home()).includes('So heißt er nur hier')]).toEqual([0, true])
    // The article itself keeps its headline.
    const { body } = await readPage(portal, new URL(await addressOf(await leadId())).pathname)
    expect(body).not.toContain('So heißt er nur hier')

    await keys.press(blocks(page).getByRole('button', { name: 'Wieder zeigen' }))
    await more.click()
    await page.getByRole('menuitem', { name: 'Text auf dieser Seite …' }).click()
    await keys.press(dialog.getByRole('button', { name: 'Wie im Artikel' }))
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => row.getByText('eigener Text').count()).toBe(0)
    await publish(page)
    expect([await opinions(), (await home()).includes('So heißt er nur hier')]).toEqual([1, false])
    expect(desk.errors).toEqual([])
    await clear(page)
    await desk.leave()

    async function addressOf(id: string): Promise<string> {
      const answer = await page.request.get(`${portal.origin}/redaktion/api/ak/articles/${id}`)
      return portal.origin + ((await answer.json()) as { path: string }).path
    }
  },
)

it('a click in the view of the page leads to the article in its block', { timeout: 180_000 }, async () => {
  const desk = await openEditor(portal, 'desk')
  const { page } = desk
  await openHome(page)
  const readers = page.url()
  // Of the third block: the view has to be scrolled.
  const point = () =>
    page.evaluate(() => {
      const frame = document.querySelector('iframe')
      const sections = [...(frame?.contentDocument?.querySelectorAll('section[data-kind]') ?? [])]
      const article = sections[3]?.querySelector<HTMLElement>('[data-document]')
      if (frame === null || article === undefined || article === null) return null
      article.scrollIntoView({ block: 'center', behavior: 'instant' })
      const [outer, inner] = [frame.getBoundingClientRect(), article.getBoundingClientRect()]
      const scale = outer.width / frame.offsetWidth
      return {
        id: article.dataset.document!,
        x: outer.x + (inner.x + inner.width / 2) * scale,
        y: outer.y + (inner.y + inner.height / 2) * scale,
      }
    })
  await expect.poll(point).not.toBeNull()
  const { id, x, y } = (await point())!
  await page.mouse.click(x, y)
  await expect.poll(() => focusedRow(page)).toMatch(new RegExp(` ${id}$`))
  // Its block is chosen in the list and marked in the view, which stays on the page.
  expect(await page.locator('section[data-chosen]').locator(`[data-row$=" ${id}"]`).count()).toBe(1)
  expect(
    await page.evaluate(
      () =>
        [...(document.querySelector('iframe')?.contentDocument?.querySelectorAll<HTMLElement>('section') ?? [])].filter(
          ({ style }) => style.outline !== '',
        ).length,
    ),
  ).toBe(1)
  expect([page.url(), desk.errors]).toEqual([readers, []])
  await desk.leave()
})

it(
  'a folder that is applied over edits: a changed block is shown with both versions and counts, a removed one has no place',
  { timeout: 300_000 },
  async () => {
    const folder = fileURLToPath(new URL('../demo/publications/ak', import.meta.url))
    const copy = join(mkdtempSync(join(tmpdir(), 'lokalteil-folder-')), 'ak')
    cpSync(folder, copy, { recursive: true })
    const desk = await openEditor(portal, 'desk')
    const { page, keys } = desk
    await openHome(page)
    const { id, title } = await findAbsent(page)
    const holdIn = async (article: string, block: string) => {
      await picker(page)
        .getByRole('button', { name: `„${article}“ halten …` })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Block').selectOption({ label: block })
      await dialog.getByRole('button', { name: 'ohne Ende' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await holdIn(title, await titleOfSource(page, 'politik'))
    await draftOf(page, '1 Änderung')
    const other = await findAbsent(page)
    await holdIn(other.title, await titleOfSource(page, 'panorama'))
    await draftOf(page, '2 Änderungen')
    await publish(page)
    expect(await shownIds()).toEqual(expect.arrayContaining([id, other.id]))

    const file = join(copy, 'front.yaml')
    const [changed, removed] = [
      '    source:\n      section: politik\n    layout: twoUp\n',
      '  - block: articles\n    source:\n      section: panorama\n    layout: threeUp\n',
    ]
    const before = readFileSync(file, 'utf8')
    // Of the home page, which comes first.
    const after = before.replace(changed, changed.replace('twoUp', 'list')).replace(removed, '')
    writeFileSync(file, after)
    const env = { PORT: String(portal.port), DATA_DIR: portal.dataDir }
    const apply = (path: string) => runCommand(['publication', 'apply', path], env)
    await apply(copy)
    await expect.poll(async () => (await shownIds()).includes(other.id), { timeout: 20_000 }).toBe(false)
    // The pin in the changed block counts.
    expect(await shownIds()).toContain(id)

    await openHome(page)
    const notice = blocks(page).getByText('Im Ordner geändert, seit dieser Eingriff gemacht wurde:').locator('..')
    await notice.getByText(`„${title}“ in`).waitFor()
    expect(await notice.locator('dd').innerText()).toBe('twoUp → list')
    const lost = blocks(page).locator('section').filter({ hasText: 'Der Block steht nicht mehr in front.yaml.' })
    await lost.getByRole('heading', { name: 'Ohne Platz' }).waitFor()
    await lost.getByText(`„${other.title}“ in`).waitFor()
    await expectAccessibleDayAndNight(page)

    await keys.press(notice.getByRole('button', { name: 'In Ordnung' }))
    await notice.waitFor({ state: 'detached' })
    await keys.press(lost.getByRole('button', { name: 'Anderswo halten …' }))
    await page.getByRole('dialog').getByRole('button', { name: 'ohne Ende' }).click()
    await lost.waitFor({ state: 'detached' })
    await publish(page)
    expect(await shownIds()).toEqual(expect.arrayContaining([id, other.id]))
    await clear(page)
    await apply(folder)
    rmSync(copy, { recursive: true, force: true })
    expect(desk.errors).toEqual([])
    await desk.leave()
  },
)

/** How the screen names the block of a section of the paper. */
async function titleOfSource(page: Page, section: string): Promise<string> {
  const answer = await page.request.get(`${portal.origin}/redaktion/api/ak/front`)
  const { slots } = (await answer.json()) as { slots: { heading: string; name: { source: string } }[] }
  return slots.find(({ name }) => name.source === `section:${section}`)!.heading || `Ressort ${section}`
}
