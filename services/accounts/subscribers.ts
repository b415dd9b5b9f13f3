/**
 * Accounts for subscribers whose contracts are imported from another system. Promises: the account belongs to the owner
 * of the address, who sets a password from a mail; an account whose address was never confirmed may be a stranger's, so
 * all access to it ends before anything is added; only the reader accepts the terms, after the login.
 */
import type { OpenedSubscriber } from '@lokalteil/contracts/accounts/subscriber-endpoints'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import { checkName, isEmail, isSalutation, toName } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toAccount, toKey } from './account-row.ts'
import { HOUR, queueCode } from './codes.ts'
import type { AccountsContext } from './context.ts'
import { disown } from './guests.ts'
import { toEnvelope } from './mails.ts'
import type { AccountRow, Trx } from './schema.ts'
import * as accountStore from './store/accounts.ts'
import { findReservation } from './store/email-changes.ts'
import { hasIdentity } from './store/identities.ts'
import { findCodeSince } from './store/mail-codes.ts'

type Subscriber = { email: string; salutation: string; firstName: string; lastName: string }
type InvitationData = Extract<MailMessageInput, { template: 'subscriber-invited' }>['data']
type Invited = { sub: string } & Pick<InvitationData, 'products'>
type Invitation = 'mailed' | 'has-access' | 'mailed-lately' | 'none'

/** Days in which a subscriber can choose a password from the mail. */
const INVITED_DAYS = 30
/** Milliseconds between two invitations. */
const INVITED_AGAIN_MS = 24 * HOUR
/** Distinguishes the code of an invitation from other codes that set a password. */
const INVITATION = { for: 'invitation' } as const

export async function openSubscriber(
  accounts: AccountsContext,
  publication: PublicationCode,
  { email: typed, salutation, firstName, lastName }: Subscriber,
  isDryRun: boolean,
): Promise<OpenedSubscriber> {
  if (!isEmail(typed)) return refuse('INVALID_EMAIL')
  const email = typed.trim()
  const emailKey = toKey(email)
  return accounts.db.transaction().execute(async (trx): Promise<OpenedSubscriber> => {
    const { account: known } = await accountStore.findByEmail(trx, publication, emailKey)
    if (known !== null) return takeKnown(accounts, known, isDryRun, trx)
    // The address is reserved for the account that left it, which may be a thief's by now.
    if ((await findReservation(trx, publication, emailKey, accounts.now())) !== null) return refuse('ADDRESS_RESERVED')
    if (isDryRun) return { sub: null, account: 'new', refusal: null }
    await accountStore.removeShadow(trx, publication, emailKey)
    const name = (value: string) => (checkName(value) === null ? toName(value) : '')
    const row = toAccount(publication, {
      isShadow: false,
      email,
      emailKey,
      passwordHash: null,
      salutation: isSalutation(salutation) ? salutation : '',
      firstName: name(firstName),
      lastName: name(lastName),
      provider: 'local',
      verifiedAt: null,
      now: accounts.now(),
    })
    // Race condition: the address is being registered at this moment.
    if (!(await accountStore.addAccount(trx, row))) return refuse('BUSY')
    return { sub: row.id, account: 'new', refusal: null }
  })
}

async function takeKnown(
  accounts: AccountsContext,
  known: AccountRow,
  isDryRun: boolean,
  trx: Trx,
): Promise<OpenedSubscriber> {
  if (known.is_blocked) return refuse('BLOCKED')
  if (known.erase_at !== null) return refuse('BEING_ERASED')
  if (known.email_verified_at !== null) return { sub: known.id, account: 'known', refusal: null }
  const account = known.password_hash === null ? 'known' : 'reset'
  if (!isDryRun) await disown(accounts, known, trx)
  return { sub: known.id, account, refusal: null }
}

function refuse(refusal: NonNullable<OpenedSubscriber['refusal']>): OpenedSubscriber {
  return { sub: null, account: null, refusal }
}

export async function inviteSubscriber(
  accounts: AccountsContext,
  publication: PublicationCode,
  { sub, products }: Invited,
  readerService: InvitationData['readerService'],
): Promise<Invitation> {
  return accounts.db.transaction().execute(async (trx): Promise<Invitation> => {
    const account = await accountStore.lockAccount(trx, publication, sub)
    if (account === null || account.is_shadow || account.is_blocked || account.erase_at !== null) return 'none'
    if (account.password_hash !== null || (await hasIdentity(trx, account))) return 'has-access'
    const since = new Date(accounts.now().getTime() - INVITED_AGAIN_MS)
    if (await findCodeSince(trx, account, 'reset', INVITATION, since)) return 'mailed-lately'
    await queueCode(
      accounts,
      account,
      'reset',
      (code) => ({
        ...toEnvelope(account),
        template: 'subscriber-invited',
        data: { path: accounts.paths.reset(code), validDays: INVITED_DAYS, products, readerService },
      }),
      trx,
      INVITATION,
      INVITED_DAYS * 24 * HOUR,
    )
    return 'mailed'
  })
}
