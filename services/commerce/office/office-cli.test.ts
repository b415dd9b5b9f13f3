import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@lokalteil/tools/free-port'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase, type Database } from '../../platform/database.ts'
import type { Run } from '../../platform/commands/command.ts'
import { runCustomers } from './customers-cli.ts'
import { runDeclarations } from '../contracts/declarations-cli.ts'
import { runOffers } from '../offers/offers-cli.ts'
import { atNoon, CARD, openBillingPlatform, SELLER, toOrder, type BillingPlatform } from '../billing/billing.testing.ts'
import { get, KEY } from '../coins/ledger.testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'lokalteil-office-'))
let postgres: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let test: BillingPlatform
let freePort: number
let customerId: string
let orderNumber: string
/** Files that share a process count their readers together. */
let email: string

beforeAll(async () => {
  postgres = await createTestDatabase()
  database = await openDatabase({ url: postgres.url })
  test = await openBillingPlatform(database, { now: atNoon('2026-11-21') })
  freePort = await findFreePort()
  await get(test.of('ak').saveSeller({ body: SELLER }))
  const body = toOrder('plus-monat', 100, CARD)
  const order = await get(test.of('ak').placeOrder({ params: { sub: 'eva-groesse' }, body }))
  email = body.email
  orderNumber = order.number
  customerId = (await get(test.of('ak').openCustomer({ params: { sub: 'eva-groesse' } }))).customerId
})
afterEach(() => vi.unstubAllGlobals())
afterAll(async () => {
  await database.close()
  await postgres.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function run(command: Run, args: string[], isRunning = true) {
  // A portal that runs is asked, whatever its address; without one the command opens the database itself.
  if (isRunning)
    vi.stubGlobal('fetch', (request: Request) => {
      const url = new URL(request.url)
      url.pathname = url.pathname.replace('/__services/plenigo', '')
      return test.service.app.fetch(new Request(url, request))
    })
  let [out, err] = ['', '']
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    PORT: String(freePort),
    SUBSCRIPTION_SERVICE_KEY: KEY,
    MANDATOR: 'ak',
  }
  const code = await command(args, environment, { out: (text) => (out += text), err: (text) => (err += text) })
  vi.unstubAllGlobals()
  return { code, out: out.replaceAll('\u00a0', ' '), err }
}

describe('npx lokalteil offers', () => {
  it.each([true, false])('lists, prints and saves the offers (a portal runs: %s)', async (isRunning) => {
    const listed = await run(runOffers, ['list'], isRunning)
    expect(listed).toMatchObject({ code: 0, err: '' })
    expect(listed.out).toContain(
      'plus-monat  Plus Monat  9,90 € for 1 months  sold\n    Läuft einen Monat zur Probe, danach auf unbestimmte Zeit. In der Probezeit zu deren Ende kündbar',
    )
    expect(listed.out).toContain('epaper  E-Paper  27,90 € for 1 months  waits, the publication has no epaper\n')

    const shown = await run(runOffers, ['show'], isRunning)
    const file = join(folder, 'offers.json')
    writeFileSync(file, shown.out.replace('"Plus Monat"', '"Plus im Monat"'))
    expect(await run(runOffers, ['save', file], isRunning)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+ offers saved\nplus-monat {2}Plus im Monat /),
    })
    writeFileSync(file, shown.out)
    expect((await run(runOffers, ['save', file], isRunning)).code).toBe(0)
  })

  it('names the faults of a catalogue, and saves nothing', async () => {
    const before = (await run(runOffers, ['show'])).out
    const file = join(folder, 'bad.json')
    const save = async (text: string) => {
      writeFileSync(file, text)
      return run(runOffers, ['save', file])
    }
    expect(await save('{')).toMatchObject({ code: 1, err: expect.stringMatching(/bad\.json cannot be read: .*JSON/) })
    expect(await save(before.replace('"priceCents": 990', '"priceCents": "9,90"'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is no catalogue:[\s\S]*expected number[\s\S]*offers\[0\]\.priceCents/),
    })
    expect(await save(before.replace('"noticeMonths": 1', '"noticeMonths": 3'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/UNLAWFUL_OFFER[\s\S]*  offers\.0: NOTICE_TOO_LONG/),
    })
    expect((await run(runOffers, ['show'])).out).toBe(before)
  })

  it.each([
    [[], 'Say what to do: list, show, save.'],
    [['drop'], 'There is no "drop": list, show, save.'],
    [['list', '--publication', 'xx'], 'There is no publication "xx".'],
    [['save'], 'FILE is missing'],
  ])('ends with 2 for %o', async (args, message) => {
    const ended = await run(runOffers, args)
    expect([ended.code, ended.out]).toEqual([2, ''])
    expect(ended.err).toContain(message)
  })
})

