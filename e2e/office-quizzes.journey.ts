/** Quizzes in the office: the desk writes one by keyboard, publishes it, a reader plays it, and it is withdrawn. */
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEditor, readPage, untilSaved } from './office-editor.ts'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import {
  closeBrowser,
  expectAccessible,
  expectAccessibleDayAndNight,
  openReader,
  untilAlive,
  untilQuiet,
} from './reader.ts'

const ADDRESS = '/quiz/wie-gut-kennen-sie-den-hafen'
/** Readers see a published quiz within this time. */
const SEEN = { timeout: 2000, interval: 100 }

let portal: OwnPortal
beforeAll(async () => {
  portal = await openOwnPortal({})
}, 240_000)
afterAll(async () => {
  await closeBrowser()
  await portal?.close()
})

it.runIf(hasRoom('quiz'))(
  'the desk writes a quiz by keyboard and publishes it, a reader plays it, and it is withdrawn',
  { timeout: 300_000 },
  async () => {
    const { page, keys, errors, foreignRequests, leave } = await openEditor(portal, 'desk')
    await keys.press(page.getByRole('link', { name: 'Quiz', exact: true }))
    await page.getByRole('list', { name: 'Alle Quizze' }).waitFor()
    await keys.press(page.getByRole('button', { name: 'Neues Quiz' }))
    await page.getByRole('dialog').getByLabel('Titel').waitFor()
    await page.keyboard.type('Wie gut kennen Sie den Hafen?')
    await page.keyboard.press('Enter')
    await page.getByText(`Adresse: ${ADDRESS}`).waitFor()
    expect((await readPage(portal, ADDRESS)).status).toBe(404)

    await keys.press(page.getByRole('button', { name: 'Veröffentlichen' }))
    await page.getByText('Ein Quiz braucht mindestens eine Frage.').waitFor()
    const question = (place: number) => page.getByRole('group', { name: new RegExp(`^Frage ${place} von`) })
    for (const [index, [text, right, wrong]] of [
      ['Wann wurde die Mole gebaut?', '1908', '1958'],
      ['Wem gehört der Kran?', 'Der Stadt', 'Dem Land'],
    ].entries()) {
      await keys.press(page.getByRole('button', { name: 'Frage hinzufügen' }))
      const part = question(index + 1)
      await part.waitFor()
      // The new question has the focus.
      await page.keyboard.type(text!)
      await keys.write(part.getByLabel('Antwort 1', { exact: true }), wrong!)
      await keys.write(part.getByLabel('Antwort 2', { exact: true }), right!)
      await part.getByRole('radio', { name: 'Antwort 2 ist richtig' }).check()
    }
    await untilSaved(page)
    await untilQuiet(page)
    await expectAccessibleDayAndNight(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.keyboard.press('Control+Enter')
    await page.getByRole('link', { name: 'Auf der Seite ansehen' }).waitFor()
    await expect.poll(async () => (await readPage(portal, ADDRESS)).status, SEEN).toBe(200)
    await expect
      .poll(async () => (await readPage(portal, '/quiz')).body.includes('Wie gut kennen Sie den Hafen?'), SEEN)
      .toBe(true)

    const reader = await openReader({ device: 'phone', context: { baseURL: portal.origin } })
    await reader.page.goto(ADDRESS)
    await untilAlive(reader.page)
    for (const [heading, right] of [
      ['Frage 1 von 2', '1908'],
      ['Frage 2 von 2', 'Der Stadt'],
    ] as const) {
      await reader.page.getByRole('heading', { name: heading }).waitFor()
      await reader.page.getByRole('list', { name: 'Antworten' }).getByRole('button', { name: right }).tap()
      await reader.page.getByText('Richtig!').waitFor()
      await reader.page.getByRole('button', { name: /Weiter|Zum Ergebnis/ }).tap()
    }
    await reader.page.getByRole('heading', { name: 'Ihr Ergebnis' }).waitFor()
    await reader.page.getByText('2 von 2').first().waitFor()
    expect(reader.errors).toEqual([])
    await reader.leave()

    await keys.press(page.locator('main header').getByRole('button', { name: 'Mehr' }))
    await page.getByRole('menuitem', { name: 'Zurückziehen …' }).click()
    await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Zurückziehen' }))
    await page.getByText('zurückgezogen', { exact: true }).waitFor()
    await expect.poll(async () => (await readPage(portal, ADDRESS)).status, SEEN).toBe(410)
    expect([...errors, ...foreignRequests]).toEqual([])
    await leave()
  },
)

it.runIf(hasRoom('quiz'))(
  'a reporter writes a quiz on a phone, and nothing typed offline is lost',
  { timeout: 240_000 },
  async () => {
    const { page, context, leave } = await openEditor(portal, 'reporter', 'phone')
    await page.goto('/redaktion/ak/quiz')
    await page.getByRole('button', { name: 'Neues Quiz' }).tap()
    await page.getByRole('dialog').getByLabel('Titel').fill('Unterwegs geschrieben')
    await page.getByRole('dialog').getByRole('button', { name: 'Beginnen' }).tap()
    await page.getByText('Veröffentlichen kann, wer dazu berechtigt ist.').waitFor()
    expect(await page.getByRole('button', { name: 'Veröffentlichen' }).count()).toBe(0)
    await context.setOffline(true)
    await page.getByLabel('Vorspann').fill('Ohne Netz getippt')
    await page.getByText('wird nachgeholt').waitFor({ timeout: 30_000 })
    await context.setOffline(false)
    await untilSaved(page)
    await page.reload()
    await expect.poll(() => page.getByLabel('Vorspann').inputValue(), { timeout: 20_000 }).toBe('Ohne Netz getippt')
    await page.getByRole('button', { name: 'Frage hinzufügen' }).tap()
    await page.getByRole('group', { name: /^Frage 1 von/ }).waitFor()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await leave()
  },
)
