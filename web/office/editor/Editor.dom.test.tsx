// @vitest-environment happy-dom
import axe from 'axe-core'
import { NodeSelection, TextSelection } from 'prosemirror-state'
import { act, createRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Picture } from '@lokalteil/contracts/content'
import type { BodyItem } from '@lokalteil/contracts/content/records'
import { EDITOR_TEXTS } from '../messages/editor.ts'
import { Editor, type EditorHandle, type EditorProps } from './Editor.tsx'
import * as blockForms from './forms.ts'
import type { Form } from './forms.ts'
import { loadOnDemand, openEditor, type Around, type OpenForm } from './open-editor.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const PICTURE: Picture = {
  baseUrl: '/import/ab/ab.jpg',
  cropVal: '16:9',
  altText: '',
  width: 1200,
  height: 800,
  credit: 'Lena Vogt/dpa',
  caption: 'Der Deich',
  colour: '#aabbcc',
}
const ITEMS: BodyItem[] = [
  { type: 'paragraph', html: 'Eins' },
  { type: 'heading', level: 2, text: 'Zwei' },
  { type: 'image', picture: PICTURE },
  { type: 'people', people: [{ name: 'Ines', role: '' }] },
  { type: 'quote', text: 'Ja.', attribution: 'Mara' },
]

beforeEach(() => {
  // happy-dom has no layout.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  Range.prototype.getBoundingClientRect = () => new DOMRect()
})

const roots: Root[] = []
afterEach(async () => {
  for (const root of roots.splice(0)) await act(async () => root.unmount())
  document.body.replaceChildren()
})

async function draw(given: Partial<EditorProps> = {}) {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  roots.push(root)
  const ref = createRef<EditorHandle>()
  const props: EditorProps = {
    items: ITEMS,
    revision: '1',
    writing: 'all',
    onEdit: () => {},
    upload: async () => PICTURE,
    uploadSound: async () => '/_media/import/ab/ab.mp3',
    uploadDocument: async () => ({ src: '/_media/import/ab/ab/plan.pdf', bytes: 1 }),
    pick: async () => null,
    findArticles: async () => [],
    notes: [],
    onNote: () => {},
    ref,
    ...given,
  }
  await act(async () => root.render(<Editor {...props} />))
  const again = async (next: Partial<EditorProps>) =>
    act(async () => root.render(<Editor {...Object.assign(props, next)} />))
  return { place, editor: ref.current!, again }
}

/** Without React. */
function open(items: BodyItem[] = ITEMS, upload: Around['upload'] = async () => PICTURE) {
  const place = document.body.appendChild(document.createElement('div'))
  const forms: (Omit<OpenForm, 'toForm'> & { form: Form<unknown> })[] = []
  const menus: Parameters<Around['onMenu']>[0][] = []
  const told: string[] = []
  const notes: number[] = []
  let edits = 0
  const around: Around = {
    onEdit: () => edits++,
    onNote: (block) => notes.push(block),
    upload,
    pick: async () => PICTURE,
    onSummary: () => {},
    onMenu: (menu) => menus.push(menu),
    onForm: ({ toForm, ...form }) => forms.push({ ...form, form: toForm(blockForms) }),
    tell: (text) => told.push(text),
    focusToolbar: () => {},
    menuId: 'menu',
    helpId: 'help',
  }
  const editor = openEditor(place, items, 'all', () => around)
  editor.view.coordsAtPos = () => ({ left: 0, right: 0, top: 0, bottom: 0 })
  const { view } = editor
  return {
    editor,
    view,
    forms,
    menus,
    told,
    notes,
    edits: () => edits,
    put: (pos: number) => view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(pos)))),
    /** As a keyboard does: through input rules and the menu. */
    type: (text: string) => {
      for (const letter of text) {
        const { from, to } = view.state.selection
        const insert = () => view.state.tr.insertText(letter, from, to)
        if (view.someProp('handleTextInput', (handle) => handle(view, from, to, letter, insert)) !== true)
          view.dispatch(insert())
      }
    },
    press: (key: string, more: KeyboardEventInit = {}, isAltGr = false) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
      // happy-dom takes Alt for AltGr.
      event.getModifierState = (name) => name === 'AltGraph' && isAltGr
      return view.someProp('handleKeyDown', (handle) => handle(view, event)) === true
    },
    paste: (data: Readonly<Record<string, string>>, files: File[] = []) => {
      const event = new Event('paste', { bubbles: true, cancelable: true })
      Object.assign(event, { clipboardData: { getData: (type: string) => data[type] ?? '', files } })
      view.dom.dispatchEvent(event)
    },
    close: () => editor.close(),
  }
}

