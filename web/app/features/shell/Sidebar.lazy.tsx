/** The sitemap sidebar (2.10): with a backdrop and locked scrolling below 1024 px, beside the page above. */
import { useEffect, useId, useRef, useState } from 'react'
import type { MenuEntry } from '@lokalteil/contracts/content'
import { useSurroundings } from '../../page/portal.ts'
import { session, useSession } from '../../browser/session/session.ts'
import { Icon, MenuIcon } from '../../ui/Icon.tsx'
import { shellTexts } from '../../messages/display/shell.ts'
import DisplayPanel from './DisplayPanel.lazy.tsx'
import { menuOf } from './Header.tsx'
import css from './Sidebar.module.css'

export default function Sidebar({ onClose }: { onClose: () => void }) {
  const { site } = useSurroundings()
  const panel = useRef<HTMLElement>(null)
  const opener = useRef<Element | null>(null)

  useEffect(() => {
    opener.current = document.activeElement
    // Removes the early menu, which stood in for it.
    document.documentElement.removeAttribute('data-early-menu')
    panel.current?.querySelector<HTMLElement>('button, a, input')?.focus()
    const hasBackdrop = matchMedia('(max-width: 61.9375rem)').matches
    if (hasBackdrop) document.documentElement.classList.add(css.locked!)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
      if (event.key === 'Tab' && hasBackdrop && panel.current) keepFocusInside(panel.current, event)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.documentElement.classList.remove(css.locked!)
      if (opener.current instanceof HTMLElement) opener.current.focus()
    }
  }, [onClose])

  const menu = (handle: keyof typeof site.menuHandles) => menuOf(site.menus, site.menuHandles[handle])
  return (
    <>
      {/* For pointers only: the keyboard has Escape and the close button. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={css.backdrop} onClick={onClose} data-backdrop />
      <aside className={css.sidebar} id="sidebar" aria-label={shellTexts.sidebarLabel} ref={panel}>
        <div className={css.head}>
          <form action="/suche" className={css.search} role="search">
            <input
              type="search"
              name="q"
              aria-label={shellTexts.search}
              placeholder={shellTexts.searchPlaceholder}
              maxLength={200}
              autoComplete="off"
            />
            <button type="submit">
              <Icon name="search" label={shellTexts.searchSubmit} />
            </button>
          </form>
          <button type="button" className={css.close} onClick={onClose}>
            <Icon name="close" size="1.5em" label={shellTexts.closeMenu} />
          </button>
        </div>
        <SidebarAccount onChoice={onClose} />
        <SidebarDisplay />
        <SidebarMenu title={shellTexts.sections} entries={menu('mainMenuHandle')} isTree />
        <SidebarMenu title={shellTexts.hotTopics} entries={menu('hotTopicsMenuHandle')} />
        <SidebarMenu title={shellTexts.services} entries={menu('siteServicesMenuHandle')} isPaired />
        <SidebarMenu title={shellTexts.serviceTree} entries={menu('treeServicesMenuHandle')} isTree />
        <SidebarMenu title={shellTexts.support} entries={menu('userSupportMenuHandle')} isPaired />
        <SidebarMenu title={shellTexts.social} entries={menu('socialNetworksMenuHandle')} isPaired />
        <SidebarMenu title={shellTexts.legal} entries={menu('legalMenuHandle')} isPaired />
      </aside>
    </>
  )
}

/** Login, or account and logout. */
function SidebarAccount({ onChoice }: { onChoice: () => void }) {
  const { status } = useSession()
  if (status !== 'reader') {
    return (
      <p className={css.account}>
        <a href="#login" onClick={onChoice}>
          <Icon name="user" /> {shellTexts.login}
        </a>
      </p>
    )
  }
  const logOut = () => {
    onChoice()
    void session.logout().catch(() => {})
  }
  return (
    <p className={css.account}>
      <a href="/account">
        <Icon name="user" /> {shellTexts.account}
      </a>
      <button type="button" onClick={logOut}>
        {shellTexts.logout}
      </button>
    </p>
  )
}

/** Folded, because most readers look for a section. */
function SidebarDisplay() {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  return (
    <section className={css.menu} aria-label={shellTexts.display}>
      <button
        type="button"
        className={css.display}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        {shellTexts.display} <Icon name="chevron-down" />
      </button>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <DisplayPanel />}
      </div>
    </section>
  )
}

type SidebarMenuProps = {
  title: string
  entries: readonly MenuEntry[]
  isTree?: boolean
  /** `isPaired`: two entries side by side. */ isPaired?: boolean
}

function SidebarMenu({ title, entries, isTree, isPaired }: SidebarMenuProps) {
  if (entries.length === 0) return null
  return (
    <nav className={css.menu} aria-label={shellTexts.sidebarMenu(title)}>
      <h2 className={css.title}>{title}</h2>
      <ul className={isTree ? css.tree : isPaired ? css.pairs : undefined}>
        {entries.map((entry) => (
          <SidebarEntry key={entry.target} entry={entry} />
        ))}
      </ul>
    </nav>
  )
}

/** Sub-entries are folded, so that the list stays short. */
function SidebarEntry({ entry }: { entry: MenuEntry }) {
  const [isOpen, setOpen] = useState(false)
  const below = useId()
  return (
    <li className={entry.children.length > 0 ? css.branch : undefined}>
      <a href={entry.target} {...(entry.target.startsWith('http') ? { target: '_blank', rel: 'noopener' } : {})}>
        <MenuIcon of={entry} /> {entry.label}
      </a>
      {entry.children.length > 0 && (
        <>
          <button
            type="button"
            className={css.fold}
            aria-expanded={isOpen}
            aria-controls={below}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="chevron-down" label={shellTexts.below(entry.label)} />
          </button>
          <ul id={below} hidden={!isOpen}>
            {entry.children.map((child) => (
              <SidebarEntry key={child.target} entry={child} />
            ))}
          </ul>
        </>
      )}
    </li>
  )
}

function keepFocusInside(panel: HTMLElement, event: KeyboardEvent): void {
  const stops = panel.querySelectorAll<HTMLElement>('a[href], button, input')
  const first = stops[0]
  const last = stops[stops.length - 1]
  if (event.shiftKey && document.activeElement === first) {
    event.preventDefault()
    last?.focus()
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault()
    first?.focus()
  }
}
