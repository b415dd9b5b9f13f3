/**
 * Comments and reviews: read by everybody, written by members, reported by everybody, decided by moderators with
 * reasons.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { logIn, readMail, toDemoEmail } from './account-reader.ts'
import { getPage, readContent } from './page-kinds.ts'
import {
  closeBrowser,
  expectAccessible,
  openReader,
  PUBLICATIONS,
  servedPortal,
  untilAlive,
  type Reader,
} from './reader.ts'

afterAll(closeBrowser)

const POLL = { timeout: 15_000, interval: 100 }
const ARTICLE = '10001'
const articlePath = async () => (await readContent<{ path: string }>(`articles/${ARTICLE}`)).path

type Moderated = {
  target: { kind: string; id: string }
  text: string
  statements: { id: string; action: string }[]
}

/** Calls the documented moderation API. */
async function moderate<T>(path: string, body: object): Promise<T> {
  const { dataDir, port } = servedPortal()
  const key = readFileSync(join(dataDir, 'keys', 'community.key'), 'utf8').trim()
  const answer = await fetch(`http://127.0.0.1:${port}/__services/community/ak/moderation/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  expect([answer.status, answer.ok ? '' : text]).toEqual([200, ''])
  return JSON.parse(text) as T
}
const findText = async (list: string, words: string) =>
  (await moderate<{ texts: Moderated[] }>('texts', { list })).texts.find(({ text }) => text === words)!
const decide = ({ target }: Moderated, action: string, ground: string | null = null, facts = '') =>
  moderate<Moderated>('decisions', { target, decision: { action, ground, facts, by: 'M. Moderat' } })

const openAs = (device: 'phone' | 'desk', context = {}) =>
  openReader({
    device,
    context: {
      colorScheme: device === 'phone' ? 'dark' : 'light',
      ...(device === 'phone' ? { viewport: { width: 360, height: 740 } } : {}),
      ...context,
    },
  })

/** Opens the discussion by the link at the top of the article. */
async function openDiscussion(page: Page, path: string): Promise<Locator> {
  await page.goto(path)
  await untilAlive(page)
  await page
    .getByRole('link', { name: /^Kommentare/ })
    .first()
    .click()
  return page.locator('#kommentare')
}
const commentOf = (place: Locator, words: string) => place.getByRole('article').filter({ hasText: words })
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Network errors caused by the test do not count as faults of the page. */
const faultsOf = ({ errors, foreignRequests }: Reader) => [
  ...errors.filter((text) => !/ERR_INTERNET_DISCONNECTED|status of (422|429|503)/.test(text)),
  ...foreignRequests,
]

describe.each(['phone', 'desk'] as const)('on a %s', (device) => {
  const words = `Ein <b>guter</b> Tag für Nordend, finde ich am ${device}.`
  // Contains a word of the publication's list, so a moderator must approve it.
  const held = `${words} Lügenpresse ist ein hässliches Wort.`
  const edited = `${words} Und am Abend auch.`
  const name = device === 'phone' ? 'Taschenlampe' : 'Schreibtischlampe'
  const email = toDemoEmail(device === 'phone' ? 'free' : 'plus')

  it('appears when its link is clicked, completely', async () => {
    const { page } = await openAs(device)
    await page.goto(await articlePath())
    await untilAlive(page)
    const place = page.locator('#kommentare')
    const link = page.locator('a[href="#kommentare"]').first()
    if (device === 'desk') {
      await link.hover()
      await place.getByRole('article').first().waitFor({ state: 'attached' })
      expect(await page.evaluate(() => [location.hash, scrollY])).toEqual(['', 0])
    }
    await link.click()
    await place.getByRole('article').first().waitFor()
    expect(await place.evaluate((element) => element.style.height)).toBe('')
  })

  it('R1-61 is read and sorted by everybody', async () => {
    const path = await articlePath()
    const reader = await openAs(device)
    const { page } = reader
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/community/') && asked.push(request.url()))
    await page.goto(path)
    await untilAlive(page)
    expect(asked).toEqual([])
    const place = await openDiscussion(page, path)
    await place.getByRole('heading', { name: /^\d+ Kommentare$/ }).waitFor()
    await place.getByText('von der Redaktion entfernt').waitFor()
    await place.getByText('Autorin/Autor').first().waitFor()
    await place.getByRole('link', { name: 'Anmelden' }).waitFor()
    const order = async () => (await place.locator('ol > li article b').allInnerTexts()).join(', ')
    const newest = await order()
    await place.getByRole('button', { name: 'Hilfreichste' }).click()
    await expect.poll(order, POLL).not.toBe(newest)
    await place.getByRole('button', { name: 'Auswahl der Redaktion' }).click()
    await expect.poll(order, POLL).toMatch(/^Nordlicht Nordend/)
    await expectAccessible(page, { within: '#kommentare' })
    expect(await isWide(page)).toBe(0)
    expect(faultsOf(reader)).toEqual([])
    await reader.leave()
  })

  it('R1-61 R1-62 is written, held, approved, and changed', { timeout: 120_000 }, async () => {
    const path = await articlePath()
    const reader = await openAs(device)
    const { page, context } = reader
    await logIn(context, email)
    let place = await openDiscussion(page, path)
    await place.getByLabel('Anzeigename').fill('Redaktion')
    await place.getByRole('button', { name: 'Namen übernehmen' }).click()
    await place.getByText('Dieser Name gehört der Redaktion').waitFor()
    await place.getByLabel('Anzeigename').fill(name)
    await page.keyboard.press('Enter')
    const field = place.getByLabel('Ihr Kommentar', { exact: true })
    const send = place.getByRole('button', { name: 'Kommentar senden' })
    await field.fill('Rufen Sie an: 0341 1234567')
    await send.click()
    await place.getByText('Ihr Text enthält eine Telefonnummer').waitFor()
    // Typed text survives a failed server, a lost network and a reload.
    await field.fill(held)
    await context.setOffline(true)
    await send.click()
    await place.getByText('Sie sind gerade offline. Ihr Text bleibt hier stehen.').waitFor()
    expect(await field.inputValue()).toBe(held)
    await context.setOffline(false)
    place = await openDiscussion(page, path)
    await expect.poll(() => field.inputValue(), POLL).toBe(held)
    await send.click()
    await place.getByText('Danke! Ihr Kommentar erscheint, sobald die Redaktion ihn gelesen hat.').waitFor()
    const own = commentOf(place, words)
    await own.getByText('Nur für Sie sichtbar').waitFor()
    await expectAccessible(page, { within: '#kommentare' })
    for (const address of [`/kommentare/${ARTICLE}`, path, `/api/community/articles/${ARTICLE}/comments`])
      expect((await getPage('ak', address)).body).not.toContain(`finde ich am ${device}`)

    await decide(await findText('pending', held), 'approve')
    place = await openDiscussion(page, path)
    const change = own.getByLabel('Ihr Kommentar', { exact: true })
    // On a busy machine the first click was once without effect.
    await expect
      .poll(async () => {
        if ((await change.count()) === 0)
          await own
            .getByRole('button', { name: 'Bearbeiten' })
            .click({ timeout: 2000 })
            .catch(() => {})
        return change.count()
      }, POLL)
      .toBe(1)
    await change.fill(edited)
    await own.getByRole('button', { name: 'Änderung speichern' }).click()
    await own.getByText('bearbeitet').waitFor()
    expect(await own.getByRole('button', { name: /^Hilfreich/ }).isDisabled()).toBe(true)
    expect(faultsOf(reader)).toEqual([])
    await reader.leave()
  })

  it('R1-61 R1-62 is voted on, also offline', async () => {
    const path = await articlePath()
    const reader = await openAs(device)
    const { page, context } = reader
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/community/') && asked.push(request.url()))
    await logIn(context, email)
    let place = await openDiscussion(page, path)
    // The form shows that the discussion knows its reader, and so the reader's votes.
    await place.getByLabel('Ihr Kommentar', { exact: true }).waitFor()
    const up = commentOf(place, 'Mir fehlt in der ganzen Debatte der Radweg').getByRole('button', {
      name: /^Hilfreich/,
    })
    const before = Number(await up.innerText())
    await up.focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => Number(await up.innerText()), POLL).toBe(before + 1)
    expect(await up.getAttribute('aria-pressed')).toBe('true')
    await expectAccessible(page, { within: '#kommentare' })
    expect(await isWide(page)).toBe(0)

    // Withdrawn offline: shown at once (optimistic update), and sent exactly once when online.
    await context.setOffline(true)
    await up.click()
    await place.getByText('Ihre Bewertung wird übertragen, sobald Sie wieder online sind.').waitFor()
    await expect
      .poll(async () => [await up.getAttribute('aria-pressed'), Number(await up.innerText())], POLL)
      .toEqual(['false', before])
    asked.length = 0
    await context.setOffline(false)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('marksLater')), POLL).toBeNull()
    expect(asked.filter((address) => address.endsWith('/vote'))).toHaveLength(1)
    place = await openDiscussion(page, path)
    await expect
      .poll(async () => [await up.getAttribute('aria-pressed'), Number(await up.innerText())], POLL)
      .toEqual(['false', before])
    expect(faultsOf(reader)).toEqual([])
    await reader.leave()
  })

  it('R1-62 gets a reply, and its author is notified', async () => {
    const path = await articlePath()
    const reader = await openAs(device)
    const { page, context } = reader
    await logIn(context, email)
    // An earlier visit, so that the reply counts as new.
    await (await openDiscussion(page, path)).getByRole('article').first().waitFor()
    const other = await openAs(device)
    await logIn(other.context, toDemoEmail(device === 'phone' ? 'wallet' : 'pur-plus'))
    const answers = await openDiscussion(other.page, path)
    await answers.getByLabel('Anzeigename').fill(`Antwort vom ${device}`)
    await other.page.keyboard.press('Enter')
    await answers.getByLabel('Ihr Kommentar', { exact: true }).waitFor()
    await answers.getByRole('button', { name: `${name} antworten` }).click()
    await answers.getByLabel(`Ihre Antwort an ${name}`).fill(`Am ${device} sehe ich das anders.`)
    await answers.getByRole('button', { name: 'Antwort senden' }).click()
    await answers.getByText('Ihr Kommentar ist erschienen.').waitFor()
    await readMail(email, /Antwort/)
    const place = await openDiscussion(page, path)
    await place.getByText(`Am ${device} sehe ich das anders.`).waitFor()
    await place.getByText('1 neuer seit Ihrem letzten Besuch').waitFor()
    expect([...faultsOf(reader), ...faultsOf(other)]).toEqual([])
    await other.leave()
    await reader.leave()
  })

  it('is removed with reasons that its author reads, complains about, and is restored', async () => {
    const reader = await openAs(device)
    const { page, context } = reader
    await logIn(context, email)
    const facts = 'Der Kommentar hat nichts mit der Straßenbahn zu tun.'
    const { statements } = await decide(await findText('all', edited), 'remove', 'offTopic', facts)
    const mail = await readMail(email, /entfernt|Entscheidung/i)
    expect(mail.text).toContain(facts)
    expect((await getPage('ak', `/kommentare/${ARTICLE}`)).body).not.toContain(`finde ich am ${device}`)
    await page.goto('/deine-kommentare')
    const entry = page.getByRole('article').filter({ hasText: edited })
    await entry.getByText(facts).waitFor()
    await expectAccessible(page)
    await entry.getByRole('button', { name: 'Beschwerde einlegen' }).click()
    await entry.getByLabel('Warum halten Sie die Entscheidung für falsch?').fill('Es geht sehr wohl um die Bahn.')
    await entry.getByRole('button', { name: 'Beschwerde senden' }).click()
    await entry.getByText('Ihre Beschwerde liegt der Redaktion vor.').waitFor()
    const statement = statements.at(-1)!.id
    await moderate('complaints', { statement, outcome: 'reversed', answer: 'Sie haben recht.', by: 'C. Chefin' })
    await page.reload()
    await entry.getByText('Wir haben Ihrer Beschwerde stattgegeben. Sie haben recht.').waitFor()
    expect(await isWide(page)).toBe(0)
    // The data export contains it, and the page links to the export.
    await page.getByRole('link', { name: 'Daten und Löschung' }).click()
    await page.waitForURL('**/account')
    expect(faultsOf(reader)).toEqual([])
    await reader.leave()
  })

  it('R1-63 a tested thing can be reviewed once', async () => {
    const reader = await openAs(device)
    const { page, context } = reader
    await logIn(context, email)
    const place = await openDiscussion(page, '/testbericht/-77')
    await place.getByRole('heading', { name: 'Das sagen Leserinnen und Leser' }).waitFor()
    const total = async () =>
      Number(/(\d+) Bewertungen/.exec(await place.getByText(/von 5 · \d+ Bewertungen/).innerText())![1])
    const before = await total()
    await place.getByRole('radio', { name: '3 Sterne' }).focus()
    await page.keyboard.press('Space')
    await place.getByRole('button', { name: 'Bewertung senden' }).click()
    await place.getByText('Danke, Ihre Bewertung ist gespeichert.').waitFor()
    await expect.poll(total, POLL).toBe(before + 1)
    await place.getByRole('radio', { name: '4 Sterne' }).focus()
    await page.keyboard.press('Space')
    await place.getByRole('button', { name: 'Bewertung ändern' }).click()
    await expect.poll(() => place.getByRole('button', { name: 'Bewertung ändern' }).isEnabled(), POLL).toBe(true)
    expect(await total()).toBe(before + 1)
    await expectAccessible(page, { within: '#kommentare' })
    expect(await isWide(page)).toBe(0)
    expect(faultsOf(reader)).toEqual([])
    await reader.leave()
  })

  // On the phone without scripts, on the desktop with them.
  it('can be reported by everybody without an account, with a receipt by mail', async () => {
    const reader = await openAs(device, device === 'phone' ? { javaScriptEnabled: false } : {})
    const { page } = reader
    await page.goto(`/kommentare/${ARTICLE}`)
    await page
      .getByRole('link', { name: /^Kommentar von Radelnde Oma melden/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Beitrag melden' }).waitFor()
    if (device === 'desk') {
      await untilAlive(page)
      await expectAccessible(page)
    }
    await page.getByLabel('Was ist daran nicht in Ordnung?').fill('Hat nichts mit der Straßenbahn zu tun.')
    await page.getByRole('button', { name: 'Meldung senden' }).click()
    await page.getByText('Bitte füllen Sie Grund').waitFor()
    expect(await page.getByLabel('Was ist daran nicht in Ordnung?').inputValue()).toContain('Straßenbahn')
    await page.getByLabel('Grund').selectOption('offTopic')
    const address = `melderin-${device}-${Date.now()}@example.org`
    await page.getByLabel('Ihre E-Mail-Adresse').fill(address)
    await page.getByLabel(/Ich versichere/).check()
    await page.getByRole('button', { name: 'Meldung senden' }).click()
    await page.getByRole('heading', { name: 'Ihre Meldung ist eingegangen' }).waitFor()
    const number = /M-[0-9A-F]{12}/.exec(await page.locator('main').innerText())![0]
    expect((await readMail(address, /./)).text).toContain(number)
    expect(await isWide(page)).toBe(0)
    expect(faultsOf(reader)).toEqual([])
    await reader.leave()
  })
})

it.each(PUBLICATIONS)('%s has a page of comments without scripts', async (publication) => {
  const id = { ak: ARTICLE, fb: '20001', ht: '30009', la: '20051' }[publication]
  const { status, body } = await getPage(publication, `/kommentare/${id}`)
  expect([status, /Auswahl der Redaktion/.test(body), /"commentCount":\d/.test(body)]).toEqual([200, true, true])
})
