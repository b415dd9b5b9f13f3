/**
 * The navigation of the personal area: its areas, and below the open one its pages. The account decides which of its
 * tabs a reader may open (S2.2-05); as long as that is unknown, only the account itself is listed. On a phone it is one
 * row: back to the account, which lists the areas (`PersonalPlaces`), and the pages of the open area.
 */
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react'
import type { RouteName } from '@lokalteil/domain/routing/routes'
import type { AccountTab } from '@lokalteil/domain/commerce/subscriptions'
import { ROOM_PERSONAL_LINKS } from '@lokalteil/rooms/personal'
import type { PageProps } from '../../page/page.ts'
import { useSurroundings, type Surroundings } from '../../page/portal.ts'
import { accountTexts } from '../../messages/accounts/account.ts'
import { personalAreaTexts } from '../../messages/accounts/personal-area.ts'
import { urls } from '../../messages/publication/urls.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './PersonalNav.module.css'

type Entry = { label: string; target: string }
type Area = keyof typeof personalAreaTexts.areas

export const TAB_PATHS: Readonly<Record<AccountTab, string>> = {
  account: '/account',
  abo: '/account/abo',
  coins: '/account/coins',
  'plus-verification': '/account/plus-verification',
}
const AREA_PATHS: Readonly<Record<Area, string>> = {
  account: TAB_PATHS.account,
  bookmarks: urls.bookmarks,
  topics: '/deine-themen',
  regions: '/deine-regionen',
  newsletters: urls.newsletters,
  read: '/read-articles',
  offline: urls.offline,
  comments: '/deine-kommentare',
  household: '/order/haushalt',
  invite: '/order/invite',
  code: '/order/code',
}
const MANAGE_PATHS: Partial<Record<Area, string>> = { topics: '/deine-themen-verwalten', regions: '/regions' }

const NO_TABS: readonly AccountTab[] = []

/** `area`: of the core, or of a link of a room. `current`: path of the page; absent: that of the area. */
export function PersonalNav({
  area,
  current,
  tabs = NO_TABS,
}: {
  area: string
  current?: string | undefined
  tabs?: readonly AccountTab[]
}) {
  const pages = toPages(area as Area, tabs)
  const areas = listAreas(useSurroundings())
  const open = areas.find(({ name }) => name === area)
  const path = current ?? open?.target
  return (
    <nav aria-label={personalAreaTexts.label} className={css.nav}>
      {area !== 'account' && (
        <a href={AREA_PATHS.account} className={css.back}>
          <Icon name="chevron-left" size="1.1em" /> {personalAreaTexts.areas.account}
        </a>
      )}
      <Row
        entries={areas.map(({ label, target }) => ({
          label,
          target,
          state: target !== open?.target ? undefined : target === path ? 'page' : 'true',
        }))}
      />
      {pages.length > 1 && (
        <Row
          label={personalAreaTexts.areas[area as Area]}
          entries={pages.map((page) => ({ ...page, state: page.target === path ? 'page' : undefined }))}
        />
      )}
    </nav>
  )
}

/** The areas as a list, for the first page of the account on a phone; `without`: paths to leave out. */
export function PersonalPlaces({ without }: { without: readonly string[] }) {
  const places = listAreas(useSurroundings()).filter(
    ({ target }) => target !== AREA_PATHS.account && !without.includes(target),
  )
  return (
    <nav aria-label={personalAreaTexts.places} className={css.places}>
      <ul>
        {places.map(({ label, target }) => (
          <li key={target}>
            <a href={target} className={css.place}>
              {label} <Icon name="chevron-right" size="1.1em" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** False for an area of the core that the publication lacks. */
export function isPlaceThere(target: string, { publication, site }: Surroundings): boolean {
  const isThere: Readonly<Record<string, boolean>> = {
    [AREA_PATHS.comments]: publication.hasCommunity === true,
    [AREA_PATHS.newsletters]: site.hasNoNewsletters !== true,
  }
  return isThere[target] ?? true
}

function listAreas(surroundings: Surroundings): (Entry & { name?: string | undefined })[] {
  const rooms: readonly string[] = surroundings.publication.rooms
  return (Object.entries(personalAreaTexts.areas) as [Area, string][]).flatMap(([name, label]) => [
    ...(isPlaceThere(AREA_PATHS[name], surroundings) ? [{ name, label, target: AREA_PATHS[name] }] : []),
    ...ROOM_PERSONAL_LINKS.filter((link) => link.after === name && link.rooms.some((room) => rooms.includes(room))).map(
      (link) => ({ name: link.area, label: link.label, target: link.target }),
    ),
  ])
}

function toPages(area: Area, tabs: readonly AccountTab[]): Entry[] {
  if (area === 'account') return tabs.map((tab) => ({ label: accountTexts.tabs[tab], target: TAB_PATHS[tab] }))
  const manage = MANAGE_PATHS[area]
  if (manage === undefined) return []
  return [
    { label: personalAreaTexts.feed, target: AREA_PATHS[area] },
    { label: personalAreaTexts.manage, target: manage },
  ]
}

function Row({
  label,
  entries,
}: {
  label?: string
  entries: readonly (Entry & { state?: 'page' | 'true' | undefined })[]
}) {
  const list = useRef<HTMLUListElement>(null)
  // Scrolls sideways only: the page itself must not move.
  useEffect(() => {
    const row = list.current
    const open = row?.querySelector<HTMLElement>('[aria-current]')
    if (row === null || !open) return
    row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2
  }, [])
  return (
    <ul
      ref={list}
      onScroll={({ currentTarget }) => currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 4)}
      className={css.row}
      data-level={label === undefined ? 'areas' : 'pages'}
      aria-label={label}
    >
      {entries.map(({ label: text, target, state }) => (
        <li key={target}>
          <a href={target} className={css.entry} aria-current={state}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Puts the navigation above a page, unless the native shell frames it (S2.2-06). */
export function inPersonalArea<N extends RouteName, T>(
  area: string,
  Page: ComponentType<PageProps<N, T>>,
  current?: string,
): (props: PageProps<N, T>) => ReactNode {
  function InPersonalArea(props: PageProps<N, T>) {
    const name: string = props.route.name
    return (
      <>
        {!name.startsWith('__mein-portal/') && <PersonalNav area={area} current={current} />}
        <Page {...props} />
      </>
    )
  }
  return InPersonalArea
}
