/**
 * The editor without React: a ProseMirror view with the office's schema, keys, clipboard, uploads, notes and forms. React gets
 * a `Summary` when the toolbar or menu changes, not every key.
 */
import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { gapCursor } from 'prosemirror-gapcursor'
import { history, redo, undo } from 'prosemirror-history'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { splitListItem } from 'prosemirror-schema-list'
import {
  type Command,
  EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  Selection,
  type SelectionBookmark,
  type Transaction,
} from 'prosemirror-state'
import { type Mappable, Mapping } from 'prosemirror-transform'
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view'
import type { BodyItem, Picture } from '@lokalteil/contracts/content'
import { newId } from '../kit/new-id.ts'
import { wordsOf } from '../kit/office.tsx'
import { EDITOR_TEXTS as texts } from '../messages/editor.ts'
import { createNodeViews } from './block-views.ts'
import type { Clip } from './clipboard.ts'
import {
  backspace,
  currentBlock,
  enter,
  findAround,
  forwardDelete,
  heading,
  indent,
  insertBlock,
  lineBreak,
  linkRange,
  list,
  listItem,
  moveBlock,
  newBox,
  newClosed,
  newImage,
  newLiveEntry,
  newQuestion,
  newQuote,
  newTable,
  outdent,
  paragraph,
  removeBlock,
  selectBlock,
  setKind,
  setLink,
  toggleList,
  toggleMark,
  type MarkName,
} from './commands.ts'
import { clipboardSerializer, findPictures } from './copying.ts'
import type * as Forms from './forms.ts'
import type { Chart, ClosedKind, Form, LiveAttributes } from './forms.ts'
import { toDoc } from './from-items.ts'
import { clearSlash, findMenu, insertMenu, menuKey, type Insert, type Menu } from './insert-menu.ts'
import { mergeDoc } from './merge.ts'
import type * as OnDemand from './on-demand.ts'
import { schema } from './schema.ts'
import { toItem, toItems } from './to-items.ts'

/** State of the toolbar. */
export type Summary = {
  /** Text is 0. */
  level: 0 | 2 | 3 | null
  list: 'bullet' | 'ordered' | null
  marks: readonly string[]
  isInTable: boolean
  hasSettings: boolean
  canUndo: boolean
  canRedo: boolean
}

/** The forms are fetched when one is needed. */
type ToForm<T> = (forms: typeof Forms) => Form<T>
/** A form to be filled in; `apply` gets its value. */
export type OpenForm = { toForm: ToForm<unknown>; apply: (value: unknown) => void; cancel: () => void }

export type Around = {
  onEdit: () => void
  onNote: (block: number) => void
  upload: (file: File) => Promise<Picture>
  /** From the library; null: none was chosen. */
  pick: () => Promise<Picture | null>
  onSummary: (summary: Summary) => void
  onMenu: (menu: (Menu & { left: number; top: number; bottom: number }) | null) => void
  onForm: (form: OpenForm) => void
  /** A sentence for the status line. */
  tell: (text: string) => void
  focusToolbar: () => void
  /** Ids of elements: the menu at the slash, the description of keys. */
  menuId: string
  helpId: string
}

export type NoteMark = { block: number; count: number }

/** Writable parts: all, live entries alone (another person has the pen), or none. */
export type Writing = 'all' | 'entries' | 'none'

export type OfficeEditor = ReturnType<typeof openEditor>

type Tracked = { pos: number | null }
type Snapshot = { items: BodyItem[]; doc: Node; since: Mapping }
type QueuedPaste = { clip: Clip; place: SelectionBookmark }

/** Texts that `getItems` returned last; a merged text may refer to one of them. */
const MOST_SNAPSHOTS = 12

const notesKey = new PluginKey<DecorationSet>('notes')
const uploadsKey = new PluginKey<DecorationSet>('uploads')

let onDemand: typeof OnDemand | null = null

/** Loads the module for clipboard and tables once. Afterwards pasting runs synchronously inside its event. */
export async function loadOnDemand(): Promise<typeof OnDemand> {
  return (onDemand ??= await import('./on-demand.ts'))
}

