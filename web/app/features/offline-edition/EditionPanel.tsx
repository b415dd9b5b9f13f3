/** The offline edition: choice of contents, progress, size, removal. */
import { useEffect, useState } from 'react'
import { formatAge } from '@lokalteil/domain/german'
import { formatBytes } from '@lokalteil/domain/german-numbers'
import {
  EDITION_SOURCES,
  FIRST_CHOICE,
  type EditionChoice,
  type EditionPlan,
  type EditionSource,
} from '@lokalteil/domain/reading/offline-edition'
import type { EditionReport } from '../../browser/offline/edition-cache.ts'
import { findWorker, measureEdition, tellWorker } from '../../browser/offline/edition-client.ts'
import { useSession } from '../../browser/session/session.ts'
import { offlineTexts } from '../../messages/reading/offline.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { readChoice, writeChoice } from './edition-record.ts'
import css from './OfflineEdition.module.css'

/** Personal lists need a login. */
const OF_READER: ReadonlySet<EditionSource> = new Set(['bookmarks', 'topics'])
const WORKER_WAIT_MS = 8000

type Status =
  | { kind: 'idle' }
  | { kind: 'saving'; done: number; total: number }
  | { kind: 'said'; text: string; isBad?: boolean }

/**
 * `plan` loads the lists; null: that failed. `onChange`: articles on the device have changed. Long, because choice,
 * size, progress and removal are one form with one state.
 */
export function EditionPanel({
  plan,
  onChange,
}: {
  plan: (choice: EditionChoice) => Promise<EditionPlan | null>
  onChange: () => void
}) {
  const { status: session } = useSession()
  const worker = useWorker()
  const [choice, setChoice] = useState<EditionChoice>(FIRST_CHOICE)
  const [size, setSize] = useState(0)
  const [space, setSpace] = useState<number | null>(null)
  const [status, setStatus] = useState<Status>({ kind: 'idle' })
  const [paid, setPaid] = useState(0)
  const [now, setNow] = useState(0)
  const isReader = session === 'reader'
  const sources = choice.sources.filter((source) => isReader || !OF_READER.has(source))

  useEffect(() => {
    setChoice(readChoice())
    setNow(Date.now())
    void measureEdition().then(setSize)
    void navigator.storage?.estimate?.().then(
      ({ quota = 0, usage = 0 }) => setSpace(quota - usage),
      () => {},
    )
  }, [session])

  const choose = (next: EditionChoice) => {
    setChoice(next)
    writeChoice(next)
  }
  async function save(): Promise<void> {
    if (sources.length === 0) return setStatus({ kind: 'said', text: offlineTexts.nothing, isBad: true })
    setStatus({ kind: 'saving', done: 0, total: 0 })
    const wanted = await plan({ ...choice, sources }).catch(() => null)
    if (wanted === null) return setStatus({ kind: 'said', text: offlineTexts.failed, isBad: true })
    setPaid(wanted.paidCount)
    // Persistent storage, so that the browser does not evict it when the device is full.
    void navigator.storage?.persist?.().catch(() => false)
    const report = (word: EditionReport) => {
      if (word.kind !== 'progress') return
      setStatus({ kind: 'saving', done: word.done, total: word.total })
      setSize(word.bytes)
    }
    const { pages, sounds } = wanted
    const end = await tellWorker({ kind: 'keep-edition', pages, sounds, hasPictures: choice.hasPictures }, report)
    setSize(await measureEdition())
    onChange()
    if (end.kind !== 'done') return setStatus({ kind: 'said', text: offlineTexts.failed, isBad: true })
    setNow(Date.now())
    choose({ ...choice, savedAt: Date.now() })
    setStatus(end.missed > 0 ? { kind: 'said', text: offlineTexts.savedMissing(end.missed) } : { kind: 'idle' })
  }
  async function remove(): Promise<void> {
    await tellWorker({ kind: 'drop-edition', page: null }, () => {})
    choose({ ...choice, savedAt: null })
    setSize(0)
    setPaid(0)
    setStatus({ kind: 'said', text: offlineTexts.removed })
    onChange()
  }

  const isSaving = status.kind === 'saving'
  return (
    <div className={css.panel}>
      {worker === 'none' && <FormNotice title={offlineTexts.unavailable} />}
      <Sources choice={choice} sources={sources} isReader={isReader} isDisabled={isSaving} onChoose={choose} />
      <div className={css.actions}>
        <Button
          aria-disabled={isSaving || worker !== 'ready' || undefined}
          onClick={() => !isSaving && worker === 'ready' && void save()}
        >
          {size > 0 ? offlineTexts.renew : offlineTexts.save}
        </Button>
        {size > 0 && (
          <Button variant="secondary" aria-disabled={isSaving || undefined} onClick={() => !isSaving && void remove()}>
            {offlineTexts.remove}
          </Button>
        )}
      </div>
      {isSaving && (
        <div className={css.progress}>
          <progress
            aria-label={offlineTexts.saving}
            max={status.total || 1}
            value={status.total === 0 ? undefined : status.done}
          />
          {status.total > 0 && <span>{offlineTexts.progress(status.done, status.total)}</span>}
        </div>
      )}
      <div role="status" className={css.said} data-bad={status.kind === 'said' && status.isBad ? '' : undefined}>
        {status.kind === 'said' && <p>{status.text}</p>}
        {!isSaving && size > 0 && choice.savedAt !== null && (
          <p className={css.saved}>
            {offlineTexts.saved(formatAge(new Date(choice.savedAt), new Date(now)), formatBytes(size))}
          </p>
        )}
        {worker === 'waiting' && <p>{offlineTexts.notReady}</p>}
      </div>
      <div className={css.small}>
        {paid > 0 && <p>{offlineTexts.paid(paid)}</p>}
        {space !== null && <p>{offlineTexts.free(formatBytes(space))}</p>}
        <p>{offlineTexts.logout}</p>
      </div>
    </div>
  )
}

