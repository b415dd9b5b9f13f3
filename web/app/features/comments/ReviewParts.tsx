/** The distribution of stars and the list of reviews, with and without scripts. */
import type { Review, ReviewPage } from '@lokalteil/contracts/community'
import { toReportPath } from '@lokalteil/domain/community/case-paths'
import { commentTexts, reviewTexts as texts } from '../../messages/community/comments.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Avatar } from './CommentView.tsx'
import css from './Comments.module.css'

export const STARS = [1, 2, 3, 4, 5] as const

export function ReviewSummary({ page }: { page: ReviewPage }) {
  const { reviews } = page.discussion
  if (reviews === null || reviews.rating.count === 0) return <p className={css.empty}>{texts.none}</p>
  return (
    <div className={css.summary}>
      <p className={css.average}>
        <Stars stars={Math.round(reviews.rating.average)} />
        <b>{texts.average(reviews.rating.average, reviews.rating.count)}</b>
      </p>
      <ul className={css.spread}>
        {STARS.toReversed().map((stars) => {
          const total = page.distribution[stars - 1] ?? 0
          return (
            <li key={stars}>
              <span className="visually-hidden">{texts.starCount(stars, total)}</span>
              <span aria-hidden="true">{texts.stars(stars)}</span>
              <span className={css.bar} aria-hidden="true">
                <span style={{ inlineSize: `${(total / reviews.rating.count) * 100}%` }} />
              </span>
              <span aria-hidden="true">{total}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export function ReviewList({ reviews }: { reviews: readonly Review[] }) {
  return (
    <ul className={css.reviewList}>
      {reviews
        .filter(({ text }) => text !== '')
        .map((review) => (
          <li key={review.id}>
            <ReviewView review={review} />
          </li>
        ))}
    </ul>
  )
}

function Stars({ stars }: { stars: number }) {
  return (
    <span className={css.stars} role="img" aria-label={texts.stars(stars)}>
      {STARS.map((one) => (
        <Icon key={one} name={one <= stars ? 'star-filled' : 'star'} size="1.15em" />
      ))}
    </span>
  )
}

function ReviewView({ review: { id, name, stars, text, at, isOwn } }: { review: Review }) {
  const shown = name === '' ? commentTexts.gone : name
  return (
    <article className={css.comment}>
      <header className={css.head}>
        <Avatar name={shown} />
        <div className={css.who}>
          <p className={css.name}>
            <b>{shown}</b> <Stars stars={stars} />
          </p>
          <p className={css.when}>
            <time dateTime={at}>{commentTexts.time(at)}</time>
          </p>
        </div>
      </header>
      <div className={css.text}>
        {text.split(/\n\n+/).map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      {!isOwn && (
        <footer className={css.foot}>
          <a href={toReportPath('review', id)} rel="nofollow" className={css.act}>
            {commentTexts.report}
          </a>
        </footer>
      )}
    </article>
  )
}
