/** The markets through their typed clients: deliveries, enquiries, saved searches, advertisements, personal data. */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import { MARKETS, MARKETS_INTERNAL, type AdText, type IncomingListing } from '../contract/markets.ts'
import { SELLER } from '@lokalteil/contracts/commerce/sellers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase, type TestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { createMarketService, type MarketService } from './app.ts'

const KEY = 'k'.repeat(40)
const START = new Date('2026-11-24T09:00:00Z')
const DAY = 86_400_000

let clock: Date
let mails: MailMessageInput[]
let given: string[]
/** Pictures of readers in the public store. */
let shown: Map<string, string>
/** The part of the store that no address reaches. */
const inStore = new Map<string, Uint8Array>()
async function* toPieces(bytes: Uint8Array) {
  yield bytes
}

function home(sourceId: string, change: Partial<IncomingListing> & { cents?: number } = {}): IncomingListing {
  const { cents = 74_000, ...rest } = change
  return {
    source: 'makler',
    sourceId,
    updated: '2026-11-24T08:00:00.000Z',
    published: '2026-11-23T08:00:00.000Z',
    validUntil: null,
    title: 'Helle Wohnung mit Balkon',
    text: 'Schön gelegen.\n\nRufen Sie an: 0171 2345678 oder max@makler.de.',
    place: { name: 'Auenburg', district: 'Nordend', postalCode: '06990' },
    coordinates: null,
    pictures: [],
    provider: 'Makler Aukamp',
    address: '',
    contact: { name: 'Frau Aukamp', email: 'aukamp@makler.example' },
    facts: {
      kind: 'home',
      deal: 'mieten',
      type: 'wohnung',
      cents,
      extraCents: 18_000,
      deposit: '',
      commission: '',
      rooms: 3,
      area: 72,
      plotArea: null,
      floor: '2. OG',
      availableFrom: 'sofort',
      features: ['balkon'],
      energy: { certificate: 'verbrauch', value: 98, carrier: 'Erdgas', class: 'C', built: 1974 },
    },
    ...rest,
  }
}

