/**
 * An outbox of changed addresses for services that store them (newsletters, contracts). A notice is written in the
 * transaction of the change, delivered at once, and retried until it is taken; later changes of the same account wait
 * for earlier ones. Delivery is at least once, so subscribers must be idempotent.
 */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { backOff, createJobRunner } from '../../platform/jobs/job-runner.ts'
import type { AccountRow, AccountsDb, Trx } from '../schema.ts'
import * as noticeStore from '../store/address-notices.ts'

export type AddressChange = {
  /** Identifies the change; the same on every delivery. */
  id: string
  sub: string
  from: string
  /** Whether the old address had been confirmed. Data under an unconfirmed address may belong to another person. */
  isFromVerified: boolean
  to: string
  /** Ids of the changes that this one undoes. */
  undoes: string[]
}
export type AddressSubscriber = (publication: PublicationCode, change: AddressChange) => Promise<void>
export type AddressNotices = ReturnType<typeof createAddressNotices>

/** Longer than a service may take to answer. */
const LEASE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000

export function createAddressNotices({
  db,
  now,
  onError,
}: {
  db: AccountsDb
  now: () => Date
  onError: (error: unknown) => void
}) {
  const subscribers = new Map<string, AddressSubscriber>()
  const runner = createJobRunner({
    queue: noticeStore.toNoticeQueue(db, () => [...subscribers.keys()]),
    work: ({ subscriber, mandator: publication, change }) =>
      subscribers.get(subscriber)!(publication as PublicationCode, change as AddressChange),
    retry: backOff(LEASE_MS, LONGEST_PAUSE_MS),
    leaseMs: LEASE_MS,
    now,
    onError,
  })

  return {
    subscribe(name: string, subscriber: AddressSubscriber): void {
      if (subscribers.has(name)) throw new Error(`"${name}" is told of new addresses already`)
      subscribers.set(name, subscriber)
    },
    /** Writes the notices in the transaction of the change. */
    add: (account: AccountRow, change: AddressChange, trx: Trx): Promise<void> =>
      noticeStore.addNotices(trx, account, [...subscribers.keys()], change, now()),
    deliverDue: async (): Promise<void> => void (await runner.runDue()),
    close: runner.close,
  }
}
