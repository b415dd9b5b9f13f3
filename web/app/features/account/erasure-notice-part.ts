/** Who logs in to an account that is about to be erased is told so, and how to stop it: logging in stops nothing. */
import type { ReaderPart } from '../../browser/session/session.ts'
import { portalClient } from '../../page/portal-client.ts'

/** In the session's storage, which a logout empties: the login may go on to another page before anybody could read it. */
const LOGIN_KEY = 'erasureNotice'
/** By then somebody has seen it. */
const SEEN_MS = 3000

export function createErasureNoticePart(): ReaderPart {
  return {
    async load({ isNewLogin, showToast }) {
      if (isNewLogin) sessionStorage.setItem(LOGIN_KEY, '1')
      else if (sessionStorage.getItem(LOGIN_KEY) === null) return
      const result = await portalClient.call('GET /api/mein/account')
      if ('cause' in result) throw result.cause
      if (result.kind !== 'ok') return
      const { eraseAt } = result.data
      if (eraseAt === null) return sessionStorage.removeItem(LOGIN_KEY)
      const { erasureNoticeTexts } = await import('../../messages/accounts/erasure-notice.ts')
      await showToast(erasureNoticeTexts.pending(new Date(eraseAt)))
      setTimeout(() => sessionStorage.removeItem(LOGIN_KEY), SEEN_MS)
    },
  }
}
