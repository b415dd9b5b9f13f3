/**
 * Who buys: the reader of the session with a confirmed address, or a guest by the typed one, whose account is opened but
 * never shown. Nobody is logged in by buying, and a guest's answer is the same whether there was an account.
 */
import type { SSO } from '@lokalteil/contracts/accounts'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { Buyer } from '@lokalteil/contracts/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { z } from 'zod'
import { readPerson, type Person } from '../person.ts'
import { refusal, reply, toRefusal, type Principal, type Reply, type RequestContext } from '../portal-api.ts'

/** Null with a publisher's own provider: then there are no guests, and the verified ID token says who orders. */
export type SsoOf = ((mandator: Mandator) => Client<typeof SSO>) | null

export type Identified = { sub: string; email: string; isGuest: boolean }

export type Asked = {
  context: RequestContext
  principal: Principal | null
  /** Typed without a login. */
  email: string | undefined
  buyer: z.output<typeof Buyer>
  hasAcceptedTerms: boolean
  /** Only for what can be placed is an account made. */
  check: (email: string) => Promise<Result<unknown>>
}

export async function identifyBuyer(ssoOf: SsoOf, asked: Asked): Promise<Reply<Identified>> {
  const { context, principal, email, buyer } = asked
  const person = await findPerson(ssoOf, principal)
  if (person.kind === 'refusal') return person
  if (person.data !== null) {
    // A confirmation goes to an address that is the reader's; an account nobody has confirmed may be no account at all.
    if (!person.data.isEmailVerified)
      return refusal(403, 'EMAIL_NOT_VERIFIED', 'The reader’s own address is not confirmed')
    return reply({ sub: person.data.sub, email: person.data.email, isGuest: false })
  }
  if (email === undefined || ssoOf === null) return refusal(401, 'LOGIN_NEEDED', 'Log in, or order with an address')
  const checked = await asked.check(email)
  if (!checked.ok) return toOrderRefusal(checked)
  const guest = await ssoOf(context.mandator).openGuest({
    body: {
      email,
      salutation: buyer.salutation ?? '',
      firstName: buyer.firstName,
      lastName: buyer.lastName,
      hasAcceptedTerms: asked.hasAcceptedTerms,
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

/** Null: nobody is logged in, by the account's word as well. */
async function findPerson(ssoOf: SsoOf, principal: Principal | null): Promise<Reply<Person | null>> {
  if (principal === null) return reply(null)
  const person = await readPerson(principal, ssoOf)
  return person.kind === 'refusal' && person.status === 401 ? reply(null) : person
}

/** The right amount travels as a number of its own, not as the code of a field. */
export function toOrderRefusal(result: Parameters<typeof toRefusal>[0]): Reply<never> {
  const refused = toRefusal(result)
  if (refused.kind !== 'refusal' || refused.code !== 'PRICE_CHANGED' || refused.fields === undefined) return refused
  const { fields, ...rest } = refused
  return { ...rest, extra: { dueCents: Number(fields.dueCents) } }
}
