/** Bookmarked articles, newest first (S2.2-14); in the personal area and, framed, in the native shell (S2.2-06). */
import { useState } from 'react'
import { formatAge } from '@lokalteil/domain/german'
import { contentBase, createBrowserFetch, createContentApi } from '../../page/content-api.ts'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { usePortal } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import { inPersonalArea } from '../../features/account/PersonalNav.tsx'
import { BookmarkButton } from '../../features/bookmark/BookmarkButton.tsx'
import { Teaser } from '../../features/teaser/Teaser.tsx'
import { personalTexts } from '../../messages/reading/personal.ts'
import { urls } from '../../messages/publication/urls.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import { LoggedOut } from './LoggedOut.tsx'
import { Failed } from './Failed.tsx'
import { loadBookmarks, type BookmarksData } from './load-personal.ts'
import css from './ReadArticlesPage.module.css'
import { usePersonal } from './use-personal.ts'

type Name = 'bookmarks' | '__mein-portal/bookmarks'

const texts = personalTexts.bookmarks

function BookmarksPage({ data: initial }: PageProps<Name, BookmarksData>) {
  const { now, publication, isLibraryOff } = usePortal()
  const { bookmarkCount, marks } = useSession()
  const { data, setData, reload, isLoading } = usePersonal(initial, ({ kind }) => kind, loadBookmarks)
  const [isAppending, setAppending] = useState(false)

  async function append(offset: number): Promise<void> {
    setAppending(true)
    const more = await loadBookmarks(
      { content: createContentApi(contentBase(), createBrowserFetch()), publication },
      offset,
    ).finally(() => setAppending(false))
    if (more.kind !== 'reader' || data.kind !== 'reader') return
    const known = new Set(data.entries.map(({ teaser }) => teaser.documentId))
    setData({
      ...more,
      entries: [...data.entries, ...more.entries.filter(({ teaser }) => !known.has(teaser.documentId))],
      gone: data.gone + more.gone,
    })
  }

  if (isLibraryOff) {
    return (
      <>
        <PageHead title={texts.title} />
        <ListLayout>
          <EmptyState icon="bookmark" title={personalTexts.feed.off} />
        </ListLayout>
      </>
    )
  }
  if (data.kind === 'anonymous') return <LoggedOut icon="bookmark" texts={texts} />
  if (data.kind === 'failed') return <Failed title={texts.title} isLoading={isLoading} onRetry={() => void reload()} />
  const { entries, gone, next } = data
  const total = bookmarkCount ?? data.total
  return (
    <>
      <PageHead title={texts.title} meta={data.total === 0 ? undefined : texts.count(total)} />
      <ListLayout>
        {data.total === 0 ? (
          <EmptyState icon="bookmark" title={texts.empty}>
            <p>{texts.emptyAdvice}</p>
            <ButtonLink href="/neueste-artikel" variant="secondary">
              {texts.newest}
            </ButtonLink>
          </EmptyState>
        ) : (
          <ol className={css.list}>
            {entries.map(({ teaser, savedAt }) => (
              // A removed one stays until the page is left, so that it can be added again.
              <li
                key={teaser.documentId}
                data-removed={marks?.get(teaser.documentId)?.isSet === false ? '' : undefined}
              >
                <Teaser
                  teaser={teaser}
                  size="row"
                  heading="h2"
                  reason={texts.savedAt(formatAge(new Date(savedAt), new Date(now)))}
                  shownAttributes={['bookmark']}
                  bookmark={<BookmarkButton articleId={teaser.documentId} title={teaser.title} isSaved />}
                />
              </li>
            ))}
          </ol>
        )}
        {gone > 0 && <p className={css.note}>{texts.gone(gone)}</p>}
        {next !== null && (
          <Button
            variant="secondary"
            className="js-only"
            aria-disabled={isAppending || undefined}
            onClick={() => !isAppending && void append(next)}
          >
            {texts.more}
          </Button>
        )}
      </ListLayout>
    </>
  )
}

export const page = definePage(['bookmarks', '__mein-portal/bookmarks'], {
  load: async (_route, context) => ({ kind: 'ok', data: await loadBookmarks(context) }),
  Page: inPersonalArea('bookmarks', BookmarksPage),
  title: () => ({ title: texts.title }),
  canonical: () => urls.bookmarks,
})