const chord = { ctrlKey: true, altKey: true }
const typesOf = (items: readonly BodyItem[]) => items.map(({ type }) => type)

/** The first test of this file, because later ones find the module loaded. */
describe('before the clipboard module is loaded', () => {
  it('two pastes stand in order at their positions, and text typed meanwhile behind each', async () => {
    const { editor, paste, put, type, view } = open([
      { type: 'paragraph', html: 'ab' },
      { type: 'paragraph', html: 'c' },
    ])
    put(2)
    paste({ 'text/html': '<p><b>eins</b></p>' })
    paste({ 'text/plain': 'zwei' })
    type('X')
    paste({ 'text/plain': 'drei' })
    type('Y')
    expect(view.state.doc.textContent).toBe('aXYbc')
    // Compiling the modules takes seconds on a busy machine.
    await vi.waitFor(
      () =>
        expect(editor.getItems()).toEqual([
          { type: 'paragraph', html: 'a<strong>eins</strong>zweiXdreiYb' },
          { type: 'paragraph', html: 'c' },
        ]),
      { timeout: 20_000 },
    )
    type('Z')
    expect(view.state.doc.textContent).toBe('aeinszweiXdreiYZbc')
    view.state.doc.check()
  })
})

describe('the editor', () => {
  it('is a labelled text box with named blocks and a toolbar that is one stop of the Tab key', async () => {
    const { place } = await draw({ notes: [{ block: 1, count: 2 }] })
    const box = place.querySelector('[role="textbox"]')!
    expect(box.getAttribute('aria-label')).toBe('Text des Artikels')
    expect(box.getAttribute('aria-multiline')).toBe('true')
    expect([...box.querySelectorAll('[role="group"]')].map((block) => block.getAttribute('aria-label'))).toEqual([
      'Wer ist wer: Ines',
      'Zitat',
    ])
    expect(box.querySelector('figure')!.textContent).toContain('ohne Alternativtext')
    expect(box.querySelector('button[data-note]')!.getAttribute('aria-label')).toBe('2 Hinweise')
    const bar = place.querySelector('[role="toolbar"]')!
    expect(bar.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
    expect([...bar.querySelectorAll('button')].every((button) => button.getAttribute('aria-label') !== '')).toBe(true)
  })

  it('has no fault that axe finds without a layout', async () => {
    const { place } = await draw()
    const { violations } = await axe.run(place, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })

  it('gives the items it got, and the same array until something is written', async () => {
    const { editor } = await draw()
    expect(editor.getItems()).toEqual(ITEMS)
    expect(editor.getItems()[0]).toBe(ITEMS[0])
    expect(editor.getItems()).toBe(editor.getItems())
  })

  it('takes a new revision in, and leaves the text alone without one', async () => {
    const { editor, again, place } = await draw()
    const paragraph = place.querySelector('[role="textbox"] p')
    await again({ items: [{ type: 'paragraph', html: 'Anders' }] })
    expect(editor.getItems()).toEqual(ITEMS)
    const onMerged = vi.fn<(isWhole: boolean) => void>()
    await again({ items: [ITEMS[0]!, { type: 'paragraph', html: 'Neu' }], revision: '2', onMerged })
    expect(editor.getItems()).toEqual([ITEMS[0], { type: 'paragraph', html: 'Neu' }])
    expect(place.querySelector('[role="textbox"] p')).toBe(paragraph)
    expect(onMerged).toHaveBeenCalledWith(true)
  })

  it('cannot be written in by who reads along', async () => {
    const { place, again } = await draw({ writing: 'none' })
    const box = place.querySelector('[role="textbox"]')!
    expect(box.getAttribute('contenteditable')).toBe('false')
    expect(box.getAttribute('aria-readonly')).toBe('true')
    expect(place.querySelector('[role="toolbar"]')).toBeNull()
    expect(box.querySelector('button[data-edit]')).toBeNull()
    await again({ writing: 'all' })
    expect(box.getAttribute('contenteditable')).toBe('true')
    expect(box.querySelectorAll('button[data-edit]')).toHaveLength(2)
  })

  it('opens the form of a closed block and writes its values', async () => {
    const { place, editor } = await draw()
    await act(async () => {
      place.querySelector<HTMLElement>('[data-block="people"] button')!.click()
      await vi.dynamicImportSettled()
    })
    const dialog = place.querySelector('dialog')!
    expect(dialog.querySelector('h2')!.textContent).toBe('Wer ist wer')
    const field = dialog.querySelector<HTMLInputElement>('input')!
    expect(field.value).toBe('Ines')
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'Ines Aukamp')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => dialog.querySelector<HTMLElement>('button[data-main]')!.click())
    expect(place.querySelector('dialog')).toBeNull()
    expect(editor.getItems()[3]).toEqual({ type: 'people', people: [{ name: 'Ines Aukamp', role: '' }] })
  })
})

