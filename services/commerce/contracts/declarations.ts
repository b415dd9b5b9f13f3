/**
 * Declarations by which readers cancel contracts or withdraw from them. Promises: a declaration is filed once per idempotency
 * key and content, in one transaction with the mail of its receipt; the answer depends only on the declaration and on the
 * rate limit, never on whether a contract exists.
 */
import { randomBytes } from 'node:crypto'
import type { Receipt } from '@lokalteil/contracts/commerce'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type {
  CancellationDeclaration,
  ContractRight,
  DeclarationFaults,
  DeclarationInput,
  WithdrawalDeclaration,
} from '@lokalteil/domain/commerce/contract-rights'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import { digestOf, toReference } from '../references.ts'
import { addDeclaration, getDeclaration, getReceipt } from './declaration-store.ts'

export type Filing = { idempotencyKey: string; requester: string; input: DeclarationInput }
type Declaration = WithdrawalDeclaration | CancellationDeclaration
type Checked = { kind: 'complete'; declaration: Declaration } | { kind: 'incomplete'; faults: DeclarationFaults }

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Rate limits. An office behind one IP address may have many readers; a mailbox has one. */
const LIMITS = { requester: { most: 10, windowMs: HOUR }, recipient: { most: 6, windowMs: DAY } } as const
const RECEIPT_MS = 30 * DAY

export async function fileDeclaration(
  context: CommerceContext,
  publication: PublicationCode,
  right: ContractRight,
  { idempotencyKey, requester }: Filing,
  checked: Checked,
): Promise<Receipt | Refusal> {
  if (checked.kind === 'incomplete')
    return {
      ...problem(422, 'INCOMPLETE_DECLARATION', 'Fields are missing or wrong'),
      fields: checked.faults as Record<string, string>,
    }
  const { declaration } = checked
  const identity = { publication, right, idempotencyKey, digest: digestOf(JSON.stringify(declaration)) }
  const earlier = await getDeclaration(identity, context.db)
  if (earlier !== null) return earlier
  const at = context.now()
  const number = toReference(right === 'cancellation' ? 'K' : 'W', at)
  const token = randomBytes(24).toString('base64url')
  const filed = await context.inTransaction(async (within) => {
    const recipient = digestOf(toEmailKey(declaration.email))
    const attempts = [
      { key: `requester ${publication} ${requester}`, budget: LIMITS.requester },
      { key: `recipient ${publication} ${recipient}`, budget: LIMITS.recipient },
    ]
    if ((await context.limiter.take(attempts, within)) !== null) return 'refused'
    if (!(await addDeclaration({ ...identity, number, token, declaration, receivedAt: at }, within)))
      return 'filed-before'
    await context.queueMail(toMail(publication, right, number, at, declaration), within)
    return 'filed'
  })
  if (filed === 'refused')
    return problem(429, 'TOO_MANY_DECLARATIONS', 'Too many declarations in a short time', { 'retry-after': '3600' })
  // A concurrent request with the same content has filed it.
  const receipt = await getDeclaration(identity, context.db)
  if (receipt === null) throw new Error('A declaration that was filed cannot be read')
  return receipt
}

export async function readReceipt(
  { db, now }: CommerceContext,
  publication: PublicationCode,
  token: string,
): Promise<Receipt | Refusal> {
  const receipt = await getReceipt(publication, token, new Date(now().getTime() - RECEIPT_MS), db)
  return receipt ?? problem(404, 'NOT_FOUND', 'No such receipt')
}

function toMail(
  publication: PublicationCode,
  right: ContractRight,
  number: string,
  receivedAt: Date,
  declaration: Declaration,
): MailMessageInput {
  const envelope = { mandator: publication, to: { address: declaration.email } }
  const received = { number, receivedAt: receivedAt.toISOString() }
  return right === 'cancellation'
    ? {
        ...envelope,
        template: 'cancellation-received',
        data: { ...received, declaration: declaration as CancellationDeclaration },
      }
    : { ...envelope, template: 'withdrawal-received', data: { ...received, declaration } }
}
