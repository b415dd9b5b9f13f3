/**
 * Identifies the buyer: the reader of the session with a confirmed address, or a guest by the typed address. A guest gets an
 * account, but buying logs no reader in, and the answer is the same whether an account existed.
 */
import type { SSO } from '@lokalteil/contracts/accounts'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { Buyer } from '@lokalteil/contracts/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { z } from 'zod'
import { readPerson, type Person } from '../person.ts'
import { refusal, reply, toRefusal, type Principal, type Reply, type RequestContext } from '../portal-api.ts'

/** Null with a publisher's own provider: then there are no guests, and the verified ID token names the buyer. */
export type SsoOf = ((mandator: Mandator) => Client<typeof SSO>) | null

export type Identified = { sub: string; email: string; isGuest: boolean }

export type Asked = {
  context: RequestContext
  principal: Principal | null
  /** The address that a guest typed. */
  email: string | undefined
  buyer: z.output<typeof Buyer>
  hasAcceptedTerms: boolean
  /** Checks the order first: an account is created only for an order that can be placed. */
  check: (email: string) => Promise<Result<unknown>>
}

export async function identifyBuyer(ssoOf: SsoOf, asked: Asked): Promise<Reply<Identified>> {
  const { context, principal, email, buyer } = asked
  const person = await findPerson(ssoOf, principal)
  if (person.kind === 'refusal') return person
  if (person.data !== null) {
    // The mail of confirmation must reach the reader, so the address has to be confirmed.
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

/** Null: no reader is logged in, or the account has ended the session. */
async function findPerson(ssoOf: SsoOf, principal: Principal | null): Promise<Reply<Person | null>> {
  if (principal === null) return reply(null)
  const person = await readPerson(principal, ssoOf)
  return person.kind === 'refusal' && person.status === 401 ? reply(null) : person
}

/** A refusal for PRICE_CHANGED with the right amount as a number instead of a field's code. */
export function toOrderRefusal(result: Parameters<typeof toRefusal>[0]): Reply<never> {
  const refused = toRefusal(result)
  if (refused.kind !== 'refusal' || refused.code !== 'PRICE_CHANGED' || refused.fields === undefined) return refused
  const { fields, ...rest } = refused
  return { ...rest, extra: { dueCents: Number(fields.dueCents) } }
}
