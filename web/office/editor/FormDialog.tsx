/** Draws a form of `forms.ts` in a modal dialog. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { DocumentFile, FocalPoint, Picture } from '@lokalteil/contracts/content'
import { formatBytes } from '@lokalteil/domain/german-numbers'
import { fromLocalField, toLocalField } from '../kit/moments.ts'
import { wordsOf } from '../kit/office.tsx'
import { BLOCK_FORMS } from '../messages/block-forms.ts'
import { EDITOR_TEXTS as texts } from '../messages/editor.ts'
import { toPictureAddress } from './block-views.ts'
import { ChartPreview } from './ChartPreview.tsx'
import type { Faults, Field, Form, Values } from './forms.ts'
import css from './FormDialog.module.css'

const { form: say, fields: names } = BLOCK_FORMS

export type Suggestion = { id: string; name: string; detail: string }

/** Uploads and searches that the screen does for the fields. */
type Sources = {
  upload: (file: File) => Promise<Picture>
  /** Answers the address of the stored recording. Absent: the form has no field for sound. */
  uploadSound?: (file: File) => Promise<string>
  /** Absent: the form has no field for documents. */
  uploadDocument?: (file: File) => Promise<DocumentFile>
  findArticles: (query: string) => Promise<readonly Suggestion[]>
}

type FormDialogProps = Sources & { form: Form<unknown>; onApply: (value: unknown) => void; onClose: () => void }

export function FormDialog({ form, onApply, onClose, ...sources }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [values, setValues] = useState<Values>(form.values)
  const [faults, setFaults] = useState<Faults>({})
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    if (Object.keys(faults).length > 0) dialog.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])

  function submit() {
    const written = form.write(values)
    if ('faults' in written) setFaults(written.faults)
    else onApply(written.value)
  }

  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Otherwise shortcuts of the screen and of the text would act behind the dialog.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <h2 id={titleId}>{form.title}</h2>
        {faults[''] !== undefined && <p role="alert">{faults['']}</p>}
        <Fields fields={form.fields} values={values} faults={faults} onChange={setValues} sources={sources} />
        {form.preview !== undefined && <ChartPreview title={form.title} preview={form.preview(values)} />}
        <div className={css.buttons}>
          <button type="button" onClick={onClose}>
            {say.cancel}
          </button>
          <button type="submit" data-main="">
            {say.save}
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** Functional update: an upload may finish after other fields were changed. */
type Change<T> = (update: (before: T) => T) => void

type FieldsProps = {
  fields: readonly Field[]
  values: Values
  faults: Faults
  onChange: Change<Values>
  sources: Sources
}

function Fields({ fields, values, faults, onChange, sources }: FieldsProps) {
  return fields.map((field) => (
    <OneField
      key={field.name}
      field={field}
      value={values[field.name]}
      fault={faults[field.name]}
      onChange={(update) => onChange((before) => ({ ...before, [field.name]: update(before[field.name]) }))}
      onForm={onChange}
      sources={sources}
    />
  ))
}

type OneFieldProps = {
  field: Field
  value: unknown
  fault: string | undefined
  onChange: Change<unknown>
  /** Changes other fields, too. */
  onForm: Change<Values>
  sources: Sources
}

function toInputMode(field: Extract<Field, { kind: 'text' | 'number' | 'sound' }>): 'decimal' | 'url' | undefined {
  if (field.kind === 'number') return 'decimal'
  return field.kind === 'sound' || field.type === 'url' ? 'url' : undefined
}

