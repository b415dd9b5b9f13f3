/** One-time codes in mails: create, check, use. */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../platform/serve.ts'
import type { AccountsContext } from './context.ts'
import type { AccountRow, CodePurpose, Trx } from './schema.ts'
import * as accountStore from './store/accounts.ts'
import * as mailCodeStore from './store/mail-codes.ts'
import { createToken, hashToken } from './tokens/secrecy.ts'

export const HOUR = 3_600_000

const CODE_LIFE: Readonly<Record<CodePurpose, number>> = {
  confirm: 24 * HOUR,
  reset: HOUR,
  link: HOUR,
  'undo-erasure': 14 * 24 * HOUR,
}

export async function queueCode(
  accounts: AccountsContext,
  account: AccountRow,
  purpose: CodePurpose,
  toMessage: (code: string) => MailMessageInput,
  trx: Trx,
  data: Record<string, string> = {},
  life = CODE_LIFE[purpose],
): Promise<void> {
  const code = createToken()
  const createdAt = accounts.now()
  await mailCodeStore.addCode(trx, {
    hash: hashToken(code),
    account,
    purpose,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + life),
    data,
  })
  await accounts.queueMail(toMessage(code), trx)
}

export async function getCodeState(
  accounts: AccountsContext,
  publication: PublicationCode,
  purpose: CodePurpose,
  code: string,
): Promise<'valid' | 'invalid' | 'expired'> {
  const found = await mailCodeStore.getCode(accounts.db, publication, purpose, hashToken(code))
  if (found === null || found.usedAt !== null) return 'invalid'
  return found.expiresAt <= accounts.now() ? 'expired' : 'valid'
}

export async function takeCode<T>(
  accounts: AccountsContext,
  publication: PublicationCode,
  purpose: CodePurpose,
  code: string,
  work: (account: AccountRow, data: Record<string, string>, trx: Trx) => Promise<T>,
): Promise<T | Refusal> {
  const done = await accounts.db.transaction().execute(async (trx) => {
    const taken = await mailCodeStore.takeCode(trx, publication, purpose, hashToken(code), accounts.now())
    const account = taken === null ? null : await accountStore.getAccount(trx, publication, taken.accountId)
    return taken === null || account === null ? null : { value: await work(account, taken.data, trx) }
  })
  return done === null ? refuseCode(accounts, publication, purpose, code) : done.value
}

/** The refusal for a code that cannot be used. */
export async function refuseCode(
  accounts: AccountsContext,
  publication: PublicationCode,
  purpose: CodePurpose,
  code: string,
): Promise<Refusal> {
  const state = await getCodeState(accounts, publication, purpose, code)
  return state === 'expired'
    ? problem(410, 'EXPIRED_CODE', 'The code has expired')
    : problem(422, 'INVALID_CODE', 'The code is unknown or was used')
}
