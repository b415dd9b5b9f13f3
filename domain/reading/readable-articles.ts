/** A part of `access.ts` in its own file, because the browser needs it only for a logged-in reader. */
import { hasTagSubscription, type ReaderFlags } from '../access/roles.ts'

/** Whether the reader may open a paid article, as far as the session tells. Shown as an open lock (S1-08). */
export function isReadable(
  reader: ReaderFlags,
  article: { articleTagIds: readonly string[]; hasBoughtArticle: boolean },
): boolean {
  return (
    reader.isPlusUser ||
    hasTagSubscription(reader, article.articleTagIds) ||
    (reader.isWalletUser && article.hasBoughtArticle)
  )
}
