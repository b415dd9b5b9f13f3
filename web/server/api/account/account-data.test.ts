/** The account over HTTP: pages and calls for readers of every kind, and refusals for others (2.2, 2.13, 7.5). */
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PORTAL } from '@lokalteil/contracts/portal'
import { SEED } from '@lokalteil/services/content/content.testing'
import { DEMO_PASSWORD, DEMO_PERSONAS, toDemoEmail, toDemoSub } from '@lokalteil/services/accounts/demo-accounts'
import { DEMO_PRINT_NUMBERS, toDemoAddress } from '@lokalteil/demo/seed/readers'
import { ACCOUNT_READS } from '../../../app/page/account-api.ts'
import { ACCOUNT_WRITES } from '../../../app/features/account/account-client.ts'
import { outcomeOf, TestReader } from '../../reader.testing.ts'
import { openTestPortal, type TestPortal } from '../../portal.testing.ts'

const PAPER = { customerNumber: DEMO_PRINT_NUMBERS[0], postcode: toDemoAddress('ak').postcode }

let portal: TestPortal
const readers = new Map<string, TestReader>()

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1' } })
  for (const { name } of DEMO_PERSONAS) readers.set(name, await logIn(name))
}, 240_000)
afterAll(() => portal.close())

async function logIn(name: string, at = portal): Promise<TestReader> {
  const reader = new TestReader(at)
  expect([name, (await reader.login(toDemoEmail(name))).status]).toEqual([name, 200])
  return reader
}

/** A new reader, whose data a test may change. */
let count = 0
async function register(): Promise<TestReader> {
  const reader = new TestReader(portal)
  const email = `neu-${++count}@example.org`
  const answer = await reader.post('/api/mein/oauth2/registration', {
    salutation: 'Frau',
    firstName: 'Eva',
    lastName: 'Sommer',
    email,
    password: 'Ein-langer-Satz-7',
    terms: true,
  })
  expect(answer.status).toBe(200)
  return reader
}

const as = (name: string) => readers.get(name)!
async function json<T = Record<string, unknown>>(answer: Response | Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T
}
const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll('<!-- -->', '')
const tabsOf = (html: string) =>
  [
    ...(/<ul[^>]*aria-label="Mein Konto".*?<\/ul>/s.exec(mainOf(html))?.[0] ?? '').matchAll(
      /href="\/account(\/[a-z-]+)?"[^>]*>([^<]+)</g,
    ),
  ].map(([, , label]) => label)

describe('the personal area', () => {
  it('R2.13-08 R2.13-09 R2.13-10 links to marked articles, regions and newsletters', async () => {
    const main = mainOf(await (await as('plus').ask('/account')).text())
    const actions = [
      ...main.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(?:(?!<\/a>).)*?#([a-z-]+)"(?:(?!<\/a>).)*?(Meine [^<]+)</gs),
    ].map(([, href, icon, label]) => [href, icon, label?.trim()])
    expect(actions).toEqual(
      expect.arrayContaining([
        ['/bookmarks', 'bookmark', 'Meine gemerkten Artikel'],
        ['/meineregion', expect.any(String), 'Meine Regionen'],
        ['/newsletters', expect.any(String), 'Meine Newsletter'],
      ]),
    )
  })

  it.each([
    ['R1-26', '/bookmarks', 'Merkliste'],
    ['R1-27', '/read-articles', 'Gelesene Artikel'],
    ['R1-28', '/meineregion', 'Region'],
    ['R1-28', '/deine-themen', 'Ihre Themen'],
  ])('%s offers %s', async (_id, path, title) => {
    const page = await as('plus').ask(path)
    expect([page.status, /<h1[^>]*>([^<]*)/.exec(mainOf(await page.text()))?.[1]]).toEqual([
      200,
      expect.stringContaining(title),
    ])
  })
})