export function openEditor(place: HTMLElement, given: readonly BodyItem[], first: Writing, around: () => Around) {
  let writing = first
  const isLocked = () => writing === 'none'
  let hasRefused = false
  let snapshots: Snapshot[] = []
  const tracked = new Set<Tracked>()
  let summary: Summary | null = null
  let hasMenu = false
  let hasOnDemand = onDemand !== null
  /** Pastes that wait for the clipboard module. */
  let queue: QueuedPaste[] = []
  /** The selection of the person while a queued paste is inserted elsewhere. */
  let cursor: SelectionBookmark | null = null

  const view = new EditorView(place, {
    state: EditorState.create({ doc: toDoc(given), plugins: createPlugins() }),
    editable: () => !isLocked(),
    attributes: toAttributes,
    nodeViews: createViews(),
    clipboardSerializer,
    dispatchTransaction: dispatch,
    handleDOMEvents: {
      focus: () => {
        prepare()
        return false
      },
      paste: (_view, event) => takeClipboard(event),
      drop: (_view, event) => takeDrop(event),
    },
    handleDoubleClickOn(_view, _pos, node, nodePos) {
      if (!mayChange(node.type.name) || node.type.name !== 'closed') return false
      openBlock(nodePos)
      return true
    },
  })
  report()

  /** Blocks of a kind that the person may change. */
  function mayChange(name: string): boolean {
    return writing === 'all' || (writing === 'entries' && name === 'liveEntry')
  }

  function createViews() {
    return createNodeViews((pos) => openBlock(pos), mayChange)
  }

  /** False while somebody else has the pen and the transaction changes more than live entries. */
  function isAllowed(tr: Transaction, { doc }: EditorState): boolean {
    return (
      writing !== 'entries' ||
      !tr.docChanged ||
      tr.getMeta('merge') === true ||
      tr.getMeta(BEGUN) === true ||
      isSameText(doc, tr.doc)
    )
  }

  function refuse(): void {
    hasRefused = true
    around().tell(texts.entriesOnly)
  }

  function endRefusal(): void {
    if (hasRefused) around().tell('')
    hasRefused = false
  }

  function dispatch(tr: Transaction): void {
    const { state, transactions } = view.state.applyTransaction(tr)
    if (transactions.length === 0) {
      refuse()
      // Draws the old text again, without the refused input.
      return view.updateState(view.state)
    }
    if (tr.docChanged) {
      for (const { since } of snapshots) since.appendMapping(tr.mapping)
      for (const one of tracked) {
        const mapped: { pos: number; deleted: boolean } | null =
          one.pos === null ? null : tr.mapping.mapResult(one.pos, 1)
        one.pos = mapped === null || mapped.deleted ? null : mapped.pos
      }
      // Text typed after a queued paste stays behind it; earlier pastes stay in front.
      const change = cursor === null ? toLeftBias(tr.mapping) : tr.mapping
      queue = queue.map((one) => ({ ...one, place: one.place.map(change) }))
      cursor = cursor?.map(tr.mapping) ?? null
    }
    view.updateState(state)
    if (tr.docChanged && tr.getMeta('merge') !== true) {
      endRefusal()
      around().onEdit()
    }
    report()
  }

  function report(): void {
    const next = toSummary(view.state)
    if (summary === null || JSON.stringify(next) !== JSON.stringify(summary)) around().onSummary((summary = next))
    const menu = isLocked() ? null : findMenu(view.state)
    if (menu === null && !hasMenu) return
    hasMenu = menu !== null
    if (menu === null) return around().onMenu(null)
    const { left, top, bottom } = view.coordsAtPos(menu.pos)
    around().onMenu({ ...menu, left, top, bottom })
  }

  function toAttributes(state: EditorState): Record<string, string> {
    const menu = findMenu(state)
    const { menuId, helpId } = around()
    return {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': texts.label,
      'aria-describedby': helpId,
      style: `--empty-text: '${texts.empty}'`,
      lang: 'de',
      spellcheck: 'true',
      ...(isLocked() ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
      ...(menu === null
        ? {}
        : { 'aria-controls': menuId, 'aria-activedescendant': `${menuId}-${menu.entries[menu.chosen] ?? ''}` }),
    }
  }

  function run(command: Command): boolean {
    const isDone = !isLocked() && command(view.state, view.dispatch, view)
    view.focus()
    return isDone
  }

  async function getOnDemand(): Promise<typeof OnDemand> {
    const loaded = await loadOnDemand()
    if (!hasOnDemand && !view.isDestroyed) {
      hasOnDemand = true
      view.updateState(view.state.reconfigure({ plugins: [...view.state.plugins, ...loaded.createPlugins()] }))
    }
    return loaded
  }

  /** Prefetch; if it fails offline, the next use tries again. */
  function prepare(): void {
    if (!hasOnDemand) getOnDemand().catch(() => {})
  }

  /** Synchronous once the module is loaded; before that the command runs when the module arrives. */
  function runInTable(toCommand: (tables: typeof OnDemand) => Command): void {
    if (onDemand !== null && hasOnDemand) return void run(toCommand(onDemand))
    getOnDemand().then(
      (tables) => !view.isDestroyed && run(toCommand(tables)),
      () => around().tell(texts.notLoaded),
    )
  }

  // ── Keys

  function createPlugins(): Plugin[] {
    return [
      new Plugin({ filterTransaction: isAllowed }),
      insertMenu((insert) => insertNamed(insert)),
      new Plugin({ props: { handleKeyDown: (_view, event) => takeChord(event) } }),
      inputRules({ rules: createRules() }),
      keymap({
        'Mod-z': undo,
        'Shift-Mod-z': redo,
        'Mod-y': redo,
        'Mod-b': toggleMark('strong'),
        'Mod-i': toggleMark('em'),
        'Mod-k': () => openLink(),
        Tab: chainCommands(nextCell(1), indent),
        'Shift-Tab': chainCommands(nextCell(-1), outdent),
        Enter: chainCommands(openSelected, enter, splitListItem(listItem)),
        'Shift-Enter': lineBreak,
        Backspace: backspace,
        Delete: forwardDelete,
        'Alt-ArrowUp': moveBlock(-1),
        'Alt-ArrowDown': moveBlock(1),
        'Alt-F10': () => {
          around().focusToolbar()
          return true
        },
      }),
      keymap(baseKeymap),
      history(),
      gapCursor(),
      createMarks(notesKey),
      createMarks(uploadsKey),
      ...(onDemand?.createPlugins() ?? []),
    ]
  }

  /** Tab: the next cell; in the last cell it adds a row. Shift+Tab: the cell before. */
  function nextCell(direction: 1 | -1): Command {
    return (state, send) => {
      if (!isInTable(state)) return false
      if (onDemand === null) {
        runInTable(({ goToNextCell }) => goToNextCell(direction))
        return true
      }
      const { addRowAfter, goToNextCell } = onDemand
      if (goToNextCell(direction)(state, send)) return true
      if (direction === -1 || send === undefined) return direction === 1
      addRowAfter(state, send)
      return goToNextCell(1)(view.state, send)
    }
  }

  function openSelected({ selection }: EditorState): boolean {
    if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'closed') return false
    openBlock(selection.from)
    return true
  }

  /** Strg+Alt and a letter. AltGr, which writes characters, is not meant. */
  function takeChord(event: KeyboardEvent): boolean {
    if (!event.altKey || !(event.ctrlKey || event.metaKey) || event.getModifierState('AltGraph')) return false
    const key = /^[a-z0-9]$/i.test(event.key)
      ? event.key.toLowerCase()
      : String.fromCharCode(event.keyCode).toLowerCase()
    const act = CHORDS[key]
    if (act === undefined || isLocked()) return false
    act()
    return true
  }

  const CHORDS: Readonly<Record<string, () => void>> = {
    0: () => run(setKind(0)),
    2: () => run(setKind(2)),
    3: () => run(setKind(3)),
    b: () => insertNamed('image'),
    k: () => insertNamed('infoBox'),
    z: () => insertNamed('quote'),
    t: () => insertNamed('table'),
    e: () => insertNamed('embed'),
    n: () => writeNote(),
  }

  function writeNote(): void {
    const here = currentBlock(view.state)
    if (here !== null) around().onNote(here.index)
  }

  // ── Inserting

  function insertNamed(insert: Insert): void {
    if (isLocked()) return
    if (!mayChange(insert)) return refuse()
    switch (insert) {
      case 'heading2':
        return void run(setKind(2))
      case 'heading3':
        return void run(setKind(3))
      case 'bulletList':
        return void run(toggleList(false))
      case 'orderedList':
        return void run(toggleList(true))
      case 'image':
        return pickPictures()
      case 'mediaImage':
        return void pickFromMedia()
      case 'quote':
        return insertNode(newQuote())
      case 'infoBox':
        return insertNode(newBox(null))
      case 'keyPoints':
        return insertNode(newBox('keyPoints'))
      case 'table':
        return insertNode(newTable())
      case 'question':
        return insertNode(newQuestion())
      case 'liveEntry':
        return insertNode(newLiveEntry(new Date(), newId()))
      case 'gallery':
      case 'video':
      case 'audio':
      case 'document':
      case 'embed':
      case 'articleReference':
      case 'timeline':
      case 'people':
      case 'match':
        return ask(
          (forms) => forms.toClosedForm(insert, null),
          (item) => insertNode(newClosed(item)),
        )
    }
  }

  function insertNode(node: Node): void {
    view.dispatch(insertBlock(view.state, node).setMeta(BEGUN, true))
    view.focus()
  }

  /** For a choice by pointer: the typed slash still stands in the text and is removed. */
  function chooseInsert(insert: Insert): void {
    if (findMenu(view.state) !== null) view.dispatch(clearSlash(view.state))
    insertNamed(insert)
  }

  function closeMenu(): void {
    if (findMenu(view.state) !== null) view.dispatch(view.state.tr.setMeta(menuKey, { kind: 'close' }))
  }

  // ── Forms

  /** `places` are positions that follow changes of the text while the form is open. */
  function ask<T>(toForm: ToForm<T>, apply: (value: T) => void, places: readonly Tracked[] = []): void {
    for (const one of places) tracked.add(one)
    const end = () => {
      for (const one of places) tracked.delete(one)
      view.focus()
    }
    around().onForm({
      toForm: toForm as ToForm<unknown>,
      apply: (value) => {
        apply(value as T)
        end()
      },
      cancel: end,
    })
  }

  /** The form of the block at a position. */
  function askAbout<T>(pos: number, toForm: ToForm<T>, attributes: (value: T) => Record<string, unknown>): void {
    const one: Tracked = { pos }
    const apply = (value: T) => {
      const node = one.pos === null ? null : view.state.doc.nodeAt(one.pos)
      if (node === null || one.pos === null) return
      const attrs = { ...node.attrs, ...attributes(value) }
      view.dispatch(view.state.tr.setNodeMarkup(one.pos, null, attrs).setMeta(BEGUN, true))
    }
    ask(toForm, apply, [one])
  }

  function openBlock(pos: number): void {
    const node = view.state.doc.nodeAt(pos)
    if (node === null || isLocked()) return
    const $pos = view.state.doc.resolve(pos)
    if (!mayChange(($pos.depth === 0 ? node : $pos.node(1)).type.name)) return refuse()
    const { attrs } = node
    switch (node.type.name) {
      case 'closed': {
        const item = attrs.item as BodyItem
        return askAbout(
          pos,
          (forms) => forms.toClosedForm(item.type as ClosedKind, item),
          (value) => ({ item: value }),
        )
      }
      case 'image':
        return askAbout(
          pos,
          (forms) => forms.toPictureForm(attrs.picture as Picture),
          (picture) => ({ picture }),
        )
      case 'liveEntry':
        return askAbout(
          pos,
          (forms) => forms.toLiveForm(attrs.entry as LiveAttributes),
          (entry) => ({ entry }),
        )
      case 'quote':
        return askAbout(
          pos,
          (forms) => forms.toUrlForm('quote', attrs.url as string | null),
          (url) => ({
            url,
          }),
        )
      case 'heading':
        return askAbout(
          pos,
          (forms) => forms.toUrlForm('heading', attrs.url as string | null),
          (url) => ({ url }),
        )
      case 'list':
        return askAbout(
          pos,
          (forms) => forms.toListForm(attrs.start as number | null),
          (start) => ({ start }),
        )
      case 'infoBox':
        return askAbout(
          pos,
          (forms) => forms.toBoxForm(attrs.role as 'keyPoints' | null),
          (role) => ({ role }),
        )
      case 'tableBox': {
        const item = toItem(node)
        const table = item.type === 'table' ? item : { head: [], rows: [] }
        const head = table.head.length > 0 ? table.head : (table.rows[0] ?? [])
        const names = head.map((name) => name.replace(/<[^>]*>/g, ''))
        return askAbout(
          pos,
          (forms) => forms.toChartForm(attrs.chart as Chart | null, names, table),
          (chart) => ({ chart }),
        )
      }
    }
  }

  /** The innermost block around the cursor that has settings. */
  function findSettings(state: EditorState) {
    return findAround(state, ({ type, attrs }) =>
      type === list ? attrs.ordered === true : WITH_SETTINGS.has(type.name),
    )
  }

  function openSettings(): void {
    const found = findSettings(view.state)
    if (found !== null) openBlock(found.pos)
  }

  function openLink(): boolean {
    const { $from } = view.state.selection
    if (isLocked() || !$from.parent.type.allowsMarkType(schema.marks.link!) || !$from.parent.inlineContent) return false
    if (!mayChange($from.node(1).type.name)) {
      refuse()
      return true
    }
    const { from, to, href } = linkRange(view.state)
    const [start, stop]: [Tracked, Tracked] = [{ pos: from }, { pos: to }]
    const apply = (value: string) => {
      if (start.pos === null || stop.pos === null) return
      const tr = setLink(view.state, { from: start.pos, to: stop.pos }, value)
      view.dispatch(tr.setMeta(BEGUN, true).scrollIntoView())
    }
    ask((forms) => forms.toLinkForm(href), apply, [start, stop])
    return true
  }

  // ── Clipboard and pictures

  function takeClipboard(event: ClipboardEvent): boolean {
    const data = event.clipboardData
    if (isLocked() || data === null) return false
    event.preventDefault()
    const pictures = findPictures(data)
    if (pictures.length > 0 && !mayChange('image')) refuse()
    else if (pictures.length > 0) uploadPictures(pictures, null)
    else takeText(data)
    return true
  }

  function takeText(data: DataTransfer): void {
    const clip = { html: data.getData('text/html'), text: data.getData('text/plain') }
    if (onDemand !== null && queue.length === 0) return putIn(onDemand, clip)
    queue.push({ clip, place: view.state.selection.getBookmark() })
    if (queue.length > 1) return
    getOnDemand().then(pasteQueued, () => {
      queue = []
      around().tell(texts.notLoaded)
    })
  }

  function putIn({ paste }: typeof OnDemand, clip: Clip): void {
    if (paste(view, clip) === 'too-large') around().tell(texts.pasteTooLarge)
  }

  /** Inserts each queued paste at its own position, then restores the person's selection. */
  function pasteQueued(loaded: typeof OnDemand): void {
    for (let next = queue.shift(); next !== undefined && !view.isDestroyed && !isLocked(); next = queue.shift()) {
      const { selection, doc } = view.state
      const there = next.place.resolve(doc)
      cursor = selection.getBookmark()
      if (!selection.eq(there)) view.dispatch(view.state.tr.setSelection(there))
      putIn(loaded, next.clip)
      if (!selection.eq(there)) view.dispatch(view.state.tr.setSelection(cursor.resolve(view.state.doc)))
      cursor = null
    }
    queue = []
  }

  function takeDrop(event: DragEvent): boolean {
    const data = event.dataTransfer
    // A drag inside the editor: ProseMirror moves the nodes itself.
    if (view.dragging !== null || data === null || isLocked()) return false
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
    if (at === null) return false
    event.preventDefault()
    const files = [...data.files].filter(({ type }) => /^image\/(?!svg)/.test(type))
    if (files.length > 0) {
      if (mayChange('image')) uploadPictures(files, at.pos)
      else refuse()
      return true
    }
    view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))))
    takeText(data)
    view.focus()
    return true
  }

  function pickPictures(): void {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = 'image/jpeg,image/png,image/webp,image/avif,image/heic'
    input.multiple = true
    input.addEventListener('change', () => uploadPictures([...(input.files ?? [])], null))
    input.click()
  }

  async function pickFromMedia(): Promise<void> {
    const picture = await around().pick()
    if (view.isDestroyed) return
    if (picture === null || isLocked()) view.focus()
    else insertNode(newImage(picture))
  }

  /** The position of each upload follows changes of the text. `at` null: at the cursor. */
  function uploadPictures(files: readonly File[], at: number | null): void {
    const $at = at === null ? view.state.selection.$from : view.state.doc.resolve(at)
    const isEmpty = $at.depth === 1 && $at.parent.type === paragraph && $at.parent.content.size === 0
    const pos = $at.depth === 0 ? $at.pos : isEmpty ? $at.before(1) : $at.after(1)
    for (const file of files) void uploadOne(file, pos, files.length === 1)
  }

  async function uploadOne(file: File, pos: number, isAlone: boolean): Promise<void> {
    const id = newId()
    const mark = document.createElement('p')
    mark.dataset.upload = ''
    mark.textContent = texts.uploading(file.name)
    const widget = Decoration.widget(pos, mark, { id, side: 1, key: `upload ${id}` })
    setMarks(uploadsKey, (set) => set.add(view.state.doc, [widget]))
    around().tell(texts.uploading(file.name))
    const { doc } = view.state
    let picture: Picture | null = null
    try {
      picture = await around().upload(file)
    } catch (error) {
      around().tell(texts.uploadFailed(file.name, wordsOf(error) ?? ''))
    }
    if (view.isDestroyed) return
    const found = uploadsKey.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]
    setMarks(uploadsKey, (set) => (found === undefined ? set : set.remove([found])))
    if (picture === null || found === undefined) return
    around().tell('')
    const tr = view.state.tr.insert(found.from, newImage(picture)).setMeta(BEGUN, true)
    // The cursor goes to the caption, unless somebody went on writing.
    if (isAlone && view.state.doc === doc)
      tr.setSelection(Selection.near(tr.doc.resolve(found.from + 1))).scrollIntoView()
    view.dispatch(tr)
  }

  function setMarks(key: PluginKey<DecorationSet>, change: (set: DecorationSet) => DecorationSet): void {
    view.dispatch(view.state.tr.setMeta(key, change(key.getState(view.state) ?? DecorationSet.empty)))
  }

  function setNotes(notes: readonly NoteMark[]): void {
    const { doc } = view.state
    const marks: Decoration[] = []
    doc.forEach((_node, pos, index) => {
      const note = notes.find(({ block }) => block === index)
      if (note === undefined) return
      const button = document.createElement('button')
      button.type = 'button'
      button.dataset.note = ''
      button.textContent = String(note.count)
      button.setAttribute('aria-label', texts.noteCount(note.count))
      button.addEventListener('click', () => around().onNote(index))
      marks.push(
        Decoration.widget(pos, button, {
          side: -1,
          key: `note ${index} ${note.count}`,
          ignoreSelection: true,
          stopEvent: () => true,
        }),
      )
    })
    setMarks(notesKey, () => DecorationSet.create(doc, marks))
  }

  // ── Items

  /** The same array until the text changes. */
  function getItems(): BodyItem[] {
    const { doc } = view.state
    const last = snapshots.at(-1)
    if (last !== undefined && last.doc === doc) return last.items
    const items = toItems(doc)
    snapshots = [...snapshots, { items, doc, since: new Mapping() }].slice(-MOST_SNAPSHOTS)
    return items
  }

  /**
   * Takes over a merged text. `base` is the array of `getItems` that was sent; text typed since then is kept. False: a change of
   * `items` overlapped with typed text and was left out; the next save must name the revision before.
   */
  function merge(items: readonly BodyItem[], base: readonly BodyItem[] | null): boolean {
    const sent = snapshots.find((one) => one.items === base)
    const { tr, isWhole } = mergeDoc(view.state, sent?.doc ?? view.state.doc, toDoc(items), sent?.since ?? null)
    if (tr !== null) view.dispatch(tr)
    return isWhole
  }

  return {
    view,
    run,
    insert: chooseInsert,
    closeMenu,
    openSettings,
    openLink,
    writeNote,
    setNotes,
    getItems,
    merge,
    toggleMark: (name: MarkName) => run(toggleMark(name)),
    undo: () => run(undo),
    redo: () => run(redo),
    remove: () => run(removeBlock),
    prepare,
    addRow: () => runInTable(({ addRowAfter }) => addRowAfter),
    addColumn: () => runInTable(({ addColumnAfter }) => addColumnAfter),
    removeRow: () => runInTable(({ deleteRow }) => deleteRow),
    removeColumn: () => runInTable(({ deleteColumn }) => deleteColumn),
    toggleHead: () => runInTable(({ toggleHeaderRow }) => toggleHeaderRow),
    setWriting(next: Writing): void {
      if (next === writing) return
      writing = next
      endRefusal()
      // New node views draw the buttons of blocks again.
      view.setProps({ nodeViews: createViews() })
      report()
    },
    /** Puts the cursor at a block. */
    goTo(block: number): void {
      const { doc } = view.state
      if (block < 0 || block >= doc.childCount) return
      let pos = 0
      for (let index = 0; index < block; index++) pos += doc.child(index).nodeSize
      view.dispatch(selectBlock(view.state.tr, pos).scrollIntoView())
      view.focus()
    },
    close: () => view.destroy(),
  }

  function toSummary(state: EditorState): Summary {
    const { $from, empty } = state.selection
    const { parent } = $from
    const inList = findAround(state, ({ type }) => type === list)
    const names = Object.keys(schema.marks).filter((name) => {
      const type = schema.marks[name]!
      if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
      return state.doc.rangeHasMark(state.selection.from, state.selection.to, type)
    })
    return {
      level: parent.type === paragraph ? 0 : parent.type === heading ? (parent.attrs.level as 2 | 3) : null,
      list: inList === null ? null : inList.node.attrs.ordered === true ? 'ordered' : 'bullet',
      marks: names,
      isInTable: isInTable(state),
      hasSettings: findSettings(state) !== null,
      canUndo: undo(state),
      canRedo: redo(state),
    }
  }
}

