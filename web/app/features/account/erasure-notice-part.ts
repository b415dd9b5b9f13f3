/** Who logs in to an account that is about to be erased is told so, and how to stop it: logging in stops nothing. */
import type { PORTAL } from '@lokalteil/contracts/portal'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { ReaderPart } from '../../browser/session/session.ts'

const ACCOUNT: (typeof PORTAL)['getAccount']['path'] = '/api/mein/account'

/** In the session's storage, which a logout empties: the login may go on to another page before anybody could read it. */
const LOGIN_KEY = 'erasureNotice'
/** By then somebody has seen it. */
const SEEN_MS = 3000

export function createErasureNoticePart(): ReaderPart {
  return {
    async load({ isNewLogin, showToast }) {
      if (isNewLogin) sessionStorage.setItem(LOGIN_KEY, '1')
      else if (sessionStorage.getItem(LOGIN_KEY) === null) return
      const response = await fetch(ACCOUNT, { cache: 'no-store', headers: { accept: 'application/json' } })
      if (!response.ok) return
      const { eraseAt } = (await response.json()) as AnswerOf<(typeof PORTAL)['getAccount']>
      if (eraseAt === null) return sessionStorage.removeItem(LOGIN_KEY)
      const { erasureNoticeTexts } = await import('../../messages/erasure-notice.ts')
      await showToast(erasureNoticeTexts.pending(new Date(eraseAt)))
      setTimeout(() => sessionStorage.removeItem(LOGIN_KEY), SEEN_MS)
    },
  }
}
