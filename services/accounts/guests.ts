/**
 * Accounts of readers who order without one. They have no password: the owner of the address sets one from the mail,
 * and an order logs nobody in.
 */
import {
  checkName,
  CONSENT_FIELDS,
  isEmail,
  isSalutation,
  listMissingConsents,
  toName,
} from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../platform/serve.ts'
import { toAccount, toKey, toLatest } from './account-row.ts'
import { HOUR, queueCode } from './codes.ts'
import { refuseFields, type AccountsContext, type RequestContext } from './context.ts'
import { toEnvelope, toMailAttempts } from './mails.ts'
import { dropOpened, dropOpenedElsewhere } from './opened.ts'
import type { AccountRow, Trx } from './schema.ts'
import * as accountStore from './store/accounts.ts'
import * as consentStore from './store/consents.ts'
import { findReservation } from './store/email-changes.ts'

/** Days in which a guest can choose a password from the mail. */
const GUEST_DAYS = 7
/** Milliseconds; longer than writing an account takes, so that the time tells nothing. */
const GUEST_FLOOR_MS = 120

/**
 * The account that an order without a login belongs to. If the address of an existing account was never confirmed, a
 * stranger may have typed it: its password and sessions end before the order is added.
 */
export async function openGuest(
  accounts: AccountsContext,
  publication: PublicationCode,
  input: {
    email: string
    salutation: string
    firstName: string
    lastName: string
    hasAcceptedTerms?: boolean | undefined
  },
  context: RequestContext,
): Promise<{ sub: string } | Refusal> {
  const floor = new Promise<void>((resolve) => setTimeout(resolve, GUEST_FLOOR_MS))
  const refusal = await accounts.limits.take(accounts.limits.ofAddress('registration', context.address))
  if (refusal !== null) return refusal
  if (!isEmail(input.email)) return refuseFields({ email: 'INVALID_EMAIL' })
  const email = input.email.trim()
  const emailKey = toKey(email)
  const mayMail = (await accounts.limits.take(...toMailAttempts(publication, emailKey, 'guest'))) === null
  let disowned: AccountRow | null = null
  const sub = await accounts.db.transaction().execute(async (trx): Promise<string | null> => {
    const { account: known } = await accountStore.findByEmail(trx, publication, emailKey)
    if (known !== null) {
      if (known.email_verified_at !== null) return known.id
      await disown(accounts, known, trx)
      disowned = known
      if (input.hasAcceptedTerms === true) await addGuestConsents(accounts, known, context, trx)
      if (mayMail) await queueGuestMail(accounts, known, trx)
      return known.id
    }
    // The address is reserved for the account that left it, so the order belongs to that one.
    const reserved = await findReservation(trx, publication, emailKey, accounts.now())
    if (reserved !== null) return reserved.account_id
    await accountStore.removeShadow(trx, publication, emailKey)
    const name = (value: string) => (checkName(value) === null ? toName(value) : '')
    const row = toAccount(publication, {
      isShadow: false,
      email,
      emailKey,
      passwordHash: null,
      salutation: isSalutation(input.salutation) ? input.salutation : '',
      firstName: name(input.firstName),
      lastName: name(input.lastName),
      provider: 'local',
      verifiedAt: null,
      now: accounts.now(),
    })
    if (!(await accountStore.addAccount(trx, row))) return null
    if (input.hasAcceptedTerms === true) await addGuestConsents(accounts, row, context, trx)
    if (mayMail)
      await queueGuestMail(
        accounts,
        { ...row, changed_at: row.created_at, password_changed_at: null, erase_at: null, is_blocked: false },
        trx,
      )
    return row.id
  })
  if (disowned !== null) dropOpenedElsewhere(accounts, disowned)
  await floor
  return sub === null ? problem(503, 'BUSY', 'The address is being registered', { 'retry-after': '1' }) : { sub }
}

/**
 * Removes all access of the person who typed the address: password, sessions, and a pending change to their own
 * address.
 */
export async function disown(accounts: AccountsContext, account: AccountRow, trx: Trx): Promise<void> {
  // The owner's mailbox may still hold the mail of an earlier order; its code stays valid.
  await dropOpened(trx, account, { reason: 'guest', at: accounts.now(), keptCodes: ['reset'] })
  if (account.password_hash !== null)
    await accountStore.updateAccount(trx, account.mandator, account.id, {
      password_hash: null,
      changed_at: accounts.now(),
    })
}

/** Records the same consents as a registration: today's version of the terms, none for boxes left unticked. */
async function addGuestConsents(
  accounts: AccountsContext,
  account: { mandator: string; id: string },
  context: RequestContext,
  trx: Trx,
): Promise<void> {
  const missing = listMissingConsents(toLatest(await consentStore.listConsents(trx, account)))
  const answers = CONSENT_FIELDS.filter(({ name }) => missing.includes(name))
  await consentStore.addConsents(
    trx,
    account,
    answers.map(({ name, version }) => ({ name, version, isGiven: name === 'terms' })),
    accounts.now(),
    context.address,
  )
}

/** Mails the owner of the address a link to set a password. It logs nobody in. */
function queueGuestMail(accounts: AccountsContext, account: AccountRow, trx: Trx) {
  return queueCode(
    accounts,
    account,
    'reset',
    (code) => ({
      ...toEnvelope(account),
      template: 'guest-account',
      data: { path: accounts.paths.reset(code), validDays: GUEST_DAYS },
    }),
    trx,
    {},
    GUEST_DAYS * 24 * HOUR,
  )
}
