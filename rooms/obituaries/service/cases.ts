/** Entries of books of condolence as subjects of reports, decisions and complaints (`platform/moderation`). */
import { toComplaintPath } from '@lokalteil/domain/community/case-paths'
import { toBookPath } from '../domain/obituary-paths.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { CaseTarget } from '@lokalteil/services/platform/moderation/case-tables'
import { createCaseHandlers } from '@lokalteil/services/platform/moderation/case-handlers'
import type { Subject } from '@lokalteil/services/platform/moderation/cases'
import { tell, type ObituariesContext } from './context.ts'
import type { Trx } from './schema.ts'
import * as entryStore from './store/entries.ts'
import { getPerson } from './store/obituaries.ts'
import { CASE_TABLES } from './store/office.ts'

export const ENTRY = 'entry'

async function lock(
  { now }: ObituariesContext,
  trx: Trx,
  publication: PublicationCode,
  { kind, id }: CaseTarget,
): Promise<Subject | null> {
  if (kind !== ENTRY) return null
  const at = now()
  const entry = await entryStore.lockEntry(trx, publication, id)
  const person = entry === null ? null : await getPerson(trx, publication, entry.person)
  if (entry === null || person === null) return null
  return {
    what: entry.kind,
    title: person.name,
    path: toBookPath(entry.person),
    by: entry.name,
    text: entry.text,
    state: entry.state,
    wasShown: entry.state === 'visible',
    // Entries that were filled in have no author to notify.
    publisher: entry.address === '' ? null : { address: entry.address, name: '' },
    async change({ state, ground, facts, decided_by }) {
      await entryStore.setState(trx, publication, id, { state, ground, facts, decided_by, decided_at: at })
    },
  }
}

export const CASE_HANDLERS = createCaseHandlers<ObituariesContext, Subject>({
  tables: CASE_TABLES,
  lock,
  // No `holdAfter`: each entry was reviewed before it became visible.
  toComplaintPath: (_target, token) => toComplaintPath(ENTRY, token),
  onChange: (context, _publication, _subject, isRemoved) => tell(context, isRemoved),
})
