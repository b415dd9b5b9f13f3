/** A part of `access.ts` in a file of its own: the browser needs it only once a reader is there. */
import { hasTagSubscription, type ReaderFlags } from '../access/roles.ts'

/** Whether a paid article is the reader's own to read, as far as their session knows; the open lock stands for it (S1-08). */
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
