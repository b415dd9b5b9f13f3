import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@lokalteil/tools/free-port'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { runCodes } from './codes-cli.ts'
import { toTestOffers } from '../offers/offers.testing.ts'
import { get, openTestPlatform, outcomeOf } from '../coins/ledger.testing.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-codes-'))
let postgres: Awaited<ReturnType<typeof createTestDatabase>>
let freePort: number

beforeAll(async () => {
  postgres = await createTestDatabase()
  freePort = await findFreePort()
  await atPlatform(async ({ service }) =>
    service.applyFolder('ak', {
      version: 1,
      catalogue: { offers: toTestOffers('ak'), readerService: null },
      seller: null,
    }),
  )
})
afterAll(async () => {
  await postgres.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function atPlatform<T>(work: (test: Awaited<ReturnType<typeof openTestPlatform>>) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url: postgres.url })
  try {
    return await work(await openTestPlatform(database, () => new Date()))
  } finally {
    await database.close()
  }
}
async function run(
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const code = await runCodes(
    args,
    { DATA_DIR: dataDir, DATABASE_URL: postgres.url, PORT: String(freePort), MANDATOR: 'ak', ...environment },
    { out: (text) => (out += text), err: (text) => (err += text) },
  )
  return { code, out, err }
}

it('makes codes as CSV that readers can redeem, lists and revokes them', async () => {
  const made = await run([
    'create',
    '--kind',
    'access',
    '--offer',
    'plus-monat',
    '--months',
    '3',
    '--count',
    '3',
    '--until',
    '2099-12-31',
    '--batch',
    'fest',
  ])
  const [head, ...lines] = made.out.trimEnd().split('\n')
  expect([made.code, made.err, head, lines.length]).toEqual([0, '', 'code,uses,until,batch', 3])
  for (const line of lines) expect(line).toMatch(/^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3},1,2099-12-31,fest$/)
  const codes = lines.map((line) => line.split(',')[0]!)
  await atPlatform(async ({ of }) =>
    expect(
      await get(
        of('ak').redeemCode({
          params: { sub: 'eva-sommer' },
          body: { code: codes[0]!, requester: 'requester-0000-0000' },
        }),
      ),
    ).toMatchObject({ kind: 'access' }),
  )
  expect(await run(['revoke', codes[1]!])).toEqual({ code: 0, out: '1 codes revoked\n', err: '' })
  const states = Object.fromEntries(
    (await run(['list', 'fest'])).out
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => [line.split(',')[0], line]),
  )
  expect(codes.map((code) => states[code])).toEqual([
    `${codes[0]},0,used`,
    `${codes[1]},1,revoked`,
    `${codes[2]},1,good`,
  ])
  expect((await run(['list'])).out).toMatch(
    /^batch,kind,for,codes,uses each,redeemed,revoked,until,made\nfest,access,"plus-monat, 3 months",3,1,1,1,2099-12-31,\d{4}-\d{2}-\d{2}\n$/,
  )
  expect(await run(['revoke', 'fest'])).toMatchObject({ code: 0, out: '2 codes revoked\n' })
  await atPlatform(async ({ of }) =>
    expect(
      await outcomeOf(
        of('ak').redeemCode({
          params: { sub: 'jan-winter' },
          body: { code: codes[2]!, requester: 'requester-0000-0001' },
        }),
      ),
    ).toBe('422 INVALID_CODE'),
  )
})

it('makes vouchers, coins and chosen codes in the publication that was named, each batch once', async () => {
  expect(
    await run([
      'create',
      '--publication',
      'fb',
      '--kind',
      'coins',
      '--coins',
      '5',
      '--code',
      'fest-2026',
      '--uses',
      '100',
      '--batch',
      'a',
    ]),
  ).toEqual({ code: 0, out: 'code,uses,until,batch\nFEST-2026,100,,a\n', err: '' })
  expect(await run(['create', '--kind', 'coins', '--coins', '5', '--batch', 'a'], { MANDATOR: 'fb' })).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('409 EXISTS'),
  })
  await run(['create', '--kind', 'voucher', '--percent', '20', '--periods', '3', '--batch', 'b', '--publication', 'fb'])
  await run(['create', '--kind', 'voucher', '--cents', '500', '--batch', 'c', '--publication', 'fb'])
  expect(
    (await run(['list', '--publication', 'fb'])).out
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').slice(0, 3).join(' '))
      .toSorted(),
  ).toEqual(['', 'a coins 5 coins', 'b voucher 20 % off 3 periods', 'c voucher 500 cents off 1 periods'])
  expect((await run(['list', '--publication', 'ht'])).out).toMatch(/^batch.*\n$/)
})

it.each([
  [['create', '--kind', 'access', '--offer', 'nothing', '--months', '1'], '422 NO_SUCH_OFFER'],
  [['create', '--kind', 'coins', '--coins', '1', '--code', 'short'], '422 INVALID_CODE'],
  [['list', 'nothing'], '404 NOT_FOUND'],
  [['revoke', 'nothing'], '404 NOT_FOUND'],
])('changes nothing with %j', async (args, message) => {
  expect(await run(args)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) })
})

it.each([
  [[], 'Say what to do: create, list, revoke.'],
  [['steal'], 'There is no "steal"'],
  [['list', '--publication', 'xx'], 'There is no publication "xx"'],
  [['revoke'], 'BATCH-OR-CODE is missing'],
  [['create'], '--kind KIND is missing'],
  [['create', '--kind', 'money'], '--kind is'],
  [['create', '--kind', 'access', '--months', '3'], '--offer'],
  [['create', '--kind', 'access', '--offer', 'plus-monat', '--months', '25'], '--months'],
  [['create', '--kind', 'coins', '--coins', '0'], '--coins'],
  [['create', '--kind', 'voucher'], 'either --percent or --cents'],
  [['create', '--kind', 'voucher', '--percent', '10', '--cents', '10'], 'either --percent or --cents'],
  [['create', '--kind', 'voucher', '--percent', '101'], '--percent'],
  [['create', '--kind', 'voucher', '--percent', '10', '--periods', '0'], '--periods'],
  [['create', '--kind', 'coins', '--coins', '1', '--count', '10001'], '--count'],
  [['create', '--kind', 'coins', '--coins', '1', '--uses', '-1'], 'Usage'],
  [['create', '--kind', 'coins', '--coins', '1', '--until', 'soon'], '--until'],
  [['create', '--kind', 'coins', '--coins', '1', '--batch', 'a b'], '--batch'],
  [['create', '--kind', 'coins', '--coins', '1', '--code', 'FEST-2026', '--count', '2'], '--code'],
  [['list', '--unknown'], 'Usage'],
])('names the fault of %j', async (args, message) => {
  const { code, err } = await run(args)
  expect([code, err.includes('Usage:'), err]).toEqual([2, true, expect.stringContaining(message)])
})