describe('writing', () => {
  beforeAll(async () => void (await loadOnDemand()))

  it.each([
    ['## Titel', { type: 'heading', level: 2, text: 'Titel' }],
    ['### Titel', { type: 'heading', level: 3, text: 'Titel' }],
    ['- eins', { type: 'list', ordered: false, items: ['eins'] }],
    ['1. eins', { type: 'list', ordered: true, items: ['eins'] }],
    ['3. eins', { type: 'list', ordered: true, items: ['eins'], start: 3 }],
    ['> Ja', { type: 'quote', text: 'Ja', attribution: '' }],
    ['a ## b', { type: 'paragraph', html: 'a ## b' }],
  ])('%s', (text, item) => {
    const { editor, type, edits } = open([])
    type(text)
    expect(editor.getItems()).toEqual([item])
    expect(edits()).toBeGreaterThan(0)
  })

  it('Strg+Alt and 2, 3, 0 change the kind of a paragraph; AltGr writes its character', () => {
    const { editor, press } = open([{ type: 'paragraph', html: 'a<br><b>b</b>' }])
    expect(press('2', chord, true)).toBe(false)
    press('2', chord)
    expect(editor.getItems()).toEqual([{ type: 'heading', level: 2, text: 'a b' }])
    press('3', chord)
    expect(editor.getItems()).toEqual([{ type: 'heading', level: 3, text: 'a b' }])
    press('0', chord)
    expect(editor.getItems()).toEqual([{ type: 'paragraph', html: 'a b' }])
  })

  it.each([
    ['k', 'infoBox'],
    ['z', 'quote'],
    ['t', 'table'],
  ])('Strg+Alt+%s inserts a block %s with the cursor in it', (key, type) => {
    const { editor, view, press } = open([{ type: 'paragraph', html: 'a' }])
    press(key, chord)
    expect(typesOf(editor.getItems())).toEqual(['paragraph', type])
    expect(view.state.selection.$from.depth).toBeGreaterThan(1)
    view.state.doc.check()
  })

  it('Strg+Alt+N writes a note at the block', () => {
    const { press, notes, put } = open()
    put(8)
    press('n', chord)
    expect(notes).toEqual([1])
  })

  it('Strg+Alt+E asks for an address and finds the vendor', () => {
    const { editor, press, forms } = open([])
    press('e', chord)
    const { form, apply } = forms[0]!
    expect(form.write({ url: 'kein Link', title: '' })).toHaveProperty('faults.url')
    const written = form.write({ url: 'https://youtu.be/abcdefghijk', title: 'Film' }) as { value: unknown }
    apply(written.value)
    expect(editor.getItems()).toEqual([
      { type: 'embed', vendor: 'youtube', url: 'https://youtu.be/abcdefghijk', title: 'Film' },
    ])
  })

  it('Strg+Alt+B asks for picture files and puts the chosen ones where the cursor was', async () => {
    const { editor, press, put } = open([
      { type: 'paragraph', html: 'a' },
      { type: 'paragraph', html: 'b' },
    ])
    const asked: HTMLInputElement[] = []
    const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
      asked.push(this)
    })
    put(1)
    press('b', chord)
    click.mockRestore()
    expect(asked.map(({ type, multiple }) => [type, multiple])).toEqual([['file', true]])
    Object.defineProperty(asked[0]!, 'files', { value: [new File(['x'], 'bild.jpg', { type: 'image/jpeg' })] })
    asked[0]!.dispatchEvent(new Event('change'))
    await vi.waitFor(() => expect(typesOf(editor.getItems())).toEqual(['paragraph', 'image', 'paragraph']))
  })

  it('the settings of a table show its chart before it is saved', () => {
    const table: BodyItem = {
      type: 'table',
      caption: '',
      head: ['Ort', 'Pegel'],
      rows: [
        ['Tannau', '4,20 m'],
        ['Hafenrode', '2,10 m'],
      ],
    }
    const { editor, put, forms } = open([table])
    put(5)
    editor.openSettings()
    const { form, apply } = forms[0]!
    const bars = { ...form.values, kind: 'bars' }
    expect(form.preview!(bars)).toMatchObject({
      chart: {
        series: ['Pegel'],
        rows: [
          { label: 'Tannau', values: [{ share: 1, written: '4,20 m' }] },
          { label: 'Hafenrode', values: [{ share: 0.5 }] },
        ],
      },
    })
    apply((form.write(bars) as { value: unknown }).value)
    expect(editor.getItems()).toEqual([{ ...table, chart: { kind: 'bars', unit: '', columns: [1] } }])
  })

  it('/ opens a menu that letters filter and Enter chooses from', () => {
    const { editor, type, press, menus, view } = open([])
    type('/zit')
    expect(menus.at(-1)).toMatchObject({ query: 'zit', entries: ['quote'], chosen: 0 })
    expect(view.dom.getAttribute('aria-activedescendant')).toBe('menu-quote')
    expect(press('Enter')).toBe(true)
    expect(menus.at(-1)).toBeNull()
    expect(typesOf(editor.getItems())).toEqual(['quote'])
    view.state.doc.check()
  })

  it('/ stays a character after Escape and inside a line', () => {
    const { editor, type, press, menus } = open([])
    type('/')
    press('ArrowDown')
    expect(menus.at(-1)).toMatchObject({ chosen: 1 })
    press('Escape')
    expect(menus.at(-1)).toBeNull()
    type('x und a/b')
    expect(menus.at(-1)).toBeNull()
    expect(editor.getItems()).toEqual([{ type: 'paragraph', html: '/x und a/b' }])
  })

  it('Tab nests an entry of a list, Shift+Tab brings it back, elsewhere Tab leaves the text', () => {
    const { editor, press, put } = open([{ type: 'list', ordered: false, items: ['a', 'b'] }])
    put(9)
    press('Tab')
    expect(editor.getItems()).toEqual([{ type: 'list', ordered: false, items: ['a<ul><li>b</li></ul>'] }])
    press('Tab', { shiftKey: true })
    expect(editor.getItems()).toEqual([{ type: 'list', ordered: false, items: ['a', 'b'] }])
    expect(open([{ type: 'paragraph', html: 'x' }]).press('Tab')).toBe(false)
  })

  it('Enter leaves a line, and an empty paragraph at the end of a block', () => {
    const { editor, type, press, view } = open([])
    press('k', chord)
    type('Titel')
    press('Enter')
    type('eins')
    press('Enter')
    press('Enter')
    type('danach')
    expect(editor.getItems()).toEqual([
      { type: 'infoBox', title: 'Titel', items: [{ type: 'paragraph', html: 'eins' }] },
      { type: 'paragraph', html: 'danach' },
    ])
    view.state.doc.check()
  })

  it('Backspace in an empty block removes it, and never joins a paragraph with a title', () => {
    const { editor, type, press } = open([])
    press('z', chord)
    press('Backspace')
    expect(editor.getItems()).toEqual([])
    press('k', chord)
    type('T')
    press('Enter')
    type('x')
    press('Home')
    const { view } = editor
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, view.state.selection.from - 1)))
    press('Backspace')
    expect(editor.getItems()).toEqual([{ type: 'infoBox', title: 'T', items: [{ type: 'paragraph', html: 'x' }] }])
  })

  it('Alt and arrows move a block with the cursor in it', () => {
    const { editor, press, put, view } = open()
    put(8)
    press('ArrowUp', { altKey: true })
    expect(typesOf(editor.getItems())).toEqual(['heading', 'paragraph', 'image', 'people', 'quote'])
    expect(view.state.selection.$from.parent.textContent).toBe('Zwei')
    press('ArrowDown', { altKey: true })
    expect(editor.getItems()).toEqual(ITEMS)
    expect(press('ArrowUp', { altKey: true })).toBe(true)
    press('ArrowUp', { altKey: true })
    view.state.doc.check()
  })

  it('Enter on a closed block opens its form, which finds the block again after others wrote', () => {
    const { editor, view, press, forms } = open()
    let at = 0
    view.state.doc.forEach((node, pos) => {
      if (node.type.name === 'closed') at = pos
    })
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
    press('Enter')
    editor.merge([{ type: 'paragraph', html: 'Davor' }, ...ITEMS], editor.getItems())
    const people: BodyItem = { type: 'people', people: [{ name: 'Jonas', role: '' }] }
    forms[0]!.apply(people)
    expect(editor.getItems()).toEqual([
      { type: 'paragraph', html: 'Davor' },
      ...ITEMS.slice(0, 3),
      people,
      ...ITEMS.slice(4),
    ])
  })

  it('a merge keeps text typed after the save, and is no edit', () => {
    const { editor, type, put, edits } = open([
      { type: 'paragraph', html: 'eins' },
      { type: 'paragraph', html: 'zwei' },
    ])
    const sent = editor.getItems()
    put(5)
    type(' mehr')
    const before = edits()
    const isWhole = editor.merge(
      [
        { type: 'paragraph', html: 'eins' },
        { type: 'paragraph', html: 'ZWEI' },
      ],
      sent,
    )
    expect(isWhole).toBe(true)
    expect(editor.getItems()).toEqual([
      { type: 'paragraph', html: 'eins mehr' },
      { type: 'paragraph', html: 'ZWEI' },
    ])
    expect(edits()).toBe(before)
  })

  it('undo takes back the own words, not those of a merge', () => {
    const { editor, type, put, press } = open([{ type: 'paragraph', html: 'eins' }])
    put(5)
    type('!')
    editor.merge(
      [
        { type: 'paragraph', html: 'eins!' },
        { type: 'paragraph', html: 'fremd' },
      ],
      editor.getItems(),
    )
    press('z', { ctrlKey: true })
    expect(editor.getItems()).toEqual([
      { type: 'paragraph', html: 'eins' },
      { type: 'paragraph', html: 'fremd' },
    ])
  })

  it('Strg+K links words and takes the link away', () => {
    const { editor, view, forms, press } = open([{ type: 'paragraph', html: 'ein Wort' }])
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 5, 9)))
    press('k', { ctrlKey: true })
    const { form, apply } = forms.at(-1)!
    expect(form.write({ href: 'javascript:alert(1)' })).toHaveProperty('faults.href')
    apply((form.write({ href: 'www.a.example' }) as { value: unknown }).value)
    expect(editor.getItems()).toEqual([{ type: 'paragraph', html: 'ein <a href="https://www.a.example">Wort</a>' }])
    press('k', { ctrlKey: true })
    forms.at(-1)!.apply('')
    expect(editor.getItems()).toEqual([{ type: 'paragraph', html: 'ein Wort' }])
  })
})

