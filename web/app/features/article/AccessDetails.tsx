/**
 * Below a paid article, locked or open: explains why the reader has or lacks access. Small, because it is in the first
 * view; the explanation loads when it is opened, and a plain sentence stands there without scripts.
 */
import { Suspense, useState } from 'react'
import { lazyPart } from '../../page/lazy-part.tsx'
import type { AccessView } from '../../page/article-access.ts'
import { articleTexts } from '../../messages/reading/article.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './WhyAccess.module.css'

const WhyAccess = lazyPart(() => import('./WhyAccess.lazy.tsx'))

export function AccessDetails({ articleId, access }: { articleId: string; access: AccessView }) {
  const [isAsked, setAsked] = useState(false)
  const plain = <p>{access.isLocked ? articleTexts.paywallWhyText : articleTexts.openWhyText}</p>
  return (
    <aside className={css.box} aria-label={articleTexts.paywallWhy} data-rule={access.rule}>
      {access.via !== undefined && (
        <p className={css.via}>
          <Icon name="unlocked" /> {articleTexts.accessVia(access.via)}
        </p>
      )}
      <details onToggle={(event) => event.currentTarget.open && setAsked(true)}>
        <summary>{articleTexts.paywallWhy}</summary>
        {isAsked ? (
          <Suspense fallback={plain}>
            <WhyAccess articleId={articleId} decision={access.rule} />
          </Suspense>
        ) : (
          plain
        )}
      </details>
    </aside>
  )
}
