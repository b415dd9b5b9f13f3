/**
 * How much of the article is above the lower edge of the window, 0–100 % (S2.1-19). Drawn by CSS alone where that
 * works.
 */
import { articleTexts } from '../../messages/reading/article.ts'
import css from './ReadingProgress.module.css'

export const PROGRESS_ID = 'lesefortschritt'

export function ReadingProgress() {
  return (
    <div
      id={PROGRESS_ID}
      className={css.bar}
      role="progressbar"
      aria-label={articleTexts.progress}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    />
  )
}
