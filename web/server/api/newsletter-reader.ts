/**
 * Newsletters for rendering and for the calls of pages: the state of a link in a mail, and the reader's subscriptions. A
 * reader's address comes from the account, never from a request.
 */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { NEWSLETTER, NewsletterApi as Owner } from '@lokalteil/contracts/newsletters'
import type { NewslettersView } from '@lokalteil/contracts/portal'
import type { PublicationCode, Publication } from '@lokalteil/domain/publication/publications'
import type { NewsletterLink } from '@lokalteil/domain/reading/newsletter-links'
import type { LinkState, NewsletterApi } from '../../app/page/newsletter-api.ts'
import type { ReaderSession } from '../session/session.ts'
import type { AccountsClient } from '../session/own-sign-on.ts'
import { readPerson } from './person.ts'
import { reply, toRead, toRefusal, type Reply } from './portal-api.ts'

export type NewsletterContext = {
  /** Null with a publisher's own provider: then the verified ID token has the address. */
  accountsOf: ((publication: PublicationCode) => AccountsClient) | null
  newsletterOf: (publication: PublicationCode) => Client<typeof NEWSLETTER>
}

export async function readLink(
  { newsletterOf }: NewsletterContext,
  publication: PublicationCode,
  { kind, token }: NewsletterLink,
): Promise<LinkState> {
  if (token === '') return { state: 'invalid', newsletters: [] }
  if (kind === 'leave') {
    const found = await newsletterOf(publication).getUnsubscription({ params: { token } })
    if (!found.ok)
      return { state: found.status === 404 || found.status === 400 ? 'invalid' : 'unavailable', newsletters: [] }
    return { state: found.data.state === 'ended' ? 'done' : 'open', newsletters: [found.data.newsletter.title] }
  }
  const found = await newsletterOf(publication).getConfirmation({ params: { token } })
  if (!found.ok) return { state: found.status === 400 ? 'invalid' : 'unavailable', newsletters: [] }
  return {
    state: found.data.state === 'confirmed' ? 'done' : found.data.state,
    newsletters: found.data.newsletters.map(({ title }) => title),
  }
}

/** The reader's present address from the account. */
export async function toNewsletterOwner(
  { accountsOf }: NewsletterContext,
  principal: Parameters<typeof readPerson>[0],
): Promise<Reply<Owner>> {
  const person = await readPerson(principal, accountsOf)
  if (person.kind === 'refusal') return person
  const { sub, email, isEmailVerified } = person.data
  return reply({ sub, email, isEmailVerified })
}

export async function listNewslettersOf(
  { newsletterOf }: NewsletterContext,
  publication: PublicationCode,
  owner: Owner,
): Promise<Reply<NewslettersView>> {
  const found = await newsletterOf(publication).listSubscriptions({ body: { reader: owner } })
  return found.ok
    ? reply({ email: owner.email, isEmailVerified: owner.isEmailVerified, subscriptions: found.data })
    : toRefusal(found)
}

/** For rendering; without a session the list is 401. */
export function createNewsletterReader(
  context: NewsletterContext,
  { code }: Publication,
  session: ReaderSession | null,
): NewsletterApi {
  return {
    readLink: (link) => readLink(context, code, link),
    async listSubscriptions() {
      if (session?.kind !== 'reader' || session.accessToken === null) return { ok: false, status: 401 }
      const { user, accessToken } = session
      const owner = await toNewsletterOwner(context, {
        publication: code,
        sub: user.ssoId,
        accessToken,
        readUser: async () => user,
      })
      return toRead(owner.kind === 'data' ? await listNewslettersOf(context, code, owner.data) : owner)
    },
  }
}
