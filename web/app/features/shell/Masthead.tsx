/** The masthead: name and claim of the publication, on the front only. `look.yaml` chooses its form. */
import { useSurroundings } from '../../page/portal.ts'
import { shellTexts } from '../../messages/display/shell.ts'
import { Logo } from './Logo.tsx'
import css from './Masthead.module.css'

export function Masthead() {
  const { publication } = useSurroundings()
  return (
    <section className={css.masthead} aria-label={publication.name}>
      <div className="page">
        <a href="/" className={css.logo} aria-label={`${publication.name}, ${shellTexts.home}`} data-logo>
          <Logo size="masthead" />
        </a>
        <p className={css.claim}>{publication.claim}</p>
      </div>
    </section>
  )
}
