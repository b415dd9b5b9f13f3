/**
 * Polls an order whose payment is pending: often at first, then less and less (back-off), also after a lost connection.
 * Gives up after some minutes, because the server continues without the page and sends a mail.
 */
import type { OrderView } from '@lokalteil/contracts/commerce/orders'
import type { PlacedOrder, ReadResult } from './order-client.ts'

export type Watched<O = OrderView> = { kind: 'decided'; order: O } | { kind: 'missing' } | { kind: 'open' }

export type WatchOptions<O = OrderView> = {
  read: (number: string, token: string) => Promise<ReadResult<O>>
  pause: (milliseconds: number) => Promise<void>
  isStopped: () => boolean
  onOverdue: () => void
  /** Called with every answer. */
  onSeen?: (order: O) => void
}

const PAUSES = [800, 1200, 1500, 2000] as const
const LAST_PAUSE = 4000
const OVERDUE_MS = 15_000
const PATIENCE_MS = 5 * 60_000

export async function watchOrder<O extends PlacedOrder = OrderView>(
  { number, token }: Pick<O, 'number' | 'token'>,
  { read, pause, isStopped, onOverdue, onSeen }: WatchOptions<O>,
): Promise<Watched<O>> {
  let waited = 0
  for (let round = 0; waited < PATIENCE_MS && !isStopped(); round++) {
    const pauseMs = PAUSES[round] ?? LAST_PAUSE
    await pause(pauseMs)
    if (isStopped()) break
    if (waited < OVERDUE_MS && waited + pauseMs >= OVERDUE_MS) onOverdue()
    waited += pauseMs
    const found = await read(number, token)
    if (found.kind === 'missing') return { kind: 'missing' }
    if (found.kind !== 'ok') continue
    if (found.order.state !== 'pending') return { kind: 'decided', order: found.order }
    onSeen?.(found.order)
  }
  return { kind: 'open' }
}
