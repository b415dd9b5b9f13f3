/** What is read first of a discussion. */
import { getSession } from '../../browser/session/session.ts'
import { mayBeReader } from '../../browser/session/session-start.ts'
import { portalClient, type PortalAnswer, type PortalResult } from '../../page/portal-client.ts'

const FIRST_COMMENTS = 'GET /api/community/articles/{id}/comments'
export type FirstComments = PortalResult<PortalAnswer<typeof FIRST_COMMENTS>>

/** Undefined before it is known who reads. */
export function askForComments(id: string): Promise<FirstComments> | undefined {
  if (getSession().status === 'unknown' && mayBeReader()) return undefined
  const focus = focusOf(location.hash)
  return portalClient.call(FIRST_COMMENTS, {
    as: 'reader',
    params: { id },
    query: focus === undefined ? {} : { focus },
  })
}

/** Of the link of a mail or a permalink. */
export function focusOf(hash: string): string | undefined {
  return /^#kommentar-(\d{1,18})$/.exec(hash)?.[1]
}
