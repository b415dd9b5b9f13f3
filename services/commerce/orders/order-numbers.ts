/** Numbers of orders and purchases, unique across both, because readers enter either in the same forms. */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { toReference } from '../references.ts'
import type { CommerceDb } from '../schema.ts'
import { isNumberTaken } from './order-store.ts'

/** An unused number. */
export async function toFreeNumber(mandator: Mandator, at: Date, within: CommerceDb): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const number = toReference('A', at)
    if (!(await isNumberTaken(mandator, number, within))) return number
  }
  throw new Error('No order number was free')
}
