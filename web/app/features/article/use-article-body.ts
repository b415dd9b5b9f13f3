/**
 * The body of a paid article: asked for once the page is shown, dropped when the reader has gone on. What the server sent
 * locked is asked for too, because a stored page knows classes of readers only: no meter, no gift, no purchase. Asked for
 * again after a login or a purchase on this page. No answer is a locked article (fails closed); the decision is the server's.
 */
import { useEffect, useState } from 'react'
import type { Article, ContentItem } from '@lokalteil/contracts/content'
import type { AccessView } from '../../page/article-access.ts'
import { portalClient } from '../../page/portal-client.ts'
import { getInterface, setInterface } from '../../browser/navigation/interface-state.ts'

type BodyAnswer = {
  decision: 'allowed' | 'locked'
  rule: string
  template: string | null
  contentItems: ContentItem[]
  via?: string
}
const ASKING = ['link-token', 'gaa_at', 'gaa_n', 'gaa_sig', 'gaa_ts'] as const

type View = { contentItems: ContentItem[]; access: AccessView }

export function useArticleBody(article: Pick<Article, 'id' | 'contentItems'>, access: AccessView): View {
  const [answered, setAnswered] = useState<{ id: string; view: View } | null>(null)
  const { id, contentItems } = article
  const [logins, setLogins] = useState(0)
  useEffect(() => {
    const ask = () => setLogins((count) => count + 1)
    const reasons = ['LOGIN_SUCCESS', 'ARTICLE_BOUGHT', 'ACCESS_CHANGED']
    for (const reason of reasons) document.addEventListener(reason, ask)
    return () => {
      for (const reason of reasons) document.removeEventListener(reason, ask)
    }
  }, [])
  useEffect(() => {
    if (!access.isLocked) return
    let isLeft = false
    void askForBody(id).then((answer) => {
      if (isLeft) return
      const isLocked = answer?.decision !== 'allowed'
      const view = {
        contentItems: isLocked ? contentItems : answer.contentItems,
        access: {
          isLocked,
          rule: answer?.rule ?? 'unanswered',
          template: answer?.template ?? null,
          ...(answer?.via === undefined ? {} : { via: answer.via }),
        },
      }
      setAnswered({ id, view })
      if (location.search.includes('gaa_sig='))
        setInterface({ isArticleUnlockedByGEA: answer?.rule === 'extended-access' })
    })
    return () => {
      isLeft = true
    }
  }, [id, access, contentItems, logins])
  return access.isLocked && answered?.id === id ? answered.view : { contentItems, access }
}

export async function askForBody(id: string): Promise<BodyAnswer | null> {
  const answer = await portalClient.send<BodyAnswer>('GET', `/api/articles/${id}/body${toAccessQuery()}`)
  return answer.kind === 'ok' ? answer.data : null
}

/** What the address says for this reader, and where the reader comes from (7.6): inside the site the page before. */
export function toAccessQuery(): string {
  const query = new URLSearchParams()
  const address = new URLSearchParams(location.search)
  for (const name of ASKING) {
    const value = address.get(name)
    if (value) query.set(name, value)
  }
  const { prevRoute } = getInterface()
  const from = prevRoute === null ? document.referrer : location.origin + prevRoute
  if (from !== '') query.set('from', from)
  return query.size === 0 ? '' : `?${query}`
}