describe('npx lokalteil declarations', () => {
  it('R1-85 lists declarations of readers until the office marks them as done', async () => {
    const filed = await get(
      test.of('ak').fileCancellation({
        body: {
          idempotencyKey: 'a-cancellation-of-a-test',
          requester: 'requester-of-a-test',
          input: { name: 'Eva Größe', email, contract: orderNumber },
        },
      }),
    )
    const listed = await run(runDeclarations, ['list'])
    expect(listed).toMatchObject({ code: 0, err: '' })
    for (const part of [
      filed.number,
      'Eva Größe',
      orderNumber,
      'ordentliche Kündigung',
      'Offen',
      '1 declarations wait',
    ])
      expect(listed.out).toContain(part)
    expect((await run(runCustomers, ['show', customerId])).out).toContain(`cancellation ${filed.number} waits`)

    const done = await run(runDeclarations, ['done', filed.number, '--note', 'Zum 20.12. beendet'])
    expect(done).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Erledigt: 21\. November 2026.*Zum 20\.12\. beendet/),
    })
    expect((await run(runDeclarations, ['list'])).out).toBe('0 declarations wait\n')
    expect((await run(runDeclarations, ['list', '--right', 'withdrawal', '--all'])).out).toBe('0 declarations\n')
    // The first note stays.
    expect((await run(runDeclarations, ['done', filed.number, '--note', 'anders'])).out).toContain('Zum 20.12. beendet')
    expect((await run(runDeclarations, ['list', '--all'], false)).out).toContain('Zum 20.12. beendet')
    expect(await run(runDeclarations, ['done', 'K-2026-AAAA-AAAA', '--note', 'x'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('404 NOT_FOUND'),
    })
    expect((await run(runCustomers, ['show', customerId])).out).not.toContain('waits')
  })

  it.each([
    [['list', '--right', 'both'], '--right "both" is no RIGHT: cancellation or withdrawal.'],
    [['done', 'K-1', '--note', 'x'], '"K-1" is no NUMBER'],
    [['done', 'K-2026-AAAA-AAAA'], '--note TEXT is missing'],
  ])('ends with 2 for %o', async (args, message) => {
    const ended = await run(runDeclarations, args)
    expect(ended.code).toBe(2)
    expect(ended.err).toContain(message)
  })
})

describe('npx lokalteil customers', () => {
  it('finds them by number, order, invoice, and a part of name or address, whatever letters LIKE knows', async () => {
    const [invoice] = await get(test.of('ak').listDocuments({ params: { sub: 'eva-groesse' } }))
    for (const words of [
      customerId,
      orderNumber.toLowerCase(),
      invoice!.number,
      'größ',
      email.toUpperCase().slice(0, -8),
      'Änne Größe',
    ]) {
      const found = await run(runCustomers, ['find', ...words.split(' ')])
      expect([words, found.code, found.out.split('\n')[0]]).toEqual([
        words,
        0,
        expect.stringContaining(`${customerId}  Änne Größe  ${email}  Kornmarkt 11, 00412 Auenburg`),
      ])
    }
    for (const words of ['%%%', 'leser_1', 'niemand']) {
      expect((await run(runCustomers, ['find', words])).out).toBe('0 customers\n')
    }
    expect((await run(runCustomers, ['find', '--publication', 'fb', customerId])).out).toBe('0 customers\n')
  })

  it('shows contracts and papers, ends a contract with a letter, and lets it run on', async () => {
    const shown = await run(runCustomers, ['show', customerId])
    expect(shown.out).toMatch(/ {2}(\S+) {2}Plus Monat {2}active {2}from 2026-11-21 {2}earliest end 2026-12-20/)
    expect(shown.out).toMatch(/AK-2026-\d{6} {2}2026-11-21 {2}1,00 € {2}/)
    const id = / {2}(\S+) {2}Plus Monat/.exec(shown.out)![1]!
    const notices = () => test.mails.flatMap((mail) => (mail.template === 'contract-notice' ? [mail.data.kind] : []))
    expect(await run(runCustomers, ['cancel', customerId, id, '--on', '2026-12-31'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/409 END_CHANGED[\s\S]*endsOn: 2026-12-20/),
    })
    expect(notices()).toEqual([])
    expect((await run(runCustomers, ['cancel', customerId, id, '--on', '2026-12-20'])).out).toContain(
      'Plus Monat  cancelled  from 2026-11-21  until 2026-12-20',
    )
    expect((await run(runCustomers, ['keep', customerId, id])).out).toContain('Plus Monat  active')
    expect(notices()).toEqual(['cancelled', 'cancellation-undone'])
    // Without a portal no letter would be sent.
    expect(await run(runCustomers, ['cancel', customerId, id, '--on', '2026-12-20'], false)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Start the portal first'),
    })
  })

  it('corrects name and address for the invoices to come', async () => {
    const corrected = await run(runCustomers, [
      'address',
      customerId,
      '--last-name',
      'Größe-Süß',
      '--street',
      ' Am Fluss  3 ',
    ])
    expect(corrected.out).toContain(`${customerId}  Änne Größe-Süß  ${email}  Am Fluss 3, 00412 Auenburg`)
    expect(await run(runCustomers, ['address', '999999999', '--city', 'Talheim'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('404 NO_CUSTOMER'),
    })
  })

  it.each([
    [['find', 'ab'], 'Who?'],
    [['show', '12'], '"12" is no CUSTOMER'],
    [['cancel', '123456789', 'S-1'], '--on DAY is missing'],
    [['address', '123456789'], 'What is to be corrected?'],
    [['address', '123456789', '--country', 'XX'], '--country "XX" is no COUNTRY: one of'],
    [['erase', '123456789'], 'There is no "erase"'],
  ])('ends with 2 for %o', async (args, message) => {
    const ended = await run(runCustomers, args)
    expect(ended.code).toBe(2)
    expect(ended.err).toContain(message)
  })
})
