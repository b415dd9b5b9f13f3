/**
 * The wordmark, drawn from outlines at the beginning of the document (`services/publications/brand/wordmark`); most
 * names have no second part.
 */
import css from './Logo.module.css'

export function Logo({ size }: { size: 'masthead' | 'bar' | 'footer' }) {
  return (
    <span className={css.logo} data-size={size} aria-hidden="true">
      <svg className={css.first}>
        <use href="#wordmark-1" />
      </svg>
      <svg className={css.second}>
        <use href="#wordmark-2" />
      </svg>
    </span>
  )
}
