/** Numbers of orders and purchases: one row of numbers for both, because readers name them at the same doors. */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { toReference } from '../references.ts'
import type { CommerceDb } from '../schema.ts'
import { isNumberTaken } from './order-store.ts'

/** An order number that nobody has. */
export async function toFreeNumber(mandator: Mandator, at: Date, within: CommerceDb): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const number = toReference('A', at)
    if (!(await isNumberTaken(mandator, number, within))) return number
  }
  throw new Error('No order number was free')
}
