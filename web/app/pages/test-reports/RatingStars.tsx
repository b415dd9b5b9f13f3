/** A rating from 1 to 5 as stars and as text; stars are rounded to halves, the text is exact. */
import { formatRating } from '@lokalteil/domain/german-numbers'
import { testReportTexts } from '../../messages/reading/test-reports.ts'
import { Icon } from '../../ui/Icon.tsx'
import { toStars } from './stars.ts'
import css from './RatingStars.module.css'

export function RatingStars({
  rating,
  size = '1.2em',
  hasValue,
}: {
  rating: number
  size?: string
  hasValue?: boolean
}) {
  return (
    <span className={css.rating}>
      <span className={css.stars} role="img" aria-label={testReportTexts.stars(formatRating(rating))}>
        {toStars(rating).map((star, index) => (
          <Icon key={index} name={star} size={size} />
        ))}
      </span>
      {hasValue && <span aria-hidden="true">{testReportTexts.ofFive(formatRating(rating))}</span>}
    </span>
  )
}
