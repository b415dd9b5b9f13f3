/** State, saving, preview and publishing. */
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { OfficeArticle } from '@lokalteil/contracts/office/values'
import { isChief, mayTouchFront, mayWithdraw } from '@lokalteil/domain/office/acts'
import { listNextStates, type DeskState } from '@lokalteil/domain/office/states'
import { ARTICLE, PREVIEW, PUBLISHING, SAVING } from '../../messages/article.ts'
import { FRONT, PIN } from '../../messages/fronts.ts'
import { SHELL } from '../../messages/shell.ts'
import { stateOf } from '../../kit/ArticleRows.tsx'
import { Refusal } from '../../kit/client.ts'
import { useSecondsLeft } from '../../kit/countdown.ts'
import { keepOffHome } from '../../kit/edit-front.ts'
import { useKeys } from '../../kit/keys.ts'
import { fromLocalField, shortMoment, toClock, toFuture, toLocalField } from '../../kit/moments.ts'
import { navigate } from '../../kit/navigation.ts'
import { mayDoIn, useAct, useDesk, useMe } from '../../kit/office.tsx'
import {
  Area,
  Button,
  Confirm,
  Fault,
  Field,
  FieldsDialog,
  MenuButton,
  Notice,
  type MenuEntry,
} from '../../kit/parts.tsx'
import { breakingPath } from '../../kit/routes.ts'
import { SavingWords } from '../../kit/SavingWords.tsx'
import { announce, ScreenTop } from '../../kit/screen.tsx'
import type { ArticleEditing } from './article-editing.ts'
import css from './article.module.css'

const PinDialog = lazy(() => import('../../kit/PinDialog.tsx'))

type Open = 'schedule' | 'correct' | 'withdraw' | 'leadTo' | 'back' | 'pin' | { embargo: boolean }

type Props = {
  code: string
  article: OfficeArticle
  /** When the article was fetched, milliseconds. */
  fetchedAt: number
  editing: ArticleEditing
  mayWrite: boolean
  isWriter: boolean
  onPreview: () => void
}