function OneField(props: OneFieldProps) {
  const { field, value, fault, onChange, sources } = props
  const set = (next: unknown) => onChange(() => next)
  const id = useId()
  const described = [field.help === undefined ? '' : `${id}-help`, fault === undefined ? '' : `${id}-fault`]
    .filter((part) => part !== '')
    .join(' ')
  const shared = {
    id,
    'aria-invalid': fault === undefined ? undefined : true,
    'aria-describedby': described === '' ? undefined : described,
  }
  const text = typeof value === 'string' ? value : ''
  switch (field.kind) {
    case 'text':
    case 'number':
    case 'sound':
      return (
        <>
          <Labelled id={id} field={field} fault={fault}>
            <input
              {...shared}
              type="text"
              inputMode={toInputMode(field)}
              required={field.kind === 'sound' || field.isNeeded}
              autoComplete="off"
              value={text}
              onChange={(event) => set(event.target.value)}
            />
          </Labelled>
          {field.kind === 'sound' && sources.uploadSound !== undefined && (
            <SoundChoice field={field} onForm={props.onForm} upload={sources.uploadSound} />
          )}
        </>
      )
    case 'document':
      return (
        <Group field={field} fault={fault}>
          {sources.uploadDocument !== undefined && (
            <DocumentChoice
              field={field}
              file={value as DocumentFile | null}
              onForm={props.onForm}
              upload={sources.uploadDocument}
            />
          )}
        </Group>
      )
    case 'area':
      return (
        <Labelled id={id} field={field} fault={fault}>
          <textarea {...shared} rows={3} value={text} onChange={(event) => set(event.target.value)} />
        </Labelled>
      )
    case 'moment':
      return (
        <Labelled id={id} field={field} fault={fault}>
          <input
            {...shared}
            type="datetime-local"
            value={toLocalField(text)}
            onChange={(event) => set(fromLocalField(event.target.value) ?? '')}
          />
        </Labelled>
      )
    case 'select':
      return (
        <Labelled id={id} field={field} fault={fault}>
          <select {...shared} value={text} onChange={(event) => set(event.target.value)}>
            {field.options.map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </Labelled>
      )
    case 'check':
      return (
        <label className={css.check}>
          <input {...shared} type="checkbox" checked={value === true} onChange={(event) => set(event.target.checked)} />
          {field.label}
        </label>
      )
    case 'checks': {
      const chosen = value as readonly string[]
      return (
        <Group field={field} fault={fault}>
          {field.options.map(([key, name]) => (
            <label key={key} className={css.check}>
              <input
                type="checkbox"
                checked={chosen.includes(key)}
                onChange={(event) => set(event.target.checked ? [...chosen, key] : chosen.filter((one) => one !== key))}
              />
              {name}
            </label>
          ))}
        </Group>
      )
    }
    case 'rows':
      return <Rows {...props} field={field} />
    case 'picture':
      return (
        <Group field={field} fault={fault}>
          <PictureChoice
            picture={value as Picture | null}
            onChange={onChange as Change<Picture | null>}
            sources={sources}
          />
        </Group>
      )
    case 'pictures':
      return (
        <Group field={field} fault={fault}>
          <Pictures
            pictures={value as readonly Picture[]}
            onChange={onChange as Change<readonly Picture[]>}
            sources={sources}
          />
        </Group>
      )
    case 'article':
      return <ArticleChoice {...props} id={text} />
    case 'focus':
      return (
        <Group field={field} fault={fault}>
          <FocusField {...(value as FocusValue)} onChange={set} />
        </Group>
      )
  }
}

type FrameProps = { field: Field; fault: string | undefined; children: ReactNode }

function Labelled({ id, field, fault, children }: FrameProps & { id: string }) {
  return (
    <div className={css.field}>
      <label htmlFor={id}>{field.label}</label>
      {children}
      {field.help !== undefined && <p id={`${id}-help`}>{field.help}</p>}
      {fault !== undefined && (
        <p id={`${id}-fault`} className={css.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

function Group({ field, fault, children }: FrameProps) {
  const id = useId()
  return (
    <fieldset className={css.group} aria-describedby={field.help === undefined ? undefined : id}>
      <legend>{field.label}</legend>
      {field.help !== undefined && <p id={id}>{field.help}</p>}
      {fault !== undefined && (
        <p className={css.fault} role="alert">
          {fault}
        </p>
      )}
      {children}
    </fieldset>
  )
}

// ── Several entries

type RowsField = Extract<Field, { kind: 'rows' }>

function Rows({ field, value, fault, onChange, sources }: OneFieldProps & { field: RowsField }) {
  const rows = value as readonly Values[]
  const change = onChange as Change<readonly Values[]>
  return (
    <Group field={field} fault={fault}>
      <Ordered
        items={rows}
        onChange={change}
        renderItem={(row, changeRow) => (
          <Fields fields={field.fields} values={row} faults={{}} onChange={changeRow} sources={sources} />
        )}
      />
      <button type="button" onClick={() => change((before) => [...before, field.blank])}>
        {say.add}
      </button>
    </Group>
  )
}

type OrderedProps<T> = {
  items: readonly T[]
  onChange: Change<readonly T[]>
  renderItem: (item: T, change: Change<T>) => ReactNode
}

/** Entries in an order that buttons change. */
function Ordered<T>({ items, onChange, renderItem }: OrderedProps<T>) {
  const move = (from: number, by: -1 | 1) =>
    onChange((before) => {
      const next = [...before]
      next.splice(from + by, 0, ...next.splice(from, 1))
      return next
    })
  return (
    <ol className={css.rows}>
      {items.map((item, index) => (
        <li key={index} aria-label={say.entry(index + 1)}>
          {renderItem(item, (update) => onChange((before) => before.with(index, update(before[index]!))))}
          <div className={css.order}>
            <button
              type="button"
              disabled={index === 0}
              aria-label={`${say.entry(index + 1)}: ${say.up}`}
              onClick={() => move(index, -1)}
            >
              ↑
            </button>
            <button
              type="button"
              disabled={index === items.length - 1}
              aria-label={`${say.entry(index + 1)}: ${say.down}`}
              onClick={() => move(index, 1)}
            >
              ↓
            </button>
            <button
              type="button"
              aria-label={`${say.entry(index + 1)}: ${say.remove}`}
              onClick={() => onChange((before) => before.toSpliced(index, 1))}
            >
              {say.remove}
            </button>
          </div>
        </li>
      ))}
    </ol>
  )
}

// ── Pictures

type Upload = { choose: (files: FileList | null) => void; state: ReactNode }

function useUpload<T>(
  upload: (file: File) => Promise<T>,
  onFile: (uploaded: T) => void,
  failed: string = say.uploadFailed,
): Upload {
  const [waiting, setWaiting] = useState(0)
  const [fault, setFault] = useState<string | null>(null)
  async function choose(files: FileList | null) {
    setFault(null)
    for (const file of files ?? []) {
      setWaiting((count) => count + 1)
      try {
        onFile(await upload(file))
      } catch (error) {
        setFault(wordsOf(error) ?? '')
      } finally {
        setWaiting((count) => count - 1)
      }
    }
  }
  return {
    choose: (files) => void choose(files),
    state: (
      <p role="status" className={css.state}>
        {waiting > 0 ? say.uploading : fault === null ? '' : `${failed} ${fault}`}
      </p>
    ),
  }
}

const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif,image/heic'

function Pictures({
  pictures,
  onChange,
  sources,
}: {
  pictures: readonly Picture[]
  onChange: Change<readonly Picture[]>
  sources: Sources
}) {
  const { choose, state } = useUpload(sources.upload, (picture) => onChange((before) => [...before, picture]))
  return (
    <>
      <Ordered
        items={pictures}
        onChange={onChange}
        renderItem={(picture, change) => <PictureTexts {...{ picture, change }} />}
      />
      <label className={css.choose}>
        {say.choosePictures}
        <input type="file" accept={ACCEPT} multiple onChange={(event) => choose(event.target.files)} />
      </label>
      {state}
    </>
  )
}

const PICTURE_FIELDS: readonly Field[] = [
  { kind: 'text', name: 'caption', label: names.caption },
  { kind: 'text', name: 'credit', label: names.credit },
  { kind: 'text', name: 'altText', label: names.altText },
]

function PictureTexts({ picture, change }: { picture: Picture; change: Change<Picture> }) {
  return (
    <div className={css.picture}>
      <Thumbnail picture={picture} />
      <div>
        <Fields
          fields={PICTURE_FIELDS}
          values={picture}
          faults={{}}
          onChange={(update) => change((before) => ({ ...before, ...(update(before) as Partial<Picture>) }))}
          sources={NO_SOURCES}
        />
      </div>
    </div>
  )
}

const NO_SOURCES: Sources = { upload: () => Promise.reject(new Error('no upload')), findArticles: async () => [] }

function PictureChoice({
  picture,
  onChange,
  sources,
}: {
  picture: Picture | null
  onChange: Change<Picture | null>
  sources: Sources
}) {
  const { choose, state } = useUpload(sources.upload, (uploaded) => onChange(() => uploaded))
  return (
    <>
      {picture !== null && (
        <>
          <PictureTexts
            picture={picture}
            change={(update) => onChange((before) => (before === null ? null : update(before)))}
          />
          <button type="button" onClick={() => onChange(() => null)}>
            {say.remove}
          </button>
        </>
      )}
      <label className={css.choose}>
        {say.choosePicture}
        <input type="file" accept={ACCEPT} onChange={(event) => choose(event.target.files)} />
      </label>
      {state}
    </>
  )
}

function Thumbnail({ picture }: { picture: Picture }) {
  const address = toPictureAddress(picture, 160)
  if (address === null) return <p>{texts.otherHost}</p>
  return <img className={css.thumbnail} src={address} alt={picture.altText} />
}

type FocusValue = { picture: Picture; point: FocalPoint | null }

/** The point of a picture that every crop keeps: by pointer, or with arrows (Shift: larger steps). */
function FocusField({ picture, point, onChange }: FocusValue & { onChange: (value: FocusValue) => void }) {
  const address = toPictureAddress(picture, 640)
  const shown = point ?? { x: 50, y: 50 }
  const set = (x: number, y: number) => {
    const inside = (value: number) => Math.round(Math.max(0, Math.min(100, value)) * 10) / 10
    onChange({ picture, point: { x: inside(x), y: inside(y) } })
  }
  if (address === null) return <p>{texts.otherHost}</p>
  return (
    <>
      <button
        type="button"
        className={css.focus}
        aria-label={`${say.focus}: ${point === null ? say.focusNone : say.focusAt(Math.round(shown.x), Math.round(shown.y))}`}
        onClick={(event) => {
          // The keyboard has arrows; its click has no place.
          if (event.detail === 0) return
          const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
          set(((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100)
        }}
        onKeyDown={(event) => {
          const [dx, dy] = ARROWS[event.key] ?? [0, 0]
          if (dx === 0 && dy === 0) return
          event.preventDefault()
          const step = event.shiftKey ? 10 : 1
          set(shown.x + dx * step, shown.y + dy * step)
        }}
      >
        <img src={address} alt={picture.altText} draggable={false} />
        <span className={css.point} style={{ left: `${shown.x}%`, top: `${shown.y}%` }} />
      </button>
      <p aria-live="polite">{point === null ? say.focusNone : say.focusAt(Math.round(shown.x), Math.round(shown.y))}</p>
      {point !== null && (
        <button type="button" onClick={() => onChange({ picture, point: null })}>
          {say.focusReset}
        </button>
      )}
    </>
  )
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

// ── Sound

const SOUND = 'audio/mpeg,audio/mp4,audio/x-m4a,audio/ogg,.mp3,.m4a,.ogg,.oga'
const MEASURING_MS = 10_000

function SoundChoice({
  field,
  onForm,
  upload,
}: {
  field: Extract<Field, { kind: 'sound' }>
  onForm: Change<Values>
  upload: NonNullable<Sources['uploadSound']>
}) {
  const take = (src: string) => {
    // The length is of the file before.
    onForm((before) => ({ ...before, [field.name]: src, [field.duration]: '' }))
    void measureSound(src).then((seconds) => {
      if (seconds === null) return
      const written = String(seconds).replace('.', ',')
      onForm((before) => {
        const isLatest = before[field.name] === src && before[field.duration] === ''
        return isLatest ? { ...before, [field.duration]: written } : before
      })
    })
  }
  const { choose, state } = useUpload(upload, take, say.soundFailed)
  return (
    <>
      <label className={css.choose}>
        {say.chooseSound}
        <input type="file" accept={SOUND} onChange={(event) => choose(event.target.files)} />
      </label>
      {state}
    </>
  )
}

/** Seconds, to a tenth; null: the browser does not know the format or the length. */
function measureSound(src: string): Promise<number | null> {
  return new Promise((resolve) => {
    const player = document.createElement('audio')
    const timer = setTimeout(() => resolve(null), MEASURING_MS)
    const end = () => {
      clearTimeout(timer)
      const { duration } = player
      resolve(Number.isFinite(duration) && duration > 0 ? Math.round(duration * 10) / 10 : null)
    }
    player.addEventListener('loadedmetadata', end)
    player.addEventListener('error', end)
    player.preload = 'metadata'
    player.src = src
  })
}

// ── Documents

function DocumentChoice({
  field,
  file,
  onForm,
  upload,
}: {
  field: Extract<Field, { kind: 'document' }>
  file: DocumentFile | null
  onForm: Change<Values>
  upload: NonNullable<Sources['uploadDocument']>
}) {
  const { choose, state } = useUpload(
    async (given) => ({ file: await upload(given), title: toTitle(given.name) }),
    (uploaded) =>
      onForm((before) => ({
        ...before,
        [field.name]: uploaded.file,
        [field.title]: before[field.title] || uploaded.title,
      })),
    say.documentFailed,
  )
  return (
    <>
      {file !== null && <p>{`${file.src.slice(file.src.lastIndexOf('/') + 1)}, ${formatBytes(file.bytes)}`}</p>}
      <label className={css.choose}>
        {say.chooseDocument}
        <input type="file" accept="application/pdf,.pdf" onChange={(event) => choose(event.target.files)} />
      </label>
      {state}
    </>
  )
}

const toTitle = (fileName: string) => fileName.replace(/\.pdf$/i, '').replaceAll('_', ' ')

// ── Another article

const SEARCH_MS = 200

function ArticleChoice({ field, id, fault, onChange, sources }: OneFieldProps & { id: string }) {
  const inputId = useId()
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<readonly Suggestion[] | null>(null)
  const [name, setName] = useState('')
  const { findArticles } = sources
  const find = useRef(findArticles)
  useEffect(() => {
    find.current = findArticles
  })
  useEffect(() => {
    if (query.trim() === '') return
    let isCurrent = true
    const timer = setTimeout(() => {
      find.current(query.trim()).then(
        (suggestions) => isCurrent && setFound(suggestions),
        () => isCurrent && setFound([]),
      )
    }, SEARCH_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [query])
  const shown = query.trim() === '' ? null : found
  return (
    <div className={css.field}>
      <label htmlFor={inputId}>{say.search}</label>
      <input
        id={inputId}
        type="search"
        autoComplete="off"
        value={query}
        aria-invalid={fault === undefined ? undefined : true}
        onChange={(event) => setQuery(event.target.value)}
      />
      {fault !== undefined && (
        <p className={css.fault} role="alert">
          {fault}
        </p>
      )}
      <p role="status">{shown === null ? '' : shown.length === 0 ? say.nothingFound : say.found(shown.length)}</p>
      {id !== '' && (
        <p>
          {say.chosen}: {name === '' ? id : name}
        </p>
      )}
      {shown !== null && shown.length > 0 && (
        <fieldset className={css.group}>
          <legend>{field.label}</legend>
          {shown.map((one) => (
            <label key={one.id} className={css.check}>
              <input
                type="radio"
                name={inputId}
                checked={one.id === id}
                onChange={() => {
                  onChange(() => one.id)
                  setName(one.name)
                }}
              />
              <span>
                {one.name} <small>{one.detail}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
