/**
 * The one list of everything that an intruder with a session may have opened in an account and that outlives the
 * session. When the owner takes the account back (new password, undo of a changed address, guest's order on an
 * unconfirmed address), all of it is dropped in the same transaction. Data of other services follows
 * (`dropOpenedElsewhere`).
 */
import type { CodePurpose, Trx } from './schema.ts'
import type { AccountRow } from './schema.ts'
import { updateAccount } from './store/accounts.ts'
import { removeDevices } from './store/devices.ts'
import { removePending } from './store/email-changes.ts'
import { removeCodes } from './store/mail-codes.ts'
import { endSessions } from './store/sessions.ts'
import type { AccountsContext } from './context.ts'

/** `keptCodes`: codes in the owner's own mailbox that are still needed. */
type Dropping = { reason: string; at: Date; keptCodes: readonly CodePurpose[] }

const CODES: readonly CodePurpose[] = ['confirm', 'reset', 'link', 'undo-erasure']

/** By table. */
export const OPENED: Readonly<Record<string, (trx: Trx, account: AccountRow, dropping: Dropping) => Promise<void>>> = {
  /** With their refresh tokens. */
  sessions: (trx, account, { reason, at }) => endSessions(trx, account, reason, at),
  /** Grants and tokens of the OpenID provider: dropped by `endSessions`. */
  oidc_items: async () => {},
  devices: (trx, account) => removeDevices(trx, account),
  mail_codes: (trx, account, { keptCodes }) =>
    removeCodes(
      trx,
      account,
      CODES.filter((purpose) => !keptCodes.includes(purpose)),
    ),
  /** A requested change of address that is not confirmed yet. */
  email_changes: (trx, account) => removePending(trx, account),
  /** A scheduled erasure. */
  accounts: async (trx, account) => {
    if (account.erase_at !== null) await updateAccount(trx, account.mandator, account.id, { erase_at: null })
  },
}

export async function dropOpened(trx: Trx, account: AccountRow, dropping: Dropping): Promise<void> {
  for (const drop of Object.values(OPENED)) await drop(trx, account, dropping)
}

/**
 * Call it after the transaction. Other services drop household links, cards being entered, devices for push messages,
 * and contracts that were to end with the account.
 */
export function dropOpenedElsewhere(accounts: AccountsContext, account: AccountRow): void {
  if (account.is_shadow) return
  accounts.inBackground(async () => {
    if (account.erase_at !== null) await accounts.privacy.takeBackErasure(account)
    await accounts.privacy.dropOpened(account)
  })
}
