/**
 * Accounts of readers who order without one. Without a password: who owns the address sets one from the mail, and nobody
 * is logged in by an order.
 */
import {
  checkName,
  CONSENT_FIELDS,
  isEmail,
  isSalutation,
  listMissingConsents,
  toName,
} from '@lokalteil/domain/accounts/registration'
import type { Mandator } from '@lokalteil/domain/publication/publications'
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
/** Longer than the writing of an account takes. */
const GUEST_FLOOR_MS = 120

/**
 * The account that what somebody orders without a login belongs to. An account whose address nobody has confirmed might
 * be a stranger's who typed it first: its password and sessions end before anything is put into it.
 */
export async function openGuest(
  accounts: AccountsContext,
  mandator: Mandator,
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
  const mayMail = (await accounts.limits.take(...toMailAttempts(mandator, emailKey, 'guest'))) === null
  let disowned: AccountRow | null = null
  const sub = await accounts.db.transaction().execute(async (trx): Promise<string | null> => {
    const { account: known } = await accountStore.findByEmail(trx, mandator, emailKey)
    if (known !== null) {
      if (known.email_verified_at !== null) return known.id
      await disown(accounts, known, trx)
      disowned = known
      if (input.hasAcceptedTerms === true) await addGuestConsents(accounts, known, context, trx)
      if (mayMail) await queueGuestMail(accounts, known, trx)
      return known.id
    }
    // The address may come back to the account that left it: then what was ordered with it is that account's.
    const reserved = await findReservation(trx, mandator, emailKey, accounts.now())
    if (reserved !== null) return reserved.account_id
    await accountStore.removeShadow(trx, mandator, emailKey)
    const name = (value: string) => (checkName(value) === null ? toName(value) : '')
    const row = toAccount(mandator, {
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

/** Ends all by which whoever typed the address could get into the account, or take it along to an address of their own. */
export async function disown(accounts: AccountsContext, account: AccountRow, trx: Trx): Promise<void> {
  // The mail of an order before may still wait in the owner's mailbox.
  await dropOpened(trx, account, { reason: 'guest', at: accounts.now(), keptCodes: ['reset'] })
  if (account.password_hash !== null)
    await accountStore.updateAccount(trx, account.mandator, account.id, {
      password_hash: null,
      changed_at: accounts.now(),
    })
}

/** As a registration records them: the terms in their version of today, and nothing that was left unticked. */
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

/** Without a password; who owns the address sets one from the mail. Nobody is logged in by it. */
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
