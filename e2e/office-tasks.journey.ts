/**
 * The daily tasks of reporter, desk and chief, counted: clicks, taps, keys and choices in menus of the system. Thinking and writing are
 * not counted, nor is the time for them. More actions than allowed fail; the seconds are printed beside the allowed ones, for they
 * depend on the machine.
 */
import { agencyText } from '@lokalteil/contracts/content/incoming.testing'
import { GOOGLE, WORD, WORD_ONLINE } from '@lokalteil/web/office/editor/clipboards.testing'
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { createBrowserDouble, startPushDouble, type PushDouble } from '@lokalteil/tools/push-double'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PHOTO, readMail } from './account-reader.ts'
import { must, openDesk, openIngest, publishDraft, writeDraft, type DeskClient } from './office-desk.ts'
import { headline, openEditor, readPage, text, untilSaved } from './office-editor.ts'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser } from './reader.ts'

const KEY = 'key-of-the-office-tasks'

let portal: OwnPortal
let pushes: PushDouble
let reporter: DeskClient
let desk: DeskClient
let chief: DeskClient
beforeAll(async () => {
  pushes = await startPushDouble()
  portal = await openOwnPortal({ env: { INGEST_KEY: KEY, PUSH_HOSTS: pushes.origin } })
  ;[reporter, desk, chief] = (await Promise.all(
    ['reporter', 'desk', 'chief'].map((role) => openDesk(portal.origin, role)),
  )) as [DeskClient, DeskClient, DeskClient]
}, 240_000)
afterAll(async () => {
  process.stdout.write(`${drawTable()}\n`)
  await closeBrowser()
  await portal?.close()
  await pushes?.close()
})

/** Mouse, finger and keys of the person, with the time that they take. */
class Hand {
  readonly page: Page
  actions = 0
  /** Milliseconds of writing. */
  writing = 0
  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    this.actions++
    await target.click()
  }
  async tap(target: Locator): Promise<void> {
    this.actions++
    await target.tap()
  }
  async press(key: string): Promise<void> {
    this.actions++
    await this.page.keyboard.press(key)
  }
  /** A click, and the choice in the system's window. */
  async chooseFile(button: Locator, path: string): Promise<void> {
    const asked = this.page.waitForEvent('filechooser')
    await this.click(button)
    this.actions++
    await (await asked).setFiles(path)
  }
  async write(words: string): Promise<void> {
    const begun = performance.now()
    await this.page.keyboard.type(words)
    this.writing += performance.now() - begun
  }
}

/** Actions and seconds that a task may take. */
type Limits = readonly [actions: number, seconds: number]
type Task = { who: string; task: string; from: string; limits: Limits; actions: number; seconds: number }
const tasks: Task[] = []

async function walk(
  page: Page,
  [who, task, from]: readonly [who: string, task: string, from: string],
  limits: Limits,
  work: (hand: Hand) => Promise<unknown>,
): Promise<void> {
  const hand = new Hand(page)
  const begun = performance.now()
  await work(hand)
  const seconds = (performance.now() - begun - hand.writing) / 1000
  tasks.push({ who, task, from, limits, actions: hand.actions, seconds })
}

const listTooLong = (who: string) =>
  tasks.flatMap(({ who: whose, task, actions, limits: [most] }) =>
    whose === who && actions > most ? [`${task}: ${actions} actions, ${most} at most`] : [],
  )

function drawTable(): string {
  const lines = tasks.map(({ who, task, from, limits: [mostActions, mostSeconds], actions, seconds }) => [
    who,
    task,
    from,
    `${actions}`,
    `${mostActions}`,
    seconds.toFixed(1),
    `${mostSeconds}`,
  ])
  const all = [['who', 'task', 'from', 'actions', 'most', 'seconds', 'most'], ...lines]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((line) => line[column]!.length)))
  return all.map((line) => line.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')).join('\n')
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name })
const rail = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name })
/** The message of the screen about the act. */
const said = (page: Page, words: RegExp) => page.getByRole('status').getByText(words).waitFor()
/** Beside the button that publishes. */
const more = (page: Page) => page.locator('main header').getByRole('button', { name: 'Mehr' })
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

