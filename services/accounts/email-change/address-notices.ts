/**
 * Tells the services that keep a reader's address (newsletters, contracts) of a new one. What has to be told is written
 * with the change itself, tried at once and then again until it is taken; a later change of the same account waits for
 * the earlier one. Subscribers must bear to be told twice.
 */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { backOff, createJobRunner } from '../../platform/jobs/job-runner.ts'
import type { AccountRow, SsoDb, Trx } from '../schema.ts'
import * as noticeStore from '../store/address-notices.ts'

export type AddressChange = {
  /** Names the change, also when it is told a second time. */
  id: string
  sub: string
  from: string
  /** Whether the address had been confirmed; what lies under one that was not may be somebody else's. */
  isFromVerified: boolean
  to: string
  /** The changes this one takes back. */
  undoes: string[]
}
export type AddressSubscriber = (mandator: Mandator, change: AddressChange) => Promise<void>
export type AddressNotices = ReturnType<typeof createAddressNotices>

/** Longer than a service may take to answer. */
const LEASE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000

export function createAddressNotices({
  db,
  now,
  onError,
}: {
  db: SsoDb
  now: () => Date
  onError: (error: unknown) => void
}) {
  const subscribers = new Map<string, AddressSubscriber>()
  const runner = createJobRunner({
    queue: noticeStore.toNoticeQueue(db, () => [...subscribers.keys()]),
    work: ({ subscriber, mandator, change }) =>
      subscribers.get(subscriber)!(mandator as Mandator, change as AddressChange),
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
    /** Written down in the transaction of the change. */
    add: (account: AccountRow, change: AddressChange, trx: Trx): Promise<void> =>
      noticeStore.addNotices(trx, account, [...subscribers.keys()], change, now()),
    deliverDue: async (): Promise<void> => void (await runner.runDue()),
    close: runner.close,
  }
}