describe('while another person has the pen', () => {
  const ENTRY = {
    type: 'liveEntry',
    id: 'e',
    label: '14.05 Uhr',
    time: '2026-11-19T13:05:00.000Z',
    headline: 'Tor',
    paragraphs: ['ab'],
    isImportant: false,
  } satisfies BodyItem
  const TEXT: BodyItem[] = [{ type: 'paragraph', html: 'Eins' }, ENTRY, ITEMS[2]!, ITEMS[3]!]
  beforeAll(async () => void (await loadOnDemand()))

  function openWithoutPen() {
    const opened = open(TEXT)
    opened.editor.setWriting('entries')
    let entry = 0
    opened.view.state.doc.forEach(({ type }, pos) => {
      if (type.name === 'liveEntry') entry = pos
    })
    return { ...opened, putInEntry: () => opened.put(entry + 'Tor'.length + 4) }
  }

  it('live entries are written, with marks, links and their form', () => {
    const { editor, type, press, putInEntry, forms, view, edits, told } = openWithoutPen()
    putInEntry()
    press('b', { ctrlKey: true })
    type('x')
    expect(editor.getItems()[1]).toEqual({ ...ENTRY, paragraphs: ['<strong>x</strong>ab'] })
    press('k', { ctrlKey: true })
    forms.at(-1)!.cancel()
    view.dom.querySelector<HTMLElement>('[data-block="liveEntry"] button')!.click()
    expect(forms).toHaveLength(2)
    expect(edits()).toBe(1)
    expect(told).toEqual([])
  })

  it('a new live entry is put in from the toolbar, moved and removed', async () => {
    const { editor, put, press, told } = openWithoutPen()
    put(2)
    editor.insert('liveEntry')
    expect(typesOf(editor.getItems())).toEqual(['paragraph', 'liveEntry', 'liveEntry', 'image', 'people'])
    press('ArrowUp', { altKey: true })
    expect(typesOf(editor.getItems())).toEqual(['liveEntry', 'paragraph', 'liveEntry', 'image', 'people'])
    editor.remove()
    expect(editor.getItems()).toEqual(TEXT)
    expect(told).toEqual([])

    const { place, again } = await draw({ items: TEXT, writing: 'entries' })
    const listOf = () => [...place.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent)
    const openMenu = () => act(async () => place.querySelector<HTMLElement>('[aria-haspopup="menu"]')!.click())
    await openMenu()
    expect(listOf()).toEqual(['Eintrag im Liveticker'])
    await again({ writing: 'all' })
    expect(listOf().length).toBeGreaterThan(10)
  })

  it.each([
    ['typing', ({ type }) => type('x')],
    ['a kind of paragraph', ({ press }) => press('2', chord)],
    ['a block', ({ press }) => press('z', chord)],
    ['a closed block', ({ editor }) => editor.insert('embed')],
    ['a link', ({ press }) => press('k', { ctrlKey: true })],
    ['a paste', ({ paste }) => paste({ 'text/plain': 'x' })],
    ['a picture', ({ paste }) => paste({}, [new File(['x'], 'bild.jpg', { type: 'image/jpeg' })])],
    ['removing', ({ editor }) => editor.remove()],
    ['undo', ({ editor }) => editor.undo()],
  ] satisfies [string, (opened: ReturnType<typeof openWithoutPen>) => unknown][])(
    'the text refuses %s and says why',
    async (_what, attempt) => {
      const opened = openWithoutPen()
      opened.editor.setWriting('all')
      opened.put(5)
      opened.type('!')
      opened.editor.setWriting('entries')
      const before = opened.editor.getItems()
      const edits = opened.edits()
      attempt(opened)
      await new Promise((resolve) => setTimeout(resolve))
      expect(opened.editor.getItems()).toEqual(before)
      expect(opened.edits()).toBe(edits)
      expect(opened.forms).toEqual([])
      expect(opened.told).toEqual([EDITOR_TEXTS.entriesOnly])
      opened.editor.setWriting('all')
      expect(opened.told.at(-1)).toBe('')
    },
  )

  it('other blocks have no button to edit them', () => {
    const { view } = openWithoutPen()
    const buttons = [...view.dom.querySelectorAll('button[data-edit]')]
    expect(buttons.map((button) => button.closest<HTMLElement>('[data-block]')!.dataset.block)).toEqual(['liveEntry'])
  })

  it('changes of others come in, and a form that was open before is kept', () => {
    const { editor, view, forms, edits } = openWithoutPen()
    editor.merge([{ type: 'paragraph', html: 'Zwei' }, ...TEXT.slice(1)], editor.getItems())
    expect(editor.getItems()[0]).toEqual({ type: 'paragraph', html: 'Zwei' })
    expect(edits()).toBe(0)
    editor.setWriting('all')
    view.dom.querySelector<HTMLElement>('[data-block="people"] button')!.click()
    editor.setWriting('entries')
    const people: BodyItem = { type: 'people', people: [{ name: 'Jonas', role: '' }] }
    forms[0]!.apply(people)
    expect(editor.getItems()[3]).toEqual(people)
  })
})

