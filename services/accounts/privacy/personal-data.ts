/** Personal data that this service itself has of a reader: the account, and the mails sent to it. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Database } from '../../platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { getPendingEmail } from '../email-change/email-change.ts'
import type { PersonalDataSource, Subject } from './privacy.ts'
import { getAccount } from '../store/accounts.ts'
import { listConsents } from '../store/consents.ts'
import { listFormer } from '../store/email-changes.ts'
import { listIdentities } from '../store/identities.ts'
import { listSessions } from '../store/sessions.ts'

/** The mail service's record of mails to an address. */
export type MailHistory = {
  listOf: (
    publication: PublicationCode,
    address: string,
    until?: Date,
  ) => Promise<{ template: string; status: string; at: Date }[]>
  removeOf: (publication: PublicationCode, address: string, within?: Database['db'], until?: Date) => Promise<void>
}

export function toAccountSource(accounts: AccountsContext): PersonalDataSource {
  return {
    name: 'account',
    title: 'Konto',
    read: (subject) => readAccount(accounts, subject),
    // The account is erased last, by the job itself, because all other data refers to it.
    erase: async () => {},
  }
}

async function readAccount(accounts: AccountsContext, { publication, sub }: Subject): Promise<unknown> {
  const { db, now } = accounts
  const account = await getAccount(db, publication, sub)
  if (account === null) return null
  const [identities, open, consents, former, pendingEmail] = await Promise.all([
    listIdentities(db, account),
    listSessions(db, account, now()),
    listConsents(db, account),
    listFormer(db, account),
    getPendingEmail(accounts, account),
  ])
  return {
    id: account.id,
    email: account.email,
    formerEmails: former,
    pendingEmail,
    emailVerifiedAt: account.email_verified_at,
    salutation: account.salutation,
    firstName: account.first_name,
    lastName: account.last_name,
    createdAt: account.created_at,
    changedAt: account.changed_at,
    passwordChangedAt: account.password_changed_at,
    signIns: identities,
    consents,
    sessions: open.map(({ created_at, used_at, user_agent }) => ({
      createdAt: created_at,
      usedAt: used_at,
      userAgent: user_agent,
    })),
  }
}

export function toMailSource({ db, now }: AccountsContext, mail: MailHistory): PersonalDataSource {
  return {
    name: 'mail',
    title: 'Verschickte E-Mails',
    async read({ publication, sub, email, isShadow, formerEmails }) {
      if (!isShadow) {
        const former = formerEmails.map((one) => mail.listOf(publication, one.email, one.until))
        return (await Promise.all([...former, mail.listOf(publication, email)])).flat()
      }
      const account = await getAccount(db, publication, sub)
      return [{ template: 'confirm-email', status: 'sent', at: account?.created_at ?? now() }]
    },
    async erase({ publication, email, isShadow, formerEmails }) {
      if (isShadow) return
      for (const former of formerEmails) await mail.removeOf(publication, former.email, undefined, former.until)
      await mail.removeOf(publication, email)
    },
  }
}
