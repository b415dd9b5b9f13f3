/**
 * The offline edition: the same page for all, so it opens offline itself; its contents are read from the device in the
 * browser. Links shared by other apps arrive here as well.
 */
import { useCallback, useState } from 'react'
import type { Teaser } from '@lokalteil/contracts/content'
import { planEdition, type EditionChoice, type EditionPlan } from '@lokalteil/domain/reading/offline-edition'
import { definePage } from '../../page/define-page.ts'
import { contentBase, createBrowserFetch, createContentApi } from '../../page/content-api.ts'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { usePortal } from '../../page/portal.ts'
import { showBadge } from '../../browser/offline/badge.ts'
import { tellWorker } from '../../browser/offline/edition-client.ts'
import { inPersonalArea } from '../../features/account/PersonalNav.tsx'
import { EditionPanel } from '../../features/offline-edition/EditionPanel.tsx'
import { KeptArticles } from '../../features/offline-edition/KeptArticles.tsx'
import { SharedLinks } from '../../features/offline-edition/SharedLinks.tsx'
import { offlineTexts } from '../../messages/reading/offline.ts'
import { urls } from '../../messages/publication/urls.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { ListLayout } from '../lists/TeaserList.tsx'
import { loadBookmarks, loadFeed } from './load-personal.ts'

function OfflinePage() {
  const { publication } = usePortal()
  const [version, setVersion] = useState(0)
  const renew = useCallback(() => {
    setVersion((count) => count + 1)
    void showBadge()
  }, [])
  return (
    <>
      <PageHead title={offlineTexts.title} description={offlineTexts.intro} />
      <p className="page no-js-only">{offlineTexts.needsScript}</p>
      <div className="js-only">
        <ListLayout>
          <EditionPanel plan={(choice) => plan(choice, publication)} onChange={renew} />
          {publication.hasEpaper && (
            <p>
              {offlineTexts.epaper} <a href="/epaper">{offlineTexts.epaperLink}</a>
            </p>
          )}
          <SharedLinks />
          <KeptArticles
            version={version}
            onRemove={(page) => void tellWorker({ kind: 'drop-edition', page }, () => {}).then(renew)}
          />
        </ListLayout>
      </div>
    </>
  )
}

/** Loads the chosen lists. Null: one of them failed, and an incomplete edition is not made. */
async function plan({ sources }: EditionChoice, publication: Publication): Promise<EditionPlan | null> {
  const content = createContentApi(contentBase(), createBrowserFetch())
  const context = { content, publication }
  const lists: (readonly Teaser[])[] = []
  const pages: string[] = [urls.offline]
  const sounds: string[] = []
  for (const source of sources) {
    if (source === 'front') {
      const home = await content.getHome()
      if (!home.ok) return null
      pages.push('/')
      lists.push(
        home.data.blocks.flatMap((block) => [
          ...('teaser' in block ? [block.teaser] : []),
          ...('teasers' in block ? block.teasers : []),
        ]),
      )
    } else if (source === 'bookmarks') {
      const bookmarks = await loadBookmarks(context)
      if (bookmarks.kind !== 'reader') return null
      lists.push(bookmarks.entries.map(({ teaser }) => teaser))
    } else if (source === 'topics') {
      const { view } = await loadFeed('topics', context)
      if (view.kind !== 'reader') return null
      lists.push(view.items.map(({ article }) => article))
    } else {
      const podcasts = await content.listPodcasts()
      if (!podcasts.ok) return null
      pages.push('/podcasts', ...podcasts.data.episodes.slice(0, 4).map(({ target }) => target))
      sounds.push(...podcasts.data.episodes.map(({ audio }) => audio.src))
    }
  }
  return planEdition(lists, { pages, sounds })
}

export const page = definePage('offline-ausgabe', {
  load: async () => ({ kind: 'ok', data: null }),
  Page: inPersonalArea('offline', OfflinePage),
  title: () => ({ title: offlineTexts.title }),
})
