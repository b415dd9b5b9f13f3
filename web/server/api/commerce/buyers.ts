/**
 * Places and reads orders for their buyer: the reader of the session with a confirmed address, or a guest by the typed address. A
 * guest gets an account, but buying logs no reader in, and the answer is the same whether an account existed.
 */
import type { ACCOUNTS } from '@lokalteil/contracts/accounts'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { OrderRequest } from '@lokalteil/contracts/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toNetwork, toRequester } from '../../http/client-address.ts'
import { readPerson, type Person } from '../person.ts'
import {
  refusal,
  reply,
  toRefusal,
  toReply,
  type PortalApi,
  type Principal,
  type Reply,
  type RequestContext,
} from '../portal-api.ts'

/** Null with a publisher's own provider: then there are no guests, and the verified ID token names the buyer. */
type AccountsOf = ((publication: PublicationCode) => Client<typeof ACCOUNTS>) | null

export type BuyerOptions = {
  portalApi: PortalApi
  accountsOf: AccountsOf
  /** Key of the hash under which IP addresses are counted. */
  secret: string
}

type Asked = {
  context: RequestContext
  principal: Principal | null
  /** `email`: the address that a guest typed. */
  body: Pick<OrderRequest, 'buyer' | 'consents'> & { email?: string | undefined }
}
type Identified = { sub: string; email: string; isGuest: boolean }
type Counted = { requester: string }

type Calls<Placed> = {
  /** Called first for a guest: an account is created only for an order that can be placed. */
  check: (guest: Counted & { email: string }) => Promise<Result<unknown>>
  place: (
    sub: string,
    buyer: Counted & Omit<Identified, 'sub'>,
    options: { headers: Record<string, string> },
  ) => Promise<Result<Placed>>
}

export async function placeForBuyer<Placed>(
  options: BuyerOptions,
  asked: Asked,
  { check, place }: Calls<Placed>,
): Promise<Reply<Placed>> {
  const { context } = asked
  const requester = toRequesterOf(options, context)
  const identified = await identifyBuyer(options.accountsOf, asked, (email) => check({ email, requester }))
  if (identified.kind === 'refusal') return identified
  const { sub, ...buyer } = identified.data
  const placed = await place(sub, { ...buyer, requester }, { headers: { 'x-request-id': context.requestId } })
  return placed.ok ? reply(placed.data) : toOrderRefusal(placed)
}

/** For the holder of the order's token, or else for the reader of the session. */
export async function readForBuyer<Placed>(
  { portalApi }: BuyerOptions,
  { context, query: { token } }: { context: RequestContext; query: { token?: string | undefined } },
  read: (by: { sub?: string | undefined; token?: string | undefined }) => Promise<Result<Placed>>,
): Promise<Reply<Placed>> {
  if (token !== undefined) return toReply(await read({ token }))
  const found = await portalApi.findPrincipal(context)
  return found.kind === 'refusal' ? found : toReply(await read({ sub: found.data?.sub }))
}

export function toRequesterOf({ secret }: BuyerOptions, { origin }: RequestContext): string {
  return toRequester(secret, 'order', toNetwork(origin.address))
}

async function identifyBuyer(
  accountsOf: AccountsOf,
  { context, principal, body: { email, buyer, consents } }: Asked,
  check: (email: string) => Promise<Result<unknown>>,
): Promise<Reply<Identified>> {
  const person = await findPerson(accountsOf, principal)
  if (person.kind === 'refusal') return person
  if (person.data !== null) {
    // The mail of confirmation must reach the reader, so the address has to be confirmed.
    if (!person.data.isEmailVerified)
      return refusal(403, 'EMAIL_NOT_VERIFIED', 'The reader’s own address is not confirmed')
    return reply({ sub: person.data.sub, email: person.data.email, isGuest: false })
  }
  if (email === undefined || accountsOf === null)
    return refusal(401, 'LOGIN_NEEDED', 'Log in, or order with an address')
  const checked = await check(email)
  if (!checked.ok) return toOrderRefusal(checked)
  const guest = await accountsOf(context.publication).openGuest({
    body: {
      email,
      salutation: buyer.salutation ?? '',
      firstName: buyer.firstName,
      lastName: buyer.lastName,
      hasAcceptedTerms: consents.terms,
      address: context.origin.address,
    },
  })
  if (!guest.ok)
    return guest.status === 429
      ? refusal(429, 'TOO_MANY_ORDERS', 'Too many orders in a short time', {
          retryAfter: guest.headers?.get('retry-after') ?? '3600',
        })
      : toRefusal(guest)
  return reply({ sub: guest.data.sub, email: email.trim(), isGuest: true })
}

/** Null: no reader is logged in, or the account has ended the session. */
async function findPerson(accountsOf: AccountsOf, principal: Principal | null): Promise<Reply<Person | null>> {
  if (principal === null) return reply(null)
  const person = await readPerson(principal, accountsOf)
  return person.kind === 'refusal' && person.status === 401 ? reply(null) : person
}

/** A refusal for PRICE_CHANGED with the right amount as a number instead of a field's code. */
function toOrderRefusal(result: Parameters<typeof toRefusal>[0]): Reply<never> {
  const refused = toRefusal(result)
  if (refused.kind !== 'refusal' || refused.code !== 'PRICE_CHANGED' || refused.fields === undefined) return refused
  const { fields, ...rest } = refused
  return { ...rest, extra: { dueCents: Number(fields.dueCents) } }
}