type SourcesProps = {
  choice: EditionChoice
  sources: readonly EditionSource[]
  isReader: boolean
  isDisabled: boolean
  onChoose: (choice: EditionChoice) => void
}

/** `sources`: the available ones. */
function Sources({ choice, sources, isReader, isDisabled, onChoose }: SourcesProps) {
  return (
    <fieldset className={css.sources} disabled={isDisabled}>
      <legend className={css.heading}>{offlineTexts.choose}</legend>
      {EDITION_SOURCES.map((source) => {
        const { label, hint } = offlineTexts.sources[source]
        const isClosed = !isReader && OF_READER.has(source)
        return (
          <Checkbox
            key={source}
            id={`edition-${source}`}
            label={label}
            hint={
              isClosed ? (
                <>
                  {offlineTexts.needsLogin} <a href="#login">{offlineTexts.login}</a>
                </>
              ) : (
                hint
              )
            }
            disabled={isClosed}
            checked={sources.includes(source)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose({
                ...choice,
                sources: EDITION_SOURCES.filter((one) => (one === source ? checked : choice.sources.includes(one))),
              })
            }
          />
        )
      })}
      <div className={css.pictures}>
        <Checkbox
          id="edition-pictures"
          label={offlineTexts.pictures}
          hint={offlineTexts.picturesHint}
          checked={choice.hasPictures}
          onChange={({ currentTarget }) => onChoose({ ...choice, hasPictures: currentTarget.checked })}
        />
      </div>
    </fieldset>
  )
}

/** On a first visit the worker is ready a moment after the page. */
function useWorker(): 'waiting' | 'ready' | 'none' {
  const [state, setState] = useState<'waiting' | 'ready' | 'none'>('waiting')
  useEffect(() => {
    const patience = setTimeout(() => setState((known) => (known === 'ready' ? known : 'none')), WORKER_WAIT_MS)
    void findWorker().then(async (worker) => {
      if (worker === null && 'serviceWorker' in navigator) await navigator.serviceWorker.ready
      setState('serviceWorker' in navigator ? 'ready' : 'none')
    })
    return () => clearTimeout(patience)
  }, [])
  return state
}
