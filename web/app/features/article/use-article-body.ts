/**
 * The body of a paid article after a navigation in the browser: asked for once the page is shown, dropped when the reader
 * has gone on. No answer is a locked article (fails closed); the decision itself is the server's.
 */
import { useEffect, useState } from 'react'
import type { Article, ContentItem } from '@lokalteil/contracts/content'
import { PENDING, type AccessView } from '../../browser/article-access.ts'

type BodyAnswer = { decision: 'allowed' | 'locked'; rule: string; template: string | null; contentItems: ContentItem[] }
type View = { contentItems: readonly ContentItem[]; access: AccessView }

export function useArticleBody(article: Pick<Article, 'id' | 'contentItems'>, access: AccessView): View {
  const [answered, setAnswered] = useState<{ id: string; view: View } | null>(null)
  const { id, contentItems } = article
  const isPending = access.rule === PENDING
  useEffect(() => {
    if (!isPending) return
    let isLeft = false
    void askForBody(id).then((answer) => {
      if (isLeft) return
      const isLocked = answer?.decision !== 'allowed'
      const view = { contentItems: isLocked ? contentItems : answer.contentItems, access: { isLocked, rule: answer?.rule ?? 'unanswered', template: answer?.template ?? null } }
      setAnswered({ id, view })
    })
    return () => {
      isLeft = true
    }
  }, [id, isPending, contentItems])
  return isPending && answered?.id === id ? answered.view : { contentItems, access }
}

async function askForBody(id: string): Promise<BodyAnswer | null> {
  try {
    const response = await fetch(`/api/articles/${id}/body`, { credentials: 'same-origin', cache: 'no-store' })
    return response.ok ? ((await response.json()) as BodyAnswer) : null
  } catch {
    return null
  }
}
