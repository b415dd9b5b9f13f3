/** The page below `#app`: surroundings, layout, and the page or the error. */
import { Component, createElement, Suspense, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { layoutOf } from '@lokalteil/domain/routing/layouts'
import { ROUTE_META } from '@lokalteil/domain/routing/routes'
import type { PageError, PageModule, PageState } from './page/page.ts'
import { PortalProvider } from './page/portal.ts'
import { AdPlace } from './features/advertising/AdPlace.tsx'
import { hasBreakingBar } from './features/shell/breaking-place.ts'
import { Layout } from './features/shell/Layout.tsx'

export type AppProps = {
  state: PageState
  module: PageModule | null
  ErrorPage: ComponentType<{ error: PageError }>
  onCrash?: (error: unknown) => void
}

export function App({ state, module, ErrorPage, onCrash }: AppProps) {
  const { chrome, path, route, content } = state
  // Surroundings are fixed for a document; later pages only change the time.
  const [surroundings] = useState(chrome)
  const moment = useMemo(() => ({ path, now: chrome.now }), [path, chrome.now])
  const page =
    content.kind === 'error' || module === null || route === null ? (
      <Suspense>
        <ErrorPage
          error={content.kind === 'error' ? content : { kind: 'error', status: 404, message: '', url: path }}
        />
      </Suspense>
    ) : (
      createElement(module.Page, { route, data: content.data, key: path })
    )
  return (
    <PortalProvider surroundings={surroundings} moment={moment}>
      <Layout
        layout={route === null ? 'default' : layoutOf(route.name)}
        routeName={route?.name ?? null}
        hasBreaking={surroundings.breaking !== null && hasBreakingBar(state, surroundings.breaking.target)}
      >
        <Boundary
          key={path}
          fallback={
            <Suspense>
              <ErrorPage error={{ kind: 'error', status: 520, message: '', url: path }} />
            </Suspense>
          }
          onCrash={onCrash}
        >
          {page}
          {route !== null && content.kind === 'page' && ROUTE_META[route.name].endsWithAd && (
            <AdPlace name="page-end" />
          )}
        </Boundary>
      </Layout>
    </PortalProvider>
  )
}

class Boundary extends Component<
  { fallback: ReactNode; children: ReactNode; onCrash: ((error: unknown) => void) | undefined },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidCatch(error: unknown) {
    this.props.onCrash?.(error)
  }
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
