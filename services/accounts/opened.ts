/**
 * All that somebody with a session may have opened in an account, and that would go on without the session: the one list.
 * Whoever takes an account back (a new password, the undo of a changed address, a guest's order on an unproven address)
 * drops the whole of it in the transaction of the change. What lies with other services follows (`dropOpenedElsewhere`).
 */
import type { CodePurpose, Trx } from './schema.ts'
import type { AccountRow } from './schema.ts'
import { updateAccount } from './store/accounts.ts'
import { removeDevices } from './store/devices.ts'
import { removePending } from './store/email-changes.ts'
import { removeCodes } from './store/mail-codes.ts'
import { endSessions } from './store/sessions.ts'
import type { AccountsContext } from './context.ts'

/** `keptCodes`: codes that lie in the owner's own mailbox and are still needed. */
type Dropping = { reason: string; at: Date; keptCodes: readonly CodePurpose[] }

const CODES: readonly CodePurpose[] = ['confirm', 'reset', 'link', 'undo-erasure']

/** By the table it stands in. */
export const OPENED: Readonly<Record<string, (trx: Trx, account: AccountRow, dropping: Dropping) => Promise<void>>> = {
  /** With the refresh tokens. */
  sessions: (trx, account, { reason, at }) => endSessions(trx, account, reason, at),
  /** Grants and tokens of the OpenID provider; `endSessions` takes them along. */
  oidc_items: async () => {},
  devices: (trx, account) => removeDevices(trx, account),
  mail_codes: (trx, account, { keptCodes }) =>
    removeCodes(
      trx,
      account,
      CODES.filter((purpose) => !keptCodes.includes(purpose)),
    ),
  /** Another address that waits for the button in its mail. */
  email_changes: (trx, account) => removePending(trx, account),
  /** The erasure that was announced. */
  accounts: async (trx, account) => {
    if (account.erase_at !== null) await updateAccount(trx, account.mandator, account.id, { erase_at: null })
  },
}

export async function dropOpened(trx: Trx, account: AccountRow, dropping: Dropping): Promise<void> {
  for (const drop of Object.values(OPENED)) await drop(trx, account, dropping)
}

/**
 * After the transaction: household links, cards that are being typed, devices that get the account's push messages,
 * contracts that were to end with the account.
 */
export function dropOpenedElsewhere(accounts: AccountsContext, account: AccountRow): void {
  if (account.is_shadow) return
  accounts.inBackground(async () => {
    if (account.erase_at !== null) await accounts.privacy.takeBackErasure(account)
    await accounts.privacy.dropOpened(account)
  })
}
