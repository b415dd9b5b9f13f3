/** Each screen and each dialog of the office, looked at by axe by day and by night. */
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import type { Screen } from '@lokalteil/web/office/kit/routes'
import { agencyText } from '@lokalteil/contracts/content/incoming.testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PHOTO } from './account-reader.ts'
import { must, openDesk, openIngest, publishDraft, writeDraft, writeText, type DeskClient } from './office-desk.ts'
import { headline, openEditor, text, untilSaved } from './office-editor.ts'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessibleDayAndNight, openReader, untilQuiet } from './reader.ts'

const KEY = 'key-of-the-office-screens'

let portal: OwnPortal
let desk: DeskClient
/** Faults found by axe, by screen: one fault hides no other. */
let faults: string[] = []
beforeAll(async () => {
  portal = await openOwnPortal({ env: { INGEST_KEY: KEY } })
  desk = await openDesk(portal.origin, 'desk')
}, 240_000)
afterAll(async () => {
  await closeBrowser()
  await portal?.close()
})

async function look(page: Page, what: string): Promise<void> {
  await untilQuiet(page)
  try {
    await expectAccessibleDayAndNight(page)
  } catch (error) {
    faults.push(`${what}: ${JSON.stringify((error as { actual?: unknown }).actual ?? String(error))}`)
  }
}

/** The heading says that the screen is there. */
async function lookAt(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await look(page, path)
}

