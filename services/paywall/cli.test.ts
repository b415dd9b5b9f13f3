import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import { INITIAL_PAYWALL_STATE, type DecisionRecord } from '@lokalteil/domain/access/access'
import { NO_GIFT_TOKEN } from '@lokalteil/domain/access/gift'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../platform/database.ts'
import { createDataDirectory, openEmptyDatabase } from '../platform/database/database.testing.ts'
import { createPaywallService, type PaywallService } from './app.ts'
import { runPaywall } from './cli.ts'

const KEY = 'a-service-key-for-tests'
const NOW = new Date()
let database: Database
let service: PaywallService
let server: Server
let folder: string
let environment: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lokalteil-paywall-'))
  mkdirSync(join(folder, 'keys'))
  writeFileSync(join(folder, 'keys', 'paywall.key'), `${KEY}\n`)
  database = await openEmptyDatabase(createTestDatabase)
  service = await createPaywallService({
    database,
    serviceKey: KEY,
    readerOf: async () => null,
    sectionOf: async (_publication, id) => (id === '130' ? 'lokales/auenburg' : null),
    now: () => NOW,
  })
  // As the portal mounts it.
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url!.replace('/__services/paywall', '')
      const init = {
        method: request.method!,
        headers: request.headers as Record<string, string>,
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      }
      Promise.resolve(service.app.fetch(new Request(`http://x${path}`, init))).then(
        async (answer) =>
          response
            .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
            .end(await answer.text()),
        () => response.writeHead(500).end(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  environment = { DATA_DIR: folder, MANDATOR: 'ak', PORT: String((server.address() as AddressInfo).port) }
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function run(args: readonly string[], change: Record<string, string> = {}) {
  const lines: string[] = []
  const code = await runPaywall(
    args,
    { ...environment, ...change },
    { out: (text) => lines.push(text), err: (text) => lines.push(text) },
  )
  return { code, text: lines.join('') }
}
const file = (name: string, content: unknown) => {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const RULES = {
  rules: [
    {
      id: 'local',
      when: { sections: ['lokales'], segments: ['registered'], meter: { days: 30, articles: 2 } },
      template: 'ok',
    },
  ],
  otherwise: 'subscription-${device}',
}

it('shows and replaces rules of a running portal', async () => {
  expect(await run(['rules'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('"otherwise": "subscription-${device}"') as string,
  })
  expect((await run(['rules', file('rules.json', RULES)])).code).toBe(0)
  expect((await run(['rules'])).text).toContain('"local"')
  expect((await run(['rules', '--publication', 'fb'])).text).not.toContain('"local"')
})

it.each([
  [
    ['see', '--article', '130', '--segment', 'registered', '--read', '1'],
    ['sees the text', 'The rule "local" decides'],
  ],
  [
    ['see', '--article', '130', '--segment', 'registered,verified', '--read', '2', '--device', 'mobile'],
    ['the layer "subscription-mobile"', 'No rule decides', 'local: not by meter'],
  ],
  [
    ['see', '--article', '130'],
    ['the layer "subscription-desktop"', 'local: not by segments', 'Sections: lokales/auenburg'],
  ],
  [['see', '--article', '999', '--segment', 'registered', '--anon', '42'], ['local: not by sections']],
  [['see', '--article', '999', '--segment', 'registered', '--anon', '42', '--section', 'lokales'], ['sees the text']],
])('answers %j with %j', async (args, expected) => {
  const { code, text } = await run(args)
  expect(code).toBe(0)
  for (const part of expected) expect(text).toContain(part)
})

it('tries rules of a file without changing those in force', async () => {
  const tried = file('tried.json', { rules: [], otherwise: 'ok' })
  expect((await run(['see', '--article', '130', '--rules', tried])).text).toContain('sees the text')
  expect((await run(['rules'])).text).toContain('"local"')
})

it.each([
  [[], 'Say what to do: rules, see'],
  [['rules', '--publication', 'xx'], 'There is no publication "xx"'],
  [['dance'], 'There is no "dance"'],
  [['see'], '--article ID is missing'],
  [['see', '--article', '130', '--device', 'fridge'], 'device'],
  [['see', '--article', '130', '--segment', 'nobody'], 'segments'],
  [['see', '--article', '130', '--read', 'x'], '--read "x" is no COUNT'],
  [['rules', '/does/not/exist.json'], 'cannot be read'],
  [['replay'], 'DECISION is missing'],
  [['rules', '--nonsense'], 'nonsense'],
  [['rules', '--key', 'wrong'], '401 UNAUTHORISED'],
])('names the fault of %j: %s', async (args, expected) => {
  const { code, text } = await run(args)
  expect([code, text.includes(expected)]).toEqual([2, true])
})

it('changes nothing by invalid or pointless rules', async () => {
  const broken = { rules: [{ id: 'a', when: { weather: 'fine' }, template: 'ok' }], otherwise: 'x' }
  expect((await run(['rules', file('broken.json', broken)])).text).toContain('rules.0.when')
  const unfit = {
    rules: [
      { id: 'a', when: {}, template: 'ok' },
      { id: 'b', when: {}, template: 'x' },
    ],
    otherwise: 'x',
  }
  expect(await run(['rules', file('unfit.json', unfit)])).toMatchObject({
    code: 1,
    text: expect.stringContaining('rules.b: UNREACHABLE') as string,
  })
  expect((await run(['rules'])).text).toContain('"local"')
})

it('finds a decision and makes it again', async () => {
  const input: DecisionRecord['input'] = {
    isPaywallEnabled: true,
    contentRestriction: 'paid',
    isLegal: false,
    extendedAccess: 'none',
    reader: toReaderFlags({ isLoggedIn: true, roles: ['PLUS_USER'], emailVerified: true }),
    articleTagIds: [],
    hasBoughtArticle: false,
    linkToken: NO_GIFT_TOKEN,
    paywall: INITIAL_PAYWALL_STATE,
    availableCreditCount: 0,
  }
  const entry = (id: string, decision: DecisionRecord['decision']) => ({
    id,
    at: NOW.toISOString(),
    articleId: '130',
    sub: 'frida',
    anonId: null,
    record: { input: input as never, decision: decision as never },
  })
  const [same, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
  const client = createTestClient(PAYWALL_INTERNAL, {
    fetch: (request) => service.app.fetch(request),
    base: 'http://x/ak',
    headers: { authorization: `Bearer ${KEY}` },
  })
  await client.keepDecisions({
    body: [
      entry(same, { kind: 'unlocked', reason: 'plus' }),
      entry(other, { kind: 'locked', layer: 'subscription', template: null }),
    ],
  })
  const list = await run(['decisions', '--sub', 'frida'])
  expect(list.text).toContain(`${same}  article 130  reader frida  unlocked:plus`)
  expect(await run(['replay', same])).toMatchObject({
    code: 0,
    text: expect.stringContaining('Decided again: unlocked:plus') as string,
  })
  expect(await run(['replay', other])).toMatchObject({
    code: 1,
    text: expect.stringContaining('have changed since') as string,
  })
  expect((await run(['replay', '00000000-0000-4000-8000-000000000009'])).code).toBe(1)
  expect((await run(['decisions', '--anon', '1'])).text).toContain('No decision')
})

it('asks the database itself when no portal runs', async () => {
  const { dataDir, remove } = await createDataDirectory()
  try {
    const change = { DATA_DIR: dataDir, PORT: '1' }
    expect((await run(['rules', '--publication', 'fb'], change)).text).toContain('subscription-${device}')
    expect((await run(['rules', file('rules.json', RULES), '--publication', 'fb'], change)).code).toBe(0)
    expect(
      (
        await run(
          [
            'see',
            '--publication',
            'fb',
            '--article',
            '1',
            '--section',
            'lokales',
            '--segment',
            'registered',
            '--read',
            '0',
          ],
          change,
        )
      ).text,
    ).toContain('The rule "local" decides')
  } finally {
    remove()
  }
})

it('stores libraries and schools, and reports the reads of their visitors as CSV', async () => {
  expect(await run(['institutions'])).toEqual({ code: 0, text: 'No institution reads here.\n' })
  const added = await run([
    'add-institution',
    'talheim',
    '--name',
    '=Stadtbücherei; Talheim',
    '--range',
    '192.0.2.0/24',
    '--range',
    '2001:db8::/48',
    '--code',
    'Lesen-in-Talheim',
  ])
  expect(added).toEqual({
    code: 0,
    text: 'talheim  =Stadtbücherei; Talheim  192.0.2.0/24, 2001:db8::/48  with a code\n',
  })
  const inside = createTestClient(PAYWALL_INTERNAL, {
    fetch: (request) => service.app.fetch(request),
    base: 'http://paywall.local/ak',
    headers: { authorization: `Bearer ${KEY}` },
  })
  await inside.countInstitutionReads({
    body: [
      { institutionId: 'talheim', month: '2026-11', articleId: '130', reads: 3 },
      { institutionId: 'talheim', month: '2026-11', articleId: '131', reads: 1 },
      { institutionId: 'nobody', month: '2026-11', articleId: '130', reads: 9 },
    ],
  })
  await inside.countInstitutionReads({
    body: [
      { institutionId: 'talheim', month: '2026-11', articleId: '130', reads: 2 },
      { institutionId: 'talheim', month: '2026-10', articleId: '130', reads: 1 },
    ],
  })
  const report =
    'month;institution;name;reads;articles\r\n2026-11;talheim;"\'=Stadtbücherei; Talheim";6;2\r\n2026-10;talheim;"\'=Stadtbücherei; Talheim";1;1\r\n'
  expect(await run(['usage'])).toEqual({ code: 0, text: report })
  expect((await run(['usage', '--month', '2026-10'])).text.split('\r\n')).toHaveLength(3)
  expect((await run(['usage', '--publication', 'fb'])).text).toBe('month;institution;name;reads;articles\r\n')
  expect([await run(['remove-institution', 'talheim']), (await run(['remove-institution', 'talheim'])).code]).toEqual([
    { code: 0, text: 'talheim reads here no longer.\n' },
    1,
  ])
  // Counts are kept when the institution goes.
  expect((await run(['usage'])).text).toBe(report)
})

it.each([
  [
    'an id that is none',
    ['add-institution', 'Talheim!', '--name', 'Bücherei', '--range', '192.0.2.0/24'],
    2,
    '"Talheim!" is no INSTITUTION',
  ],
  ['no name', ['add-institution', 'x', '--range', '192.0.2.0/24'], 2, '--name NAME is missing.'],
  ['a range too wide', ['add-institution', 'x', '--name', 'Bücherei', '--range', '0.0.0.0/0'], 1, 'UNFIT_RANGES'],
  ['no way in', ['add-institution', 'x', '--name', 'Bücherei'], 1, 'NO_WAY_IN'],
  ['a short code', ['add-institution', 'x', '--name', 'Bücherei', '--code', '1234'], 2, 'code:'],
  ['a verb that is none', ['sell-institution', 'x'], 2, 'There is no "sell-institution"'],
  ['too much', ['add-institution', 'x', 'y', '--name', 'Bücherei'], 2, '"y" is too much'],
])('refuses %s for an institution', async (_name, args, code, text) => {
  const answer = await run(args)
  expect([answer.code, answer.text.includes(text)]).toEqual([code, true])
})
