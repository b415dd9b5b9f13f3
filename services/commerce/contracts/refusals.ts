/** Refusals of orders and of changes to contracts. */
import type { OrderFaults } from '@lokalteil/domain/commerce/orders'
import { problem, type Refusal } from '../../platform/serve.ts'

export function notFound(): Refusal {
  return problem(404, 'NOT_FOUND', 'The reader has no such contract')
}

export function notPossible(text: string): Refusal {
  return problem(409, 'NOT_POSSIBLE', text)
}

/** `dueCents`: the right amount. */
export function priceChanged(dueCents: number): Refusal {
  return { ...problem(409, 'PRICE_CHANGED', 'The price is another one'), fields: { dueCents: String(dueCents) } }
}

export function refuseFields(faults: OrderFaults): Refusal {
  return { ...problem(422, 'INVALID_FIELDS', 'Some fields cannot be taken'), fields: faults as Record<string, string> }
}
