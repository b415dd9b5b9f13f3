/** What an import left of a reader: shown on request, erased on request. */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import type { CommerceDb } from '../schema.ts'
import { listImported, renameImported } from './imported-store.ts'

export async function readImports({ db }: CommerceContext, owner: Owner) {
  return (await listImported(owner, db)).map(({ external_id, subscription_id, imported_at }) => ({
    formerNumber: external_id,
    subscriptionId: subscription_id,
    importedAt: imported_at,
  }))
}

/** The number in the system before goes; what stays can only be compared with, so that no file brings the reader back. */
export async function eraseImports(owner: Owner, within: CommerceDb, context: CommerceContext): Promise<void> {
  for (const { external_id: id } of await listImported(owner, within))
    await renameImported(owner.mandator, id, toErasedId(context, owner.mandator, id), within)
}

/** An id of a file never begins so: it may have no exclamation mark. */
export function toErasedId({ sealing }: Pick<CommerceContext, 'sealing'>, mandator: Mandator, id: string): string {
  return id.startsWith('!') ? id : `!${sealing.digest(`imported ${mandator} ${id}`)}`
}
