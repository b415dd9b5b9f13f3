/**
 * The bookmark button of teasers and articles. Who is not logged in is asked to be: the article waits in the
 * `bookmarkedArticleId` cookie until the login, and is forgotten when the dialog is closed without a choice (4.3).
 */
import { lazy, Suspense, useState } from 'react'
import { usePortal } from '../../browser/portal.ts'
import { sendToNativeApp } from '../../browser/native-bridge.ts'
import { bookmarkTexts } from '../../messages/bookmark.ts'
import { Icon } from '../../ui/Icon.tsx'
import { clearPendingBookmark, rememberPendingBookmark } from './pending-bookmark.ts'
import css from './BookmarkButton.module.css'

const NotLoggedInDialog = lazy(() => import('./NotLoggedInDialog.lazy.tsx'))

export function BookmarkButton({ articleId, title, hasLabel }: { articleId: string; title: string; hasLabel?: boolean }) {
  const { app } = usePortal()
  const [isAsking, setAsking] = useState(false)
  const toggle = () => {
    if (app.isNativeApp && sendToNativeApp({ type: 'login' })) return
    rememberPendingBookmark(articleId)
    setAsking(true)
  }
  const close = (isChosen: boolean) => {
    if (!isChosen) clearPendingBookmark()
    setAsking(false)
  }
  return (
    <>
      <button type="button" className={`${css.button} js-only`} data-bookmark={articleId} aria-label={bookmarkTexts.add(title)} onClick={toggle} data-label={hasLabel ? '' : undefined}>
        <Icon name="bookmark" size="1.3em" />
        {hasLabel && <span>{bookmarkTexts.short}</span>}
      </button>
      {isAsking && (
        <Suspense>
          <NotLoggedInDialog onClose={close} />
        </Suspense>
      )}
    </>
  )
}