export function TopLine({ code, article, fetchedAt, editing, mayWrite, isWriter, onPreview }: Props) {
  const me = useMe()
  const ask = useDesk(code)
  const [open, setOpen] = useState<Open | null>(null)
  const { run, isBusy, fault, clear } = useAct()
  const { id, desk, shown, sectionPath } = article
  const params = { id }
  const mayPublish = mayDoIn(me, 'publish', code, sectionPath)
  const isPublic = shown === 'online' || shown === 'changed'
  const next = listNextStates(desk, shown, mayPublish)
  const close = () => {
    clear()
    setOpen(null)
  }
  const dialog = { fault, isBusy, onClose: close }

  /** Runs an act of the server, shows its article, announces `said` and closes the dialog. */
  const act = async (said: string, work: () => Promise<OfficeArticle>) => {
    const isDone = await run(async () => {
      try {
        editing.take(await work())
      } catch (error) {
        // The present article shows the reason of the refusal.
        if (error instanceof Refusal && [409, 422].includes(error.status))
          editing.take(await ask('getArticle', { params }))
        throw error
      }
      announce(said)
    })
    if (isDone) setOpen(null)
  }
  const move = (state: DeskState, note = '') =>
    act(PUBLISHING.moveTo[state], async () => {
      if (mayWrite) await editing.saving.flush()
      return ask('changeState', { params, body: { state, note } })
    })
  const moveTo = (state: DeskState) => {
    if (state === 'draft' && (desk === 'review' || desk === 'ready')) setOpen('back')
    else void move(state)
  }
  const lead = async (from: string) => {
    const isDone = await run(async () => {
      const answer = await ask('leadTo', { params, body: { from } })
      announce(PUBLISHING.led(answer.from))
    })
    if (isDone) setOpen(null)
  }
  const offHome = () =>
    void run(async () => {
      const isOnPage = await keepOffHome(ask, [id])
      announce(isOnPage ? PIN.offDone(1) : PIN.inDraft(FRONT.home))
    })
  const publish = (isUpdate: boolean, overridesEmbargo = false) => {
    const isEmbargoed = article.checks.obstacles.includes('embargo')
    if (isEmbargoed && !overridesEmbargo && isChief(me.grants, code)) return setOpen({ embargo: isUpdate })
    void act(PUBLISHING.published, async () => {
      const revision = await editing.saving.flush()
      return ask('publish', { params, body: { revision, isUpdate, overridesEmbargo } })
    })
  }
  const goOn = next.find((state) => state === 'review') ?? next.find((state) => state === 'ready')
  useKeys([
    {
      keys: 'Strg+Enter',
      label: ARTICLE.nextState,
      run: () => {
        if (!isWriter || isBusy) return
        if (mayPublish && desk === 'ready') publish(false)
        else if (mayPublish && next.includes('ready')) void move('ready')
        else if (goOn !== undefined && desk === 'draft') void move(goOn)
      },
    },
  ])

  const publication = me.publications.find((one) => one.code === code)
  const mayTakeDown =
    mayDoIn(me, 'withdraw', code, sectionPath) &&
    mayWithdraw(me.grants, code, {
      isOwn: article.changedBy?.id === me.id,
      minutesOnline: article.publishedAt === null ? 0 : (fetchedAt - Date.parse(article.publishedAt)) / 60_000,
    })
  const entries: MenuEntry[] = [
    ...(shown === 'withdrawn' && isChief(me.grants, code)
      ? [
          {
            id: 'return',
            label: PUBLISHING.bringBack,
            run: () => void act(PUBLISHING.broughtBack, () => ask('bringBack', { params })),
          },
        ]
      : []),
    ...(isPublic
      ? [
          {
            id: 'change',
            label: PUBLISHING.publishChange,
            detail: PUBLISHING.publishChangeDetail,
            run: () => publish(false),
          },
          { id: 'update', label: PUBLISHING.asUpdate, detail: PUBLISHING.asUpdateDetail, run: () => publish(true) },
          { id: 'correct', label: PUBLISHING.correct, run: () => setOpen('correct') },
          { id: 'breaking', label: PUBLISHING.asBreaking, run: () => navigate(breakingPath(code, id)) },
        ]
      : [
          ...(shown === 'withdrawn' ? [] : [{ id: 'publish', label: PUBLISHING.publish, run: () => publish(false) }]),
          {
            id: 'schedule',
            label: article.scheduledFor === null ? PUBLISHING.schedule : PUBLISHING.reschedule,
            run: () => setOpen('schedule'),
          },
        ]),
    ...(article.scheduledFor === null
      ? []
      : [
          {
            id: 'unplan',
            label: PUBLISHING.unplan,
            run: () =>
              void act(PUBLISHING.unplanned, () =>
                ask('schedule', { params, body: { revision: article.revision, at: null } }),
              ),
          },
        ]),
    ...(isPublic && mayDoIn(me, 'saveFrontDraft', code, sectionPath)
      ? [{ id: 'pin', label: PIN.open, run: () => setOpen('pin') }]
      : []),
    ...(isPublic && mayTouchFront('saveFrontDraft', me.grants, code, '')
      ? [{ id: 'offHome', label: PIN.offHome, run: offHome }]
      : []),
    ...(isChief(me.grants, code) && isPublic
      ? [{ id: 'lead', label: PUBLISHING.leadTo, run: () => setOpen('leadTo') }]
      : []),
    ...(isPublic && mayTakeDown
      ? [{ id: 'withdraw', label: PUBLISHING.withdraw, look: 'alert' as const, run: () => setOpen('withdraw') }]
      : []),
  ]

  return (
    <ScreenTop>
      <div className={css.where}>
        <span className={css.number}>{id}</span>
        {isWriter && next.length > 0 ? (
          <MenuButton
            look="small"
            isDisabled={isBusy}
            label={stateOf(article)}
            entries={next.map((state) => ({
              id: state,
              label: PUBLISHING.moveTo[state],
              look: state === 'dropped' ? ('alert' as const) : undefined,
              run: () => moveTo(state),
            }))}
          />
        ) : (
          <span>{stateOf(article)}</span>
        )}
        <SavingWords state={editing.state} unchanged={SAVING.unchanged} />
        {isPublic && publication !== undefined && article.path !== '' && (
          <a href={`${publication.origin}${article.path}`} target="_blank" rel="noopener">
            {ARTICLE.live}
          </a>
        )}
      </div>
      <div className={css.acts}>
        <Undo
          undoMs={mayPublish ? article.undoMs : 0}
          fetchedAt={fetchedAt}
          isBusy={isBusy}
          onUndo={() => void act(PUBLISHING.undone, () => ask('undoPublish', { params }))}
        />
        <Button onClick={onPreview}>{PREVIEW.open}</Button>
        {mayWrite && !mayPublish && desk === 'draft' && (
          <Button look="main" disabled={isBusy} onClick={() => void move('review')}>
            {PUBLISHING.moveTo.review}
          </Button>
        )}
        {mayWrite && mayPublish && (
          <>
            {shown !== 'withdrawn' && (
              <Button look="main" disabled={isBusy} onClick={() => publish(false)}>
                {PUBLISHING.publish}
              </Button>
            )}
            {entries.length > 0 && <MenuButton isDisabled={isBusy} label={SHELL.more} entries={entries} />}
          </>
        )}
      </div>
      {open === null && <Fault>{fault}</Fault>}
      {article.planFailure !== undefined && <Notice look="alert">{PUBLISHING.planFailed}</Notice>}

      {open === 'schedule' && (
        <Schedule
          scheduledFor={article.scheduledFor}
          {...dialog}
          onPlan={(at) =>
            void act(PUBLISHING.planned(shortMoment(at)), async () => {
              const revision = await editing.saving.flush()
              return ask('schedule', { params, body: { revision, at } })
            })
          }
        />
      )}
      {open === 'correct' && (
        <Reason
          title={PUBLISHING.correctTitle}
          label={PUBLISHING.reason}
          act={PUBLISHING.correctAct}
          {...dialog}
          onAct={(reason) =>
            void act(PUBLISHING.publishedCorrection, async () => {
              const revision = await editing.saving.flush()
              return ask('correct', { params, body: { revision, reason } })
            })
          }
        />
      )}
      {open === 'withdraw' && (
        <Reason
          title={PUBLISHING.withdrawTitle}
          text={PUBLISHING.withdrawText}
          label={PUBLISHING.withdrawReason}
          act={PUBLISHING.withdrawAct}
          look="alert"
          {...dialog}
          onAct={(reason) => void act(PUBLISHING.withdrawn, () => ask('withdraw', { params, body: { reason } }))}
        />
      )}
      {open === 'back' && (
        <Reason
          title={PUBLISHING.noteTitle}
          label={PUBLISHING.note}
          act={PUBLISHING.noteAct}
          {...dialog}
          onAct={(note) => void move('draft', note)}
        />
      )}
      {open === 'pin' && (
        <Suspense fallback={null}>
          <PinDialog
            code={code}
            article={id}
            title={editing.draft.title === '' ? ARTICLE.untitled : editing.draft.title}
            sectionPath={sectionPath}
            onClose={close}
          />
        </Suspense>
      )}
      {open === 'leadTo' && <LeadTo {...dialog} onAct={(from) => void lead(from)} />}
      {typeof open === 'object' && open !== null && (
        <Confirm
          title={PUBLISHING.embargoTitle}
          text={PUBLISHING.embargoText(editing.draft.embargo === null ? '' : shortMoment(editing.draft.embargo))}
          act={PUBLISHING.embargoAct}
          look="alert"
          {...dialog}
          onAct={() => publish(open.embargo, true)}
        />
      )}
    </ScreenTop>
  )
}

