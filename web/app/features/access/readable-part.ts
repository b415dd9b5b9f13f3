/** The open lock on paid articles that the reader may read: by Plus, by a subscribed tag, or by purchase. */
import { isReadable } from '@lokalteil/domain/reading/readable-articles'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import { setSession, type ReaderPart } from '../../browser/session/session.ts'

export function createReadablePart(): ReaderPart {
  const load: ReaderPart['load'] = async ({ view }) => {
    const reader = toReaderFlags({ isLoggedIn: view.isLoggedIn, roles: view.roles, emailVerified: false })
    setSession({
      isReadable: ({ wallet }, { id, tags }) =>
        isReadable(reader, {
          articleTagIds: [
            ...('tagIds' in tags ? tags.tagIds : tags.tags.map((tag) => tag.id)),
            ...(tags.tagAncestorIds ?? []),
          ],
          hasBoughtArticle: wallet?.articleCreditPurchasesIds.includes(id) === true,
        }),
    })
  }
  return { load, renew: load, reset: () => setSession({ isReadable: null }) }
}
