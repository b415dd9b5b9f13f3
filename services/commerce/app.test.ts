import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { COMMERCE, COMMERCE_INTERNAL, type Catalogue, type Receipt } from '@lokalteil/contracts/commerce'
import { ORDERS_INTERNAL } from '@lokalteil/contracts/commerce/orders'
import { listOfferFaults } from '@lokalteil/domain/commerce/offers'
import { parseTagRole } from '@lokalteil/domain/access/roles'
import { type PublicationCode } from '@lokalteil/domain/publication/publications'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { createMailService, type MailService } from '../mail/app.ts'
import { createCommerceService, type CommerceService } from './app.ts'
import { toTestOffers } from './offers/offers.testing.ts'

const KEY = 'a-key-for-tests'
const NOW = new Date('2026-11-21T22:30:00Z')
const ORIGINS = {
  ak: 'https://ak.example',
  fb: 'https://fb.example',
  ht: 'https://ht.example',
  la: 'https://la.example',
}
const INPUT = { name: 'Eva Süß', email: 'eva@example.org', contract: 'Plus Monat, Kundennummer 4711' }
const CATALOGUE: Catalogue = {
  offers: toTestOffers('ak').filter(({ id }) => id !== 'epaper'),
  readerService: { phone: '030 23125-412', hours: 'werktags', email: 'abo@example.org' },
}

let keys = 0
const newKey = () => `key-for-a-filing-${++keys}`
const filing = (input: object = INPUT, requester = `requester-number-${keys}`, idempotencyKey = newKey()) => ({
  body: { idempotencyKey, requester, input },
})

