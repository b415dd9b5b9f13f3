/** Where the files of a picture are used: in articles that readers have, and in working copies. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { OfficeContext } from '../context.ts'
import { listDraftsWith } from '../articles/store/media-store.ts'

type Files = readonly { name: string; baseUrl: string }[]

type Uses = {
  /** By id of the article; true: its first picture, which lists show as well. */
  online: ReadonlyMap<string, boolean>
  drafts: readonly string[]
  /** Shown by the publication outside of articles. */
  isElsewhere: boolean
}

const PAGE = 200
const MOST_FILES = 200

/** Null: the content service does not answer. */
export async function listUses(
  office: OfficeContext,
  publication: PublicationCode,
  files: Files,
  mostPages = Infinity,
): Promise<Uses | null> {
  const names = files.map(({ name }) => name).slice(-MOST_FILES)
  const online = new Map<string, boolean>()
  let after = ''
  let isElsewhere = false
  for (let page = 0; page < mostPages && names.length > 0; page++) {
    const answer = await office.recordsOf(publication).listMediaUses({ body: { names, after, limit: PAGE } })
    if (!answer.ok) return null
    const { uses, elsewhere, next } = answer.data
    for (const { articleId, isLead } of uses) online.set(articleId, isLead || online.get(articleId) === true)
    isElsewhere ||= elsewhere.length > 0
    if (next === null) break
    after = next
  }
  const baseUrls = files.map(({ baseUrl }) => baseUrl)
  return { online, drafts: await listDraftsWith(office.db, publication, baseUrls), isElsewhere }
}
