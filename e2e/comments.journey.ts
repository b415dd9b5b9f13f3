/** Comments under an article and reviews of a test: read by everybody, written by members, reported by anybody. */
import { afterAll, describe, expect, it } from 'vitest'
import { logIn, toDemoEmail } from './account-reader.ts'
import { getPage, readContent } from './page-kinds.ts'
import { closeBrowser, expectAccessible, openReader, PUBLICATIONS, untilAlive } from './reader.ts'

afterAll(closeBrowser)

const pathOf = async (id: string) => (await readContent<{ path: string }>(`articles/${id}`)).path

describe.each(['phone', 'desk'] as const)('on a %s', (device) => {
  it('R1-61 R1-62 reads, chooses a name, writes, answers and votes once', async () => {
    const { page, context, errors, foreignRequests, leave } = await openReader({
      device,
      context: { colorScheme: device === 'phone' ? 'dark' : 'light' },
    })
    await page.goto(await pathOf('10001'))
    await untilAlive(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    expect(asked.filter((url) => url.includes('/api/community/'))).toEqual([])
    await page
      .getByRole('link', { name: /Kommentare/ })
      .first()
      .click()
    const place = page.locator('#kommentare')
    await place.getByRole('heading', { name: /\d+ Kommentare/ }).waitFor()
    await place.getByText('Auswahl der Redaktion', { exact: true }).first().waitFor()
    await place.getByText('von der Redaktion entfernt').waitFor()
    await place.getByText('Autorin/Autor').first().waitFor()
    await place.getByRole('link', { name: 'Anmelden' }).waitFor()
    await expectAccessible(page, { within: '#kommentare' })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide).toBe(0)

    await logIn(context, toDemoEmail(device === 'phone' ? 'free' : 'plus'))
    await page.reload()
    await untilAlive(page)
    await page
      .getByRole('link', { name: /Kommentare/ })
      .first()
      .click()
    await place.getByLabel('Anzeigename').fill('Redaktion')
    await place.getByRole('button', { name: 'Namen übernehmen' }).click()
    await place.getByText('Dieser Name gehört der Redaktion').waitFor()
    const name = device === 'phone' ? 'Taschenlampe' : 'Schreibtischlampe'
    await place.getByLabel('Anzeigename').fill(name)
    await place.getByRole('button', { name: 'Namen übernehmen' }).click()
    const field = place.getByLabel('Ihr Kommentar')
    await field.fill('Rufen Sie an: 0341 1234567')
    await place.getByRole('button', { name: 'Kommentar senden' }).click()
    await place.getByText('Ihr Text enthält eine Telefonnummer').waitFor()
    await field.fill(`Ein <b>guter</b> Tag für Nordend, finde ich am ${device}.`)
    await place.getByRole('button', { name: 'Kommentar senden' }).click()
    await place.getByText('Ihr Kommentar ist erschienen.').waitFor()
    const own = place
      .getByRole('article')
      .filter({ hasText: `Ein <b>guter</b> Tag für Nordend, finde ich am ${device}.` })
    expect(await own.getByRole('button', { name: /^Hilfreich/ }).isDisabled()).toBe(true)

    const first = place.getByRole('article').filter({ hasText: 'seit 22 Jahren in Nordend' })
    const up = first.getByRole('button', { name: /^Hilfreich/ })
    const before = Number(await up.innerText())
    await up.click()
    await expect.poll(async () => Number(await up.innerText())).toBe(before + 1)
    expect(await up.getAttribute('aria-pressed')).toBe('true')
    await expectAccessible(page, { within: '#kommentare' })

    await page.goto('/deine-kommentare')
    await page.getByText(`Ein <b>guter</b> Tag für Nordend, finde ich am ${device}.`).waitFor()
    await expectAccessible(page)
    expect([errors, foreignRequests]).toEqual([[], []])
    await leave()
  })

  it('R1-63 reviews what was tested, once', async () => {
    const { page, context, leave } = await openReader({ device })
    await logIn(context, toDemoEmail('wallet'))
    const { path } = await readContent<{ path: string }>('testberichte/77').catch(() => ({ path: '/testbericht/-77' }))
    await page.goto(path)
    await untilAlive(page)
    await page
      .getByRole('link', { name: /Kommentare/ })
      .first()
      .click()
    const place = page.locator('#kommentare')
    await place.getByRole('heading', { name: 'Das sagen Leserinnen und Leser' }).waitFor()
    if (device === 'phone') {
      await place.getByLabel('Anzeigename').first().fill('Bohnenkönigin')
      await place.getByRole('button', { name: 'Namen übernehmen' }).first().click()
    }
    await place.getByText('3 Sterne', { exact: true }).last().click({ force: true })
    await place.getByRole('button', { name: /Bewertung (senden|ändern)/ }).click()
    await place.getByText('Danke, Ihre Bewertung ist gespeichert.').waitFor()
    await place.getByText(/von 5 · 5 Bewertungen/).waitFor()
    await expectAccessible(page, { within: '#kommentare' })
    expect(await place.getByText(/von 5 · 5 Bewertungen/).count()).toBe(1)
    await leave()
  })
})

it('a comment is reported by anybody, without an account', async () => {
  const { page, leave } = await openReader()
  await page.goto(`${await pathOf('10001')}#kommentare`)
  await page
    .locator('#kommentare')
    .getByRole('link', { name: /melden/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Beitrag melden' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Meldung senden' }).click()
  await page.getByText('Bitte füllen Sie Grund').waitFor()
  await page.getByLabel('Grund').selectOption('offTopic')
  await page.getByLabel('Was ist daran nicht in Ordnung?').fill('Hat nichts mit der Straßenbahn zu tun.')
  await page.getByLabel('Ihre E-Mail-Adresse').fill('melderin@example.org')
  await page.getByLabel(/Ich versichere/).check()
  await page.getByRole('button', { name: 'Meldung senden' }).click()
  await page.getByRole('heading', { name: 'Ihre Meldung ist eingegangen' }).waitFor()
  expect(await page.getByText(/Vorgang M-[0-9A-F]{12}/).count()).toBe(1)
  await leave()
})

it.each(PUBLICATIONS)('%s has a page of comments without scripts', async (publication) => {
  const id = { ak: '10001', fb: '20001', ht: '30009', la: '20051' }[publication]
  const answer = await getPage(publication, `/kommentare/${id}`)
  expect([answer.status, /Auswahl der Redaktion/.test(answer.body), /"commentCount":\d/.test(answer.body)]).toEqual([
    200,
    true,
    true,
  ])
})
