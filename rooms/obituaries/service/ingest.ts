/**
 * Takes deliveries into the store. Order does not matter and nothing counts twice: the state with the newest `updated`
 * is kept; of two with the same second, the later arrival. Notices with the same name and day of death belong to one
 * person, unless the source says otherwise; a corrected name takes the book of condolence along.
 */
import { createHash } from 'node:crypto'
import type { IncomingObituary } from '../contract/obituaries.ts'
import { foldGerman } from '@lokalteil/domain/german-text'
import { toObituaryPath } from '../domain/obituary-paths.ts'
import { toPersonId, toPersonKey } from '../domain/obituaries.ts'
import { tell, type InternalCall, type ObituariesContext } from './context.ts'
import type { Trx } from './schema.ts'
import * as store from './store/obituaries.ts'
import type { ObituaryRow, PersonRow } from './store/obituaries.ts'

export async function ingest(context: ObituariesContext, { context: publication, body }: InternalCall<'ingest'>) {
  const outcome = await takeObituary(context, publication, body.notice)
  if (outcome.outcome !== 'unchanged') tell(context, outcome.outcome === 'removed')
  return outcome
}

export function takeObituary({ db }: Pick<ObituariesContext, 'db'>, publication: string, notice: IncomingObituary) {
  const path = toObituaryPath(notice.id)
  const digest = digestOf(notice)
  const updated = new Date(notice.updated)
  return db.transaction().execute(async (trx) => {
    await store.lock(trx, publication)
    const known = await store.getNotice(trx, publication, notice.id)
    if (known !== null && (known.updated > updated || known.digest === digest))
      return { outcome: 'unchanged' as const, path, reason: 'the same or a newer state is stored' }
    const row = { id: notice.id, published: new Date(notice.published), until: toDate(notice.until), updated, digest }
    if (notice.status !== 'usable') {
      await store.saveObituary(trx, publication, { ...row, person: known?.person ?? '', body: null })
      return { outcome: 'removed' as const, path, reason: notice.status }
    }
    const person = await settlePerson(trx, publication, notice, known)
    const { kind, picture, portrait, set } = notice
    const body = { kind, person: notice.person, picture, portrait, set }
    await store.saveObituary(trx, publication, { ...row, person, body })
    return {
      outcome: known === null || known.body === null ? ('created' as const) : ('updated' as const),
      path,
      reason: '',
    }
  })
}

/** Finds or creates the person of a notice, and returns the row with the newest facts. */
async function settlePerson(
  trx: Trx,
  publication: string,
  notice: IncomingObituary,
  known: ObituaryRow | null,
): Promise<string> {
  const key = notice.personKey === null ? toPersonKey(notice.person, notice.id) : `source ${notice.personKey}`
  const meant = await store.findPersonByKey(trx, publication, key)
  const before = known === null || known.person === '' ? null : await store.getPerson(trx, publication, known.person)
  const isAlone = before !== null && !(await store.hasOtherObituaries(trx, publication, before.id, notice.id))
  if (meant === null && before !== null && isAlone) {
    await store.savePerson(trx, toRow(notice, { publication, id: before.id, key }, before))
    return before.id
  }
  const id = meant?.id ?? toPersonId(notice.person.name, digestOf([publication, key]).slice(0, 8))
  await store.savePerson(trx, toRow(notice, { publication, id, key }, meant))
  if (before !== null && before.id !== id && isAlone) await store.moveToPerson(trx, publication, before.id, id)
  return id
}

/** A later notice may lack facts of an earlier one. */
function toRow(
  { person, isBookClosed }: IncomingObituary,
  ids: Pick<PersonRow, 'publication' | 'id' | 'key'>,
  known: PersonRow | null,
): PersonRow {
  const place = person.place || (known?.place ?? '')
  const birthName = person.birthName || (known?.birth_name ?? '')
  return {
    ...ids,
    name: person.name,
    birth_name: birthName,
    born: longer(person.born, known?.born ?? null),
    died: longer(person.died, known?.died ?? null),
    place,
    search_name: ` ${foldGerman(`${person.name} ${birthName}`)} `,
    search_place: ` ${foldGerman(place)} `,
    is_closed: isBookClosed || known?.is_closed === true,
  }
}

/** A day is more precise than a year. */
function longer(given: string | null, known: string | null): string | null {
  if (given === null || known === null) return given ?? known
  return given.length < known.length && known.startsWith(given) ? known : given
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Lower-case hex, fit for an address. */
function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
