/** The wordmark: set in the publication's headline face, so that it costs no picture. */
import { useSurroundings } from '../../browser/portal.ts'
import css from './Logo.module.css'

export function Logo({ size }: { size: 'masthead' | 'bar' | 'footer' }) {
  const { publication } = useSurroundings()
  if (publication.code === 'la') {
    return (
      <span className={css.logo} data-size={size} aria-hidden="true">
        Lokal<span className={css.join}> </span>
        <span className={css.second}>aktuell</span>
      </span>
    )
  }
  return (
    <span className={css.logo} data-size={size} aria-hidden="true">
      {publication.name.split(/(?<=-)/).map((part) => (
        <span key={part} className={css.part}>
          {part}
        </span>
      ))}
    </span>
  )
}
