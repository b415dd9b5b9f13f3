/** "Teilen": the first click loads the list. The shared address contains no token (S1-08). */
import { Suspense, useId, useState } from 'react'
import { lazyPartOrWord } from '../../page/lazy-part.tsx'
import { usePortal } from '../../page/portal.ts'
import { articleTexts } from '../../messages/reading/article.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './ShareMenu.module.css'

const ShareList = lazyPartOrWord(() => import('./ShareList.lazy.tsx'))

/** `giftOf`: id of a paid article, which Plus readers may give away. */
export function ShareMenu({ path, title, giftOf }: { path: string; title: string; giftOf?: string }) {
  const { canonicalOrigin } = usePortal()
  const menuId = useId()
  const [isAsked, setAsked] = useState(false)
  return (
    <div className={css.share}>
      <button
        type="button"
        className={`${css.button} js-only`}
        popoverTarget={menuId}
        title={articleTexts.share}
        style={{ anchorName: '--share' } as never}
      >
        <Icon name="share" size="1.2em" />
        <span>{articleTexts.share}</span>
      </button>
      <div
        id={menuId}
        popover="auto"
        className={css.menu}
        role="group"
        aria-label={articleTexts.share}
        onToggle={() => setAsked(true)}
      >
        {isAsked && (
          <Suspense>
            <ShareList url={canonicalOrigin + path} title={title} menuId={menuId} giftOf={giftOf} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
