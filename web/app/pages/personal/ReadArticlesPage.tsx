/**
 * Articles read on this device, newest first (S2.2-12): remove one, clear the list, switch it off, or sync it with the
 * account. Unknown during rendering on the server.
 */
import { useEffect, useState } from 'react'
import type { Teaser as TeaserData } from '@lokalteil/contracts/content'
import { formatAge } from '@lokalteil/domain/german'
import { contentBase, createBrowserFetch, createContentApi } from '../../page/content-api.ts'
import { definePage } from '../../page/define-page.ts'
import { isReadThrough, toResumePosition } from '@lokalteil/domain/reading/read-articles'
import { usePortal } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import { inPersonalArea } from '../../features/account/PersonalNav.tsx'
import {
  clearReadArticles,
  isReadingRecorded,
  isReadingSynced,
  listReadArticles,
  removeReadArticle,
  setReadingRecorded,
} from '../../features/read-articles/record.ts'
import { personalTexts } from '../../messages/reading/personal.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { BookmarkableTeaser } from '../blocks/BookmarkableTeaser.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout, SkeletonRows } from '../lists/TeaserList.tsx'
import css from './ReadArticlesPage.module.css'

const texts = personalTexts.read
/** Articles per request, because ids may have forty digits and an address is limited. */
const AT_ONCE = 50

type Entry = { teaser: TeaserData; readAt: number; progress: number }
type State =
  | { kind: 'loading' }
  | { kind: 'empty'; isCleared: boolean }
  | { kind: 'failed' }
  | { kind: 'shown'; entries: readonly Entry[] }

/** Long, because it is the markup of every state of the list. */
function ReadArticlesPage() {
  const { now, publication } = usePortal()
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const [settings, setSettings] = useState<Settings>({ isRecorded: true, isSynced: false })

  useEffect(() => {
    let isLeft = false
    setSettings({ isRecorded: isReadingRecorded(), isSynced: isReadingSynced() })
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
    void forget(publication.code, null)
    setState({ kind: 'empty', isCleared: true })
  }
  const remove = (id: string) => {
    removeReadArticle(id)
    void forget(publication.code, id)
    if (state.kind !== 'shown') return
    const entries = state.entries.filter(({ teaser }) => teaser.documentId !== id)
    setState(entries.length === 0 ? { kind: 'empty', isCleared: false } : { kind: 'shown', entries })
  }

  return (
    <>
      <PageHead
        title={texts.title}
        description={!settings.isRecorded ? texts.introOff : settings.isSynced ? texts.introSynced : texts.intro}
      >
        {state.kind === 'shown' && (
          <Button variant="secondary" onClick={clear}>
            {texts.clear}
          </Button>
        )}
      </PageHead>
      <ListLayout
        aside={
          <ReadingSettings
            settings={settings}
            onChange={(next) => {
              setSettings(next)
              setAttempt((count) => count + 1)
            }}
          />
        }
      >
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
            <ButtonLink href="/neueste-artikel" variant="secondary">
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
            {state.entries.map(({ teaser, readAt, progress }) => (
              <li key={teaser.documentId} className={css.entry}>
                <BookmarkableTeaser
                  teaser={teaser}
                  size="row"
                  heading="h2"
                  reason={[texts.readAt(formatAge(new Date(readAt), new Date(now))), ...describe(progress)].join(', ')}
                />
                <button
                  type="button"
                  className={css.remove}
                  aria-label={texts.remove(teaser.title)}
                  onClick={() => remove(teaser.documentId)}
                >
                  <Icon name="close" size="1.1em" />
                </button>
              </li>
            ))}
          </ol>
        )}
      </ListLayout>
    </>
  )
}

type Settings = { isRecorded: boolean; isSynced: boolean }

function ReadingSettings({ settings, onChange }: { settings: Settings; onChange: (settings: Settings) => void }) {
  const { isLibraryOff, publication } = usePortal()
  const isReader = useSession().status === 'reader'
  const [fault, setFault] = useState<string>()
  const record = (isRecorded: boolean) => {
    setReadingRecorded(isRecorded)
    onChange({ ...settings, isRecorded })
  }
  async function sync(isSynced: boolean): Promise<void> {
    setFault(undefined)
    const isChanged = await import('../../features/read-articles/reading-sync.lazy.ts')
      .then(({ changeReadingSync }) => changeReadingSync(publication.code, isSynced))
      .catch(() => false)
    if (isChanged) onChange({ ...settings, isSynced })
    else setFault(texts.syncFailed)
  }
  return (
    <fieldset className={`${css.settings} js-only`}>
      <legend>{texts.settings}</legend>
      <Checkbox
        id="reading-record"
        label={texts.record}
        hint={texts.recordHint}
        checked={settings.isRecorded}
        onChange={(event) => record(event.currentTarget.checked)}
      />
      {isReader && !isLibraryOff && (
        <Checkbox
          id="reading-sync"
          label={texts.sync}
          hint={texts.syncHint}
          fault={fault}
          checked={settings.isSynced}
          onChange={(event) => void sync(event.currentTarget.checked)}
        />
      )}
    </fieldset>
  )
}

/** Deletes it from the account, too, if syncing is on. */
async function forget(publication: string, id: string | null): Promise<void> {
  if (!isReadingSynced()) return
  await import('../../features/read-articles/reading-sync.lazy.ts')
    .then(({ forgetReading }) => forgetReading(publication, id))
    .catch(() => {})
}

function describe(progress: number): string[] {
  if (isReadThrough(progress)) return [texts.through]
  return toResumePosition(progress) === null ? [] : [texts.progress(Math.round(progress * 100))]
}

/** null: no answer. Articles that no longer exist are left out. */
async function loadEntries(): Promise<Entry[] | null> {
  const read = listReadArticles()
  const content = createContentApi(contentBase(), createBrowserFetch())
  const chunks = Array.from({ length: Math.ceil(read.length / AT_ONCE) }, (_, index) =>
    read.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  )
  const answers = await Promise.all(
    chunks.map((chunk) => content.listTeasers({}, { ids: chunk.map(({ id }) => id).join(',') })),
  )
  if (answers.some((answer) => !answer.ok)) return null
  const teasers = new Map(
    answers.flatMap((answer) => (answer.ok ? answer.data.teasers : [])).map((teaser) => [teaser.documentId, teaser]),
  )
  return read.flatMap(({ id, ts, progress = 0 }) => {
    const teaser = teasers.get(id)
    return teaser === undefined ? [] : [{ teaser, readAt: ts, progress }]
  })
}

export const page = definePage(['read-articles', '__mein-portal/read-articles'], {
  load: async () => ({ kind: 'ok', data: null }),
  Page: inPersonalArea('read', ReadArticlesPage),
  title: () => ({ title: texts.title }),
  canonical: () => '/read-articles',
})