/** The button counts down the minutes in which a publication may be taken back. */
function Undo({
  undoMs,
  fetchedAt,
  isBusy,
  onUndo,
}: {
  undoMs: number
  fetchedAt: number
  isBusy: boolean
  onUndo: () => void
}) {
  const seconds = useSecondsLeft(undoMs === 0 ? 0 : fetchedAt + undoMs)
  if (seconds === 0) return null
  return (
    <Button disabled={isBusy} onClick={onUndo}>
      {PUBLISHING.undo(toClock(seconds))}
    </Button>
  )
}

type FormProps = { fault: string | null; isBusy: boolean; onClose: () => void }

function Reason({
  label,
  isBusy,
  onAct,
  ...dialog
}: FormProps & {
  title: string
  text?: ReactNode
  label: string
  act: string
  look?: 'alert'
  onAct: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  return (
    <FieldsDialog {...dialog} isOff={isBusy || reason.trim() === ''} onSend={() => onAct(reason.trim())}>
      <Area label={label} required isFirst maxLength={2000} value={reason} onChange={setReason} />
    </FieldsDialog>
  )
}

function Schedule({
  scheduledFor,
  isBusy,
  onPlan,
  ...dialog
}: FormProps & { scheduledFor: string | null; onPlan: (at: string) => void }) {
  const [value, setValue] = useState(() => toLocalField(scheduledFor ?? nextMorning()))
  const [isPast, setPast] = useState(false)
  const plan = () => {
    const at = toFuture(value)
    setPast(at === null)
    if (at !== null) onPlan(at)
  }
  return (
    <FieldsDialog {...dialog} title={PUBLISHING.scheduleTitle} act={PUBLISHING.plan} isOff={isBusy} onSend={plan}>
      <Field
        label={PUBLISHING.at}
        type="datetime-local"
        required
        fault={isPast ? PUBLISHING.inPast : null}
        value={value}
        onChange={setValue}
      />
    </FieldsDialog>
  )
}

/** Six o'clock tomorrow, a usual time for texts of the evening. */
function nextMorning(): string {
  const tomorrow = toLocalField(new Date(Date.now() + 24 * 3_600_000).toISOString()).slice(0, 10)
  return fromLocalField(`${tomorrow}T06:00`) ?? new Date().toISOString()
}

function LeadTo({ isBusy, onAct, ...dialog }: FormProps & { onAct: (from: string) => void }) {
  const [from, setFrom] = useState('')
  return (
    <FieldsDialog
      {...dialog}
      title={PUBLISHING.leadToTitle}
      act={PUBLISHING.leadAct}
      isOff={isBusy}
      onSend={() => onAct(from.trim())}
    >
      <Field
        label={PUBLISHING.leadFrom}
        placeholder={PUBLISHING.leadFromExample}
        required
        maxLength={1000}
        value={from}
        onChange={setFrom}
      />
    </FieldsDialog>
  )
}
