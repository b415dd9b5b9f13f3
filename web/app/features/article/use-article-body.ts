/**
 * The body of a paid article: requested once the page is shown, dropped when the reader has left. Requested even if the
 * server's page is locked, because a cached page knows only classes of readers: no meter, gift or purchase. Requested
 * again after a login or a purchase on this page. Without an answer the article stays locked (fails closed); the server
 * decides.
 */
import { useEffect, useState } from 'react'
import type { AccessQuery } from '@lokalteil/contracts/access'
import type { Article, ContentItem } from '@lokalteil/contracts/content'
import type { AccessView } from '../../page/article-access.ts'
import { portalClient, type PortalAnswer } from '../../page/portal-client.ts'
import { getInterface, setInterface } from '../../browser/navigation/interface-state.ts'

const BODY = 'GET /api/articles/{id}/body'
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

export async function askForBody(id: string): Promise<PortalAnswer<typeof BODY> | null> {
  const answer = await portalClient.call(BODY, { params: { id }, query: toAccessQuery() })
  return answer.kind === 'ok' ? answer.data : null
}

/** Parameters of the address that concern this reader, and the referrer (7.6): inside the site the page before. */
export function toAccessQuery(): AccessQuery {
  const query: AccessQuery = {}
  const address = new URLSearchParams(location.search)
  for (const name of ASKING) query[name] = address.get(name) ?? ''
  const { prevRoute } = getInterface()
  query.from = prevRoute === null ? document.referrer : location.origin + prevRoute
  return query
}
