/** Prefetches the first comments of a discussion. */
import { getSession } from '../../browser/session/session.ts'
import { mayBeReader } from '../../browser/session/session-start.ts'
import { portalClient, type PortalAnswer, type PortalResult } from '../../page/portal-client.ts'

const FIRST_COMMENTS = 'GET /api/community/articles/{id}/comments'
export type FirstComments = PortalResult<PortalAnswer<typeof FIRST_COMMENTS>>

/** Undefined while the session is unknown. */
export function askForComments(id: string): Promise<FirstComments> | undefined {
  if (getSession().status === 'unknown' && mayBeReader()) return undefined
  const focus = focusOf(location.hash)
  return portalClient.call(FIRST_COMMENTS, {
    as: 'reader',
    params: { id },
    query: focus === undefined ? {} : { focus },
  })
}

/** The comment's id in a mail's link or a permalink. */
export function focusOf(hash: string): string | undefined {
  return /^#kommentar-(\d{1,18})$/.exec(hash)?.[1]
}
