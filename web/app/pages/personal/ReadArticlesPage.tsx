/** Articles read on this device, newest first (S2.2-12). The server knows nothing of them. */
import { useEffect, useState } from 'react'
import type { Teaser as TeaserData } from '@lokalteil/contracts/content'
import { formatAge } from '@lokalteil/domain/german'
import { createBrowserFetch, createContentReader } from '../../browser/content-reader.ts'
import type { PageModule } from '../../browser/page.ts'
import { usePortal } from '../../browser/portal.ts'
import { clearReadArticles, listReadArticles } from '../../features/read-articles/record.ts'
import { personalTexts } from '../../messages/personal.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { BookmarkableTeaser } from '../blocks/BookmarkableTeaser.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout, SkeletonRows } from '../lists/TeaserList.tsx'
import css from './ReadArticlesPage.module.css'

const texts = personalTexts.read
/** Ids may have forty digits, and an address only so many characters. */
const AT_ONCE = 50

type Entry = { teaser: TeaserData; readAt: number }
type State = { kind: 'loading' } | { kind: 'empty'; isCleared: boolean } | { kind: 'failed' } | { kind: 'shown'; entries: readonly Entry[] }

function ReadArticlesPage() {
  const { now } = usePortal()
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isLeft = false
    void loadEntries().then((entries) => {
      if (isLeft) return
      if (entries === null) setState({ kind: 'failed' })
      else setState(entries.length === 0 ? { kind: 'empty', isCleared: false } : { kind: 'shown', entries })
    })
    return () => {
      isLeft = true
    }
  }, [attempt])

  const clear = () => {
    clearReadArticles()
    setState({ kind: 'empty', isCleared: true })
  }

  return (
    <>
      <PageHead title={texts.title} description={texts.intro}>
        {state.kind === 'shown' && (
          <Button look="secondary" onClick={clear}>
            {texts.clear}
          </Button>
        )}
      </PageHead>
      <ListLayout>
        {state.kind === 'loading' && (
          <>
            <div className="js-only">
              <SkeletonRows count={5} label={texts.loading} />
            </div>
            <p className="no-js-only">{texts.needsScript}</p>
          </>
        )}
        {state.kind === 'empty' && (
          <EmptyState icon="epaper" title={texts.empty}>
            <p role="status">{state.isCleared ? texts.cleared : texts.emptyAdvice}</p>
            <ButtonLink href="/neueste-artikel" look="secondary">
              {texts.newest}
            </ButtonLink>
          </EmptyState>
        )}
        {state.kind === 'failed' && (
          <EmptyState icon="offline" title={texts.failed}>
            <Button
              onClick={() => {
                setState({ kind: 'loading' })
                setAttempt((count) => count + 1)
              }}
            >
              {texts.retry}
            </Button>
          </EmptyState>
        )}
        {state.kind === 'shown' && (
          <ol className={css.list}>
            {state.entries.map(({ teaser, readAt }) => (
              <li key={teaser.documentId}>
                <BookmarkableTeaser teaser={teaser} size="row" heading="h2" reason={texts.readAt(formatAge(new Date(readAt), new Date(now)))} />
              </li>
            ))}
          </ol>
        )}
      </ListLayout>
    </>
  )
}

/** null: nobody answered. Articles that are gone are left out. */
async function loadEntries(): Promise<Entry[] | null> {
  const read = listReadArticles()
  const content = createContentReader('/__proxy_content_api', createBrowserFetch())
  const chunks = Array.from({ length: Math.ceil(read.length / AT_ONCE) }, (_, index) => read.slice(index * AT_ONCE, (index + 1) * AT_ONCE))
  const answers = await Promise.all(chunks.map((chunk) => content.listTeasers({}, { ids: chunk.map(({ id }) => id).join(',') })))
  if (answers.some((answer) => !answer.ok)) return null
  const teasers = new Map(answers.flatMap((answer) => (answer.ok ? answer.data.teasers : [])).map((teaser) => [teaser.documentId, teaser]))
  return read.flatMap(({ id, ts }) => {
    const teaser = teasers.get(id)
    return teaser === undefined ? [] : [{ teaser, readAt: ts }]
  })
}

export const page: PageModule<'read-articles' | '__mein-portal/read-articles', null> = {
  load: async () => ({ kind: 'ok', data: null }),
  Page: ReadArticlesPage,
  canonical: () => '/read-articles',
}