async function goToDesk(page: Page): Promise<void> {
  await page.goto('/redaktion/ak')
  await page.getByRole('heading', { name: 'Eigene Arbeit' }).waitFor()
}

async function openArticle(page: Page, id: string): Promise<void> {
  await page.goto(`/redaktion/ak/artikel/${id}`)
  await headline(page).waitFor()
}

/** The draft of the front, until readers have it. */
async function publishFront(page: Page, hand: Hand): Promise<void> {
  await page.getByText(/^Entwurf, \d/).waitFor()
  await hand.click(button(page, 'Auf die Seite'))
  await page.getByText('wie veröffentlicht', { exact: true }).waitFor()
}

async function isOnHome({ id }: { id: string }): Promise<boolean> {
  return (await readPage(portal, '/')).body.includes(`data-document="${id}"`)
}

/** A device that takes breaking news. */
async function subscribe(): Promise<void> {
  const { subscription } = createBrowserDouble(`${pushes.origin}/device-${Math.random()}`)
  const answer = await fetch(`${portal.origin}/api/push/devices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: portal.origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({
      subscription,
      textVersion: '2026-11-28',
      choices: { breaking: true, replies: false, follows: [], quiet: null, isBreakingInQuiet: true, mostADay: 5 },
    }),
  })
  expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, ''])
}

async function sendToReview(title: string): Promise<string> {
  const { id } = await writeDraft(reporter, title)
  await must(reporter.changeState({ params: { id }, body: { state: 'review', note: '' } }))
  return id
}

it('a reporter', { timeout: 240_000 }, async () => {
  tasks.splice(0, tasks.length, ...tasks.filter(({ who }) => who !== 'reporter'))
  const noted = await writeDraft(reporter, 'Ein Wehr wird hundert Jahre alt')
  await must(chief.addNote({ params: { id: noted.id }, body: { text: 'Wer sagt das?', block: 0 } }))
  const { page, context, leave } = await openEditor(portal, 'reporter')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portal.origin })
  const as = (task: string, from: string) => ['reporter', task, from] as const

  await walk(page, as('new article', 'desk'), [1, 1], async (hand) => {
    await hand.press('n')
    await headline(page).waitFor()
  })
  await headline(page).fill('Am Deich wird gebaut')
  await text(page).click()
  await copy(page, WORD)
  await walk(page, as('paste from Word', 'in the text'), [1, 1], async (hand) => {
    await hand.press('Control+V')
    await text(page).getByRole('heading', { name: 'Die Zahlen' }).waitFor()
  })
  expect(await text(page).locator('strong').first().innerText()).toBe('Deich')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await walk(page, as('subheading by key', 'in the text'), [1, 0], async (hand) => {
    await hand.press('Control+Alt+2')
    await hand.write('Was noch fehlt')
    await text(page).getByRole('heading', { name: 'Was noch fehlt' }).waitFor()
  })
  await page.keyboard.press('Enter')
  await walk(page, as('box', 'in the text'), [2, 2], async (hand) => {
    await hand.press('/')
    await hand.write('kas')
    await page.getByRole('option', { name: 'Kasten', exact: true }).waitFor()
    await hand.press('Enter')
    await text(page).getByRole('group', { name: 'Kasten' }).waitFor()
  })
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await walk(page, as('quote', 'in the text'), [2, 2], async (hand) => {
    await hand.press('/')
    await hand.write('zit')
    await page.getByRole('option', { name: 'Zitat', exact: true }).waitFor()
    await hand.press('Enter')
    // The text from Word has one.
    await text(page).getByRole('group', { name: 'Zitat' }).nth(1).waitFor()
  })
  await walk(page, as('picture with caption', 'article'), [3, 10], async (hand) => {
    await hand.chooseFile(button(page, 'Bild hierher ziehen oder wählen'), PHOTO)
    await hand.click(page.getByLabel('Bildunterschrift').first())
    await hand.write('Der Deich bei Tannau')
  })
  await walk(page, as('tag from suggestions', 'article'), [2, 4], async (hand) => {
    await hand.click(page.getByRole('combobox', { name: 'Schlagworte' }))
    await hand.write('Ver')
    await hand.click(page.getByRole('option').first())
    await page.getByRole('listbox').waitFor({ state: 'detached' })
  })
  await untilSaved(page)
  await walk(page, as('to second reading', 'article'), [2, 3], async (hand) => {
    await hand.click(button(page, 'Zur Durchsicht geben'))
    await button(page, 'zur Durchsicht').waitFor()
  })
  await openArticle(page, noted.id)
  await walk(page, as('answer a note', 'article'), [2, 3], async (hand) => {
    await hand.click(page.getByLabel('Antwort'))
    await hand.write('Das Stadtarchiv.')
    await hand.click(button(page, 'Antworten'))
    await page.getByText('Das Stadtarchiv.').waitFor()
  })
  await goToDesk(page)
  await walk(page, as('find an old text', 'anywhere'), [1, 3], async (hand) => {
    await hand.press('Control+K')
    await hand.write('Wehr wird hundert')
    await menuItem(page, 'Ein Wehr wird hundert Jahre alt').waitFor()
  })
  // Opening it is the reading that follows.
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/redaktion/ak/artikel/${noted.id}`)
  await headline(page).waitFor()
  expect(await headline(page).inputValue()).toBe('Ein Wehr wird hundert Jahre alt')
  await leave()
  expect(listTooLong('reporter')).toEqual([])
})

