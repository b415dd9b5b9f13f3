/** Who logs in to an account that is about to be erased is told so, and how to stop it: logging in stops nothing. */
import type { PORTAL } from '@lokalteil/contracts/portal'
import type { AnswerOf } from '@lokalteil/contracts/endpoint'
import type { ReaderPart } from '../../browser/session.ts'

const ACCOUNT: (typeof PORTAL)['getAccount']['path'] = '/api/mein/account'

export function createErasureNoticePart(): ReaderPart {
  return {
    async load({ isNewLogin, showToast }) {
      if (!isNewLogin) return
      const response = await fetch(ACCOUNT, { cache: 'no-store', headers: { accept: 'application/json' } })
      if (!response.ok) return
      const { eraseAt } = (await response.json()) as AnswerOf<(typeof PORTAL)['getAccount']>
      if (eraseAt === null) return
      const { erasureNoticeTexts } = await import('../../messages/erasure-notice.ts')
      await showToast(erasureNoticeTexts.pending(new Date(eraseAt)))
    },
  }
}
