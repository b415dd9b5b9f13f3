/** Sections, tags, regions and authors of a publication: asked of the content service, kept for half a minute. */
import type { Vocabulary } from '@lokalteil/contracts/content'
import { foldGerman } from '@lokalteil/domain/german-text'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { OfficeContext } from '../context.ts'

type Known = { vocabulary: Vocabulary; sections: ReadonlySet<string>; until: number }

const KEPT_MS = 30_000
const kept = new WeakMap<OfficeContext, Map<PublicationCode, Known>>()

/** If the content service does not answer, the last known one. Null: there is none. */
export async function getVocabulary(office: OfficeContext, publication: PublicationCode): Promise<Known | null> {
  const known = kept.get(office) ?? new Map<PublicationCode, Known>()
  kept.set(office, known)
  const time = office.now().getTime()
  const hit = known.get(publication)
  if (hit !== undefined && Math.abs(hit.until - time) <= KEPT_MS && time < hit.until) return hit
  const answer = await office.recordsOf(publication).getVocabulary({})
  if (!answer.ok) return hit ?? null
  const fresh = {
    vocabulary: answer.data,
    sections: new Set(answer.data.sections.map(({ path }) => path)),
    until: time + KEPT_MS,
  }
  known.set(publication, fresh)
  return fresh
}

/** The entry with this id or path, then names of which a word begins with the typed text. */
export function findByName<Entry extends { name: string; id?: string; path?: string }>(
  entries: readonly Entry[],
  q: string,
  most: number,
): Entry[] {
  const typed = foldGerman(q).trim()
  const ranked = entries.flatMap((entry) => {
    if (q !== '' && (entry.id === q || entry.path === q)) return [{ entry, rank: -1 }]
    const name = foldGerman(entry.name)
    if (name.startsWith(typed)) return [{ entry, rank: 0 }]
    return name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed)) ? [{ entry, rank: 1 }] : []
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ entry }) => entry)
}
