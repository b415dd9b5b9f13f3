/** Jobs beside the calls: plans, the index that follows the content service, the removal of old rows. */
import { AUTO_REVISION_DAYS, BIN_DAYS } from '@lokalteil/domain/office/states'
import { listPublicationCodes, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { createSchedule } from '../../platform/schedule.ts'
import type { OfficeContext } from '../context.ts'
import { follow } from './follow.ts'
import { plansOf } from './plans.ts'
import { sweepPreviewLinks } from './preview-links.ts'
import { deleteArticle, lockArticle, LISTS, toBinList } from './store/article-store.ts'
import { sweepPresence } from './store/desk-store.ts'
import { PASSED_MS, sweepRevisions } from './store/draft-store.ts'

type ArticleJobs = { close: () => Promise<void> }

/** Changes of the content service wake the index; this look finds changes whose announcement was lost. */
const FOLLOW_MS = 60_000
const SWEEP_MS = 10 * 60_000
const DAY = 24 * 60 * 60_000
const MOST_SWEPT = 500

/** Plans that a process before left undone are carried out at once. */
export function startArticleJobs(
  office: OfficeContext,
  listPublications: () => readonly PublicationCode[] = listPublicationCodes,
): ArticleJobs {
  const report = (at: string) => (error: unknown) => office.onError(error, at)
  let isClosing = false
  let isBehind = false
  const following = createSchedule(
    FOLLOW_MS,
    async () => {
      do {
        isBehind = false
        for (const publication of isClosing ? [] : listPublications())
          if ((await follow(office, publication).catch(report('office-index'))) === true) isBehind = true
      } while (isBehind)
    },
    report('office-index'),
  )
  const sweeping = createSchedule(SWEEP_MS, () => sweep(office, listPublications()), report('office-sweep'))
  const plans = plansOf(office)
  const stopListening = office.onContentChange(() => {
    isBehind = true
    following.start()
  })
  plans.start()
  following.start()
  sweeping.start(false)
  return {
    async close() {
      isClosing = true
      stopListening()
      await Promise.all([plans.close(), following.close(), sweeping.close()])
    },
  }
}

/** Deletes expired rows: passed revisions, old automatic ones, the bin, ended plans, presence. */
export async function sweep(office: OfficeContext, publications: readonly PublicationCode[]): Promise<void> {
  const { db } = office
  const now = office.now().getTime()
  await sweepRevisions(db, new Date(now - PASSED_MS), new Date(now - AUTO_REVISION_DAYS * DAY), MOST_SWEPT)
  await sweepPresence(db, new Date(now - DAY))
  await sweepPreviewLinks(db, new Date(now))
  await db
    .deleteFrom('office.plans')
    .where('state', '<>', 'waiting')
    .where('changed_at', '<', new Date(now - AUTO_REVISION_DAYS * DAY))
    .execute()
  // Texts of sources that wait no more and became no article: another version brings a row of its own.
  await db.deleteFrom('office.arrivals').where('article_id', 'is', null).where('waiting', 'is', null).execute()
  for (const publication of publications) await emptyBin(office, publication, new Date(now - BIN_DAYS * DAY))
}

async function emptyBin({ db }: OfficeContext, publication: PublicationCode, before: Date): Promise<void> {
  const old = await db
    .selectFrom('office.article_lists')
    .select('article_id')
    .where('publication', '=', publication)
    .where('list', '=', toBinList(LISTS.all))
    .where('changed_at', '<', before)
    .orderBy('changed_at')
    .limit(MOST_SWEPT)
    .execute()
  for (const { article_id: id } of old)
    await db.transaction().execute(async (trx) => {
      const row = await lockArticle(trx, { publication, id })
      const isDue = row !== null && row.desk === 'dropped' && row.changed_at < before
      // An article that readers had keeps its row: the content service knows the id.
      if (isDue && row.readers === 'none') await deleteArticle(trx, row)
    })
}