describe.each(ENGINES)('the markets on %s', (engine) => {
  let opened: TestDatabase
  let service: MarketService
  let other: MarketService
  const clientOf = <C extends typeof MARKETS | typeof MARKETS_INTERNAL | typeof SELLER>(
    contract: C,
    of = () => service,
  ) =>
    createTestClient(contract, {
      fetch: (request) => Promise.resolve(of().app.fetch(request)),
      base: 'http://markets.local/ak',
      headers: { authorization: `Bearer ${KEY}` },
    })
  const open = () =>
    createMarketService({
      database: opened.database,
      serviceKey: KEY,
      secret: 'a-secret-of-at-least-32-characters',
      queueMail: async (message) => void mails.push(message),
      giveUpPurchase: async (_publication, number) => (given.push(number), 'done'),
      pictures: {
        toPath: (id) => `readers/${id}.jpg`,
        put: async (path, bytes) => void shown.set(path, Buffer.from(bytes).toString('base64')),
        remove: async (path) => void shown.delete(path),
        // As in a portal with PICTURES_URL; those of obituaries lie in the database there.
        kept: {
          put: async (path, bytes) => void inStore.set(path, bytes),
          open: async (path) => (inStore.has(path) ? toPieces(inStore.get(path)!) : null),
          remove: async (path) => void inStore.delete(path),
        },
      },
      now: () => clock,
      onError: (error) => {
        throw error
      },
    })
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    clock = START
    service = await open()
    // A second process on the same database.
    other = await open()
  })
  afterAll(async () => {
    await service.close()
    await other.close()
    await opened.drop()
  })
  beforeEach(() => {
    clock = new Date(Math.max(START.getTime(), clock.getTime()))
    mails = []
    given = []
    shown = new Map()
  })
  const pages = clientOf(MARKETS)
  const otherPages = clientOf(MARKETS, () => other)
  const portal = clientOf(MARKETS_INTERNAL)
  const seller = clientOf(SELLER)
  const deliver = async (...listings: IncomingListing[]) => {
    const answer = await portal.ingest({ body: { delivery: { kind: 'listings', listings } } })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.data.results
  }
  const find = async (query = '', client = pages) => {
    const found = await client.search({ params: { market: 'home' }, body: { query } })
    if (!found.ok) throw new Error(JSON.stringify(found.problem))
    return found.data
  }

  it('R1-80 takes a listing once, a correction, and never an older state; every process finds it', async () => {
    const [made] = await deliver(home('a'))
    expect(made).toMatchObject({
      outcome: 'created',
      path: expect.stringMatching(/^\/immobilien\/angebot\/helle-wohnung-mit-balkon-\d+$/),
    })
    expect((await deliver(home('a')))[0]).toMatchObject({ outcome: 'unchanged' })
    const newer = home('a', { cents: 76_000, updated: '2026-11-24T08:30:00.000Z' })
    expect((await deliver(newer))[0]).toMatchObject({ outcome: 'updated' })
    expect((await deliver(home('a')))[0]).toMatchObject({ outcome: 'unchanged', reason: 'a newer state is stored' })
    for (const client of [pages, otherPages]) {
      const { total, listings } = await find('q=balkon', client)
      expect([total, listings[0]?.facts]).toMatchObject([1, { cents: 76_000 }])
    }
  })

  it('gives pages no contact address or number', async () => {
    const { listings } = await find()
    const found = await pages.getListing({ params: { market: 'home', id: listings[0]!.id } })
    const text = JSON.stringify(found)
    expect(text).toContain('(über das Kontaktformular)')
    expect(text).not.toMatch(/0171|max@|makler\.example/)
    expect(found).toMatchObject({
      data: { hasContact: true, validUntil: new Date(clock.getTime() + 60 * DAY).toISOString() },
    })
    expect(await pages.getListing({ params: { market: 'job', id: listings[0]!.id } })).toMatchObject({ status: 404 })
  })

  it('shows only the oldest of several listings of the same offer, and the next when that one ends', async () => {
    const [double] = await deliver(home('b', { source: 'portal', updated: '2026-11-24T08:30:00.000Z', cents: 76_000 }))
    expect((await find()).total).toBe(1)
    const { listings } = await find()
    const twin = await pages.getListing({ params: { market: 'home', id: /(\d+)$/.exec(double!.path)![1]! } })
    expect(twin).toMatchObject({ data: { duplicateOf: { id: listings[0]!.id } } })
    // Two listings of one source are two offers.
    await deliver(home('c', { cents: 99_000 }), home('d', { cents: 99_000 }))
    expect((await find()).total).toBe(3)
    await portal.ingest({
      body: {
        delivery: {
          kind: 'whole',
          market: 'home',
          source: 'makler',
          at: '2026-11-24T09:00:00.000Z',
          listed: ['c', 'd'],
        },
      },
    })
    expect(
      (await find('', otherPages)).listings
        .map(({ facts }) => (facts.kind === 'home' ? facts.cents! : 0))
        .toSorted((a, b) => a - b),
    ).toEqual([76_000, 99_000, 99_000])
    expect(await pages.getListing({ params: { market: 'home', id: listings[0]!.id } })).toMatchObject({ status: 410 })
  })

  it('drops listings that ended or were not delivered for long, and takes them again', async () => {
    const end = { kind: 'removed', market: 'home', source: 'makler', sourceId: 'c' } as const
    const remove = (at: string) => portal.ingest({ body: { delivery: { ...end, at } } })
    expect(await remove('2026-11-24T07:00:00.000Z')).toMatchObject({ data: { results: [{ outcome: 'unchanged' }] } })
    expect(await remove('2026-11-24T10:00:00.000Z')).toMatchObject({ data: { results: [{ outcome: 'removed' }] } })
    expect((await deliver(home('c', { updated: '2026-11-24T11:00:00.000Z', cents: 99_000 })))[0]).toMatchObject({
      outcome: 'created',
    })
    clock = new Date(START.getTime() + 40 * DAY)
    await deliver(home('d', { cents: 99_000 }))
    clock = new Date(START.getTime() + 61 * DAY)
    expect((await find()).total).toBe(1)
    clock = new Date(START.getTime() + 101 * DAY)
    expect((await find()).total).toBe(0)
  })

  describe('messages', () => {
    const enquiry = {
      name: 'Ada Lorenz',
      email: 'ada@reader.example',
      phone: '',
      text: 'Ist die Wohnung noch zu haben? Wir sind zu zweit.',
    }
    let listing: string
    const send = (
      change: Partial<typeof enquiry> = {},
      reader: { sub: string; email: string } | null = null,
      requester = 'r'.repeat(20),
    ) =>
      portal.sendEnquiry({ body: { listing, market: 'home', reader, requester, enquiry: { ...enquiry, ...change } } })
    beforeAll(async () => {
      const [made] = await deliver(home('m', { updated: clock.toISOString(), cents: 51_000 }))
      listing = /(\d+)$/.exec(made!.path)![1]!
    })

    it('of a reader with a confirmed address are sent at once, with a copy, and once', async () => {
      const reader = { sub: 'eva', email: 'Ada@reader.example' }
      expect(await send({}, reader)).toMatchObject({ data: { state: 'sent' } })
      expect(await send({}, reader)).toMatchObject({ data: { state: 'sent' } })
      expect(mails.map(({ template, to }) => [template, to.address])).toEqual([
        ['market-enquiry', 'aukamp@makler.example'],
        ['market-enquiry-copy', 'ada@reader.example'],
      ])
      expect(JSON.stringify(mails[1])).not.toContain('makler.example')
    })

    it('of a guest wait for a link, whose mail contains none of their words', async () => {
      const text = 'Ein anderer Text, der lang genug ist.'
      expect(await send({ text })).toMatchObject({ data: { state: 'to-confirm' } })
      expect(mails.map(({ template }) => template)).toEqual(['market-enquiry-confirm'])
      expect(JSON.stringify(mails)).not.toContain('anderer Text')
      const token = /link\/([\w-]+)/.exec(JSON.stringify(mails))![1]!
      expect(await portal.getLink({ body: { token } })).toMatchObject({ data: { kind: 'enquiry', state: 'open' } })
      expect(mails).toHaveLength(1)
      await Promise.all([portal.useLink({ body: { token } }), portal.useLink({ body: { token } })])
      expect(mails.map(({ template }) => template)).toEqual([
        'market-enquiry-confirm',
        'market-enquiry',
        'market-enquiry-copy',
      ])
      clock = new Date(clock.getTime() + 49 * 3_600_000)
      expect(await portal.getLink({ body: { token: 'x'.repeat(30) } })).toMatchObject({ status: 404 })
    })

    it.each([
      [{ text: 'kurz' }, 'text'],
      [{ name: '' }, 'name'],
      [{ email: 'a@b@c' }, 'email'],
      [{ phone: '<script>' }, 'phone'],
      [{ text: `http://a.de http://b.de http://c.de ${'x'.repeat(30)}` }, 'text'],
    ])('%j is refused with the name of the field', async (change, field) =>
      expect(await send(change)).toMatchObject({ status: 422, problem: { fields: { [field]: expect.any(String) } } }),
    )

    it('are limited per network', async () => {
      const answers = []
      for (let index = 0; index < 12; index++)
        answers.push(
          await send(
            { text: `Nachricht Nummer ${index}, lang genug.`, email: `a${index}@reader.example` },
            null,
            'n'.repeat(20),
          ),
        )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
      expect(answers.at(-1)).toMatchObject({ status: 429 })
    })
  })

  describe('saved searches', () => {
    const params = { sub: 'eva' }
    const save = (query: string) =>
      portal.saveSearch({
        params,
        body: { email: 'eva@reader.example', market: 'home', query, placeName: '', place: null },
      })

    it('send one mail with new listings each morning, and one link ends them', async () => {
      await save('angebot=mieten&sortierung=preis')
      const again = await save('angebot=mieten')
      const { searches } = ((await portal.listSearches({ params })) as { data: { searches: { id: string }[] } }).data
      expect(searches).toMatchObject([{ query: 'angebot=mieten', lastMail: null }])
      expect(again).toMatchObject({ data: { id: searches[0]!.id } })
      await deliver(
        home('n1', { updated: clock.toISOString(), cents: 60_000 }),
        home('n2', {
          updated: clock.toISOString(),
          cents: 61_000,
          facts: { ...home('x').facts, deal: 'kaufen' } as never,
        }),
      )
      await service.runDue()
      expect(mails).toEqual([])
      clock = new Date(clock.getTime() + DAY)
      // Two processes run it; only one sends.
      await Promise.all([service.runDue(), other.runDue()])
      expect(mails).toMatchObject([
        {
          template: 'market-matches',
          to: { address: 'eva@reader.example' },
          data: { total: 1, search: 'mieten' },
          unsubscribePath: expect.stringContaining(searches[0]!.id),
        },
      ])
      clock = new Date(clock.getTime() + DAY)
      await service.runDue()
      expect(mails).toHaveLength(1)
      const token = searches[0]!.id
      expect(await portal.useLink({ body: { token } })).toMatchObject({ data: { kind: 'search' } })
      expect(await portal.useLink({ body: { token } })).toMatchObject({ status: 404 })
      await deliver(home('n3', { updated: clock.toISOString(), cents: 62_000 }))
      clock = new Date(clock.getTime() + DAY)
      await service.runDue()
      expect(mails).toHaveLength(1)
    })

    it('are limited to twenty, and follow a change of the account’s address', async () => {
      for (let index = 1; index <= 20; index++) await save(`preis-bis=${index}00`)
      expect(await save('preis-bis=9999')).toMatchObject({ status: 409 })
      await portal.changeAddress({ params, body: { to: 'neu@reader.example' } })
      const held = JSON.stringify(
        await service.personalData.read({
          publication: 'ak',
          ...params,
          email: 'x@y.example',
          isShadow: false,
          isEmailVerified: true,
        } as never),
      )
      expect(held).toContain('neu@reader.example')
      expect(held).not.toContain('eva@reader.example')
    })
  })

  describe('advertisements', () => {
    const params = { sub: 'max' }
    const number = (count: number) => `A-2026-AAAA-000${count}`
    const text: AdText = {
      title: 'Zimmer in einer Vierer-WG',
      text: 'Wir sind drei und suchen jemanden, der gern kocht. Das Zimmer hat zwanzig Quadratmeter und einen Balkon.',
      provider: '',
      place: { name: 'Auenburg', district: '', postalCode: '06990' },
      facts: {
        ...home('x').facts,
        type: 'zimmer',
        energy: { certificate: 'keine-angabe', value: null, carrier: '', class: null, built: null },
      } as never,
    }
    const chosen = { id: 'monat', name: 'Ein Monat', days: 30, cents: 3490, vatPercent: 19 }
    const save = (id: string | null = null, change: Partial<AdText> = {}) =>
      portal.saveAd({
        params,
        body: { id, market: 'home', email: 'max@reader.example', text: { ...text, ...change }, package: chosen },
      })
    const saved = async () => ((await save()) as { data: { id: string } }).data.id
    const stateOf = async (id: string) => {
      const found = await portal.listAds({ params })
      return found.ok ? found.data.ads.find((one) => one.id === id)?.state : null
    }
    const settle = (count: number) =>
      seller.settlePurchase({
        params: { number: number(count) },
        body: { payment: 'paid', sub: 'max', email: 'max@reader.example', recipient: null },
      })
    const reserve = (id: string, count: number, sub = 'max') =>
      seller.reserveBasket({ params: { number: number(count) }, body: { reference: id, sub } })

    it.each([
      [{ text: `${text.text} Anruf: 0171 2345678` }, 'text'],
      [{ title: 'x' }, 'title'],
      [{ title: 'Schreibt an wg@haus.de' }, 'title'],
      [{ place: { name: '', district: '', postalCode: '1' } }, 'place'],
    ])('%j is refused', async (change, field) =>
      expect(await save(null, change)).toMatchObject({
        status: 422,
        problem: { fields: { [field]: expect.any(String) } },
      }),
    )

    it('is bought by its owner only, at the stored price, and shown only after approval', async () => {
      const id = await saved()
      expect(await seller.getBasket({ params: { reference: id }, query: { sub: 'eva' } })).toMatchObject({
        status: 404,
      })
      expect(await seller.getBasket({ params: { reference: id } })).toMatchObject({ status: 404 })
      expect(await seller.getBasket({ params: { reference: id }, query: { sub: 'max' } })).toMatchObject({
        data: { lines: [{ unitCents: 3490, vatPercent: 19, kind: 'service' }] },
      })
      expect((await reserve(id, 1)).ok && (await reserve(id, 1)).ok).toBe(true)
      expect(await reserve(id, 2)).toMatchObject({ status: 409 })
      expect(await save(id)).toMatchObject({ status: 409 })
      const before = (await find()).total
      await settle(1)
      await settle(1)
      expect([await stateOf(id), mails.map(({ data }) => (data as { state: string }).state)]).toEqual([
        'in-review',
        ['in-review'],
      ])
      expect((await find()).total).toBe(before)
      expect(await portal.listAdsToDecide({})).toMatchObject({ data: { ads: [{ id, reader: 'max' }] } })
      const live = await portal.decideAd({ params: { id }, body: { decision: 'publish' } })
      expect(live).toMatchObject({
        data: { state: 'live', validUntil: new Date(clock.getTime() + 30 * DAY).toISOString() },
      })
      expect((await find('art=zimmer', otherPages)).listings).toMatchObject([{ title: text.title }])
      expect(await portal.decideAd({ params: { id }, body: { decision: 'publish' } })).toMatchObject({ status: 409 })
      await seller.releasePurchase({ params: { number: number(1) }, body: { reason: 'withdrawn', lines: null } })
      expect([await stateOf(id), (await find('art=zimmer')).total]).toEqual(['ended', 0])
      expect(await settle(1)).toMatchObject({ status: 409 })
    })

    it('becomes a draft again when the payment fails; a released purchase stays released', async () => {
      const id = await saved()
      await reserve(id, 3)
      await seller.releasePurchase({ params: { number: number(3) }, body: { reason: 'failed', lines: null } })
      expect(await stateOf(id)).toBe('draft')
      expect([(await reserve(id, 3)).ok, (await settle(3)).ok]).toEqual([false, false])
      expect((await reserve(id, 4)).ok).toBe(true)
    })

    it('is refunded when rejected', async () => {
      const id = await saved()
      await reserve(id, 5)
      await settle(5)
      await portal.decideAd({ params: { id }, body: { decision: 'reject', reason: 'Bitte ohne Makler.' } })
      await service.runDue()
      expect([await stateOf(id), given]).toEqual(['rejected', [number(5)]])
      await seller.releasePurchase({ params: { number: number(5) }, body: { reason: 'refunded', lines: null } })
      expect(await stateOf(id)).toBe('rejected')
    })

    describe('with pictures', () => {
      const DATA = Buffer.from([0xff, 0xd8, 0xff, ...new Uint8Array(40)]).toString('base64')
      const send = async (sub = 'max', data = DATA) => {
        const sent = await portal.addAdPicture({
          params: { sub },
          body: { data, width: 800, height: 600, colour: '#a0b0c0' },
        })
        return sent.ok ? sent.data.id : sent.status
      }
      const saveWith = (pictures: { id: string; alt: string }[], id: string | null = null) =>
        portal.saveAd({
          params,
          body: { id, market: 'home', email: 'max@reader.example', text, pictures, package: chosen },
        })
      const erase = () =>
        service.personalData.erase({
          publication: 'ak',
          ...params,
          email: 'max@reader.example',
          isShadow: false,
          isEmailVerified: true,
        } as never)
      const live = async (count: number, pictures: { id: string; alt: string }[]) => {
        const kept = await saveWith(pictures)
        const id = kept.ok ? kept.data.id : ''
        await reserve(id, count)
        await settle(count)
        const before = shown.size
        const decided = await portal.decideAd({ params: { id }, body: { decision: 'publish' } })
        return { id, before, listing: decided.ok ? decided.data.listing! : '' }
      }

      it('R1-80 are visible to the reader only until approval, then to everybody, and are removed with the advertisement', async () => {
        const [first, second] = [(await send()) as string, (await send()) as string]
        expect([
          await portal.getAdPicture({ params: { sub: 'max', id: first } }),
          await portal.getAdPicture({ params: { sub: 'eva', id: first } }),
          await portal.getPictureToDecide({ params: { id: first } }),
        ]).toMatchObject([{ data: { data: DATA } }, { status: 404 }, { status: 404 }])
        const { id, before, listing } = await live(7, [
          { id: second, alt: 'Zimmer mit Balkon' },
          { id: first, alt: '' },
        ])
        expect([before, shown.size]).toEqual([0, 2])
        expect(await portal.getPictureToDecide({ params: { id: first } })).toMatchObject({ data: { width: 800 } })
        const page = await pages.getListing({ params: { market: 'home', id: listing } })
        expect(page).toMatchObject({
          data: {
            pictures: [
              { baseUrl: `/readers/${second}.jpg`, altText: 'Zimmer mit Balkon' },
              { baseUrl: `/readers/${first}.jpg`, altText: text.title, width: 800, height: 600, colour: '#a0b0c0' },
            ],
          },
        })
        await portal.removeAd({ params: { ...params, id } })
        await expect.poll(() => shown.size).toBe(0)
        await expect.poll(async () => (await portal.getAdPicture({ params: { sub: 'max', id: first } })).ok).toBe(false)
      })

      it('leave the store with a removal, return after a complaint, and are erased with the account', async () => {
        const { listing } = await live(8, [{ id: (await send()) as string, alt: '' }])
        const target = { kind: 'listing', id: listing }
        const decide = (action: 'remove' | 'restore') =>
          portal.decideCase({ body: { target, decision: { action, ground: 'law', facts: 'Fremdes Bild.', by: 'M' } } })
        expect(await decide('remove')).toMatchObject({ ok: true })
        await expect.poll(() => shown.size).toBe(0)
        expect(await decide('restore')).toMatchObject({ ok: true })
        await expect.poll(() => shown.size).toBe(1)
        const loose = (await send()) as string
        await erase()
        expect([shown.size, await portal.getAdPicture({ params: { sub: 'max', id: loose } })]).toMatchObject([
          0,
          { status: 404 },
        ])
      })

      it.each([
        ['eleven of a home', Array.from({ length: 11 }, (_, index) => ({ id: `${index}`.padEnd(32, 'a'), alt: '' }))],
        ['an address in what one shows', [{ id: 'a'.repeat(32), alt: 'Mail an max@wg.example' }]],
      ])('%s are refused', async (_what, sent) =>
        expect(await saveWith(sent)).toMatchObject({
          status: 422,
          problem: { fields: { pictures: expect.any(String) } },
        }),
      )

      it('are refused from another reader, if they are no pictures, or beyond the limit', async () => {
        const foreign = (await send('eva')) as string
        const made = await saveWith([{ id: foreign, alt: 'Meins' }])
        expect([
          made.ok && made.data.pictures,
          await send('max', Buffer.from('<svg onload=x>').toString('base64')),
        ]).toEqual([[], 422])
        const answers = []
        for (let index = 0; index < 61; index++) answers.push(await send('ole'))
        expect([answers[59], answers[60]]).toEqual([expect.any(String), 429])
      })
    })

    it('is found by the moderator, removed, and erased with its reader', async () => {
      const id = await saved()
      await reserve(id, 6)
      await settle(6)
      const live = await portal.decideAd({ params: { id }, body: { decision: 'publish' } })
      const listing = live.ok ? live.data.listing! : ''
      expect(await portal.findTexts({ body: { words: 'VIERER-wg', reader: 'max' } })).toMatchObject({
        data: { texts: expect.arrayContaining([expect.objectContaining({ kind: 'ad', listing })]) },
      })
      expect(await portal.findTexts({ body: { words: '%' } })).toMatchObject({ data: { texts: [] } })
      await service.personalData.erase({
        publication: 'ak',
        ...params,
        email: 'max@reader.example',
        isShadow: false,
        isEmailVerified: true,
      } as never)
      expect((await find('art=zimmer')).total).toBe(0)
      expect(await portal.listAds({ params })).toMatchObject({ data: { ads: [] } })
      expect(JSON.stringify(await portal.findTexts({ body: {} }))).not.toContain('Vierer')
    })
  })

  it('a listing that the publisher blocked stays blocked, whatever its source delivers', async () => {
    const [made] = await deliver(home('z', { updated: clock.toISOString(), cents: 12_300 }))
    const id = /(\d+)$/.exec(made!.path)![1]!
    const target = { kind: 'listing', id }
    const remove = (ground: 'law' | null) =>
      portal.decideCase({
        body: { target, decision: { action: 'remove', ground, facts: 'Betrug, § 263 StGB.', by: 'M' } },
      })
    expect(await remove(null)).toMatchObject({ status: 422, problem: { code: 'REASONS_MISSING' } })
    await remove('law')
    expect(
      (await deliver(home('z', { updated: new Date(clock.getTime() + 1000).toISOString(), cents: 12_400 })))[0],
    ).toMatchObject({ outcome: 'unchanged' })
    expect(await pages.getListing({ params: { market: 'home', id } })).toMatchObject({ status: 410 })
  })

  it('any reader reports a listing; the advertiser learns why it was removed and complains by the link of the mail', async () => {
    const [made] = await deliver(home('gemeldet', { updated: clock.toISOString(), cents: 45_600 }))
    const id = /(\d+)$/.exec(made!.path)![1]!
    const target = { kind: 'listing', id }
    const report = (more: object = {}) =>
      portal.report({
        body: {
          target,
          requester: 'network-of-the-reporter',
          report: {
            ground: 'law',
            explanation: 'Die Wohnung gibt es nicht.',
            name: '',
            email: 'melderin@reader.example',
            isGoodFaith: true,
          },
          ...more,
        },
      })
    mails.length = 0
    expect(await report({ target: { kind: 'listing', id: '999999' } })).toMatchObject({ status: 404 })
    expect(await report()).toMatchObject({ data: { number: expect.stringMatching(/^M-/) } })
    // Any number of reports: competitors cannot hide an offer.
    expect(await pages.getListing({ params: { market: 'home', id } })).toMatchObject({ ok: true })
    expect(await portal.listCases({ body: {} })).toMatchObject({
      data: { cases: [{ target, what: 'home', reports: [{ ground: 'law', email: 'melderin@reader.example' }] }] },
    })
    await portal.decideCase({
      body: { target, decision: { action: 'remove', ground: 'law', facts: 'Es gibt sie nicht.', by: 'M' } },
    })
    expect(await pages.getListing({ params: { market: 'home', id } })).toMatchObject({ status: 410 })
    expect(mails.map(({ template }) => template)).toEqual(['report-received', 'text-decided', 'report-decided'])
    const { path } = mails[1]!.data as { path: string }
    const token = /^\/widerspruch\/listing\/(.+)$/.exec(path)![1]!
    expect(await portal.getStatement({ body: { token } })).toMatchObject({
      data: { what: 'home', statement: { ground: 'law', facts: 'Es gibt sie nicht.', source: 'report' } },
    })
    const text = 'Doch, hier ist der Grundbuchauszug.'
    const requester = 'network-of-the-advertiser'
    const forged = { token: `${token.split('.')[0]}.${'A'.repeat(43)}`, text, requester }
    expect(await portal.complainByLink({ body: forged })).toMatchObject({ status: 404 })
    const complained = await portal.complainByLink({ body: { token, text, requester } })
    expect(complained).toMatchObject({ data: { complaint: { text, outcome: 'open' } } })
    const statement = complained.ok ? complained.data.id : ''
    await portal.answerComplaint({ body: { statement, outcome: 'reversed', answer: 'Stimmt.', by: 'C' } })
    expect(await pages.getListing({ params: { market: 'home', id } })).toMatchObject({ ok: true })
    const figures = await portal.getTransparency({
      body: { from: '2020-01-01T00:00:00Z', to: '2040-01-01T00:00:00Z' },
    })
    expect(figures).toMatchObject({ data: { reports: { byGround: { law: 1 } }, complaints: { reversed: 1, open: 0 } } })
  })
})
