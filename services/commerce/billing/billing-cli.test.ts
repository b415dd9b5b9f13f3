import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ENGINE, openTestDatabase } from '../../platform/database/database.testing.ts'
import { runBilling } from './billing-cli.ts'
import { atNoon, CARD, DEBIT, openBillingPlatform, SELLER, toOrder, type BillingPlatform } from './billing.testing.ts'
import { get, KEY } from '../coins/ledger.testing.ts'

describe('npx lokalteil billing', () => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: BillingPlatform
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-billing-'))
  const clock = { now: atNoon('2026-11-23') }
  beforeAll(async () => {
    opened = await openTestDatabase(ENGINE, createTestDatabase)
    test = await openBillingPlatform(opened.database, clock)
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await opened.drop()
  })

  async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    const said = { out: '', err: '' }
    vi.stubGlobal('fetch', (request: Request) => {
      const url = new URL(request.url)
      url.pathname = url.pathname.replace('/__services/plenigo', '')
      return test.service.app.fetch(new Request(url, request))
    })
    const code = await runBilling(
      args,
      { SUBSCRIPTION_SERVICE_KEY: KEY, MANDATOR: 'ak' },
      { out: (text) => (said.out += text), err: (text) => (said.err += text) },
    )
    vi.unstubAllGlobals()
    return { code, ...said }
  }
  const fileOf = (name: string, text?: string): string => {
    const path = join(folder, name)
    if (text !== undefined) writeFileSync(path, text)
    return path
  }

  it.each<[string, string[], string]>([
    ['nothing', [], 'Say what to do: status, run, collect'],
    ['something unknown', ['collect-all'], 'There is no "collect-all"'],
    ['no such publication', ['status', '--publication', 'xx'], 'There is no publication "xx"'],
    ['returns without a file', ['returns'], 'FILE is missing'],
    ['a transfer without an invoice', ['paid', 'Abo'], '"Abo" is no INVOICE'],
    ['a refund of no invoice', ['refund', 'Abo'], '"Abo" is no INVOICE'],
    [
      'a refund of an amount that is none',
      ['refund', 'AK-2026-000001', '--amount', '5,0', '--id', 'T-1'],
      '--amount "5,0" is no AMOUNT: like 5,00.',
    ],
    ['a part without a ticket', ['refund', 'AK-2026-000001', '--amount', '5,00'], 'A part needs a ticket'],
    ['a withdrawal from no order', ['withdraw', 'AK-2026-000001'], '"AK-2026-000001" is no ORDER'],
    ['a day that is none', ['withdraw', 'A-2026-7Q4F-MX2D', '--on', '24.11.2026'], '--on "24.11.2026" is no DAY'],
    ['a transfer of nothing', ['refunded'], 'REFUND is missing'],
    [
      'a list that is none',
      ['returns', fileOf('letter.txt', 'Sehr geehrte Damen und Herren')],
      'is no list of returns',
    ],
    [
      'a seller without an account',
      ['seller', fileOf('half.json', JSON.stringify({ ...SELLER, iban: 'none' }))],
      'iban',
    ],
  ])('refuses %s', async (_name, args, message) => {
    const { code, err } = await run(...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it('sets the sender of invoices, collects once, books returns once, and lists open charges', async () => {
    expect(await run('collect')).toMatchObject({ code: 1, err: expect.stringContaining('NO_SELLER') as string })
    expect(await run('seller', fileOf('seller.json', JSON.stringify(SELLER)))).toMatchObject({
      code: 0,
      out: 'Invoices are written by Auental Medien GmbH & Co. KG.\n',
    })
    const sub = 'payer-of-the-office'
    await get(test.of('ak').placeOrder({ params: { sub }, body: toOrder('plus-pur', 1290, DEBIT) }))
    expect((await run('status')).out).toContain('for the next file: 1 debit\n')

    const path = fileOf('bank.xml')
    expect(await run('collect', '--out', path)).toMatchObject({
      code: 0,
      out: `${path}: 1 debit, 12,90\u00a0€, on 30.11.2026\n`,
    })
    expect(readFileSync(path, 'utf8')).toContain('pain.008.001.08')
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(await run('collect', '--out', path)).toMatchObject({ code: 0, out: 'There is nothing to collect.\n' })
    const { out } = await run('status')
    const id = /AK-\d{8}-[A-F0-9]{8}/.exec(out)![0]
    expect(out).toBe(
      [
        'contracts: 1 active',
        'charges:',
        '  submitted       1  12,90\u00a0€',
        'for the next file: 0 debits',
        'last files for the bank:',
        `  ${id}  30.11.2026  1 debit  12,90\u00a0€\n`,
      ].join('\n'),
    )
    // A file that exists is not written over.
    expect(await run('collect', '--again', id, '--out', path)).toMatchObject({
      code: 1,
      err: expect.stringContaining('EEXIST') as string,
    })
    expect(await run('collect', '--again', id, '--out', fileOf('again.xml'))).toMatchObject({ code: 0 })
    expect(readFileSync(fileOf('again.xml'), 'utf8')).toBe(readFileSync(path, 'utf8'))

    const [charge] = await get(test.of('ak').listCharges({ params: { sub } }))
    const list = fileOf('returns.csv', `${charge!.id}-0;AM04\n`)
    expect(await run('returns', list)).toMatchObject({ code: 0, out: `${charge!.id}-0  booked\n` })
    expect(await run('returns', list)).toMatchObject({ code: 0, out: `${charge!.id}-0  known\n` })
    expect((await run('status')).out).toContain('contracts: 1 payment_failed')
    expect(await run('paid', 'AK-2026-000001')).toMatchObject({ code: 0, out: 'AK-2026-000001  booked\n' })
    expect(await run('paid', 'AK-2026-000099')).toMatchObject({ code: 1, out: 'AK-2026-000099  unknown\n' })
    expect(await run('run')).toMatchObject({ code: 0 })
    expect((await run('status')).out).toContain('contracts: 1 active')
  })

  it('gives a part back once, the rest, and pays both by one file', async () => {
    const invoice = 'AK-2026-000001'
    const part = await run('refund', invoice, '--amount', '2,90', '--id', 'T-4711')
    expect(part).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^R-[a-f0-9]{24} {2}\d{9} {2}2,90\u00a0€ {2}transfer\n$/) as string,
    })
    expect(await run('refund', invoice, '--amount', '2,90', '--id', 'T-4711')).toEqual(part)
    expect(await run('refund', invoice, '--amount', '10,01', '--id', 'T-4712')).toMatchObject({
      code: 1,
      err: expect.stringContaining('TOO_MUCH') as string,
    })
    const rest = await run('refund', invoice)
    expect([rest.code, rest.out]).toEqual([0, expect.stringContaining('10,00\u00a0€  transfer')])
    const status = (await run('status')).out
    for (const text of ['to give back:\n', part.out, rest.out]) expect(status).toContain(text)
    const path = fileOf('transfers.xml')
    expect(await run('transfers', '--out', path)).toMatchObject({
      code: 0,
      out: `${path}: 2 transfers, 12,90\u00a0€, on 23.11.2026\n`,
    })
    expect([statSync(path).mode & 0o077, readFileSync(path, 'utf8').includes('pain.001.001.09')]).toEqual([0, true])
    expect(await run('transfers')).toMatchObject({ code: 0, out: 'There is nothing to pay back.\n' })
    const id = part.out.slice(0, 26)
    const list = fileOf('transfers.csv', `${id};AC04\n`)
    expect(await run('refunded', id)).toMatchObject({ code: 1, out: `${id}  unknown\n` })
    expect(await run('returns', list)).toMatchObject({ code: 0, out: `${id}  booked\n` })
    expect((await run('status')).out).toContain('by-hand (RETURNED AC04)')
    expect(await run('refunded', id)).toMatchObject({ code: 0, out: `${id}  booked\n` })
  })

  it('names each debit that no bank file can carry, and collects the others', async () => {
    const [strange, fine] = ['has-letters-no-bank-reads', 'has-a-name-for-banks']
    for (const sub of [strange, fine])
      await get(test.of('ak').placeOrder({ params: { sub }, body: toOrder('plus-pur', 1290, DEBIT) }))
    const { customerId } = await get(test.of('ak').openCustomer({ params: { sub: strange } }))
    const holder = (name: string) =>
      sql`update subscription.payment_methods set holder = ${name} where customer_id = ${customerId}`.execute(
        opened.database.db,
      )
    await holder('王小明')
    const [charge] = await get(test.of('ak').listCharges({ params: { sub: strange } }))
    const left = `left out: ${charge!.id} of customer ${customerId}, the name of the account’s holder has no letter a bank can read\n`
    const path = fileOf('without-one.xml')
    expect(await run('collect', '--out', path)).toEqual({
      code: 1,
      out: `${path}: 1 debit, 12,90\u00a0€, on 30.11.2026\n`,
      err: left,
    })
    expect(await run('collect')).toEqual({ code: 1, out: 'There is nothing to collect.\n', err: left })
    expect((await run('status')).err).toBe(left)
    await holder('Wang Xiaoming')
    expect(await run('collect', '--out', fileOf('with-it.xml'))).toMatchObject({ code: 0, err: '' })
  })

  it('ends a contract by withdrawal', async () => {
    const sub = 'withdraws-at-the-office'
    const { number } = await get(test.of('ak').placeOrder({ params: { sub }, body: toOrder('pur', 490, CARD) }))
    expect(await run('withdraw', number, '--on', '2026-12-08')).toMatchObject({
      code: 1,
      err: expect.stringContaining('TOO_LATE') as string,
    })
    expect(await run('withdraw', number, '--on', '2026-12-07')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/the contract has ended\nR-.*4,90\u00a0€ {2}done\n$/) as string,
    })
    expect(await test.service.rolesOf('ak', sub)).toEqual([])
  })
})
