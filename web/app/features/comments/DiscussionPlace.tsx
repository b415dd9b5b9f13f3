/**
 * The room of the discussion under an article: a heading and nothing else until it is near or pressed. Kept small, because
 * every article carries it.
 */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Article, TestReport } from '@lokalteil/contracts/content'
import type { Discussion as DiscussionData } from '@lokalteil/contracts/community'
import { toPersonName } from '@lokalteil/domain/german'
import { discussionTexts as texts } from '../../messages/community/discussion-place.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './DiscussionPlace.module.css'

const Discussion = lazy(() => import('./Discussion.lazy.tsx'))
const Reviews = lazy(() => import('./Reviews.lazy.tsx'))

/** `discussion`: as the server knows it; undefined: it is not known yet, and the part that loads finds out. */
type PlaceProps = {
  article: Pick<Article, 'id' | 'authors'> | TestReport
  discussion: DiscussionData | null | undefined
}

export function DiscussionLink({
  discussion,
  className,
}: {
  discussion: PlaceProps['discussion']
  className: string | undefined
}) {
  const count = discussion?.comments?.count ?? 0
  if (discussion === null || (discussion !== undefined && isSilent(discussion))) return null
  return (
    <a href="#kommentare" className={className}>
      <Icon name="message" size="1.2em" /> <span>{texts.action}</span>
      {count > 0 && <span>{count}</span>}
    </a>
  )
}

export function DiscussionPlace({ article, discussion }: PlaceProps) {
  const place = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (/^#kommentar/.test(location.hash)) return setNear(true)
    const press = () => /^#kommentar/.test(location.hash) && setNear(true)
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '600px',
    })
    if (place.current !== null) observer.observe(place.current)
    addEventListener('hashchange', press)
    return () => {
      observer.disconnect()
      removeEventListener('hashchange', press)
    }
  }, [])
  if (discussion === null || (discussion !== undefined && isSilent(discussion))) return null
  return (
    <section ref={place} id="kommentare" className={`page ${css.place}`} aria-label={texts.action}>
      {isNear ? (
        <Suspense>
          {(discussion === undefined ? 'product' in article : discussion.reviews !== null) && (
            <Reviews articleId={article.id} />
          )}
          {discussion?.comments !== null && (
            <Discussion
              key={article.id}
              articleId={article.id}
              authors={article.authors.filter(({ urlPath }) => urlPath !== '').map((author) => toPersonName(author))}
              initial={null}
              {...(discussion === undefined ? {} : { count: discussion.comments.count })}
            />
          )}
        </Suspense>
      ) : (
        <noscript>
          <a href={`/kommentare/${article.id}`}>{texts.noScript}</a>
        </noscript>
      )}
    </section>
  )
}

/** Closed, and nothing was said. */
function isSilent({ comments, reviews }: DiscussionData): boolean {
  return reviews === null && (comments === null || (comments.mode === 'closed' && comments.count === 0))
}