describe('the navigation of the personal area', () => {
  const AREAS = [
    ['/account', 'Mein Konto'],
    ['/bookmarks', 'Merkliste'],
    ['/deine-themen', 'Themen'],
    ['/deine-regionen', 'Regionen'],
    ['/newsletters', 'Newsletter'],
    ...(hasRoom('push') ? [['/mitteilungen', 'Mitteilungen']] : []),
    ['/read-articles', 'Gelesen'],
    ['/offline-ausgabe', 'Offline'],
    ['/deine-kommentare', 'Kommentare'],
    ...(hasRoom('homes') ? [['/account/suchen', 'Suchaufträge']] : []),
    ['/order/haushalt', 'Haushalt'],
    ['/order/invite', 'Einladen'],
    ['/order/code', 'Code einlösen'],
  ]
  const navOf = (html: string) =>
    /<nav aria-label="Persönlicher Bereich".*?<\/nav>/s.exec(html.normalize('NFC'))?.[0] ?? ''
  const linksOf = (nav: string) =>
    [...nav.matchAll(/<a href="([^"]+)"[^>]*?(?: aria-current="(\w+)")?>([^<]+)</g)].map(
      ([, href, current, label]) => [href, label, current] as const,
    )

  it.each([
    ['/account', ['/account page', '/account page']],
    ['/account/abo', ['/account true', '/account/abo page']],
    ['/bookmarks', ['/bookmarks page']],
    ['/deine-themen', ['/deine-themen page', '/deine-themen page']],
    ['/deine-themen-verwalten', ['/deine-themen true', '/deine-themen-verwalten page']],
    ['/deine-regionen', ['/deine-regionen page', '/deine-regionen page']],
    ['/regions', ['/deine-regionen true', '/regions page']],
    ['/newsletters', ['/newsletters page']],
    ['/read-articles', ['/read-articles page']],
    ['/order/haushalt', ['/order/haushalt page']],
    ['/order/invite', ['/order/invite page']],
    ['/order/code', ['/order/code page']],
  ])('R2.2-25 stands on %s with this page marked, and is the same everywhere', async (path, current) => {
    const page = await as('plus').ask(path)
    const nav = navOf(await page.text())
    const links = linksOf(nav)
    expect([page.status, links.slice(0, AREAS.length).map(([href, label]) => [href, label])]).toEqual([200, AREAS])
    expect(links.filter(([, , state]) => state !== undefined).map(([href, , state]) => `${href} ${state}`)).toEqual(
      current,
    )
  })

  it.each(['/__mein-portal/bookmarks', '/__mein-portal/read-articles', '/order/abo', '/'])(
    'is not on %s',
    async (path) => {
      expect(navOf(await (await as('plus').ask(path)).text())).toBe('')
    },
  )

  it('R2.2-10 shows only tabs that this reader may open', async () => {
    const reader = as('free')
    for (const path of ['/account', '/bookmarks', '/newsletters'])
      expect(navOf(await (await reader.ask(path)).text())).not.toMatch(/\/account\/(?:abo|coins)/)
  })
})

describe('roles', () => {
  it.each([
    ['free', []],
    ['plus', ['PLUS_USER']],
    ['pur', ['PUR_USER']],
    ['pur-plus', ['PLUS_USER', 'PUR_USER']],
    ['epaper', ['EPAPER_USER']],
    ['wallet', ['WALLET_USER']],
    ['plus-wallet', ['PLUS_USER', 'WALLET_USER']],
    ['tagsub', ['PLUS-TAG-131']],
    ['unverified', []],
  ])('R6-01 of %s are derived from the subscriptions and stand in the token', (name, roles) => {
    expect((as(name).claims().subscriptionRoles as string[]).toSorted()).toEqual(roles)
  })
})

