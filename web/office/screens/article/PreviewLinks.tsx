/** Links to a preview for people without an account, loaded when somebody opens them. */
import { lazy, Suspense, useState } from 'react'
import { PREVIEW_LINKS } from '../../messages/article.ts'
import { Loading } from '../../kit/screen.tsx'
import type { PreviewLinksProps } from './PreviewLinkList.tsx'
import css from './article.module.css'

const PreviewLinkList = lazy(() => import('./PreviewLinkList.tsx'))

export function PreviewLinks(props: PreviewLinksProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={css.part} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{PREVIEW_LINKS.title}</h2>
      </summary>
      {isOpen && (
        <Suspense fallback={<Loading />}>
          <PreviewLinkList {...props} />
        </Suspense>
      )}
    </details>
  )
}