describe('pasting', () => {
  beforeAll(async () => void (await loadOnDemand()))

  it('joins words with the paragraph and puts blocks between', () => {
    const { editor, paste, put, view } = open([{ type: 'paragraph', html: 'ab' }])
    put(2)
    paste({ 'text/html': '<p><b>x</b></p>' })
    expect(editor.getItems()).toEqual([{ type: 'paragraph', html: 'a<strong>x</strong>b' }])
    paste({ 'text/html': '<p>1</p><h2>2</h2><ul><li>3</li></ul><p>4</p>' })
    expect(typesOf(editor.getItems())).toEqual(['paragraph', 'heading', 'list', 'paragraph'])
    view.state.doc.check()
  })

  it.each(['quote', 'infoBox', 'question', 'liveEntry', 'table', 'list', 'image', 'heading'] as const)(
    'everything into every place of a %s keeps the text a text',
    (type) => {
      const items = open([]).editor && SAMPLES[type]
      const size = open([items]).view.state.doc.content.size
      for (let pos = 0; pos <= size; pos++) {
        const { view, paste, put, close } = open([items])
        put(pos)
        paste({
          'text/html':
            '<p>eins</p><h2>zwei</h2><ul><li>drei<ul><li>vier</li></ul></li></ul><blockquote>fünf</blockquote><table><tr><td>sechs</td><td>7</td></tr></table>',
        })
        view.state.doc.check()
        for (const word of ['eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs'])
          expect(view.state.doc.textContent).toContain(word)
        close()
      }
    },
  )

  it('of all blocks copied here gives the same blocks', () => {
    const items = [...ITEMS, ...Object.values(SAMPLES)]
    const { view } = open(items)
    const copy = document.createElement('div')
    copy.append(view.someProp('clipboardSerializer')!.serializeFragment(view.state.doc.content))
    const other = open([])
    other.paste({ 'text/html': copy.innerHTML, 'text/plain': 'x' })
    expect(other.editor.getItems()).toEqual(items)
  })

  it('of an address alone makes an embed of a film, and of words a link', () => {
    const { editor, paste, view } = open([])
    paste({ 'text/plain': 'https://www.youtube.com/watch?v=abcdefghijk' })
    expect(typesOf(editor.getItems())).toEqual(['embed'])
    const second = open([{ type: 'paragraph', html: 'Wort' }])
    second.view.dispatch(second.view.state.tr.setSelection(TextSelection.create(second.view.state.doc, 1, 5)))
    second.paste({ 'text/plain': 'https://a.example/' })
    expect(second.editor.getItems()).toEqual([{ type: 'paragraph', html: '<a href="https://a.example/">Wort</a>' }])
    view.state.doc.check()
  })

  it('of cells fills a table', () => {
    const { editor, paste, put } = open([
      {
        type: 'table',
        caption: '',
        head: [],
        rows: [
          ['a', 'b'],
          ['c', 'd'],
        ],
      },
    ])
    put(5)
    paste({ 'text/plain': '1\t2\n3\t4' })
    expect(editor.getItems()).toMatchObject([
      {
        rows: [
          ['1', '2'],
          ['3', '4'],
        ],
      },
    ])
  })

  it('of a picture file uploads it and puts it where it was pasted', async () => {
    let give: (picture: Picture) => void = () => {}
    const { editor, paste, put, type, view } = open(
      [
        { type: 'paragraph', html: 'a' },
        { type: 'paragraph', html: 'b' },
      ],
      () => new Promise((resolve) => (give = resolve)),
    )
    put(1)
    paste({}, [new File(['x'], 'bild.jpg', { type: 'image/jpeg' })])
    expect(view.dom.textContent).toContain('bild.jpg')
    put(1)
    type('vor')
    give(PICTURE)
    await new Promise((resolve) => setTimeout(resolve))
    expect(typesOf(editor.getItems())).toEqual(['paragraph', 'image', 'paragraph'])
    expect(view.dom.textContent).not.toContain('hochgeladen')
  })

  it('says that an upload failed', async () => {
    const { paste, told } = open([], () => Promise.reject(new Error('no')))
    paste({}, [new File(['x'], 'bild.jpg', { type: 'image/jpeg' })])
    await new Promise((resolve) => setTimeout(resolve))
    expect(told.at(-1)).toContain('bild.jpg')
  })
})

const SAMPLES = {
  quote: { type: 'quote', text: 'ab', attribution: 'c' },
  infoBox: { type: 'infoBox', title: 't', items: [{ type: 'paragraph', html: 'ab' }] },
  question: { type: 'question', question: 'q', answer: ['ab'] },
  liveEntry: {
    type: 'liveEntry',
    id: 'e',
    label: 'x',
    time: '2026-11-19T13:05:00.000Z',
    headline: 'h',
    paragraphs: ['ab'],
    isImportant: false,
  },
  table: { type: 'table', caption: 'c', head: ['h', 'i'], rows: [['a', 'b']] },
  list: { type: 'list', ordered: false, items: ['ab<ul><li>c</li></ul>'] },
  image: { type: 'image', picture: PICTURE },
  heading: { type: 'heading', level: 2, text: 'ab' },
} satisfies Record<string, BodyItem>
