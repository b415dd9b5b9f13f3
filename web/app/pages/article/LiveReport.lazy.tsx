/** Parts for live reports only: updates, access to a paid one, and whether reading is recorded. */
import type { Article, ContentItem } from '@lokalteil/contracts/content'
import { askForBody } from '../../features/article/use-article-body.ts'
import { LiveBar } from '../../features/live/LiveBar.tsx'
import { isReadingRecorded } from '../../features/read-articles/record.ts'

type LiveReportProps = {
  article: Article
  items: readonly ContentItem[]
  onItems: (items: readonly ContentItem[]) => void
}

export default function LiveReport({ article, items, onItems }: LiveReportProps) {
  return (
    <LiveBar
      article={article}
      items={items}
      onItems={onItems}
      isRecorded={isReadingRecorded}
      askForBody={async () => {
        const answer = await askForBody(article.id)
        return answer?.decision === 'allowed' ? answer.contentItems : null
      }}
    />
  )
}
