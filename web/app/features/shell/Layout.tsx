/** The three layouts (2.2) around a page: default, personal area, and the bare one of frames and widgets. */
import { Suspense, type ReactNode } from 'react'
import { lazyPart, lazyPartOrWord } from '../../page/lazy-part.tsx'
import type { Layout as LayoutName, RouteName } from '@lokalteil/domain/routing/routes'
import { shellTexts } from '../../messages/display/shell.ts'
import { untilIdle } from '../../browser/navigation/after-paint.ts'
import { getInterface, setInterface, useInterface } from '../../browser/navigation/interface-state.ts'
import { BreakingNews } from './BreakingNews.tsx'
import { Header } from './Header.tsx'
import { ToTop } from './ToTop.tsx'
// Imported here, because the server renders the footer long before its script loads.
import './Footer.module.css'
import css from './Layout.module.css'

const toggleSidebar = () => setInterface({ showSidebar: !getInterface().showSidebar })
const closeSidebar = () => setInterface({ showSidebar: false })
const Sidebar = lazyPartOrWord(() => import('./Sidebar.lazy.tsx'))
/** The footer has only links, which work without scripts, so it is hydrated when the browser is idle. */
const Footer = lazyPart(async () => {
  if (typeof document !== 'undefined') await untilIdle()
  return import('./Footer.later.tsx')
})

type LayoutProps = {
  layout: LayoutName
  routeName: RouteName | null
  hasBreaking: boolean
  children: ReactNode
}

/** Pages without header and footer. Around bookmarks and read articles the native shell has its own (S2.2-06). */
export const isBare = (layout: LayoutName, routeName: RouteName | null): boolean =>
  layout === 'bare' ||
  layout === 'mein-dialog-flow' ||
  routeName === '__mein-portal/bookmarks' ||
  routeName === '__mein-portal/read-articles'

export function Layout({ layout, routeName, hasBreaking, children }: LayoutProps) {
  // A change of route closes the sidebar; a change of hash or query does not (S2.10-01).
  const isSidebarOpen = useInterface('showSidebar')

  // Needs a name, because the page around the frame has a main landmark, too.
  if (isBare(layout, routeName))
    return (
      <main id="content" aria-labelledby="flow-heading">
        {children}
      </main>
    )
  const isArticle = routeName === 'article' || routeName === 'testbericht'
  return (
    <div className={css.shell} data-sidebar={isSidebarOpen ? 'open' : undefined}>
      <a href="#content" className={css.skip}>
        {shellTexts.skipToContent}
      </a>
      <Header
        hasMasthead={routeName === 'home'}
        hasUtilityBar={!isArticle}
        isSidebarOpen={isSidebarOpen}
        onMenu={toggleSidebar}
      />
      {isSidebarOpen && (
        <Suspense>
          <Sidebar onClose={closeSidebar} />
        </Suspense>
      )}
      {hasBreaking && <BreakingNews />}
      <main id="content" tabIndex={-1} className={css.content}>
        {children}
      </main>
      <ToTop className={css.toTop} />
      <Suspense>
        <Footer />
      </Suspense>
    </div>
  )
}
