/** Invitations of friends and seats of households: rewards, mails, shared access. */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { MailMessage, type MailMessageInput } from '@lokalteil/contracts/mail'
import { COMMERCE_INTERNAL, type Subscription } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { renderMail } from '../../mail/templates.ts'
import { createCommerceService, type CommerceService } from '../app.ts'
import type { CommerceDb } from '../schema.ts'
import { get, KEY, outcomeOf, type Platform } from '../coins/ledger.testing.ts'
import { rewardFirstOrder } from './invites.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

const DAY = 86_400_000
const PLUS: Omit<Subscription, 'id'> = {
  kind: 'plus',
  productName: 'Plus Monat',
  state: 'active',
  roles: ['PLUS_USER'],
  coins: null,
  priceCents: 990,
  periodMonths: 1,
  trial: null,
  startsOn: '2026-06-21',
  endsOn: null,
  resumesOn: null,
}

let counted = 0
const newReader = () => `reader-${++counted}-0000`

describe.each(ENGINES)('on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: CommerceService
  let clock = NOW
  let ak: Platform
  let fb: Platform
  const errors: unknown[] = []
  const mails: MailMessageInput[] = []

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createCommerceService({
      database: opened.database,
      serviceKey: KEY,
      queueMail: async (message) => mails.push(message),
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
    const of = (publication: PublicationCode) =>
      createTestClient(COMMERCE_INTERNAL, {
        base: `http://subscription.local/${publication}`,
        headers: { authorization: `Bearer ${KEY}` },
        fetch: (request: Request) => service.app.fetch(request),
      })
    ;[ak, fb] = [of('ak'), of('fb')]
  })
  beforeEach(() => {
    clock = NOW
    mails.length = 0
  })
  afterAll(async () => {
    await opened.drop()
    if (errors.length > 0) throw new Error('The service failed', { cause: errors[0] })
  })

  const customerOf = async (sub: string) => (await get(ak.openCustomer({ params: { sub } }))).customerId
  const within = <T>(work: (db: CommerceDb) => Promise<T>) =>
    (opened.database.db as CommerceDb).transaction().execute(work)
  const rolesOf = (sub: string, client = ak) => get(client.listRoles({ params: { sub } }))
  const subscribe = (sub: string, change: Partial<typeof PLUS> = {}, client = ak) =>
    get(client.saveSubscription({ params: { sub, id: `plus-${sub}` }, body: { ...PLUS, ...change } }))
  const asReader = (sub: string) => ({
    publication: 'ak' as const,
    sub,
    email: 'x@example.org',
    isShadow: false,
    isEmailVerified: true,
  })

  describe('an invitation', () => {
    const linkOf = async (sub: string, client = ak) => get(client.getInvitation({ params: { sub } }))
    const tokenOf = async (sub: string) => (await linkOf(sub)).path.split('=')[1]!
    const accept = (sub: string, token: string, client = ak) =>
      get(client.acceptInvitation({ params: { sub }, body: { token } }))
    const reward = async (sub: string) => {
      const customerId = await customerOf(sub)
      await within((db) => rewardFirstOrder(service.context, 'ak', customerId, db))
    }
    const coinsOf = async (sub: string) => {
      const wallet = await ak.getWallet({ params: { sub } })
      return wallet.ok ? wallet.data.availableCreditCount : 0
    }
    const send = (sub: string, emails: string[], inviter = 'Eva') =>
      ak.sendInvitations({ params: { sub }, body: { emails, ownEmail: 'eva@example.org', inviter } })

    it('S2.3-04 R2.3-04 is one link for each reader and publication', async () => {
      const [eva, jan] = [newReader(), newReader()]
      const all = await Promise.all(Array.from({ length: 5 }, () => linkOf(eva)))
      expect(all[0]).toEqual({
        path: expect.stringMatching(/^\/order\/abo\?einladung=[\w-]{16}$/),
        mailsLeft: 5,
        rewarded: 0,
      })
      expect(new Set([...all, await linkOf(jan), await linkOf(eva, fb)].map(({ path }) => path)).size).toBe(3)
    })

    it('S2.3-04 brings one coin for the friend’s first order, also when the payment is reported repeatedly', async () => {
      const [eva, friend] = [newReader(), newReader()]
      await accept(friend, await tokenOf(eva))
      expect(await coinsOf(eva)).toBe(0)
      await Promise.all(Array.from({ length: 5 }, () => reward(friend)))
      await reward(friend)
      expect([await coinsOf(eva), await coinsOf(friend), (await linkOf(eva)).rewarded]).toEqual([1, 0, 1])
      expect(
        (await get(ak.listBookings({ params: { sub: eva } }))).map(({ kind, amount, reason }) => [
          kind,
          amount,
          reason,
        ]),
      ).toEqual([['grant', 1, 'Freunde eingeladen']])
    })

    it('S2.3-04 brings a coin for each friend, to the first inviter', async () => {
      const [eva, jan, first, second] = [newReader(), newReader(), newReader(), newReader()]
      await accept(first, await tokenOf(eva))
      await accept(first, await tokenOf(jan))
      await accept(second, await tokenOf(eva))
      await Promise.all([reward(first), reward(second)])
      expect([await coinsOf(eva), await coinsOf(jan)]).toEqual([2, 0])
    })

    it('S2.3-04 brings no coin for oneself, for a reader who ordered before, or through an unknown link', async () => {
      const [eva, buyer, stranger] = [newReader(), newReader(), newReader()]
      const token = await tokenOf(eva)
      await accept(eva, token)
      await subscribe(buyer)
      await accept(buyer, token)
      await accept(stranger, 'AAAAAAAAAAAAAAAA')
      await accept(stranger, "' or 1=1 --")
      await accept(stranger, token, fb)
      for (const sub of [eva, buyer, stranger]) await reward(sub)
      expect([await coinsOf(eva), (await linkOf(eva)).rewarded]).toEqual([0, 0])
    })

    it('brings no coin after a rollback of the order', async () => {
      const [eva, friend] = [newReader(), newReader()]
      await accept(friend, await tokenOf(eva))
      const customerId = await customerOf(friend)
      await expect(
        within(async (db) => {
          await rewardFirstOrder(service.context, 'ak', customerId, db)
          throw new Error('no payment')
        }),
      ).rejects.toThrow('no payment')
      expect(await coinsOf(eva)).toBe(0)
      await reward(friend)
      expect(await coinsOf(eva)).toBe(1)
    })

    it('S2.3-04 is mailed with a fixed text and the reader’s link', async () => {
      const eva = newReader()
      expect(await get(send(eva, ['max@example.org', 'MAX@example.org ', 'mia@example.org']))).toMatchObject({
        mailsLeft: 3,
      })
      const { path } = await linkOf(eva)
      expect(mails).toEqual(
        ['max@example.org', 'mia@example.org'].map((address) => ({
          mandator: 'ak',
          to: { address },
          template: 'invitation',
          data: { path, inviter: 'Eva' },
        })),
      )
      const { subject, text } = renderMail(MailMessage.parse(mails[0]), 'https://ak.example')
      expect([subject, text]).toEqual([
        'Eine Einladung: Auenkurier',
        expect.stringContaining(`https://ak.example${path}`),
      ])
      expect(text).toContain('Eva liest bei uns')
    })

    it('S2.3-04 D goes to at most five addresses a day, never to oneself, and to all addresses of a request or none', async () => {
      const eva = newReader()
      const to = (count: number) => Array.from({ length: count }, () => `friend-${++counted}@example.org`)
      expect(await outcomeOf(send(eva, to(6)))).toBe('422 INVALID_FIELDS')
      expect(await outcomeOf(send(eva, ['max@example.org', 'EVA@example.org']))).toBe('422 INVALID_FIELDS')
      expect(await outcomeOf(send(eva, ['max@example.org\r\nBcc: all@example.org']))).toBe('422 INVALID_FIELDS')
      expect(mails).toEqual([])
      await get(send(eva, to(3)))
      expect(await outcomeOf(send(eva, to(3)))).toBe('429 TOO_MANY_INVITATIONS')
      expect([mails.length, (await linkOf(eva)).mailsLeft]).toEqual([3, 2])
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => outcomeOf(send(eva, to(2)))))
      expect([
        outcomes.filter((outcome) => outcome === 'ok').length,
        mails.length,
        (await linkOf(eva)).mailsLeft,
      ]).toEqual([1, 5, 0])
      clock = new Date(NOW.getTime() + DAY)
      expect(await get(send(eva, to(5)))).toMatchObject({ mailsLeft: 0 })
    })

    it('S2.3-04 D is limited per mailbox, with the same answer as a sent one', async () => {
      const address = `victim-${++counted}@example.org`
      for (let sender = 0; sender < 5; sender++)
        expect(await get(send(newReader(), [address]))).toMatchObject({ mailsLeft: 4 })
      expect(mails).toHaveLength(2)
    })
  })

  describe('a seat', () => {
    const householdOf = (sub: string, client = ak) => get(client.getHousehold({ params: { sub } }))
    const offer = (sub: string, label = 'Kind', subscriptionId = `plus-${sub}`) =>
      ak.offerSeat({ params: { sub }, body: { subscriptionId, label } })
    const tokenOf = ({ path }: { path: string }) => path.split('=')[1]!
    const accept = (sub: string, token: string, client = ak) => client.acceptSeat({ params: { sub }, body: { token } })
    /** An owner with one member. */
    async function openHousehold(change: Partial<typeof PLUS> = {}) {
      const [owner, member] = [newReader(), newReader()]
      await subscribe(owner, change)
      const { seatId, path } = await get(offer(owner, 'Oma Inge'))
      await get(accept(member, tokenOf({ path })))
      return { owner, member, seatId }
    }

    it('gives the access of the owner’s subscription, for as long as that lasts', async () => {
      const { owner, member } = await openHousehold({ kind: 'plus-pur', roles: ['PLUS_USER', 'PUR_USER'] })
      expect([await rolesOf(member), await rolesOf(member, fb)]).toEqual([['PLUS_USER', 'PUR_USER'], []])
      await subscribe(owner, { state: 'paused' })
      expect([await rolesOf(member), (await householdOf(member)).member]).toEqual([
        [],
        { productName: 'Plus Monat', since: NOW.toISOString(), isOpen: false },
      ])
      await subscribe(owner, { state: 'cancelled', endsOn: '2026-11-30' })
      expect(await rolesOf(member)).toEqual(['PLUS_USER'])
      clock = new Date('2026-12-01T12:00:00Z')
      expect(await rolesOf(member)).toEqual([])
    })

    it('shows the owner only the label and the member only the product', async () => {
      const { owner, member, seatId } = await openHousehold()
      expect(await householdOf(owner)).toEqual({
        owned: [
          {
            subscriptionId: `plus-${owner}`,
            productName: 'Plus Monat',
            seatCount: 3,
            seats: [{ seatId, label: 'Oma Inge', state: 'taken', since: NOW.toISOString() }],
          },
        ],
        member: null,
      })
      expect(await householdOf(member)).toEqual({
        owned: [],
        member: { productName: 'Plus Monat', since: NOW.toISOString(), isOpen: true },
      })
      expect(await householdOf(newReader())).toEqual({ owned: [], member: null })
    })

    it('ends when the owner ends it or the member leaves, and is free again', async () => {
      const first = await openHousehold()
      await get(ak.endSeat({ params: { sub: first.owner, seatId: first.seatId } }))
      await get(ak.endSeat({ params: { sub: first.owner, seatId: first.seatId } }))
      expect([await rolesOf(first.member), (await householdOf(first.owner)).owned[0]!.seats]).toEqual([[], []])
      const second = await openHousehold()
      expect(await outcomeOf(ak.endSeat({ params: { sub: second.member, seatId: second.seatId } }))).toBe(
        '404 NOT_FOUND',
      )
      expect(await outcomeOf(ak.endSeat({ params: { sub: newReader(), seatId: second.seatId } }))).toBe('404 NOT_FOUND')
      expect(await rolesOf(second.member)).toEqual(['PLUS_USER'])
      await get(ak.leaveSeat({ params: { sub: second.member } }))
      await get(ak.leaveSeat({ params: { sub: second.member } }))
      expect([await rolesOf(second.member), (await householdOf(second.owner)).owned[0]!.seats]).toEqual([[], []])
    })

    it('exists three times, also under concurrent requests', async () => {
      const owner = newReader()
      await subscribe(owner)
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(offer(owner))))
      expect(outcomes.toSorted()).toEqual([...Array<string>(5).fill('409 NO_SEAT_LEFT'), 'ok', 'ok', 'ok'])
    })

    it('is taken once, also under concurrent requests', async () => {
      const owner = newReader()
      await subscribe(owner)
      const token = tokenOf(await get(offer(owner)))
      const members = Array.from({ length: 8 }, newReader)
      const outcomes = await Promise.all(members.map((sub) => outcomeOf(accept(sub, token))))
      expect(outcomes.toSorted()).toEqual([...Array<string>(7).fill('422 INVALID_LINK'), 'ok'])
      expect((await Promise.all(members.map((sub) => rolesOf(sub)))).filter((roles) => roles.length > 0)).toHaveLength(
        1,
      )
      const taker = members[outcomes.indexOf('ok')]!
      expect(await outcomeOf(accept(taker, token))).toBe('ok')
    })

    it('is one for each member and publication, also when two links are used at once', async () => {
      const [one, other, member] = [newReader(), newReader(), newReader()]
      await subscribe(one)
      await subscribe(other)
      const tokens = [tokenOf(await get(offer(one))), tokenOf(await get(offer(other)))]
      const outcomes = await Promise.all(tokens.map((token) => outcomeOf(accept(member, token))))
      expect(outcomes.toSorted()).toEqual(['409 OTHER_HOUSEHOLD', 'ok'])
      await get(ak.leaveSeat({ params: { sub: member } }))
      expect(await outcomeOf(accept(member, tokens[outcomes.indexOf('409 OTHER_HOUSEHOLD')]!))).toBe('ok')
    })

    it('is never passed on, and never one’s own', async () => {
      const { owner, member } = await openHousehold()
      expect(await outcomeOf(offer(member, 'Freund', `plus-${owner}`))).toBe('404 NOT_FOUND')
      expect((await householdOf(member)).owned).toEqual([])
      const token = tokenOf(await get(offer(owner)))
      expect(await outcomeOf(accept(owner, token))).toBe('422 INVALID_LINK')
      expect(await outcomeOf(accept(newReader(), token, fb))).toBe('422 INVALID_LINK')
    })

    it.each<[string, Partial<typeof PLUS>]>([
      ['a code’s', { priceCents: 0, endsOn: '2027-01-31' }],
      ['pur', { kind: 'pur', roles: ['PUR_USER'] }],
      ['one that is paused', { state: 'paused' }],
      ['one that has ended', { state: 'ended', endsOn: '2026-11-01' }],
    ])('is not given with %s', async (_what, change) => {
      const owner = newReader()
      await subscribe(owner, change)
      expect([await outcomeOf(offer(owner)), (await householdOf(owner)).owned]).toEqual(['404 NOT_FOUND', []])
    })

    it('has a link of two weeks, whose seat is free afterwards', async () => {
      const owner = newReader()
      await subscribe(owner)
      const links = [await get(offer(owner, 'A')), await get(offer(owner, 'B')), await get(offer(owner, 'C'))]
      clock = new Date(NOW.getTime() + 14 * DAY)
      expect(await outcomeOf(accept(newReader(), tokenOf(links[0]!)))).toBe('422 INVALID_LINK')
      expect((await householdOf(owner)).owned[0]!.seats.map(({ state }) => state)).toEqual([
        'expired',
        'expired',
        'expired',
      ])
      expect(await outcomeOf(accept(newReader(), tokenOf(await get(offer(owner, 'D')))))).toBe('ok')
      expect((await householdOf(owner)).owned[0]!.seats.map(({ label }) => label)).toEqual(['D'])
    })

    it('has a daily limit of links, and needs a label', async () => {
      const owner = newReader()
      await subscribe(owner)
      for (let link = 0; link < 10; link++) {
        const { seatId } = await get(offer(owner))
        await get(ak.endSeat({ params: { sub: owner, seatId } }))
      }
      expect(await outcomeOf(offer(owner))).toBe('429 TOO_MANY_LINKS')
      expect([await outcomeOf(offer(owner, ' ')), await outcomeOf(offer(owner, 'x'.repeat(41)))]).toEqual([
        '422 INVALID_FIELDS',
        '422 INVALID_FIELDS',
      ])
    })

    it('that is unused ends with a new password of the owner; members stay', async () => {
      const { owner, member } = await openHousehold()
      const [open, stranger] = [await get(offer(owner, 'Kind')), newReader()]
      await service.personalData.dropOpened(asReader(newReader()))
      await service.personalData.dropOpened(asReader(member))
      expect((await householdOf(owner)).owned[0]!.seats).toHaveLength(2)
      await service.personalData.dropOpened(asReader(owner))
      expect(await outcomeOf(accept(stranger, tokenOf(open)))).toBe('422 INVALID_LINK')
      expect((await householdOf(owner)).owned[0]!.seats).toMatchObject([{ label: 'Oma Inge', state: 'taken' }])
      expect([await rolesOf(member), await rolesOf(stranger)]).toEqual([['PLUS_USER'], []])
    })

    it('ends with the account of the owner, and becomes free with the erasure of the member', async () => {
      const one = await openHousehold()
      expect(await service.personalData.read(asReader(one.owner))).toMatchObject({
        household: { given: [{ label: 'Oma Inge', acceptedAt: NOW }], had: [] },
      })
      expect(await service.personalData.read(asReader(one.member))).toMatchObject({
        household: { given: [], had: [{ productName: 'Plus Monat', acceptedAt: NOW }] },
        invitations: { link: null, friendsWhoOrdered: 0 },
      })
      await service.personalData.erase(asReader(one.owner))
      expect([await rolesOf(one.member), (await householdOf(one.member)).member]).toEqual([[], null])
      const other = await openHousehold()
      await get(ak.getInvitation({ params: { sub: other.member } }))
      await service.personalData.erase(asReader(other.member))
      expect([
        (await householdOf(other.owner)).owned[0]!.seats,
        await service.personalData.read(asReader(other.member)),
      ]).toEqual([[], null])
    })
  })
})
