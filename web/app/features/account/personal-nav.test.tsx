import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { PortalProvider, type Surroundings } from '../../page/portal.ts'
import { PersonalNav } from './PersonalNav.tsx'

type Given = { rooms?: readonly string[]; hasCommunity?: boolean; hasNoNewsletters?: true }

function linksOf({ rooms = [], hasCommunity = false, hasNoNewsletters }: Given): string[] {
  const surroundings = {
    publication: { ...publicationOf('ak'), rooms, hasCommunity },
    site: { menuHandles: {}, menus: {}, hasNoNewsletters },
  } as unknown as Surroundings
  const html = renderToStaticMarkup(
    <PortalProvider surroundings={surroundings} moment={{ path: '/account', now: '2026-11-28T12:00:00Z' }}>
      <PersonalNav area="account" current="/account" />
    </PortalProvider>,
  )
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, path]) => path!)
}

const OPTIONAL = ['/newsletters', '/deine-kommentare', '/account/suchen']

it.each<[string, Given, string[]]>([
  ['sends newsletters', {}, ['/newsletters']],
  ['sends none', { hasNoNewsletters: true }, []],
  ['has comments', { hasCommunity: true }, ['/newsletters', '/deine-kommentare']],
  ...(hasRoom('jobs')
    ? [
        ['has a market of jobs', { rooms: ['jobs'] }, ['/newsletters', '/account/suchen']] satisfies [
          string,
          Given,
          string[],
        ],
      ]
    : []),
])('the personal area of a publication that %s lists its areas', (_name, given, expected) => {
  const links = linksOf(given)
  expect(links).toContain('/bookmarks')
  expect(OPTIONAL.filter((path) => links.includes(path))).toEqual(expected)
})
