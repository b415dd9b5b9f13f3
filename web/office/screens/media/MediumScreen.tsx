/** A picture of the library: texts, credit, focal point, rights, and the articles that show it. */
import { useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Medium, MediaUse } from '@lokalteil/contracts/office/media'
import { PICTURE } from '../../messages/article.ts'
import { ROWS } from '../../messages/articles.ts'
import { CROP, MEDIUM } from '../../messages/media.ts'
import { SHELL } from '../../messages/shell.ts'
import { stateOf } from '../../kit/ArticleRows.tsx'
import { Refusal } from '../../kit/client.ts'
import { FocusPoint } from '../../kit/FocusPoint.tsx'
import { useKeys } from '../../kit/keys.ts'
import { fromLocalField, shortMoment, toLocalField } from '../../kit/moments.ts'
import { mayDo, useAct, useDesk, useMe, useOffice } from '../../kit/office.tsx'
import { Area, Button, Check, Dialog, Ends, Fault, Field, Notice, Row } from '../../kit/parts.tsx'
import { nameOf, RightsSign } from '../../kit/Pictures.tsx'
import { pathOf } from '../../kit/routes.ts'
import { announce, Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import { Crop } from './Crop.tsx'
import css from './media.module.css'

/** While articles are being changed. */
const LOOK_MS = 3_000

type Props = { code: string; id: number }

export default function MediumScreen({ code, id }: Props) {
  const ask = useDesk(code)
  const { data, error, refetch } = useQuery({
    queryKey: [code, 'medium', id],
    queryFn: () => ask('getMedium', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.task ? LOOK_MS : false),
  })
  if (data !== undefined) return <OpenMedium key={id} code={code} medium={data} />
  if (error instanceof Refusal && error.status === 404)
    return (
      <>
        <ScreenTitle title={MEDIUM.gone} />
        <p>
          <a href={pathOf({ screen: 'media', code })}>{MEDIUM.toList}</a>
        </p>
      </>
    )
  return error === null ? <Loading /> : <Failed error={error} onRetry={() => void refetch()} />
}

type Form = Pick<Medium['picture'], 'altText' | 'caption' | 'credit' | 'focus'> & { rights: Medium['rights'] }

function toForm({ picture: { altText, caption, credit, focus }, rights }: Medium): Form {
  return { altText, caption, credit, focus, rights }
}

function OpenMedium({ code, medium }: { code: string; medium: Medium }) {
  const ask = useDesk(code)
  const me = useMe()
  const queries = useQueryClient()
  const { run, isBusy, fault, clear } = useAct()
  /** The first state of the form. */
  const [base, setBase] = useState(medium)
  const [form, setForm] = useState(() => toForm(medium))
  const [isCarried, setCarried] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const [isCropping, setCropping] = useState(false)
  const isDirty = JSON.stringify(form) !== JSON.stringify(toForm(base))
  const hasNewTexts = JSON.stringify({ ...form, rights: 0 }) !== JSON.stringify({ ...toForm(base), rights: 0 })
  const begin = (next: Medium) => {
    setBase(next)
    setForm(toForm(next))
    setCarried(false)
    clear()
  }
  // Somebody else changed it, and nothing was written here yet.
  if (!isDirty && medium.version > base.version) begin(medium)

  const isReadOnly = !mayDo(me, 'saveMedium', code)
  const change = (part: Partial<Form>) => setForm({ ...form, ...part })
  const changeRights = (part: Partial<Form['rights']>) => change({ rights: { ...form.rights, ...part } })
  const show = (next: Medium) => {
    queries.setQueryData([code, 'medium', next.id], next)
    void queries.invalidateQueries({ queryKey: [code, 'media'] })
    begin(next)
  }
  const save = () =>
    void run(async () => {
      const { focus = null, ...texts } = form
      const body = { ...texts, focus, version: base.version, isCarried: isCarried && hasNewTexts }
      show(await ask('saveMedium', { params: { id: base.id }, body }))
      announce(MEDIUM.saved)
    })
  useKeys([
    {
      keys: 'Strg+S',
      label: MEDIUM.save,
      run: () => {
        if (isDirty && !isReadOnly) save()
      },
    },
  ])
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <ScreenTitle title={nameOf(medium)} />
        <RightsSign {...medium} />
      </header>
      {medium.version > base.version && isDirty && (
        <Notice look="warn">
          {MEDIUM.changedMeanwhile}{' '}
          <Button look="small" onClick={() => begin(medium)}>
            {MEDIUM.reload}
          </Button>
        </Notice>
      )}
      {medium.task !== null && (
        <Notice look={medium.task.failure === null ? 'calm' : 'warn'}>
          {medium.task.failure === null ? MEDIUM.working[medium.task.kind] : MEDIUM.notDone}
        </Notice>
      )}
      <div className={css.columns}>
        <div className={css.side}>
          <div className={css.part}>
            <FocusPoint
              picture={{ ...medium.picture, focus: form.focus }}
              isReadOnly={isReadOnly}
              onChange={(focus) => change({ focus })}
            />
            {!isReadOnly && (
              <Row>
                <Button look="small" onClick={() => setReplacing(true)}>
                  {MEDIUM.replace}
                </Button>
                {medium.rights.mayBeCut && medium.picture.width > 0 && (
                  <Button
                    look="small"
                    disabled={isDirty}
                    title={isDirty ? CROP.saveFirst : undefined}
                    onClick={() => setCropping(true)}
                  >
                    {CROP.open}
                  </Button>
                )}
                {form.focus !== undefined && (
                  <Button look="small" onClick={() => change({ focus: undefined })}>
                    {PICTURE.focus}: {PICTURE.focusAuto}
                  </Button>
                )}
              </Row>
            )}
            {!medium.rights.mayBeCut && <p className={css.soft}>{CROP.forbidden}</p>}
          </div>
          <Uses code={code} medium={medium} />
          <About medium={medium} />
        </div>
        <form
          className={css.side}
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <fieldset className={css.part} disabled={isReadOnly}>
            <h2>{MEDIUM.texts}</h2>
            <p className={css.soft}>{MEDIUM.textsHint}</p>
            <Area
              label={PICTURE.caption}
              maxLength={2000}
              value={form.caption}
              onChange={(caption) => change({ caption })}
            />
            <Field
              label={PICTURE.credit}
              maxLength={300}
              value={form.credit}
              onChange={(credit) => change({ credit })}
            />
            <Area
              label={PICTURE.altText}
              hint={PICTURE.altHint}
              maxLength={2000}
              value={form.altText}
              onChange={(altText) => change({ altText })}
            />
          </fieldset>
          <fieldset className={css.part} disabled={isReadOnly}>
            <h2>{MEDIUM.rights}</h2>
            <Field
              label={MEDIUM.holder}
              maxLength={300}
              value={form.rights.holder}
              onChange={(holder) => changeRights({ holder })}
            />
            <Area
              label={MEDIUM.terms}
              maxLength={2000}
              value={form.rights.terms}
              onChange={(terms) => changeRights({ terms })}
            />
            <Field
              label={MEDIUM.until}
              hint={MEDIUM.untilHint}
              type="datetime-local"
              value={toLocalField(form.rights.until)}
              onChange={(value) => changeRights({ until: fromLocalField(value) })}
            />
            <Check
              label={MEDIUM.mayBeCut}
              hint={MEDIUM.mayBeCutHint}
              isOn={form.rights.mayBeCut}
              onChange={(mayBeCut) => changeRights({ mayBeCut })}
            />
            <Check
              label={MEDIUM.staysInArchive}
              hint={MEDIUM.staysInArchiveHint}
              isOn={form.rights.staysInArchive}
              onChange={(staysInArchive) => changeRights({ staysInArchive })}
            />
          </fieldset>
          {hasNewTexts && medium.useCount > 0 && (
            <Check
              label={MEDIUM.carry(medium.useCount)}
              hint={MEDIUM.carryHint}
              isOn={isCarried}
              onChange={setCarried}
            />
          )}
          <Fault>{fault}</Fault>
          {!isReadOnly && (
            <Row>
              <Button type="submit" look="main" disabled={isBusy || !isDirty}>
                {MEDIUM.save}
              </Button>
              {isDirty && <Button onClick={() => begin(medium)}>{MEDIUM.discard}</Button>}
            </Row>
          )}
        </form>
      </div>
      {isCropping && (
        <Crop
          code={code}
          medium={medium}
          onDone={(next) => {
            setCropping(false)
            show(next)
          }}
          onClose={() => setCropping(false)}
        />
      )}
      {isReplacing && (
        <Replace
          code={code}
          medium={medium}
          onDone={(next) => {
            setReplacing(false)
            show(next)
          }}
          onClose={() => setReplacing(false)}
        />
      )}
    </div>
  )
}