it('a desk, at a desk and with a telephone', { timeout: 360_000 }, async () => {
  tasks.splice(0, tasks.length, ...tasks.filter(({ who }) => who !== 'desk'))
  const { ingest } = openIngest(portal.origin, KEY)
  const sourceId = `urn:agentur:${Date.now()}`
  const send = (version: number, title: string) =>
    must(
      ingest({
        body: { documents: [agencyText(sourceId, { version, title })], arrive: 'desk', update: 'propose' },
      }),
    )
  const listArrivals = async () => (await must(desk.listArrivals({}))).arrivals
  await send(1, 'Bahn streicht Halte im Norden')
  await expect.poll(async () => (await listArrivals()).length, { timeout: 15_000 }).toBeGreaterThan(0)
  await sendToReview('Der Wochenmarkt zieht um')
  const planned = await writeDraft(desk, 'Die Bücherei öffnet am Sonntag')
  const { page, leave } = await openEditor(portal, 'desk')
  const as = (task: string, from: string) => ['desk', task, from] as const

  await walk(page, as('see what is new', 'signed in'), [0, 0], async () => {
    await rail(page, /Agenturen.*1 wartet/).waitFor()
    await page.getByRole('link', { name: 'Der Wochenmarkt zieht um' }).first().waitFor()
  })
  await walk(page, as('take an agency text over', 'desk'), [2, 3], async (hand) => {
    await hand.click(rail(page, /Agenturen/))
    await hand.click(button(page, 'Übernehmen').first())
    await headline(page).waitFor()
  })
  // An own sentence, before the agency sends its next version.
  await text(page).getByText('Text der Meldung.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Das betrifft auch Tannau.')
  await untilSaved(page)
  await send(2, 'Bahn streicht weniger Halte als gedacht')
  await expect
    .poll(async () => (await listArrivals()).some(({ kind }) => kind === 'update'), { timeout: 15_000 })
    .toBe(true)
  await goToDesk(page)
  await walk(page, as('take its update in', 'desk'), [2, 5], async (hand) => {
    await hand.click(rail(page, /Agenturen/))
    await hand.click(button(page, 'Einarbeiten').first())
    await headline(page).waitFor()
  })
  expect(await headline(page).inputValue()).toBe('Bahn streicht weniger Halte als gedacht')
  await text(page).getByText('Text der Meldung. Das betrifft auch Tannau.').waitFor()
  await goToDesk(page)
  await walk(page, as('publish', 'desk'), [2, 2], async (hand) => {
    await hand.click(page.getByRole('link', { name: 'Der Wochenmarkt zieht um' }).first())
    await hand.click(button(page, 'Veröffentlichen'))
    await page.getByRole('button', { name: /Zurücknehmen/ }).waitFor()
  })
  await walk(page, as('correct with a reason', 'article'), [4, 20], async (hand) => {
    await hand.click(text(page).locator('p').first())
    await hand.write(' Er kommt zurück.')
    await hand.click(more(page))
    await hand.click(menuItem(page, 'Korrektur veröffentlichen'))
    await hand.write('Der Tag war falsch.')
    await hand.click(inDialog(page, 'Veröffentlichen'))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
  await walk(page, as('compare and restore', 'article'), [3, 10], async (hand) => {
    await hand.click(page.getByRole('heading', { name: 'Stände' }))
    await hand.click(page.getByRole('link', { name: 'Mit heute vergleichen' }).last())
    await hand.click(page.getByRole('button', { name: /^Stand \d+ zurückholen$/ }))
    await headline(page).waitFor()
  })
  await openArticle(page, planned.id)
  await walk(page, as('schedule', 'article'), [3, 8], async (hand) => {
    await hand.click(more(page))
    await hand.click(menuItem(page, 'Planen'))
    await hand.click(inDialog(page, 'Planen'))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  const held = await publishDraft(desk, 'Die Fähre fährt wieder')
  const later = await publishDraft(desk, 'Ein Kahn liegt im Hafen')
  const firstEnd = page.getByRole('dialog').getByRole('button', { name: /^bis/ }).first()
  await openArticle(page, held.id)
  await walk(page, as('pin with an end', 'article'), [3, 6], async (hand) => {
    await hand.click(more(page))
    await hand.click(menuItem(page, 'Auf einer Seite oben halten'))
    await hand.click(firstEnd)
    await said(page, /steht auf der Seite, bis/)
  })
  await page.goto('/redaktion/ak/seiten/start')
  await page.locator(`[data-row$=" ${held.id}"][data-pinned]`).waitFor()
  await walk(page, as('pin with an end', 'front'), [3, 6], async (hand) => {
    await hand.click(button(page, `„${later.title}“ halten …`))
    await hand.click(firstEnd)
    await publishFront(page, hand)
  })
  await walk(page, as('move a teaser', 'front'), [2, 3], async (hand) => {
    await hand.click(button(page, `„${held.title}“ tiefer`))
    await publishFront(page, hand)
  })
  if (hasRoom('push')) await subscribe()
  await openArticle(page, held.id)
  await walk(page, as('breaking news with push', 'article'), [4, 20], async (hand) => {
    await hand.click(more(page))
    await hand.click(menuItem(page, 'Als Eilmeldung'))
    await hand.click(page.getByRole('button', { name: /^(In die Leiste|Leiste ersetzen)$/ }))
    await button(page, 'Leiste ändern').waitFor()
    if (!hasRoom('push')) return
    await hand.click(page.getByRole('button', { name: /^Push an [1-9]/ }))
    await page.getByRole('button', { name: /^Stoppen \(/ }).waitFor()
  })
  await leave()

  await publishDraft(desk, 'Die Brücke bleibt gespert')
  const phone = await openEditor(portal, 'desk', 'phone')
  await walk(phone.page, as('repair a typo online, on a phone', 'desk'), [5, 25], async (hand) => {
    await hand.tap(rail(phone.page, /Artikel/))
    await hand.tap(phone.page.getByRole('link', { name: 'Die Brücke bleibt gespert' }).first())
    await hand.tap(headline(phone.page))
    await hand.write('r')
    await hand.tap(button(phone.page, 'Veröffentlichen'))
    await phone.page.getByRole('button', { name: /Zurücknehmen/ }).waitFor()
  })
  await phone.leave()
  expect(listTooLong('desk')).toEqual([])
})

it('a chief, who also runs the team', { timeout: 300_000 }, async () => {
  tasks.splice(0, tasks.length, ...tasks.filter(({ who }) => who !== 'chief'))
  const due = await writeDraft(desk, 'Heute Abend tagt der Rat')
  const at = new Date(Date.now() + 10 * 60_000).toISOString()
  await must(desk.schedule({ params: { id: due.id }, body: { revision: due.revision, at } }))
  await sendToReview('Ein Turm wird neu gedeckt')
  const unfinished = await sendToReview('Der Hafen bekommt einen Kran')
  const wrong = await publishDraft(desk, 'Das stimmt so nicht')
  const open = await publishDraft(desk, 'Ein Text für alle')
  const { page, leave } = await openEditor(portal, 'chief')
  const as = (task: string, from: string) => ['chief', task, from] as const

  await walk(page, as('what is due today', 'signed in'), [0, 0], () =>
    page.getByRole('list', { name: 'Heute fällig' }).getByRole('link', { name: 'Heute Abend tagt der Rat' }).waitFor(),
  )
  await walk(page, as('release the next', 'desk'), [2, 2], async (hand) => {
    await hand.click(page.getByRole('link', { name: 'Ein Turm wird neu gedeckt' }).first())
    await hand.click(button(page, 'Veröffentlichen'))
    await page.getByRole('button', { name: /Zurücknehmen/ }).waitFor()
  })
  await openArticle(page, unfinished)
  await walk(page, as('send back with a note', 'article'), [3, 10], async (hand) => {
    await hand.click(button(page, 'zur Durchsicht'))
    await hand.click(menuItem(page, 'Zurück in Arbeit'))
    await hand.write('Wer bezahlt den Kran?')
    await hand.click(inDialog(page, 'Zurückgeben'))
    await button(page, 'in Arbeit').waitFor()
  })
  await openArticle(page, wrong.id)
  await walk(page, as('take down', 'article'), [3, 10], async (hand) => {
    await hand.click(more(page))
    await hand.click(menuItem(page, 'Zurückziehen'))
    await hand.write('Die Quelle nahm es zurück.')
    await hand.click(inDialog(page, 'Zurückziehen'))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
  await openArticle(page, open.id)
  await walk(page, as('paid or free', 'article'), [2, 3], async (hand) => {
    await hand.click(page.getByLabel('Bezahlinhalt (Plus)'))
    await hand.click(button(page, 'Veröffentlichen'))
    await page.getByText('Veröffentlicht', { exact: true }).waitFor()
  })
  expect((await must(desk.getArticle({ params: { id: open.id } }))).contentRestriction).toBe('paid')
  expect(await isOnHome(open)).toBe(true)
  await walk(page, as('keep an article off the front', 'article'), [2, 4], async (hand) => {
    await hand.click(more(page))
    await hand.click(menuItem(page, 'Nicht auf der Startseite'))
    await said(page, /^Der Artikel steht nicht auf der Startseite$/)
  })
  expect(await isOnHome(open)).toBe(false)
  await walk(page, as('see it as a subscriber on a phone', 'article'), [2, 4], async (hand) => {
    await hand.click(button(page, 'Vorschau'))
    await hand.click(button(page, 'Handy, mit Abo'))
    await page.frameLocator('iframe[data-device=mobile]').getByText('Der Rat stimmte am Abend zu.').waitFor()
  })
  await inDialog(page, 'Schließen').click()
  await walk(page, as('who changed this', 'article'), [2, 5], async (hand) => {
    await hand.click(page.getByRole('heading', { name: 'Stände' }))
    await page.getByText(/Helene Brandt, veröffentlicht/).waitFor()
  })
  const entries = page.getByRole('grid', { name: /^Artikel der Ausgabe/ }).getByRole('row')
  await walk(page, as('newsletter composed and tested', 'anywhere'), [6, 60], async (hand) => {
    await hand.click(rail(page, /Newsletter/))
    await hand.click(
      page.getByRole('list', { name: 'Nächste Ausgaben: Das Wichtigste am Morgen' }).getByRole('link').first(),
    )
    await hand.click(page.getByLabel('Betreff'))
    await hand.write('Was die Nacht brachte')
    await hand.click(entries.first().getByRole('button', { name: /nach unten$/ }))
    await hand.click(entries.last().getByRole('button', { name: /entfernen$/ }))
    await hand.click(button(page, 'Probe an mich'))
    await said(page, /^Eine Probe ist unterwegs/)
  })
  await readMail('chief@redaktion.example', /^Test: Was die Nacht brachte$/, portal.origin)
  await leave()

  // As in a house where the chief also runs the team: the publisher adds the role.
  const publisher = await openEditor(portal, 'publisher')
  await rail(publisher.page, /Team/).click()
  await publisher.page.getByRole('button', { name: 'Helene Brandt ändern' }).click()
  await button(publisher.page, 'Weitere Aufgabe').click()
  const added = publisher.page.getByRole('group', { name: 'Aufgabe' }).last()
  await added.getByLabel('Aufgabe').selectOption('publisher')
  await added.getByLabel('Titel').selectOption('*')
  await inDialog(publisher.page, 'Sichern').click()
  await publisher.page.getByRole('dialog').waitFor({ state: 'detached' })
  await publisher.page
    .getByRole('listitem')
    .filter({ hasText: 'Helene Brandt' })
    .getByText(/^Verlag · /)
    .waitFor()
  await publisher.leave()
  const head = await openEditor(portal, 'chief')
  await walk(head.page, as('invite somebody', 'anywhere'), [4, 30], async (hand) => {
    await hand.click(rail(head.page, /Team/))
    await hand.click(button(head.page, 'Einladen'))
    await hand.write(`neu-${Date.now()}@redaktion.example`)
    await hand.press('Tab')
    await hand.write('Nora Neumann-Österreicher')
    await hand.press('Enter')
    await head.page.getByText('Nora Neumann-Österreicher').first().waitFor()
  })
  await head.leave()
  expect(listTooLong('chief')).toEqual([])
})

it.each([
  [
    'Google Docs',
    GOOGLE,
    [
      { type: 'heading', level: 2, text: 'Erster Teil' },
      { type: 'heading', level: 3, text: 'Darunter' },
      { type: 'heading', level: 2, text: 'Zweiter Teil' },
      {
        type: 'paragraph',
        html: 'Ein <strong>fettes</strong><em> und schräges</em> Wort, <del>weg</del><sup>2</sup><a href="https://hafenrode.example/a?b=c">Link</a>',
      },
      { type: 'list', ordered: false, items: ['eins<ul><li>innen</li></ul>', '<strong>zwei</strong>'] },
      { type: 'table', caption: '', head: ['Jahr', 'Zahl'], rows: [['2025', '12']] },
    ],
  ],
  [
    'Word online',
    WORD_ONLINE,
    [
      { type: 'paragraph', html: '<strong>Fett</strong>' },
      { type: 'list', ordered: false, items: ['eins<ul><li>innen</li></ul>', 'zwei'] },
    ],
  ],
])('pasted from %s, emphasis that is a style stays emphasis', { timeout: 180_000 }, async (_, html, items) => {
  const { page, context, errors, leave } = await openEditor(portal, 'reporter')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portal.origin })
  const { id } = await must(reporter.createArticle({ body: { sectionPath: 'lokales/auenburg' } }))
  await openArticle(page, id)
  await text(page).click()
  await copy(page, html)
  await page.keyboard.press('Control+V')
  await text(page).getByText('zwei', { exact: true }).waitFor()
  await untilSaved(page)
  const { draft } = await must(reporter.getArticle({ params: { id } }))
  expect(draft.body).toEqual(items)
  // The browser's policy refused nothing, and nothing of the clipboard was loaded.
  expect(errors).toEqual([])
  await leave()
})

/** As a word processor does. */
async function copy(page: Page, html: string): Promise<void> {
  await page.evaluate(async (given) => {
    const type = 'text/html'
    await navigator.clipboard.write([new ClipboardItem({ [type]: new Blob([given], { type }) })])
  }, html)
}
