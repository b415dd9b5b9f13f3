/** The wordmark, drawn from the outlines that the document begins with (`services/publications/brand/wordmark`); its second part is empty in most names. */
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