/** Opens a dialog, looks at it and closes it. */
async function lookAtDialog(page: Page, what: string, open: () => Promise<unknown>): Promise<void> {
  await open()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await look(page, what)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

function takeFaults(): string[] {
  const found = faults
  faults = []
  return found
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

/** An entry of the menu behind this button. */
async function choose(page: Page, menu: string | RegExp, entry: string): Promise<void> {
  await button(page, menu).first().click()
  await page.getByRole('menuitem', { name: entry }).click()
}

it('each address is accessible, with and without a session', { timeout: 600_000 }, async () => {
  const { ingest } = openIngest(portal.origin, KEY)
  const documents = [agencyText('urn:agentur:screens', { title: 'Bahn streicht Halte im Norden' })]
  await must(ingest({ body: { documents, arrive: 'desk', update: 'propose' } }))
  const online = await publishDraft(desk, 'Der Steg ist wieder offen')
  const chief = await openEditor(portal, 'chief')
  const { page } = chief
  await page.goto(`/redaktion/ak/artikel/${online.id}`)
  await headline(page).fill('Der Steg ist ganz offen')
  await untilSaved(page)
  await page.getByRole('heading', { name: 'Stände' }).click()
  const hrefOf = (name: string | RegExp) => page.getByRole('link', { name }).last().getAttribute('href')
  const [revision, comparison] = [await hrefOf(/^Stand \d+$/), await hrefOf('Mit heute vergleichen')]
  await look(page, 'the revisions of an article')
  await page.locator('summary', { hasText: 'Links für Außenstehende' }).click()
  await button(page, 'Link anlegen').click()
  const preview = (await page.getByRole('dialog').getByText('/redaktion/einsicht#').textContent())!
  await page.goto('/redaktion/ak/medien')
  await page.locator('input[type=file]').setInputFiles(PHOTO)
  await page.getByLabel('Bildnachweis').waitFor()
  const medium = page.url()
  await page.goto('/redaktion/ak/newsletter')
  const issue = await page
    .getByRole('list', { name: /^Nächste Ausgaben/ })
    .first()
    .getByRole('link')
    .first()
    .getAttribute('href')

  // Without the room (docs/rooms.md) there is no such screen.
  await page.goto('/redaktion/ak/quiz')
  const quiz = hasRoom('quiz')
    ? (await page.getByRole('list', { name: 'Alle Quizze' }).getByRole('link').first().getAttribute('href'))!
    : '/redaktion/ak/quiz'

  /** The role of the person, and the addresses of the screen. */
  const screens: Record<Screen, readonly [who: 'guest' | 'chief' | 'publisher', ...paths: string[]]> = {
    start: ['guest', '/redaktion'],
    invitation: ['guest', '/redaktion/einladung', `/redaktion/einladung#${'a'.repeat(43)}`],
    provider: ['guest', '/redaktion/anmeldung'],
    outside: ['guest', '/redaktion/einsicht', preview],
    desk: ['chief', '/redaktion/ak'],
    articles: ['chief', '/redaktion/ak/artikel', '/redaktion/ak/artikel?q=gibtesnicht'],
    article: ['chief', `/redaktion/ak/artikel/${online.id}`, '/redaktion/ak/artikel/999999999'],
    revision: ['chief', revision!],
    comparison: ['chief', comparison!],
    arrivals: ['chief', '/redaktion/ak/agenturen'],
    front: ['chief', '/redaktion/ak/seiten/start', '/redaktion/ak/seiten/sport'],
    media: ['chief', '/redaktion/ak/medien'],
    medium: ['chief', medium],
    breaking: ['chief', '/redaktion/ak/eil', `/redaktion/ak/eil?artikel=${online.id}`],
    newsletters: ['chief', '/redaktion/ak/newsletter'],
    issue: ['chief', issue!],
    quizzes: ['chief', '/redaktion/ak/quiz'],
    quiz: ['chief', quiz, '/redaktion/ak/quiz/gibt-es-nicht'],
    figures: ['chief', '/redaktion/ak/zahlen'],
    account: ['chief', '/redaktion/konto'],
    nowhere: ['chief', '/redaktion/ak/nirgends'],
    team: ['publisher', '/redaktion/team'],
    audit: ['publisher', '/redaktion/protokoll'],
  }
  const publisher = await openEditor(portal, 'publisher')
  const guest = await openReader({ context: { baseURL: portal.origin, reducedMotion: 'reduce' } })
  const pages = { guest: guest.page, chief: page, publisher: publisher.page }
  for (const [who, ...paths] of Object.values(screens))
    for (const path of paths) {
      // Another fragment alone would load nothing.
      await pages[who].goto('about:blank')
      await lookAt(pages[who], path)
    }
  for (const one of [chief, publisher, guest]) await one.leave()
  expect(takeFaults()).toEqual([])
})

it('each dialog of an article is accessible', { timeout: 600_000 }, async () => {
  const review = await writeDraft(desk, 'Der Hafen bekommt einen Kran')
  await must(desk.changeState({ params: { id: review.id }, body: { state: 'review', note: '' } }))
  const online = await publishDraft(desk, 'Die Fähre fährt wieder')
  const embargoed = await writeText(desk, 'Noch gesperrt', ['Erst morgen.'])
  const embargo = new Date(Date.now() + 86_400_000).toISOString()
  const { id, revision: base } = embargoed
  await must(desk.saveDraft({ params: { id }, body: { base, draft: { ...embargoed.draft, embargo }, isKept: true } }))
  const { page, leave } = await openEditor(portal, 'chief')
  const open = async (article: string) => {
    await page.goto(`/redaktion/ak/artikel/${article}`)
    await headline(page).waitFor()
    await untilQuiet(page)
  }

  // The person who saved the text last has the pen for a minute.
  await must((await openDesk(portal.origin, 'chief')).takePen({ params: { id: review.id } }))
  await open(review.id)
  await lookAtDialog(page, 'give back', () => choose(page, 'zur Durchsicht', 'Zurück in Arbeit'))
  await lookAtDialog(page, 'plan', () => choose(page, 'Mehr', 'Planen …'))
  await lookAtDialog(page, 'note', () => button(page, 'Hinweis zum Artikel').click())
  await lookAtDialog(page, 'note at a paragraph', async () => {
    await text(page).locator('p').first().click()
    await page.keyboard.press('Control+Alt+n')
  })
  await lookAtDialog(page, 'library', () => button(page, 'Aus den Medien').click())
  await lookAtDialog(page, 'preview', async () => {
    await button(page, 'Vorschau').click()
    await page.frameLocator('iframe[data-device]').getByText('Der Rat stimmte am Abend zu.').waitFor()
  })
  await lookAtDialog(page, 'commands', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Hafen')
    await page.getByRole('menuitem', { name: 'Der Hafen bekommt einen Kran' }).waitFor()
  })
  await lookAtDialog(page, 'keys', async () => {
    await page.getByRole('heading', { level: 2 }).first().click()
    await page.keyboard.press('?')
  })

  await text(page).locator('p').last().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await page.getByRole('option', { name: 'Kasten', exact: true }).waitFor()
  await look(page, 'list of blocks')
  await page.keyboard.press('Backspace')
  for (const [typed, name] of [
    ['vid', 'Film'],
    ['bilderg', 'Bildergalerie'],
    ['zeitl', 'Zeitleiste'],
    ['pers', 'Personen'],
    ['spi', 'Spiel'],
    ['einb', 'Einbetten'],
  ] as const)
    await lookAtDialog(page, name, async () => {
      await text(page).locator('p').last().click()
      await page.keyboard.type(`/${typed}`)
      await page.getByRole('listbox', { name: 'Block einfügen' }).getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
    })

  await open(online.id)
  for (const entry of [
    'Korrektur veröffentlichen …',
    'Auf einer Seite oben halten …',
    'Adresse hierher leiten …',
    'Zurückziehen …',
  ])
    await lookAtDialog(page, entry, () => choose(page, 'Mehr', entry))

  await open(embargoed.id)
  await lookAtDialog(page, 'embargo', async () => {
    await button(page, 'Veröffentlichen').click()
    await page.getByRole('dialog', { name: 'Sperrfrist übergehen?' }).waitFor()
  })
  await leave()
  expect(takeFaults()).toEqual([])
})

it(
  'each dialog of lists, fronts, pictures, newsletters, quizzes and team is accessible',
  { timeout: 600_000 },
  async () => {
    const chief = await openEditor(portal, 'chief')
    const { page } = chief
    await page.goto('/redaktion/ak/artikel')
    await page.locator('[data-row]').first().waitFor()
    await page.locator('[data-row]').first().focus()
    await page.keyboard.press('x')
    await page.getByText('1 ausgewählt').waitFor()
    await look(page, 'selected articles')

    await page.goto('/redaktion/ak/seiten/start')
    const row = page.getByRole('grid', { name: 'Artikel in „Aufmacher“', exact: true }).getByRole('row').first()
    await row.waitFor()
    await untilQuiet(page)
    const ofRow = (entry: string) => async () => {
      await row.getByRole('button', { name: /^Mehr zu/ }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }
    await lookAtDialog(page, 'hold on a front', ofRow('Hier halten …'))
    await lookAtDialog(page, 'text on a front', ofRow('Text auf dieser Seite …'))
    await lookAtDialog(page, 'hide a block', () =>
      button(page, /ausblenden$/)
        .first()
        .click(),
    )
    await row.getByRole('button', { name: /von der Seite nehmen$/ }).click()
    await page.getByText(/^Entwurf, \d/).waitFor()
    await lookAtDialog(page, 'drop a draft', () => button(page, 'Verwerfen').click())
    await look(page, 'a front with a draft')

    await page.goto('/redaktion/ak/medien')
    await page.locator('input[type=file]').setInputFiles(PHOTO)
    await page.getByLabel('Bildnachweis').waitFor()
    await lookAtDialog(page, 'cut', () => button(page, 'Zuschneiden …').click())
    await lookAtDialog(page, 'replace', () => button(page, 'Andere Datei …').click())

    await page.goto('/redaktion/ak/newsletter')
    await page
      .getByRole('list', { name: /^Nächste Ausgaben/ })
      .first()
      .getByRole('link')
      .first()
      .click()
    await page.getByLabel('Betreff').waitFor()
    await lookAtDialog(page, 'issue', () => button(page, 'Vorschau').click())
    await lookAtDialog(page, 'release', () => button(page, /^Freigeben/).click())

    if (hasRoom('quiz')) {
      await page.goto('/redaktion/ak/quiz')
      await lookAtDialog(page, 'begin a quiz', () => button(page, 'Neues Quiz').click())
      await page.getByRole('list', { name: 'Alle Quizze' }).getByRole('link').first().click()
      await page.getByRole('group', { name: /^Frage 1 von/ }).waitFor()
      await lookAtDialog(page, 'withdraw a quiz', () => choose(page, 'Mehr', 'Zurückziehen …'))
    }
    await chief.leave()

    const publisher = await openEditor(portal, 'publisher')
    const team = publisher.page
    await team.goto('/redaktion/team')
    await team.getByRole('list', { name: 'Alle im Team' }).waitFor()
    await lookAtDialog(team, 'invite', () => button(team, 'Einladen').click())
    await lookAtDialog(team, 'change a person', () => button(team, 'Mara Voss ändern').click())
    await lookAtDialog(team, 'remove a person', async () => {
      await team.getByRole('listitem').filter({ hasText: 'Mara Voss' }).getByRole('button', { name: 'Mehr' }).click()
      await look(team, 'menu of a person')
      await team.getByRole('menuitem', { name: 'Aus dem Team entfernen' }).click()
    })
    await publisher.leave()
    expect(takeFaults()).toEqual([])
  },
)
