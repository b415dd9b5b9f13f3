/** A publication moves in with its subscribers: from the office's table to the reader's account and the first debit. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContractsView, SubscriptionsView } from '@lokalteil/contracts/portal'
import { SEED } from '@lokalteil/services/content/content.testing'
import { runCustomers } from '@lokalteil/services/commerce/office/customers-cli'
import { SELLER } from '@lokalteil/services/commerce/billing/billing.testing'
import { countRows, listAsked, listIssued, listMails } from '@lokalteil/services/commerce/imports/moved-in.testing'
import { saveSeller } from '@lokalteil/services/commerce/documents/invoice-store'
import { openDatabase, type Database } from '@lokalteil/services/platform/database'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { outcomeOf, TestReader } from './reader.testing.ts'

const KEY = 'the-key-of-the-subscription-platform'
const PASSWORD = 'Ein-langer-Satz-7'
const HEAD =
  'Kundennummer;E-Mail;Anrede;Vorname;Nachname;Straße;PLZ;Ort;Angebot;Preis;Beginn;Nächste Abbuchung;Zahlungsart;IBAN;Mandatsreferenz;Mandat vom;Zustellbezirk'
const EVA =
  '4711;eva@example.org;Frau;Eva;Größe;Am Fluss 3;00412;Auenburg;plus-monat;8,90;15.08.2019;15.12.2026;Lastschrift;DE93 9999 9999 0000 0000 01;ALT-4711;01.08.2019;7'
const JAN =
  '=4712;jan@example.org;Herr;Jan;Klein;Am Fluss 4;00412;Auenburg;plus-monat;8,90;15.08.2019;15.12.2026;Rechnung;;;;7'
const MIA =
  '4713;mia@example.org;Frau;Mia;Berg;Am Fluss 5;00412;Auenburg;plus-jahr;89,00;01.03.2020;20.11.2026;Lastschrift;DE93 9999 9999 0000 0000 01;-4713;01.03.2020;7'

let postgres: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let portal: TestPortal
const folder = mkdtempSync(join(tmpdir(), 'lokalteil-subscribers-'))
const table = join(folder, 'abos.csv')
const report = join(folder, 'report.csv')

beforeAll(async () => {
  postgres = await createTestDatabase()
  portal = await openTestPortal({
    seed: SEED,
    now: new Date('2026-11-23T11:00:00Z'),
    env: {
      DATABASE_URL: postgres.url,
      SUBSCRIPTION_SERVICE_KEY: KEY,
      PAYMENT_PROVIDERS: 'sepa,invoice',
      TRUST_PROXY: '127.0.0.1',
    },
  })
  database = await openDatabase({ url: postgres.url })
  await saveSeller('ak', SELLER, portal.clock.now, database.db as never)
  // A table from Excel in a Windows encoding.
  writeFileSync(table, Buffer.from([HEAD, EVA, JAN, MIA, ''].join('\r\n'), 'latin1'))
}, 240_000)
afterAll(async () => {
  await portal?.close()
  await database?.close()
  await postgres?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const bring = (...more: string[]) => bringFile(table, ...more)
async function bringFile(file: string, ...more: string[]) {
  let [out, err] = ['', '']
  const args = [
    'import',
    file,
    '--publication',
    'ak',
    '--url',
    `http://127.0.0.1:${portal.port}`,
    '--key',
    KEY,
    ...more,
  ]
  const code = await runCustomers(args, {}, { out: (text) => (out += text), err: (text) => (err += text) })
  return { code, out, err }
}
const readReport = () => readFileSync(report, 'utf8').replace('\ufeff', '').trimEnd().split('\r\n')
const post = (body: object, headers: Record<string, string>, publication = 'ak') =>
  portal.get(`/__services/subscribers/${publication}/batches`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('a publication that moves in with its subscribers', () => {
  it('a dry run of the table changes nothing', async () => {
    const before = await countRows(database)
    const { code, out, err } = await bring('--dry-run', '--invite', '--report', report)
    expect([code, out]).toEqual([
      1,
      'columns that are not read: Zustellbezirk\n3 lines: 1 would be new, 0 kept, 2 refused; nothing was written\n',
    ])
    expect(err).toBe(
      'line 3: id is no number of a contract: up to 64 letters, digits and simple signs\n' +
        'line 4: next_debit is not after today: the old system may have taken this money. Debit it there, and export again with the day after\n',
    )
    expect(readReport()).toEqual([
      'line;id;result;customer number;account;detail',
      '1;;note;;;columns that are not read: Zustellbezirk',
      '2;4711;would-be-new;;new;',
      "3;'=4712;refused;;;id is no number of a contract: up to 64 letters, digits and simple signs",
      expect.stringMatching(/^4;4713;refused;;;next_debit is not after today/),
    ])
    expect(statSync(report).mode & 0o777).toBe(0o600)
    expect(await countRows(database)).toEqual(before)
  })

  it('are imported and invited, and importing the table again changes nothing', async () => {
    const first = await bring('--invite', '--report', report)
    expect([first.code, first.out]).toEqual([1, expect.stringContaining('3 lines: 1 new, 0 kept, 2 refused, 1 mails')])
    expect(readReport()[2]).toMatch(/^2;4711;new;\d{9};new;$/)
    expect(readReport().at(-1)).toMatch(/^2;4711;invited;\d{9};;$/)
    expect(readFileSync(report, 'utf8')).not.toMatch(/DE93|9999 ?9999|ALT-4711/)
    expect(await listMails(database)).toMatchObject([
      {
        template: 'subscriber-invited',
        to: { address: 'eva@example.org', name: 'Eva Größe' },
        data: {
          validDays: 30,
          products: [{ name: 'Plus Monat', from: null }],
          readerService: { phone: expect.any(String) },
        },
      },
    ])
    const before = await countRows(database)
    const again = await bring('--invite')
    expect([again.code, again.out]).toEqual([1, expect.stringContaining('0 new, 1 kept, 2 refused, 0 mails')])
    expect(await countRows(database)).toEqual(before)
    expect(portal.logged().join('\n')).not.toMatch(/DE93|9999 ?9999|ALT-4711|eva@example/)
  })

  it('set a password from the mail, read, and see the day of the next debit', async () => {
    const [mail] = await listMails(database)
    const code = mail!.data.path.split('/').at(-1)!
    const eva = new TestReader(portal)
    const set = await eva.post('/api/auth/reset-password', {
      code,
      password: PASSWORD,
      passwordConfirmation: PASSWORD,
    })
    expect(await set.json()).toMatchObject({ missingFields: ['terms', 'advertising'] })
    expect(eva.claims().subscriptionRoles).toEqual(['PLUS_USER'])
    const reader = new TestReader(portal)
    expect((await reader.login('eva@example.org', PASSWORD)).status).toBe(200)
    const view = (await (await reader.ask('/api/mein/account/subscriptions')).json()) as SubscriptionsView
    const { contracts, documents } = view.billing as ContractsView
    expect(documents).toEqual([])
    expect(contracts).toMatchObject([
      {
        name: 'Plus Monat',
        state: 'active',
        priceCents: 890,
        nextCharge: { on: '2026-12-15', cents: 890 },
        period: { from: '2026-11-15', to: '2026-12-14' },
        payment: { kind: 'sepa', label: 'DE •••• 0001' },
      },
    ])
    // The same address is a different reader in another publication.
    expect(await outcomeOf(new TestReader(portal, 'fb').login('eva@example.org', PASSWORD))).toBe(
      '401 WRONG_CREDENTIALS',
    )
    expect((await bring('--invite')).out).toContain('1 kept, 2 refused, 0 mails')
  })

  it('are debited on the day of the table and not before, with an invoice', async () => {
    for (const day of ['2026-11-24', '2026-12-14']) {
      portal.clock.now = new Date(`${day}T11:00:00Z`)
      await portal.runtime.commerce!.billing.run(['ak'])
      expect(await listAsked(database)).toEqual([])
    }
    portal.clock.now = new Date('2026-12-15T11:00:00Z')
    await portal.runtime.commerce!.billing.run(['ak'])
    await portal.runtime.commerce!.billing.run(['ak'])
    expect(await listAsked(database)).toEqual([{ period_from: '2026-12-15', amount_cents: 890, state: 'submitted' }])
    expect(await listIssued(database)).toMatchObject([
      { buyer: { name: 'Eva Größe', email: 'eva@example.org' }, payment: { mandateReference: 'ALT-4711' } },
    ])
    expect((await bring()).out).toContain('0 new, 1 kept')
    portal.clock.now = new Date('2026-11-23T11:00:00Z')
  })

  it('a reader with two contracts gets one mail about both', async () => {
    const own = join(folder, 'two.csv')
    const line = (id: string, offer: string) =>
      `${id};ute@example.org;Frau;Ute;Nuß;Am Fluss 9;00412;Auenburg;${offer};;15.08.2019;15.12.2026;Rechnung;;;;7`
    writeFileSync(own, `\ufeff${[HEAD, line('5001', 'plus-monat'), line('5002', 'epaper'), ''].join('\r\n')}`)
    const before = (await listMails(database)).length
    const found = await bringFile(own, '--invite', '--report', report)
    expect([found.code, found.out]).toEqual([0, expect.stringContaining('2 lines: 2 new, 0 kept, 0 refused, 1 mails')])
    expect(readReport().filter((one) => one.includes(';invited;'))).toHaveLength(1)
    const mails = (await listMails(database)).slice(before)
    expect(mails).toMatchObject([{ to: { address: 'ute@example.org' }, data: { products: [{}, {}] } }])
  })

  it('the import door requires the key, has limits, and knows only existing publications', async () => {
    const headers = { authorization: `Bearer ${KEY}` }
    const contract = { id: '1', email: 'x@example.org', offer: 'plus-monat', startsOn: '2026-01-01', payment: 'none' }
    const body = { dryRun: true, contracts: [contract] }
    expect(await outcomeOf(post(body, {}))).toBe('401 UNAUTHORISED')
    expect(await outcomeOf(post(body, { authorization: `Bearer ${KEY}x` }))).toBe('401 UNAUTHORISED')
    expect(await outcomeOf(post(body, headers, 'xy'))).toBe('404 NOT_FOUND')
    expect(await outcomeOf(post({ ...body, contracts: Array.from({ length: 201 }, () => contract) }, headers))).toBe(
      '400 BAD_REQUEST',
    )
    expect(await outcomeOf(post({ ...body, contracts: [{ ...contract, role: 'PLUS_USER' }] }, headers))).toBe(
      '400 BAD_REQUEST',
    )
    expect(await (await post(body, headers)).json()).toMatchObject({
      results: [{ id: '1', result: 'refused', faults: [{ column: 'last_name' }], account: null, invitation: 'none' }],
    })
    const paths = await (await portal.get('/__services/subscribers/openapi.json')).json()
    expect(Object.keys((paths as { paths: object }).paths)).toContain('/batches')
  })

  it.each([
    ['without a file', [], 'FILE is missing'],
    ['with a file that is not there', ['/nowhere.csv'], '/nowhere.csv cannot be read: ENOENT.'],
    ['that would overwrite its table', [table, '--report', table], '--report would overwrite the table itself.'],
    ['with another key', [table, '--key', 'another'], 'does not accept the key: 401 UNAUTHORISED.'],
    ['with a table of something else', [join(import.meta.dirname, '../../package.json')], 'has no column id'],
  ])('reports a wrong command %s', async (_name, args, expected) => {
    let err = ''
    const code = await runCustomers(
      ['import', '--publication', 'ak', '--url', `http://127.0.0.1:${portal.port}`, '--key', KEY, ...args],
      {},
      { out: () => {}, err: (text) => (err += text) },
    )
    expect([code, err]).toEqual([2, expect.stringContaining(expected)])
  })
})
