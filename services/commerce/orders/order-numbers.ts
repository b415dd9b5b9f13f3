/** Numbers of orders. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toReference } from '../references.ts'
import type { CommerceDb } from '../schema.ts'
import { findOrder } from './order-store.ts'

/** An unused number. */
export async function toFreeNumber(publication: PublicationCode, at: Date, within: CommerceDb): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const number = toReference('A', at)
    if ((await findOrder({ publication, number }, within)) === null) return number
  }
  throw new Error('No order number was free')
}
