/**
 * Name and address of the reader: from the account, or, with a publisher's own provider, from the verified ID token.
 */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { ACCOUNTS } from '@lokalteil/contracts/accounts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { notLoggedIn, reply, toRefusal, type Principal, type Reply } from './portal-api.ts'

export type Person = { sub: string; email: string; isEmailVerified: boolean; firstName: string }

export async function readPerson(
  { publication, sub, accessToken, readUser }: Pick<Principal, 'publication' | 'sub' | 'accessToken' | 'readUser'>,
  /** Null with a publisher's own provider. */
  accountsOf: ((publication: PublicationCode) => Pick<Client<typeof ACCOUNTS>, 'getAccount'>) | null,
): Promise<Reply<Person>> {
  if (accountsOf === null) {
    const user = await readUser()
    if (user === null) return notLoggedIn()
    return reply({ sub, email: user.email, isEmailVerified: user.emailVerified, firstName: user.firstName })
  }
  const account = await accountsOf(publication).getAccount({ body: { accessToken } })
  if (!account.ok) return toRefusal(account)
  const { user } = account.data
  return reply({ sub: user.sub, email: user.email, isEmailVerified: user.emailVerified, firstName: user.firstName })
}
