/** Acts on an issue: preview, test mail, release, stop. */
import { lazy, Suspense, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { DeskIssue } from '@lokalteil/contracts/newsletter-issues'
import { ISSUE, NEWSLETTERS } from '../../messages/newsletters.ts'
import { SHELL } from '../../messages/shell.ts'
import { Refusal } from '../../kit/client.ts'
import { useKeys } from '../../kit/keys.ts'
import { toFuture, toLocalField, weekdayMoment } from '../../kit/moments.ts'
import { navigate } from '../../kit/navigation.ts'
import { useAct, useDesk } from '../../kit/office.tsx'
import {
  Button,
  Choice,
  Confirm,
  Fault,
  Field,
  FieldsDialog,
  MenuButton,
  Notice,
  type MenuEntry,
} from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { announce } from '../../kit/screen.tsx'
import { issueKey, type Composer } from './composer.ts'
import css from './newsletters.module.css'

const MailPreview = lazy(() => import('./MailPreview.tsx'))

const HOUR = 3_600_000

type Open = 'preview' | 'release' | 'stop' | 'resume' | 'drop'
type Props = { code: string; slug: string; id: string; issue: DeskIssue; composer: Composer }

/** A new extra issue with the draft of this one. */
export function useSpecialOf(code: string, slug: string, id: string) {
  const ask = useDesk(code)
  const { run, isBusy, fault } = useAct()
  const toSpecial = () =>
    void run(async () => {
      const { issue } = await ask('createIssue', { params: { slug }, body: { from: id } })
      navigate(pathOf({ screen: 'issue', code, slug, issue: issue.id }))
    })
  return { toSpecial, isBusy, fault }
}

export function IssueActs({ code, slug, id, issue, composer }: Props) {
  const ask = useDesk(code)
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const { run, isBusy, fault, clear } = useAct()
  const special = useSpecialOf(code, slug, id)
  const { state, isSpecial, revision } = issue.issue
  const params = { slug, issue: id }
  const { saving } = composer
  // An issue that composes itself becomes a draft when it is released or tested as it stands.
  const flush = () => saving.flush(revision === 0)
  const close = () => {
    clear()
    setOpen(null)
  }
  const dialog = { fault, isBusy, onClose: close }

  /** An act of the server that answers with the issue; says it and closes the dialog. */
  const act = async (said: string, work: () => Promise<DeskIssue>) => {
    const isDone = await run(async () => {
      try {
        queries.setQueryData<DeskIssue>(issueKey(code, slug, id), await work())
      } catch (error) {
        // The present issue shows the reason of the refusal.
        if (error instanceof Refusal && error.status === 409)
          void queries.invalidateQueries({ queryKey: issueKey(code, slug, id) })
        throw error
      }
      announce(said)
    })
    if (isDone) setOpen(null)
  }
  const test = () =>
    void run(async () => {
      await saving.flush()
      const { email } = await ask('testIssue', { params })
      announce(ISSUE.tested(email))
    })
  const stop = () => void act(ISSUE.stopDone, () => ask('stopIssue', { params }))
  const drop = () =>
    void run(async () => {
      await ask('dropIssue', { params })
      announce(ISSUE.dropDone)
      navigate(pathOf({ screen: 'newsletters', code }))
    })
  useKeys([{ keys: 'Strg+Umschalt+V', label: ISSUE.preview, run: () => setOpen('preview') }])

  const canStop = isSpecial ? state === 'released' : state !== 'stopped' && state !== 'missed'
  const canDrop = revision > 0 && (state === 'begun' || state === 'missed')
  const entries: MenuEntry[] = [
    ...(revision > 0 ? [{ id: 'special', label: ISSUE.toSpecial, run: special.toSpecial }] : []),
    ...(canDrop ? [{ id: 'drop', label: ISSUE.drop, look: 'alert' as const, run: () => setOpen('drop') }] : []),
  ]
  const shownFault = fault ?? special.fault
  return (
    <>
      <div className={css.acts}>
        <Button onClick={() => setOpen('preview')}>{ISSUE.preview}</Button>
        <Button disabled={isBusy} onClick={test}>
          {ISSUE.test}
        </Button>
        {canStop && (
          <Button look="alert" disabled={isBusy} onClick={isSpecial ? stop : () => setOpen('stop')}>
            {ISSUE.stop}
          </Button>
        )}
        {state === 'stopped' && (
          <Button disabled={isBusy} onClick={() => setOpen('resume')}>
            {ISSUE.resume}
          </Button>
        )}
        {state !== 'missed' && (
          <Button look="main" disabled={isBusy} onClick={() => setOpen('release')}>
            {state === 'released' ? ISSUE.releaseAgain : ISSUE.release}
          </Button>
        )}
        {entries.length > 0 && (
          <MenuButton isDisabled={isBusy || special.isBusy} label={SHELL.more} entries={entries} />
        )}
      </div>
      {open === null && <Fault>{shownFault}</Fault>}

      {open === 'preview' && (
        <Suspense fallback={null}>
          <MailPreview code={code} slug={slug} id={id} onFlush={() => saving.flush()} onClose={close} />
        </Suspense>
      )}
      {open === 'release' && (
        <Release
          issue={issue}
          composer={composer}
          {...dialog}
          onRelease={(at) =>
            void act(ISSUE.releaseDone, async () =>
              ask('releaseIssue', { params, body: { revision: await flush(), at } }),
            )
          }
        />
      )}
      {open === 'stop' && (
        <Confirm title={ISSUE.stopTitle} text={ISSUE.stopText} act={ISSUE.stop} look="alert" {...dialog} onAct={stop} />
      )}
      {open === 'resume' && (
        <Confirm
          title={ISSUE.resumeTitle}
          text={ISSUE.resumeText}
          act={ISSUE.resume}
          {...dialog}
          onAct={() => void act(ISSUE.resumeDone, () => ask('resumeIssue', { params }))}
        />
      )}
      {open === 'drop' && (
        <Confirm title={ISSUE.dropTitle} text={ISSUE.dropText} act={ISSUE.drop} look="alert" {...dialog} onAct={drop} />
      )}
    </>
  )
}

/** How many it reaches, and when: seen before it is released. */
function Release({
  issue: { issue, recipients },
  composer: { rows, articles },
  fault,
  isBusy,
  onRelease,
  onClose,
}: {
  issue: DeskIssue
  composer: Pick<Composer, 'rows' | 'articles'>
  fault: string | null
  isBusy: boolean
  /** Null: in a minute, or the issue's own time. */
  onRelease: (at: string | null) => void
  onClose: () => void
}) {
  const { isSpecial, dueAt } = issue
  const [when, setWhen] = useState<'soon' | 'later'>('soon')
  const [value, setValue] = useState(() => toLocalField(new Date(Date.now() + HOUR).toISOString()))
  const [isPast, setPast] = useState(false)
  const missing = rows.filter(
    ({ item }) => item.type === 'article' && articles.get(item.id)?.state === 'missing',
  ).length
  const moment =
    !isSpecial && dueAt !== null ? ISSUE.on(weekdayMoment(dueAt)) : when === 'soon' ? ISSUE.soon : ISSUE.chosen
  const release = () => {
    if (!isSpecial || when === 'soon') return onRelease(null)
    const at = toFuture(value)
    setPast(at === null)
    if (at !== null) onRelease(at)
  }
  return (
    <FieldsDialog
      title={ISSUE.releaseTitle}
      text={ISSUE.releaseText(NEWSLETTERS.recipients(recipients), moment)}
      act={ISSUE.releaseAct}
      fault={fault}
      isOff={isBusy}
      onSend={release}
      onClose={onClose}
    >
      {missing > 0 && <Notice look="warn">{ISSUE.releaseMissing(missing)}</Notice>}
      {isSpecial && (
        <Choice
          label={ISSUE.when}
          value={when}
          options={(['soon', 'later'] as const).map((one) => [one, ISSUE.whens[one]] as const)}
          onChange={setWhen}
        />
      )}
      {isSpecial && when === 'later' && (
        <Field
          label={ISSUE.at}
          type="datetime-local"
          required
          fault={isPast ? ISSUE.inPast : null}
          value={value}
          onChange={setValue}
        />
      )}
    </FieldsDialog>
  )
}
