/**
 * The text of an article. React draws it once; keys are ProseMirror's. The text goes in at the first drawing and comes out of
 * `getItems`; afterwards only a merge writes into it.
 */
import { useEffect, useId, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { BodyItem, DocumentFile, Picture } from '@lokalteil/contracts/content'
import { EDITOR_TEXTS as texts } from '../messages/editor.ts'
import type { Suggestion } from './FormDialog.tsx'
import { INSERTS, type Insert } from './insert-menu.ts'
import { ButtonMenu, InsertMenu } from './InsertMenu.tsx'
import {
  openEditor,
  type Around,
  type NoteMark,
  type OfficeEditor,
  type OpenForm,
  type Summary,
  type Writing,
} from './open-editor.ts'
import { Toolbar } from './Toolbar.tsx'
import css from './Editor.module.css'

export type EditorHandle = {
  /** The text now: the same array until something is written. */
  getItems: () => BodyItem[]
  /**
   * Brings a merged text in. `base`: the array of `getItems` that the save sent. False: something was left out because it was
   * written over since; the next save must name the revision before this one, so that the server sees the conflict.
   */
  merge: (items: readonly BodyItem[], base: readonly BodyItem[] | null) => boolean
  /** Puts the cursor at a block. */
  goTo: (block: number) => void
  focus: () => void
}

export type EditorProps = {
  items: readonly BodyItem[]
  /** A new value brings `items` in, where they differ. */
  revision: string
  /** For a merged text: the items of the save it was merged with (`getItems`). */
  base?: readonly BodyItem[] | null
  /** The answer of `merge` for a new revision. */
  onMerged?: (isWhole: boolean) => void
  writing: Writing
  /** Called at each change: it must be cheap. */
  onEdit: () => void
  upload: (file: File) => Promise<Picture>
  /** The address of the stored recording. */
  uploadSound: (file: File) => Promise<string>
  uploadDocument: (file: File) => Promise<DocumentFile>
  /** From the library; null: none was chosen. */
  pick: () => Promise<Picture | null>
  findArticles: (query: string) => Promise<readonly Suggestion[]>
  notes: readonly NoteMark[]
  onNote: (block: number) => void
  ref?: Ref<EditorHandle>
}

const loadForms = () => import('./BlockForm.tsx')
/** Prefetches forms and the module on demand after this time, so that they work without a connection, too. */
const LATER_MS = 3000

type Menu = Parameters<Around['onMenu']>[0]
type Place = { left: number; top: number; bottom: number }

const ENTRIES: readonly Insert[] = ['liveEntry']

const NOTHING: Summary = {
  level: 0,
  list: null,
  marks: [],
  isInTable: false,
  hasSettings: false,
  canUndo: false,
  canRedo: false,
}

export function Editor(props: EditorProps) {
  const { items, revision, base = null, writing, notes, ref } = props
  const place = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const editor = useRef<OfficeEditor | null>(null)
  const menuId = useId()
  const helpId = useId()
  const [summary, setSummary] = useState(NOTHING)
  const [menu, setMenu] = useState<Menu>(null)
  const [inserting, setInserting] = useState<Place | null>(null)
  const [form, setForm] = useState<(OpenForm & Awaited<ReturnType<typeof loadForms>>) | null>(null)
  const [status, setStatus] = useState('')

  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  const shown = useRef(revision)
  useEffect(() => {
    const first = latest.current
    const around: Around = {
      onEdit: () => latest.current.onEdit(),
      onNote: (block) => latest.current.onNote(block),
      upload: (file) => latest.current.upload(file),
      pick: () => latest.current.pick(),
      onSummary: setSummary,
      onMenu: setMenu,
      onForm: (open) =>
        void loadForms().then(
          ({ BlockForm }) => setForm({ ...open, BlockForm }),
          () => {
            open.cancel()
            setStatus(texts.noForm)
          },
        ),
      tell: setStatus,
      focusToolbar: () => bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
      menuId,
      helpId,
    }
    const opened = openEditor(place.current!, first.items, first.writing, () => around)
    opened.setNotes(first.notes)
    editor.current = opened
    shown.current = first.revision
    return () => {
      editor.current = null
      opened.close()
    }
  }, [menuId, helpId])

  useEffect(() => {
    const timer = setTimeout(() => {
      editor.current?.prepare()
      loadForms().catch(() => {})
    }, LATER_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (shown.current === revision) return
    shown.current = revision
    const isWhole = editor.current?.merge(items, base) ?? true
    latest.current.onMerged?.(isWhole)
  }, [revision, items, base])
  useEffect(() => editor.current?.setWriting(writing), [writing])
  useEffect(() => editor.current?.setNotes(notes), [notes])

  useImperativeHandle(
    ref,
    () => ({
      getItems: () => editor.current?.getItems() ?? [],
      merge: (given, from) => editor.current?.merge(given, from) ?? true,
      goTo: (block) => editor.current?.goTo(block),
      focus: () => editor.current?.view.focus(),
    }),
    [],
  )

  return (
    <div className={css.editor} data-read-only={writing === 'none' || undefined}>
      {writing !== 'none' && (
        <Toolbar
          bar={bar}
          summary={summary}
          editorOf={() => editor.current}
          onInsert={(button) => {
            const { left, top, bottom } = button.getBoundingClientRect()
            setInserting({ left, top, bottom })
          }}
        />
      )}
      <p id={helpId} className={css.help}>
        {texts.help}
      </p>
      <div ref={place} className={css.text} />
      <p role="status" className={css.status}>
        {status}
      </p>
      {menu !== null && (
        <InsertMenu
          id={menuId}
          entries={menu.entries}
          chosen={menu.chosen}
          place={menu}
          onChoose={(insert) => editor.current?.insert(insert)}
        />
      )}
      {inserting !== null && (
        <ButtonMenu
          place={inserting}
          entries={writing === 'entries' ? ENTRIES : INSERTS}
          onClose={() => {
            setInserting(null)
            editor.current?.view.focus()
          }}
          onChoose={(insert) => {
            setInserting(null)
            editor.current?.insert(insert)
          }}
        />
      )}
      {form !== null && (
        <form.BlockForm
          toForm={form.toForm}
          upload={(file) => latest.current.upload(file)}
          uploadSound={(file) => latest.current.uploadSound(file)}
          uploadDocument={(file) => latest.current.uploadDocument(file)}
          findArticles={(query) => latest.current.findArticles(query)}
          onApply={(value) => {
            setForm(null)
            form.apply(value)
          }}
          onClose={() => {
            setForm(null)
            form.cancel()
          }}
        />
      )}
    </div>
  )
}