describe.each(ENGINES)('commerce on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let mail: MailService
  let service: CommerceService
  let clock = NOW
  let mailBreaks = false
  let unknownTags: readonly string[] = []
  const errors: unknown[] = []
  const at = (publication: PublicationCode, headers: Record<string, string> = {}) => ({
    base: `http://subscription.local/${publication}`,
    headers,
    timeout: 20_000,
    fetch: (request: Request) => service.app.fetch(request),
  })
  const internalOf = (publication: PublicationCode) =>
    createTestClient(COMMERCE_INTERNAL, at(publication, { authorization: `Bearer ${KEY}` }))
  let ak: Client<typeof COMMERCE>
  let internal: Client<typeof COMMERCE_INTERNAL>

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    mail = await createMailService({
      database: opened.database,
      originOf: (publication) => ORIGINS[publication as keyof typeof ORIGINS],
      smtpUrl: null,
      isDemo: true,
      now: () => clock,
    })
    ak = createTestClient(COMMERCE, at('ak'))
    internal = internalOf('ak')
  })
  beforeEach(async () => {
    clock = NOW
    // The limiter remembers refused callers in memory: every test gets a new one.
    service = await createCommerceService({
      database: opened.database,
      serviceKey: KEY,
      askForTag: async (_publication, id) => !unknownTags.includes(id),
      queueMail: async (message, within) => {
        if (mailBreaks) throw new Error('no outbox')
        return mail.queue(message, within)
      },
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
    for (const table of [
      'subscription.declarations',
      'subscription.counters',
      'subscription.offers',
      'subscription.catalogues',
      'mail.outbox',
      'mail.mailbox',
    ])
      await sql.raw(`delete from ${table}`).execute(opened.database.db)
  })
  afterAll(async () => {
    await mail.close()
    await opened.drop()
  })

  const refusal = async (answer: Promise<{ ok: boolean }>) => {
    const result = (await answer) as { ok: boolean; status: number; problem: { code: string; fields?: object } }
    return result.ok ? 'ok' : `${result.status} ${result.problem.code}`
  }
  const countMails = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from mail.outbox`.execute(opened.database.db)).rows[0]!.n
  const countDeclarations = async () => (await get(internal.listDeclarations({}))).length

  describe('the catalogue', () => {
    it('R2.3-02 shows the offers a publisher saved, in the saved order, without a key', async () => {
      expect(await get(ak.listOffers({}))).toEqual({ offers: [], readerService: null, isPaidLaterOnly: true })
      await get(internal.saveCatalogue({ body: CATALOGUE }))
      expect(await get(ak.listOffers({}))).toEqual({ ...CATALOGUE, isPaidLaterOnly: true })
      const answer = await service.app.fetch(new Request('http://subscription.local/ak/offers'))
      expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
      expect((await get(createTestClient(COMMERCE, at('fb')).listOffers({}))).offers).toEqual([])
    })

    it('finds an offer by its id only while it is for sale', async () => {
      await get(internal.saveCatalogue({ body: CATALOGUE }))
      expect(await get(ak.getOffer({ params: { id: 'plus-monat' } }))).toEqual(CATALOGUE.offers[0])
      const fewer = { ...CATALOGUE, offers: CATALOGUE.offers.slice(1).toReversed() }
      await get(internal.saveCatalogue({ body: fewer }))
      expect(await get(ak.listOffers({}))).toEqual({ ...fewer, isPaidLaterOnly: true })
      expect(await refusal(ak.getOffer({ params: { id: 'plus-monat' } }))).toBe('404 NOT_FOUND')
      const { rows } = await sql<{ id: string }>`select id from subscription.offers where not is_active`.execute(
        opened.database.db,
      )
      expect(rows).toEqual([{ id: 'plus-monat' }])
    })

    it('is refused as a whole when one offer breaks the law', async () => {
      await get(internal.saveCatalogue({ body: CATALOGUE }))
      const [first, ...rest] = CATALOGUE.offers as [Catalogue['offers'][number], ...Catalogue['offers']]
      expect(
        await refusal(
          internal.saveCatalogue({ body: { ...CATALOGUE, offers: [...rest, { ...first, noticeMonths: 3 }] } }),
        ),
      ).toBe('422 UNLAWFUL_OFFER')
      expect(await refusal(internal.saveCatalogue({ body: { ...CATALOGUE, offers: [first, first] } }))).toBe(
        '422 UNLAWFUL_OFFER',
      )
      expect(await get(ak.listOffers({}))).toEqual({ ...CATALOGUE, isPaidLaterOnly: true })
    })

    it('R2.3-02 S2.3-02 hides an offer of a feature that the publication lacks, in lists, by id and in orders', async () => {
      await get(internal.saveCatalogue({ body: { ...CATALOGUE, offers: toTestOffers('ak') } }))
      expect((await get(ak.listOffers({}))).offers.map(({ id }) => id)).not.toContain('epaper')
      expect(await refusal(ak.getOffer({ params: { id: 'epaper' } }))).toBe('404 NOT_FOUND')
      const ordering = createTestClient(ORDERS_INTERNAL, at('ak', { authorization: `Bearer ${KEY}` }))
      expect(
        await refusal(
          ordering.quoteOrder({ body: { sub: null, offerId: 'epaper', requester: 'requester-of-a-test' } }),
        ),
      ).toBe('404 UNKNOWN_OFFER')
      expect(
        await refusal(
          internal.createCodes({
            body: { batch: 'epaper', count: 1, grants: { kind: 'access', offerId: 'epaper', months: 1 } },
          }),
        ),
      ).toBe('422 NO_SUCH_OFFER')
      // The offer stays saved: it is sold again as soon as the publication has issues.
      expect((await get(internal.getSavedCatalogue({}))).offers.find(({ id }) => id === 'epaper')?.missing).toEqual([
        'epaper',
      ])

      const local = internalOf('la')
      await get(local.saveCatalogue({ body: { offers: toTestOffers('la'), readerService: null } }))
      const { offers } = await get(createTestClient(COMMERCE, at('la')).listOffers({}))
      expect(offers.map(({ id }) => id)).toEqual([
        'plus-monat',
        'plus-jahr',
        'thema-fc-talheim',
        'coins-5',
        'coins-10',
        'coins-20',
      ])
    })

    it('R2.3-02 S2.3-02 hides a topic whose tag the content service does not know, in lists, by id and in orders', async () => {
      const offer = toTestOffers('ak').find(({ kind }) => kind === 'topic')
      unknownTags = [parseTagRole(offer!.roles[0]!)!]
      try {
        clock = new Date(NOW.getTime() + 60_000)
        await get(internal.saveCatalogue({ body: CATALOGUE }))
        const offered = (await get(ak.listOffers({}))).offers.filter(({ kind }) => kind === 'topic')
        expect(offered.map(({ id }) => id)).toEqual(['thema-hochwasser'])
        const ordering = createTestClient(ORDERS_INTERNAL, at('ak', { authorization: `Bearer ${KEY}` }))
        expect([
          await refusal(ak.getOffer({ params: { id: offer!.id } })),
          await refusal(
            ordering.quoteOrder({ body: { sub: null, offerId: offer!.id, requester: 'requester-of-a-test' } }),
          ),
          await refusal(
            internal.createCodes({
              body: { batch: 'topic', count: 1, grants: { kind: 'access', offerId: offer!.id, months: 1 } },
            }),
          ),
        ]).toEqual(['404 NOT_FOUND', '404 UNKNOWN_OFFER', '422 NO_SUCH_OFFER'])
        const { offers } = await get(internal.getSavedCatalogue({}))
        expect(offers.flatMap(({ id, missing }) => (missing.length === 0 ? [] : [[id, missing]]))).toEqual([
          [offer!.id, ['topic']],
        ])
      } finally {
        unknownTags = []
        clock = new Date(NOW.getTime() + 120_000)
        await get(ak.listOffers({}))
      }
    })
  })

  describe('a declaration', () => {
    it('R1-85 is filed with a number, date and time, and answered by exactly one mail', async () => {
      const receipt = await get(
        internal.fileCancellation(
          filing({
            ...INPUT,
            kind: 'extraordinary',
            reason: 'Umzug\nins <b>Ausland</b>',
            end: 'date',
            endDate: '2026-12-31',
          }),
        ),
      )
      expect(receipt).toMatchObject({
        right: 'cancellation',
        receivedAt: NOW.toISOString(),
        declaration: { ...INPUT, kind: 'extraordinary', reason: 'Umzug\nins <b>Ausland</b>', endDate: '2026-12-31' },
      })
      expect(receipt.number).toMatch(/^K-2026-/)
      expect(await mail.deliverDue()).toBe(1)
      const { rows } = await sql<{
        mail: { to: string; subject: string; text: string; html: string }
      }>`select mail from mail.mailbox`.execute(opened.database.db)
      expect(rows).toHaveLength(1)
      const { to, subject, text, html } = rows[0]!.mail
      expect(to).toBe('eva@example.org')
      expect(subject).toContain(receipt.number)
      for (const part of [text, html.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(code))]) {
        for (const content of [
          receipt.number,
          '21. November 2026, 23:30 Uhr',
          'Eva Süß',
          'Kundennummer 4711',
          'außerordentliche Kündigung',
          'ins <b>Ausland</b>',
          'am 31.12.2026',
        ])
          expect(part).toContain(content)
      }
      expect(html).not.toContain('<b>')
    })

    it('of withdrawal gets a receipt of its own', async () => {
      const receipt = await get(internal.fileWithdrawal(filing()))
      expect(receipt).toMatchObject({ right: 'withdrawal', declaration: INPUT })
      expect(receipt.number).toMatch(/^W-2026-/)
      expect(await mail.listOf('ak', 'eva@example.org')).toMatchObject([{ template: 'withdrawal-received' }])
    })

    it('is filed once per idempotency key, also when it is sent many times at once', async () => {
      const call = filing()
      const receipts = await Promise.all(Array.from({ length: 5 }, () => get(internal.fileCancellation(call))))
      clock = new Date(NOW.getTime() + 60_000)
      receipts.push(await get(internal.fileCancellation(call)))
      expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
      expect(await countDeclarations()).toBe(1)
      expect(await countMails()).toBe(1)
    })

    it('is filed anew when its key returns with another content, right or publication', async () => {
      const call = filing()
      const first = await get(internal.fileCancellation(call))
      const others: Receipt[] = [
        await get(
          internal.fileCancellation({
            body: { ...call.body, input: { ...INPUT, end: 'date', endDate: '2027-01-31' } },
          }),
        ),
        await get(internal.fileWithdrawal(call)),
        await get(internalOf('fb').fileCancellation(call)),
      ]
      expect(new Set([first, ...others].map(({ number }) => number)).size).toBe(4)
      expect(await countMails()).toBe(4)
    })

    it('is saved in the same transaction as the mail with its receipt', async () => {
      const call = filing()
      mailBreaks = true
      expect(await refusal(internal.fileCancellation(call))).toBe('500 INTERNAL')
      mailBreaks = false
      expect(await countDeclarations()).toBe(0)
      await get(internal.fileCancellation(call))
      expect([await countDeclarations(), await countMails()]).toEqual([1, 1])
    })

    it('says which fields are wrong, and files nothing', async () => {
      const result = await internal.fileCancellation(
        filing({ name: '', email: 'x', contract: 'Plus', kind: 'extraordinary', end: 'date', endDate: '2026-11-20' }),
      )
      expect(result).toMatchObject({
        ok: false,
        status: 422,
        problem: {
          code: 'INCOMPLETE_DECLARATION',
          fields: { name: 'REQUIRED', email: 'INVALID_EMAIL', reason: 'REQUIRED', endDate: 'PAST_DATE' },
        },
      })
      expect([await countDeclarations(), await countMails()]).toEqual([0, 0])
    })

    it('gets the same answer whether the named contract exists or not', async () => {
      await get(internal.fileCancellation(filing()))
      const shape = (receipt: Receipt) => ({
        keys: Object.keys(receipt).toSorted(),
        number: receipt.number.replace(/-\w{4}-\w{4}$/, ''),
        declared: Object.keys(receipt.declaration).toSorted(),
      })
      const again = await get(internal.fileCancellation(filing()))
      const stranger = await get(
        internal.fileCancellation(filing({ name: 'Niemand', email: 'niemand@example.org', contract: 'gibt es nicht' })),
      )
      expect(shape(stranger)).toEqual(shape(again))
      expect(await countMails()).toBe(3)
    })

    it.each<[string, (index: number) => ReturnType<typeof filing>, number, number]>([
      [
        'one requester',
        (index) => filing({ ...INPUT, email: `eva-${index}@example.org` }, 'one-and-the-same-requester'),
        10,
        3_600_000,
      ],
      [
        'one mailbox',
        (index) =>
          filing({ ...INPUT, email: index % 2 ? 'Eva@example.org' : 'eva@example.org' }, `requester-no-${index}-here`),
        6,
        86_400_000,
      ],
    ])('meets a rate limit for %s, after which no mail goes out', async (_name, toFiling, limit, windowMs) => {
      for (let index = 0; index < limit; index++) await get(internal.fileCancellation(toFiling(index)))
      const refused = await internal.fileCancellation(toFiling(limit))
      expect(refused).toMatchObject({ ok: false, status: 429, problem: { code: 'TOO_MANY_DECLARATIONS' } })
      expect(refused.headers?.get('retry-after')).toBe('3600')
      expect([await countDeclarations(), await countMails()]).toEqual([limit, limit])
      clock = new Date(NOW.getTime() + windowMs)
      await get(internal.fileCancellation(toFiling(limit)))
    })

    it('counts against the rate limit, also when many come at once', async () => {
      const results = await Promise.all(
        Array.from({ length: 15 }, (_value, index) =>
          internal.fileWithdrawal(
            filing({ ...INPUT, email: `eva-${index}@example.org` }, 'one-and-the-same-requester'),
          ),
        ),
      )
      expect(results.filter(({ ok }) => ok)).toHaveLength(10)
      expect(await countMails()).toBe(10)
    })

    it('can be read with its token for thirty days, in its publication only', async () => {
      const receipt = await get(internal.fileCancellation(filing()))
      expect(await get(internal.getReceipt({ params: { token: receipt.token } }))).toEqual(receipt)
      expect(await refusal(internalOf('fb').getReceipt({ params: { token: receipt.token } }))).toBe('404 NOT_FOUND')
      expect(await refusal(internal.getReceipt({ params: { token: receipt.number } }))).toBe('404 NOT_FOUND')
      clock = new Date(NOW.getTime() + 30 * 86_400_000)
      expect(await refusal(internal.getReceipt({ params: { token: receipt.token } }))).toBe('404 NOT_FOUND')
    })

    it('is listed for the office, in order', async () => {
      const cancelled = await get(internal.fileCancellation(filing()))
      const withdrawn = await get(internal.fileWithdrawal(filing()))
      const all = await get(internal.listDeclarations({}))
      expect(all.map(({ number }) => number)).toEqual([cancelled.number, withdrawn.number])
      expect(
        (await get(internal.listDeclarations({ query: { right: 'withdrawal' } }))).map(({ number }) => number),
      ).toEqual([withdrawn.number])
      expect(await get(internal.listDeclarations({ query: { after: all[1]!.sequence } }))).toEqual([])
    })
  })

  it.each<[string, string, string]>([
    ['PUT', 'internal/catalogue', JSON.stringify(CATALOGUE)],
    ['POST', 'internal/cancellations', JSON.stringify(filing().body)],
    ['POST', 'internal/withdrawals', JSON.stringify(filing().body)],
    ['GET', 'internal/declarations', ''],
    ['GET', 'internal/receipts/abc', ''],
  ])('refuses %s %s without the key', async (method, path, body) => {
    for (const authorization of [null, 'Bearer wrong']) {
      const request = new Request(`http://subscription.local/ak/${path}`, {
        method,
        ...(body === '' ? {} : { body }),
        headers: { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) },
      })
      expect((await service.app.fetch(request)).status).toBe(401)
    }
    expect(await countMails()).toBe(0)
  })

  it('reports no errors beside the ones of the outbox that a test broke', () => {
    expect(errors.map(String)).toEqual(['Error: no outbox'])
  })

  it('publishes its contract', async () => {
    const document = (await (
      await service.app.fetch(new Request('http://subscription.local/openapi.json'))
    ).json()) as { paths: object }
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/offers', '/offers/{id}', '/internal/cancellations', '/internal/withdrawals']),
    )
  })
})

it.each(PUBLICATION_CODES)('the default offers of %s may be sold', (publication) => {
  const offers = toTestOffers(publication)
  expect(new Set(offers.map(({ id }) => id)).size).toBe(offers.length)
  expect(offers.flatMap((offer) => listOfferFaults(offer))).toEqual([])
  expect(offers.filter(({ isRecommended }) => isRecommended)).toHaveLength(1)
  for (const { roles } of offers.filter(({ kind }) => kind === 'topic'))
    expect(parseTagRole(roles[0]!)).toMatch(/^\d+$/)
})