const titleOf = ({ article }: MediaUse) => (article.title === '' ? ROWS.untitled : article.title)

function UseList({ code, medium: { uses, useCount } }: { code: string; medium: Medium }) {
  return (
    <>
      <ul className={css.uses} aria-label={MEDIUM.uses}>
        {uses.map((use) => (
          <li key={use.article.id}>
            <a href={pathOf({ screen: 'article', code, id: use.article.id })}>{titleOf(use)}</a>
            <span className={css.soft}>
              {[
                use.article.sectionPath,
                use.isOnline ? stateOf(use.article) : '',
                use.isOnline ? (use.isLead ? MEDIUM.lead : MEDIUM.inText) : MEDIUM.inDraft,
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {useCount > uses.length && <p className={css.soft}>{MEDIUM.moreUses(useCount - uses.length)}</p>}
    </>
  )
}

function Uses({ code, medium }: { code: string; medium: Medium }) {
  return (
    <section className={css.part}>
      <h2>{MEDIUM.uses}</h2>
      {medium.useCount === 0 ? <p className={css.soft}>{MEDIUM.noUses}</p> : <UseList code={code} medium={medium} />}
      {medium.isElsewhere && <p className={css.soft}>{MEDIUM.elsewhere}</p>}
    </section>
  )
}

function About({ medium: { fileName, picture, uploadedBy, uploadedAt, written } }: { medium: Medium }) {
  const found = (['caption', 'credit', 'copyright', 'instructions'] as const).filter((name) => written[name] !== '')
  return (
    <section className={css.part}>
      <h2>{MEDIUM.file}</h2>
      <p className={css.soft}>
        {[
          fileName,
          MEDIUM.size(picture.width, picture.height),
          MEDIUM.uploadedBy(uploadedBy.name, shortMoment(uploadedAt)),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      {found.length > 0 && (
        <>
          <h3 className={css.soft}>{MEDIUM.written}</h3>
          <dl className={css.written}>
            {found.map((name) => (
              <div key={name}>
                <dt>{MEDIUM.writtenNames[name]}</dt>
                <dd>{written[name]}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

/** The articles are named before anything changes. */
function Replace({
  code,
  medium,
  onDone,
  onClose,
}: {
  code: string
  medium: Medium
  onDone: (next: Medium) => void
  onClose: () => void
}) {
  const office = useOffice()
  const { run, isBusy, fault } = useAct()
  const file = useRef<HTMLInputElement>(null)
  const take = (chosen: File | undefined) => {
    if (chosen === undefined) return
    void run(async () => {
      const next = await office.replace(code, medium, chosen)
      announce(MEDIUM.replaced)
      onDone(next)
    })
  }
  return (
    <Dialog title={MEDIUM.replaceTitle} onClose={onClose}>
      <p>{medium.useCount === 0 ? MEDIUM.replaceNone : MEDIUM.replaceIn(medium.useCount)}</p>
      {medium.useCount > 0 && <UseList code={code} medium={medium} />}
      <Fault>{fault}</Fault>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Ends>
        <Button onClick={onClose}>{SHELL.cancel}</Button>
        <Button look="main" disabled={isBusy} onClick={() => file.current?.click()}>
          {isBusy ? MEDIUM.replacing : MEDIUM.replaceAct}
        </Button>
      </Ends>
    </Dialog>
  )
}
