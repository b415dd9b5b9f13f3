import { matchRoute } from '@lokalteil/domain/routing/routes'
import { expect, it } from 'vitest'
import { createCurrentPage } from './current-page.ts'
import { getInterface, leaveForPath, setInterface } from './interface-state.ts'
import type { PageContent, PageState } from '../../page/page.ts'
import { createPageStore } from '../../page/page-store.ts'

const ORIGIN = 'https://auenkurier.example'

function toState(
  path: string,
  query = '',
  content: PageContent = { kind: 'page', data: { title: 'Titel' } },
): PageState {
  const match = matchRoute(path)
  return {
    route: match.kind === 'route' ? match.route : null,
    path,
    query,
    content,
    title: '',
    chrome: {} as PageState['chrome'],
  }
}
const open = (state: PageState) => {
  const store = createPageStore({ state, module: null })
  return { store, current: createCurrentPage(store, ORIGIN) }
}

it.each([
  ['/', '', 'Homepage', []],
  ['/rathaus-brand-12345', '', 'Artikelseiten', ['Artikelseiten']],
  ['/suche', '?q=Brand', 'Suchergebnisseiten', []],
  ['/autor/lena-vogt-12', '', 'Autorenprofile', ['Autorenprofile']],
  ['/autoren', '', 'Autorenubersichtsseite', ['Autorenubersichtsseite']],
  ['/themen', '', 'Topicspage', ['Topicspage']],
  ['/themen/7', '', 'Topicpage', ['Topicpage']],
  ['/schlagzeilen', '', 'HeadlinesPage', ['HeadlinesPage']],
  ['/sport', '', 'Themenseiten', ['SingleTag']],
  ['/sport/2', '', 'Themenseiten', ['Tag']],
  ['/impressum', '', 'Legalseite', []],
  ['/account', '', '', []],
])('R3.8-01 R3.8-05 R2.7-14 describes %s', (path, query, type, types) => {
  const { current } = open(toState(path, query))
  expect(current.get()).toMatchObject({
    currentPageUrl: ORIGIN + path + query,
    currentPageData: { title: 'Titel' },
    currentPageType: type,
    currentPageError: null,
    currentPagePending: false,
    statusAndTypes: { status: 200, types },
  })
})

it('R3.8-01 R3.8-05 an error has no data, no type and its own status', () => {
  const error = { kind: 'error', status: 410, message: 'weg', url: '/rathaus-12' } as const
  expect(open(toState('/rathaus-12', '', error)).current.get()).toMatchObject({
    currentPageData: null,
    currentPageType: '',
    currentPageError: error,
    statusAndTypes: { status: 410, types: [] },
  })
})

it('R3.8-01 follows the page in view, and says when the next one is loading', () => {
  const { store, current } = open(toState('/'))
  current.setPending(true)
  expect(current.get()).toMatchObject({ currentPageType: 'Homepage', currentPagePending: true })
  store.show({ state: toState('/rathaus-12'), module: null })
  current.setPending(false)
  expect(current.get()).toMatchObject({ currentPageType: 'Artikelseiten', currentPagePending: false })
})

it('R3.8-02 R3.8-03 the recommendation of one page is not that of the next', () => {
  const { store, current } = open(toState('/rathaus-12'))
  expect(current.get()).toMatchObject({ reco_type: 'unknown', recoResponseId: '' })
  current.setRecommendation('topic', 'r-1')
  expect(current.get()).toMatchObject({ reco_type: 'topic', recoResponseId: 'r-1' })
  store.show({ state: toState('/rathaus-13'), module: null })
  expect(current.get()).toMatchObject({ reco_type: 'unknown', recoResponseId: '' })
})

it('R3.8-04 counts the requests for home', () => {
  const { current } = open(toState('/'))
  expect(current.get().homeKey).toBe(0)
  expect([current.countHome(), current.countHome()]).toEqual([1, 2])
  expect(current.get().homeKey).toBe(2)
})

it('R3.9-02 R3.9-03 R3.9-04 R3.9-05 R4.10-04 the interface state is reset with the next page', () => {
  expect(getInterface()).toEqual({
    showBreakingNews: true,
    isWidgetInViewport: false,
    prevRoute: null,
    isArticleUnlockedByGEA: undefined,
    showSidebar: false,
    adsSeen: [],
    adsClicked: [],
  })
  setInterface({ showBreakingNews: false, isWidgetInViewport: true, isArticleUnlockedByGEA: true, showSidebar: true })
  leaveForPath('/sport')
  expect(getInterface()).toEqual({
    showBreakingNews: false,
    isWidgetInViewport: true,
    prevRoute: '/sport',
    isArticleUnlockedByGEA: undefined,
    showSidebar: false,
    adsSeen: [],
    adsClicked: [],
  })
})
