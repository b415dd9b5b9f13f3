/**
 * Changes that readers make to their contracts: cancel, take the cancellation back, pause, change the plan or the payment
 * method. Promises: a reader never finds another reader's contract; the day and amount that the reader confirmed apply, or
 * nothing changes; a change and its letter are one transaction. A change that costs money happens after the payment.
 */
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import { decidePause } from '@lokalteil/domain/commerce/billing'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { advanceNow } from './contract-calendar.ts'
import { notify } from './contract-notices.ts'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import type { ContractRow, CommerceDb } from '../schema.ts'
import { changeContract, isBilled, lockContract, stateOf, toChange, toTerms } from './contract-rows.ts'
import { getEndToday, mayUndo, viewContract } from './contract-view.ts'
import { notFound, notPossible } from './refusals.ts'

export function cancelContract(
  context: CommerceContext,
  owner: Owner,
  id: string,
  confirmedEnd: Day,
): Promise<ContractView | Refusal> {
  return alter(context, owner, id, async (row, within) => {
    // A repeated request: it is cancelled already.
    if (row.cancelled_on !== null && row.ends_on === confirmedEnd) return undefined
    const end = getEndToday(row, context.today())
    if (end === null) return notPossible('The contract cannot be cancelled, or is already')
    if (end !== confirmedEnd)
      return { ...problem(409, 'END_CHANGED', 'The contract ends on another day'), fields: { endsOn: end } }
    await endOn(context, row, end, {}, within)
    return undefined
  })
}

/** Ends a contract on the caller's day and writes the letter. */
async function endOn(
  context: CommerceContext,
  row: ContractRow,
  end: Day,
  more: { ended_by_erasure?: boolean },
  within: CommerceDb,
): Promise<void> {
  const today = context.today()
  await changeRow(
    context,
    row,
    {
      ends_on: end,
      cancelled_on: today,
      change: null,
      pause_from: null,
      resumes_on: null,
      ...(row.pause_from !== null && row.pause_from <= today ? { last_paused_on: row.pause_from } : {}),
      ...more,
      state: stateOf(row, today) === 'payment_failed' ? 'payment_failed' : 'cancelled',
    },
    within,
  )
  await notify(context, row, '', { kind: 'cancelled', on: today, until: end }, within)
}

/** Ends a contract with the account, at the earliest day. One with an end, or without payment, stays as it is. */
export async function endWithAccount(context: CommerceContext, owner: Owner, id: string): Promise<void> {
  await context.inTransaction(async (within) => {
    const row = await lockOwn(owner, id, within)
    const end = row === null ? null : getEndToday(row, context.today())
    if (row !== null && end !== null) await endOn(context, row, end, { ended_by_erasure: true }, within)
  })
}

/** Takes back a cancellation that came with the erasure of the account. */
export async function keepWithAccount(context: CommerceContext, owner: Owner, id: string): Promise<void> {
  await context.inTransaction(async (within) => {
    const row = await lockOwn(owner, id, within)
    if (row?.ended_by_erasure === true && mayUndo(context, row, stateOf(row, context.today())))
      await runOn(context, row, within)
  })
}

export function undoCancellation(context: CommerceContext, owner: Owner, id: string): Promise<ContractView | Refusal> {
  return alter(context, owner, id, async (row, within) => {
    if (!mayUndo(context, row, stateOf(row, context.today())))
      return notPossible('There is no cancellation to take back')
    await runOn(context, row, within)
    return undefined
  })
}

async function runOn(context: CommerceContext, row: ContractRow, within: CommerceDb): Promise<void> {
  await changeRow(
    context,
    row,
    {
      ends_on: null,
      cancelled_on: null,
      ended_by_erasure: false,
      state: row.state === 'payment_failed' ? 'payment_failed' : 'active',
      looked_on: null,
    },
    within,
  )
  await notify(context, row, '', { kind: 'cancellation-undone' }, within)
}

export function pauseContract(
  context: CommerceContext,
  owner: Owner,
  id: string,
  months: number,
): Promise<ContractView | Refusal> {
  return alter(context, owner, id, async (row, within) => {
    const decided = decidePause(
      toTerms(row),
      months,
      row.last_paused_on,
      isBilled(row) && stateOf(row, context.today()) === 'active' && toChange(row) === null,
      context.today(),
    )
    if (decided.kind === 'refused')
      return { ...notPossible('The contract cannot be paused now'), fields: { reason: decided.reason } }
    await changeRow(context, row, { pause_from: decided.from, resumes_on: decided.resumesOn }, within)
    await notify(context, row, '', { kind: 'paused', on: decided.from, until: decided.resumesOn }, within)
    return undefined
  })
}

export async function resumeContract(
  context: CommerceContext,
  owner: Owner,
  id: string,
): Promise<ContractView | Refusal> {
  const altered = await alter(context, owner, id, async (row, within) => {
    if (row.pause_from === null || row.resumes_on === null) return notPossible('There is no pause')
    if (row.pause_from > context.today()) await changeRow(context, row, { pause_from: null, resumes_on: null }, within)
    else {
      await changeRow(
        context,
        row,
        {
          state: 'active',
          counted_from: context.today(),
          last_paused_on: row.pause_from,
          pause_from: null,
          resumes_on: null,
        },
        within,
      )
      await notify(context, row, '', { kind: 'resumed', on: context.today() }, within)
    }
    return undefined
  })
  if (isRefusal(altered)) return altered
  await advanceNow(context, { publication: owner.publication, id })
  return viewContract(context, owner, id)
}

/** The reader's contract, with a row lock. Another reader's contract gets the same refusal as an unknown one. */
export async function lockOwn(
  { publication, customerId }: Owner,
  id: string,
  within: CommerceDb,
): Promise<ContractRow | null> {
  const row = await lockContract({ publication, id }, within)
  return row === null || row.customer_id !== customerId || row.kind === 'coins' ? null : row
}

export async function alter(
  context: CommerceContext,
  owner: Owner,
  id: string,
  work: (row: ContractRow, within: CommerceDb) => Promise<Refusal | undefined>,
): Promise<ContractView | Refusal> {
  const refused = await context.inTransaction(async (within) => {
    const row = await lockOwn(owner, id, within)
    return row === null ? notFound() : work(row, within)
  })
  return refused ?? viewContract(context, owner, id)
}

export function changeRow(
  context: CommerceContext,
  row: ContractRow,
  values: Parameters<typeof changeContract>[1],
  within: CommerceDb,
) {
  return changeContract({ publication: row.mandator as PublicationCode, id: row.id }, values, context.now(), within)
}
