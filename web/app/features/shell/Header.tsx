/** Utility bar, masthead, sticky bar, section navigation. Plain links that work before any script. */
import { memo } from 'react'
import { isCurrentPath } from '@lokalteil/domain/routing/paths'
import { formatDay } from '@lokalteil/domain/german'
import type { MenuEntry } from '@lokalteil/contracts/content'
import { ROOM_HEADER_LINKS } from '@lokalteil/rooms/header'
import { useMoment, useSurroundings } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import { Icon, MenuIcon } from '../../ui/Icon.tsx'
import { shellTexts } from '../../messages/display/shell.ts'
import { urls } from '../../messages/publication/urls.ts'
import { DisplayButton } from './DisplayButton.tsx'
import { Logo } from './Logo.tsx'
import { Masthead } from './Masthead.tsx'
import { ToTop } from './ToTop.tsx'
import css from './Header.module.css'

type HeaderProps = { hasMasthead: boolean; hasUtilityBar: boolean; isSidebarOpen: boolean; onMenu: () => void }

export const Header = memo(function Header({ hasMasthead, hasUtilityBar, isSidebarOpen, onMenu }: HeaderProps) {
  const { site, publication } = useSurroundings()
  const main = menuOf(site.menus, site.menuHandles.mainMenuHandle)
  return (
    <>
      {hasUtilityBar && <UtilityBar entries={menuOf(site.menus, site.menuHandles.utilityBarMenuHandle)} />}
      {hasMasthead && <Masthead />}
      <header id="header" className={css.bar} data-compact={hasMasthead ? undefined : ''}>
        <div className={`page ${css.barRow}`}>
          <button
            type="button"
            className={`${css.menu} js-only`}
            aria-expanded={isSidebarOpen}
            aria-controls="sidebar"
            onClick={onMenu}
          >
            <Icon name="menu" size="1.4em" />
            <span>{shellTexts.menu}</span>
          </button>
          <a href="#sitemap" className={`${css.menu} no-js-only`}>
            <Icon name="menu" size="1.4em" />
            <span>{shellTexts.menu}</span>
          </a>
          <a href="/" className={css.barLogo} aria-label={`${publication.name}, ${shellTexts.home}`} data-logo>
            <Logo size="bar" />
          </a>
          <nav className={css.sections} aria-label={shellTexts.mainNavigation} id="navigation">
            <Sections entries={main} />
          </nav>
          <button type="button" className={`${css.more} js-only`} aria-expanded={isSidebarOpen} onClick={onMenu}>
            {shellTexts.more}
          </button>
          <ToTop className={css.toTop} />
          <Tools />
        </div>
      </header>
    </>
  )
})

function UtilityBar({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <section className={css.utility} aria-label={shellTexts.utilityNavigation}>
      <div className={`page ${css.utilityRow}`}>
        <Today />
        <nav aria-label={shellTexts.utilityNavigation}>
          <ul className={css.utilityLinks}>
            {entries.map((entry) => (
              <li key={entry.target}>
                <a href={entry.target}>
                  <MenuIcon of={entry} size="1.1em" />
                  {entry.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {ROOM_HEADER_LINKS.map((Link, place) => (
          <Link key={place} className={css.display} />
        ))}
        <DisplayButton className={css.display} />
      </div>
    </section>
  )
}

/** Tools on every page: search, bookmarks, account, offers or purchases. */
function Tools() {
  const { publication, settings, hasNoOffers } = useSurroundings()
  const isReader = useSession(({ status }) => status === 'reader')
  const isSubscriber = useSession(({ view }) => view.isPlusUser)
  const hasEpaper = useSession(({ view }) => view.isEpaperUser) && publication.hasEpaper
  const bookmarkCount = useSession((session) => session.bookmarkCount)
  const initial = useSession(({ view }) => toInitial(view.userData))
  const offers = settings.header_subscription_link ?? (hasNoOffers ? null : '/order/abo')
  const isOwn = isSubscriber && !hasEpaper
  const target = hasEpaper ? '/epaper' : isOwn ? '/account/abo' : offers
  const accountText = isReader ? shellTexts.account : shellTexts.login
  return (
    <div className={css.tools}>
      <a href="/suche" className={css.tool} title={shellTexts.search}>
        <Icon name="search" size="1.35em" label={shellTexts.search} />
      </a>
      <a href={urls.bookmarks} className={`${css.tool} ${css.wide}`} title={shellTexts.bookmarks}>
        <Icon name="bookmark" size="1.35em" label={shellTexts.bookmarks} />
        {isReader && !!bookmarkCount && <span className={css.count}>{bookmarkCount}</span>}
      </a>
      <a
        href={isReader ? '/account' : '#login'}
        className={`${css.tool} ${css.account}`}
        data-reader={isReader ? '' : undefined}
      >
        {isReader && initial !== '' ? (
          <span className={css.initial} aria-hidden="true">
            {initial}
          </span>
        ) : (
          <Icon name="user" size="1.35em" />
        )}
        <span>{accountText}</span>
      </a>
      {target !== null && (
        <a
          href={target}
          className={css.subscribe}
          title={isOwn ? shellTexts.ownSubscription : undefined}
          data-epaper={hasEpaper ? '' : undefined}
          data-own={isOwn ? '' : undefined}
        >
          {isOwn ? (
            <>
              <span className={css.long}>{shellTexts.ownSubscription}</span>
              <span className={css.short}>{shellTexts.subscribe}</span>
            </>
          ) : hasEpaper ? (
            shellTexts.epaper
          ) : (
            shellTexts.subscribe
          )}
        </a>
      )}
    </div>
  )
}

function Today() {
  const { now } = useMoment()
  return (
    <time className={css.date} dateTime={now.slice(0, 10)}>
      {formatDay(new Date(now))}
    </time>
  )
}

function Sections({ entries }: { entries: readonly MenuEntry[] }) {
  const { path } = useMoment()
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.target}>
          <a href={entry.target} aria-current={isWithin(path, entry.target) ? 'page' : undefined}>
            {entry.label}
          </a>
        </li>
      ))}
    </ul>
  )
}

function toInitial(user: { firstName: string; lastName: string; email: string } | null): string {
  const [first = ''] = user === null ? [] : user.firstName.trim() || user.lastName.trim() || user.email.trim()
  return first.toLocaleUpperCase('de')
}

export function menuOf(menus: Readonly<Record<string, MenuEntry[]>>, handle: string): MenuEntry[] {
  return menus[handle] ?? []
}

function isWithin(path: string, target: string): boolean {
  return isCurrentPath(target, path) || (target !== '/' && path.startsWith(`${target}/`))
}
