/** The bar "Eilmeldung: …", closed for the session by its cross (S2.13-04). */
import { ROOM_HEADER_LINKS } from '@lokalteil/rooms/header'
import { useEffect } from 'react'
import { setInterface, useInterface } from '../../browser/navigation/interface-state.ts'
import { useSurroundings } from '../../page/portal.ts'
import { Icon } from '../../ui/Icon.tsx'
import { shellTexts } from '../../messages/display/shell.ts'
import css from './BreakingNews.module.css'

const KEY = 'showBreakingNews'

export function BreakingNews() {
  const { breaking } = useSurroundings()
  const isShown = useInterface('showBreakingNews')
  useEffect(() => {
    if (breaking && sessionStorage.getItem(KEY) === breaking.target) setInterface({ showBreakingNews: false })
  }, [breaking])
  if (breaking === null || !isShown) return null
  const close = () => {
    sessionStorage.setItem(KEY, breaking.target)
    setInterface({ showBreakingNews: false })
  }
  return (
    <section className={`${css.bar} no-print`} aria-label={shellTexts.breaking}>
      <div className={`page ${css.row}`}>
        <a href={breaking.target} className={css.link}>
          <strong className={css.label}>{shellTexts.breaking}:</strong> {breaking.title}
        </a>
        {ROOM_HEADER_LINKS.map((Link, place) => (
          <Link key={place} className={css.bell} isAtBreaking />
        ))}
        <button type="button" className={`${css.close} js-only`} onClick={close}>
          <Icon name="close" label={shellTexts.closeBreaking} />
        </button>
      </div>
    </section>
  )
}