describe('the guard', () => {
  it.each([
    ['R2.2-08', '/account'],
    ['R2.2-11', '/account/abo'],
    ['R2.2-12', '/account/coins'],
    ['R2.2-13', '/account/plus-verification'],
  ])('%s sends readers without a session from %s to the login, and shows nothing', async (_id, path) => {
    const answer = await new TestReader(portal).ask(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/#login'])
    expect(await answer.text()).not.toContain('Mein Konto')
  })

  it.each<[string, string[]]>([
    ['free', ['Konto', 'Plus freischalten']],
    ['plus', ['Konto', 'Abo']],
    ['pur', ['Konto', 'Abo', 'Plus freischalten']],
    ['epaper', ['Konto', 'Abo', 'Plus freischalten']],
    ['wallet', ['Konto', 'Coins', 'Plus freischalten']],
    ['plus-wallet', ['Konto', 'Abo', 'Coins']],
    ['unverified', ['Konto', 'Plus freischalten']],
  ])(
    'R2.2-10 S2.2-05 shows %s the tabs it may open, and refuses all others as page and as call',
    async (name, tabs) => {
      const reader = as(name)
      const page = await reader.ask('/account')
      const html = await page.text()
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      expect(/data-route="([^"]+)"/.exec(html)?.[1]).toBe('__mein-portal-auth-account')
      expect(tabsOf(html)).toEqual(tabs)
      for (const [label, path, call] of [
        ['Abo', '/account/abo', ACCOUNT_READS.listSubscriptions],
        ['Coins', '/account/coins', ACCOUNT_READS.getCoins],
      ] as const) {
        const answer = await reader.ask(path)
        expect([path, answer.status, answer.headers.get('location')]).toEqual(
          tabs.includes(label) ? [path, 200, null] : [path, 302, '/account'],
        )
        expect([call, await outcomeOf(reader.ask(call))]).toEqual([
          call,
          tabs.includes(label) ? '200' : '403 NO_ACCESS',
        ])
      }
      const verification = await reader.ask('/account/plus-verification')
      expect(verification.status).toBe(tabs.includes('Plus freischalten') ? 200 : 302)
      if (!tabs.includes('Plus freischalten'))
        expect(await outcomeOf(reader.post(ACCOUNT_WRITES.verifyPlus, PAPER))).toBe('403 NO_ACCESS')
    },
  )

  it('R2.2-09 R7.7-07 S2.2-04 shows an error instead of the account while commerce does not answer', async () => {
    const down = await openTestPortal({
      seed: SEED,
      env: {
        DEMO: '1',
        SUBSCRIPTION_URL: 'http://127.0.0.1:9',
        SUBSCRIPTION_SERVICE_KEY: 'a-key-for-a-silent-platform',
      },
    })
    try {
      const reader = await logIn('plus', down)
      const answer = await reader.ask('/account')
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/error/no-subscription-session'])
      for (const path of ['/api/plenigo/session', ACCOUNT_READS.listTabs, ACCOUNT_READS.listSubscriptions])
        expect([path, await outcomeOf(reader.ask(path))]).toEqual([path, '503 UNAVAILABLE'])
      expect(mainOf(await (await reader.ask('/error/no-subscription-session')).text())).toContain(
        'Ihr Abo-Konto konnte nicht geladen werden.',
      )
    } finally {
      await down.close()
    }
  }, 240_000)
})