/** Marks the end of a change that began with the pen, such as an upload: it passes although somebody else has the pen now. */
const BEGUN = 'begun'

/** Whether two texts differ in live entries alone. Empty paragraphs are ignored. */
function isSameText(before: Node, after: Node): boolean {
  const [old, now] = [before, after].map(({ children }) =>
    children.filter(({ type, content }) => type.name !== 'liveEntry' && (type !== paragraph || content.size > 0)),
  ) as [Node[], Node[]]
  return old.length === now.length && old.every((node, index) => node === now[index] || node.eq(now[index]!))
}

const WITH_SETTINGS: ReadonlySet<string> = new Set([
  'closed',
  'image',
  'liveEntry',
  'quote',
  'heading',
  'infoBox',
  'tableBox',
])

/** Maps a position with left bias: text inserted at the position stays behind it. */
function toLeftBias(change: Mappable): Mappable {
  return { map: (pos) => change.map(pos, -1), mapResult: (pos) => change.mapResult(pos, -1) }
}

function isInTable({ selection: { $head } }: EditorState): boolean {
  for (let depth = $head.depth; depth > 0; depth--) if ($head.node(depth).type.spec.tableRole === 'row') return true
  return false
}

/** Decorations that a transaction sets and that follow changes of the text. */
function createMarks(key: PluginKey<DecorationSet>): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, set) => (tr.getMeta(key) as DecorationSet | undefined) ?? set.map(tr.mapping, tr.doc),
    },
    props: { decorations: (state) => key.getState(state) },
  })
}

/** Input rules as in Markdown: `## `, `- `, `1. `, `> `. */
function createRules(): InputRule[] {
  return [
    textblockTypeInputRule(/^(##)\s$/, heading, { level: 2, url: null }),
    textblockTypeInputRule(/^(###)\s$/, heading, { level: 3, url: null }),
    wrappingInputRule(/^\s*[-*]\s$/, list, { ordered: false, start: null }),
    wrappingInputRule(
      /^(\d{1,3})[.)]\s$/,
      list,
      ([, number]) => ({ ordered: true, start: number === '1' ? null : Number(number) }),
      () => false,
    ),
    new InputRule(/^>\s$/, (state) => {
      const { $from } = state.selection
      if ($from.depth !== 1 || $from.parent.type !== paragraph) return null
      const quote = newQuote()
      const text = $from.parent.cut($from.parentOffset, $from.parent.content.size)
      const tr = state.tr.replaceWith($from.before(), $from.after(), quote.copy(quote.content.replaceChild(0, text)))
      return tr.setSelection(Selection.near(tr.doc.resolve($from.before() + 1), 1))
    }),
  ]
}
