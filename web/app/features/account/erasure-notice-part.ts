/** A notice for readers who log in to an account with a scheduled erasure: the login alone does not cancel it. */
import type { ReaderPart } from '../../browser/session/session.ts'
import { portalClient } from '../../page/portal-client.ts'

/**
 * In the session storage, which a logout empties: the login may lead to another page before the notice could be read.
 */
const LOGIN_KEY = 'erasureNotice'
/** Milliseconds after which the notice counts as read. */
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