describe('the pages', () => {
  it('S2.2-10 S2.13-02 show the reader, whether the address is confirmed, and the short actions', async () => {
    const html = mainOf(await (await as('plus').ask('/account')).text())
    for (const text of [
      'Guten Tag, Herr Lindner',
      'plus@demo.example',
      'bestätigt',
      'Meine gemerkten Artikel',
      'Meine Regionen',
      'Meine Newsletter',
      'Passwort ändern',
      'Überall abmelden',
      'Daten herunterladen',
      'Konto löschen',
    ])
      expect(html).toContain(text)
    for (const [label, target] of [
      ['Meine gemerkten Artikel', '/bookmarks'],
      ['Meine Regionen', '/meineregion'],
      ['Meine Newsletter', '/newsletters'],
    ])
      expect(html).toMatch(new RegExp(`href="${target}"[^>]*>.{0,200}${label}`))
    expect(html).toContain('href="#change-password"')
    expect(html).not.toContain('E-Mail erneut senden')
    const unverified = mainOf(await (await as('unverified').ask('/account')).text())
    for (const text of ['noch nicht bestätigt', 'E-Mail erneut senden']) expect(unverified).toContain(text)
  })

  it('S2.2-10 show subscriptions with state, period, next charge and cancellation, and no link without a URL', async () => {
    const html = mainOf(await (await as('plus').ask('/account/abo')).text())
    for (const text of [
      'Plus Monat',
      'aktiv',
      '9,90\u00a0€ im Monat',
      '21.11.2026 bis 20.12.2026',
      '9,90\u00a0€ am 21.12.2026',
      'E-Paper zur Probe',
      'beendet',
      'Ihre Kundennummer',
      'Karte, Testkarte •••• 0012',
      'Zahlungsart ändern',
      'Pausieren',
      'Kündigen',
      'Rechnung AK-2026-',
      'Bestellbestätigung A-2026-',
    ])
      expect(html).toContain(text)
    expect(html).toMatch(/href="\/kuendigen"[^>]*>Verträge hier kündigen/)
    for (const text of ['Online-Service', 'Abo verschenken', 'Abo ändern']) expect(html).not.toContain(text)
    expect(html).not.toContain('href=""')
  })

  it('R1-85 S2.3-08 show a cancellation at once that was declared without a login and names the contract', async () => {
    const reader = new TestReader(portal)
    await reader.login(toDemoEmail('pur-plus'))
    const read = async () => mainOf(await (await reader.ask('/account/abo')).text())
    const number = /Bestellbestätigung (A-2026-\w{4}-\w{4})/.exec(await read())![1]!
    const declare = async (email: string, contract: string) => {
      const answer = await new TestReader(portal).post('/api/contracts/cancellation', {
        key: randomUUID().replaceAll('-', ''),
        values: { name: 'Eva Süß', email, contract },
      })
      return ((await answer.json()) as { receipt: { number: string } }).receipt.number
    }
    // A declaration by another person, and one without a known number.
    await declare('somebody@example.org', number)
    await declare(toDemoEmail('pur-plus'), 'Plus + Pur')
    expect(await read()).not.toContain('eingegangen')
    const receipt = await declare(toDemoEmail('pur-plus'), `Plus + Pur, Nr. ${number.toLowerCase()}`)
    expect(await read()).toContain(
      `Ihre Kündigung ist am 21. November 2026, 13:00 Uhr eingegangen (${receipt}). Wir bearbeiten die Erklärung`,
    )
    expect(await (await as('plus').ask('/account/abo')).text()).not.toContain(receipt)
  })

  it('S2.2-10 R1-32 show coins, the articles they opened, and a link to buy more', async () => {
    const html = mainOf(await (await as('wallet').ask('/account/coins')).text())
    expect(html).toMatch(/>10<\/span> Coins verfügbar/)
    expect(html).toContain('Sie haben noch keinen Artikel mit einem Coin freigeschaltet.')
    expect(html).toMatch(/href="\/order\/abo"[^>]*>Coins kaufen/)
  })

  it('show only to the reader that mails to their address do not arrive', async () => {
    const told = (reader: TestReader) =>
      reader.ask('/account').then(async (page) => (await page.text()).includes('nimmt unsere E-Mails nicht an'))
    const reader = await register()
    expect(await told(reader)).toBe(false)
    const key = readFileSync(join(portal.dataDir, 'keys/mail.key'), 'utf8').trim()
    const reported = await portal.get('/__services/bounces/addresses', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ addresses: [`neu-${count}@example.org`], reason: '5.1.1' }),
    })
    expect([reported.status, await told(reader), await told(as('plus'))]).toEqual([204, true, false])
  })

  it('never show the account of another reader', async () => {
    const [mine, other] = await Promise.all([as('plus').ask('/account'), as('free').ask('/account')])
    expect(await mine.text()).toContain('plus@demo.example')
    expect(await other.text()).not.toContain('plus@demo.example')
    expect((await new TestReader(portal).ask('/account')).status).toBe(302)
  })
})

