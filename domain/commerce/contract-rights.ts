/**
 * The two declarations a reader may make without a login: ending a contract (§ 312k BGB) and withdrawing from one (§
 * 356a BGB). The form asks only for what the law allows. Whether the contract exists, and who owns it, is not checked
 * here. Answers are error codes by field; browser and server use the same function, and the server decides.
 */
import { formatDate, formatDateTime, toDayKey } from '../german.ts'
import { isEmail } from '../accounts/registration.ts'

export const CONTRACT_RIGHTS = ['cancellation', 'withdrawal'] as const
export type ContractRight = (typeof CONTRACT_RIGHTS)[number]

export const CANCELLATION_KINDS = ['ordinary', 'extraordinary'] as const
type CancellationKind = (typeof CANCELLATION_KINDS)[number]

export type WithdrawalDeclaration = {
  name: string
  email: string
  /** Customer number, order number or name of the contract, as the reader typed it. */
  contract: string
}

export type CancellationDeclaration = WithdrawalDeclaration & {
  kind: CancellationKind
  /** Required only for an extraordinary termination, else ''. */
  reason: string
  /** `2026-12-31`; null: as early as possible. */
  endDate: string | null
}

/** As typed. Every field may be missing. */
export type DeclarationInput = Readonly<Partial<Record<DeclarationField, string>>>
export type DeclarationField = 'name' | 'email' | 'contract' | 'kind' | 'reason' | 'end' | 'endDate'
export type DeclarationFault = 'REQUIRED' | 'TOO_LONG' | 'INVALID_EMAIL' | 'NOT_ALLOWED' | 'INVALID_DATE' | 'PAST_DATE'
export type DeclarationFaults = Partial<Record<DeclarationField, DeclarationFault>>

export type Checked<D> = { kind: 'complete'; declaration: D } | { kind: 'incomplete'; faults: DeclarationFaults }

export const DECLARATION_LENGTH = { name: 200, contract: 200, reason: 3000 } as const

export function checkWithdrawal(input: DeclarationInput): Checked<WithdrawalDeclaration> {
  return toChecked(checkPerson(input), toPerson(input))
}

export function checkCancellation(input: DeclarationInput, now: Date): Checked<CancellationDeclaration> {
  const kind = CANCELLATION_KINDS.find((known) => known === (input.kind ?? 'ordinary'))
  const hasDate = input.end === 'date'
  const isExtraordinary = kind === 'extraordinary'
  const faults: Record<string, DeclarationFault | null> = {
    ...checkPerson(input),
    kind: kind === undefined ? 'NOT_ALLOWED' : null,
    reason: isExtraordinary ? checkText(toLines(input.reason), DECLARATION_LENGTH.reason) : null,
    end: hasDate || (input.end ?? 'earliest') === 'earliest' ? null : 'NOT_ALLOWED',
    endDate: hasDate ? checkDate(input.endDate?.trim() ?? '', now) : null,
  }
  return toChecked(faults, {
    ...toPerson(input),
    kind: kind ?? 'ordinary',
    reason: isExtraordinary ? toLines(input.reason) : '',
    endDate: hasDate ? (input.endDate?.trim() ?? '') : null,
  })
}

export type ContractReceipt = { number: string; receivedAt: Date } & (
  | { right: 'cancellation'; declaration: CancellationDeclaration }
  | { right: 'withdrawal'; declaration: WithdrawalDeclaration }
)

/**
 * Whether the declaration identifies this contract, by order or customer number in any usual spelling. The caller
 * compares the mail address; a name alone proves nothing.
 */
export function namesContract(
  declared: string,
  { orderNumbers, customerId }: { orderNumbers: readonly string[]; customerId: string },
): boolean {
  const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const text = plain(declared)
  return [...orderNumbers, customerId].some((number) => text.includes(plain(number)))
}

/** Everything a receipt must contain, in order. The page, the file and the mail show the same. */
export function listReceiptFacts(receipt: ContractReceipt): { label: string; value: string }[] {
  const { declaration } = receipt
  const facts = [
    { label: 'Vorgangsnummer', value: receipt.number },
    { label: 'Eingegangen am', value: formatDateTime(receipt.receivedAt) },
    {
      label: 'Ihre Erklärung',
      value: receipt.right === 'withdrawal' ? 'Widerruf des Vertrags' : KIND_NAMES[receipt.declaration.kind],
    },
    { label: 'Name', value: declaration.name },
    { label: 'E-Mail-Adresse', value: declaration.email },
    { label: 'Kundennummer oder Vertrag', value: declaration.contract },
  ]
  if (receipt.right === 'withdrawal') return facts
  const { reason, endDate } = receipt.declaration
  facts.push({
    label: 'Vertrag soll enden',
    value: endDate === null ? 'zum frühestmöglichen Zeitpunkt' : `am ${formatDate(new Date(`${endDate}T12:00:00Z`))}`,
  })
  if (reason !== '') facts.push({ label: 'Grund', value: reason })
  return facts
}

const KIND_NAMES: Readonly<Record<CancellationKind, string>> = {
  ordinary: 'ordentliche Kündigung',
  extraordinary: 'außerordentliche Kündigung aus wichtigem Grund',
}

function toPerson(input: DeclarationInput): WithdrawalDeclaration {
  return { name: toLine(input.name), email: input.email?.trim() ?? '', contract: toLine(input.contract) }
}

function checkPerson(input: DeclarationInput): Record<string, DeclarationFault | null> {
  const { name, email, contract } = toPerson(input)
  return {
    name: checkText(name, DECLARATION_LENGTH.name),
    email: email === '' ? 'REQUIRED' : isEmail(email) ? null : 'INVALID_EMAIL',
    contract: checkText(contract, DECLARATION_LENGTH.contract),
  }
}

function checkText(text: string, most: number): DeclarationFault | null {
  if (text === '') return 'REQUIRED'
  return Array.from(text).length > most ? 'TOO_LONG' : null
}

/** A calendar day that is not in the past in Berlin. A day more than thirty years ahead is a typing error. */
function checkDate(text: string, now: Date): DeclarationFault | null {
  if (text === '') return 'REQUIRED'
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'INVALID_DATE'
  const day = new Date(`${text}T12:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) return 'INVALID_DATE'
  const today = toDayKey(now)
  if (text < today) return 'PAST_DATE'
  return Number(text.slice(0, 4)) - Number(today.slice(0, 4)) > 30 ? 'INVALID_DATE' : null
}

function toChecked<D>(faults: Record<string, DeclarationFault | null>, declaration: D): Checked<D> {
  const found = Object.entries(faults).filter(([, fault]) => fault !== null)
  return found.length === 0
    ? { kind: 'complete', declaration }
    : { kind: 'incomplete', faults: Object.fromEntries(found) }
}

/** One line without control characters, which could end a mail header or hide text. */
function toLine(text = ''): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')
    .trim()
}

function toLines(text = ''): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
