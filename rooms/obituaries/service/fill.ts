/** Fills an empty book of condolence, for a demo or a book imported from elsewhere. */
import { randomUUID } from 'node:crypto'
import { foldGerman } from '@lokalteil/domain/german-text'
import type { EntryKind } from '../domain/condolences.ts'
import { tell, type ObituariesContext } from './context.ts'
import { addEntry } from './store/entries.ts'
import { getNotice, lock } from './store/obituaries.ts'

export type GivenEntry = { kind: EntryKind; name: string; text: string; at: Date }

/** `notice`: of the person. Entries are approved and have no account. */
export async function fillBook(
  context: ObituariesContext,
  publication: string,
  notice: string,
  entries: readonly GivenEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const isFilled = await context.db.transaction().execute(async (trx) => {
    await lock(trx, publication)
    const row = await getNotice(trx, publication, notice)
    if (row === null || row.body === null) return false
    const known = await trx
      .selectFrom('notices.entries')
      .select('id')
      .where('publication', '=', publication)
      .where('person', '=', row.person)
      .limit(1)
      .executeTakeFirst()
    if (known !== undefined) return false
    for (const { kind, name, text, at } of entries) {
      const id = randomUUID()
      await addEntry(trx, {
        id,
        publication,
        person: row.person,
        // A different invented reader for each, because a reader has only one candle.
        reader: `filled ${id}`,
        address: '',
        kind,
        name,
        text,
        search: ` ${foldGerman(`${name} ${text}`)} `,
        state: 'visible',
        ground: null,
        facts: '',
        decided_by: 'filled',
        created_at: at,
        decided_at: at,
      })
    }
    return true
  })
  if (isFilled) tell(context)
}