describe('the calls', () => {
  it('match the contract', () => {
    for (const [name, path] of [...Object.entries(ACCOUNT_READS), ...Object.entries(ACCOUNT_WRITES)])
      expect(path).toBe(PORTAL[name as keyof typeof PORTAL].path)
  })

  const READS = [
    ...Object.values(ACCOUNT_READS),
    '/api/plenigo/session',
    '/api/plenigo/wallet/123456789',
    '/api/mein/account/export',
  ]
  const WRITES: [string, object][] = [
    [ACCOUNT_WRITES.updateAccount, { firstName: 'Eva' }],
    [ACCOUNT_WRITES.requestErasure, { password: DEMO_PASSWORD }],
    [ACCOUNT_WRITES.undoErasure, {}],
    [ACCOUNT_WRITES.verifyPlus, PAPER],
  ]

  it('D S7.4-01 need an access token; an ID token is not enough', async () => {
    const anonymous = new TestReader(portal)
    const reader = await register()
    reader.cookies.delete('FA_ACCESS_TOKEN')
    for (const who of [anonymous, reader]) {
      for (const path of READS) expect([path, await outcomeOf(who.ask(path))]).toEqual([path, '401 NOT_LOGGED_IN'])
      for (const [path, body] of WRITES)
        expect([path, await outcomeOf(who.post(path, body))]).toEqual([path, '401 NOT_LOGGED_IN'])
    }
  })

  it('S7.5-01 refuse requests of another site', async () => {
    const reader = await register()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }] as Record<
      string,
      string
    >[]) {
      for (const [path, body] of WRITES)
        expect([path, await outcomeOf(reader.post(path, body, headers))]).toEqual([path, '403 FORBIDDEN'])
      expect(await outcomeOf(reader.ask('/api/mein/account/export', { headers }))).toBe('403 FORBIDDEN')
    }
    expect((await json<{ user: { firstName: string } }>(reader.ask(ACCOUNT_READS.getAccount))).user.firstName).toBe(
      'Eva',
    )
  })

  it('change only names and the optional consent, and ignore other fields', async () => {
    const reader = await register()
    const before = await json<{ user: Record<string, unknown> }>(reader.ask(ACCOUNT_READS.getAccount))
    const more = {
      roles: ['PLUS_USER'],
      emailVerified: true,
      email: 'andere@example.org',
      sub: toDemoSub('ak', 'plus'),
    }
    expect(
      await json(
        reader.post(ACCOUNT_WRITES.updateAccount, {
          salutation: 'Divers',
          firstName: 'Ewa',
          lastName: 'Süß-Öztürk',
          advertising: true,
          ...more,
        }),
      ),
    ).toEqual({ ...before.user, salutation: 'Divers', firstName: 'Ewa', lastName: 'Süß-Öztürk' })
    const after = await json<{ consents: { name: string; isGiven: boolean }[] }>(reader.ask(ACCOUNT_READS.getAccount))
    expect(after.consents.find(({ name }) => name === 'advertising')?.isGiven).toBe(true)
    const refused = await reader.post(ACCOUNT_WRITES.updateAccount, { firstName: 'http://evil.example' })
    expect([refused.status, await json(refused)]).toMatchObject([
      422,
      { code: 'INVALID_FIELDS', fields: { firstName: 'NOT_ALLOWED' } },
    ])
    expect(mainOf(await (await reader.ask('/account')).text())).toContain('Süß-Öztürk')
  })

  it('S7.5-04 D show only the wallet of the session’s customer', async () => {
    const { customer } = await json<{ customer: { customerId: string } }>(as('wallet').ask('/api/plenigo/session'))
    const other = await json<{ customer: { customerId: string } }>(as('plus-wallet').ask('/api/plenigo/session'))
    const own = await as('wallet').ask(`/api/plenigo/wallet/${customer.customerId}`)
    expect([await json(own), own.headers.get('cache-control')]).toEqual([
      { availableCreditCount: 10, uniqueId: expect.any(String) },
      'private, no-store',
    ])
    expect(await outcomeOf(as('wallet').ask(`/api/plenigo/wallet/${other.customer.customerId}`))).toBe('403 FORBIDDEN')
    const free = await json<{ customer: { customerId: string } }>(as('free').ask('/api/plenigo/session'))
    expect(await json(as('free').ask(`/api/plenigo/wallet/${free.customer.customerId}`))).toMatchObject({
      status: 404,
      title: 'no plenigo wallet found',
    })
  })

  it('S2.2-11 S6-07 connect the printed paper: wrong input gets one answer, right input gives plus with the next token', async () => {
    const reader = await register()
    const refusals = await Promise.all(
      [
        { ...PAPER, postcode: '99999' },
        { ...PAPER, customerNumber: '999' },
        { customerNumber: 'x', postcode: 'y' },
      ].map(async (typed) => json(reader.post(ACCOUNT_WRITES.verifyPlus, typed))),
    )
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
    expect(refusals[0]).toMatchObject({ status: 422, code: 'NO_MATCH' })
    expect(await json(reader.post(ACCOUNT_WRITES.verifyPlus, PAPER))).toEqual({
      roles: ['PLUS_USER'],
      productName: 'Digitalzugang zum Zeitungsabo',
    })
    expect(reader.claims().subscriptionRoles).toEqual([])
    expect((await reader.ask('/api/validate?forceRefresh=true')).status).toBe(200)
    expect(reader.claims().subscriptionRoles).toEqual(['PLUS_USER'])
    expect((await reader.ask('/account/plus-verification')).headers.get('location')).toBe('/account')
    const html = mainOf(await (await reader.ask('/account/abo')).text())
    expect(html).toContain('in Ihrem Zeitungsabo enthalten')
    const thief = await register()
    expect(await outcomeOf(thief.post(ACCOUNT_WRITES.verifyPlus, PAPER))).toBe('422 NO_MATCH')
  })

  it('S2.2-11 D have a rate limit: after five attempts right input is refused as well', async () => {
    const reader = await register()
    const typed = { customerNumber: DEMO_PRINT_NUMBERS[1], postcode: '12345' }
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await outcomeOf(reader.post(ACCOUNT_WRITES.verifyPlus, typed))).toBe('422 NO_MATCH')
    const refused = await reader.post(ACCOUNT_WRITES.verifyPlus, { ...typed, postcode: toDemoAddress('ak').postcode })
    expect([refused.headers.get('retry-after'), await outcomeOf(refused)]).toEqual(['3600', '429 TOO_MANY_ATTEMPTS'])
  })
})

describe('the rights on data', () => {
  it('the export is a ZIP with the data of every service, as a private download', async () => {
    const answer = await as('pur').ask('/api/mein/account/export')
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'private, no-store',
    ])
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="meine-daten-ak-2026-11-21.zip"')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
    for (const name of ['daten.json', 'daten.html']) expect(bytes.includes(name)).toBe(true)
  })

  it('the erasure happens after fourteen days: it lists what stays, ends sessions at once, and can be undone', async () => {
    const reader = await logIn('pur-plus')
    const page = mainOf(await (await reader.ask('/account')).text())
    for (const text of ['Das müssen wir aufbewahren', '„Plus + Pur“', '§ 147 AO', '14 Tage'])
      expect(page).toContain(text)
    expect(await outcomeOf(reader.post(ACCOUNT_WRITES.requestErasure, { password: 'falsch' }))).toBe(
      '403 WRONG_PASSWORD',
    )
    const asked = await json<{ eraseAt: string; kept: { what: string }[] }>(
      reader.post(ACCOUNT_WRITES.requestErasure, { password: DEMO_PASSWORD }),
    )
    expect(asked).toMatchObject({
      eraseAt: '2026-12-05T12:00:00.000Z',
      // Other tests filed declarations in this reader's name.
      kept: expect.arrayContaining([
        expect.objectContaining({ what: expect.stringContaining('„Plus + Pur“') }),
        expect.objectContaining({ what: 'Ihre Rechnung mit Namen und Anschrift' }),
      ]),
    })
    expect([...reader.cookies.keys()].filter((name) => /^(?:__Host-)?FA_(?!DEVICE)/.test(name))).toEqual([])
    expect((await reader.ask('/account')).headers.get('location')).toBe('/#login')

    const back = await logIn('pur-plus')
    const pending = mainOf(await (await back.ask('/account')).text())
    for (const text of ['Ihr Konto wird am 5. Dezember 2026 gelöscht.', 'Konto behalten'])
      expect(pending).toContain(text)
    expect((await back.post(ACCOUNT_WRITES.undoErasure, {})).status).toBe(204)
    expect(await json(back.ask(ACCOUNT_READS.getAccount))).toMatchObject({ eraseAt: null })
    expect(mainOf(await (await back.ask('/account')).text())).not.toContain('Konto behalten')
  })
})
