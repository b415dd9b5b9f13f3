/** The tools of the text: one stop of the Tab key, arrows move inside. Below the text on a phone, above its keyboard. */
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowForwardUp,
  IconArrowUp,
  IconBold,
  IconColumnInsertRight,
  IconColumnRemove,
  IconHighlight,
  IconIndentDecrease,
  IconIndentIncrease,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconMessagePlus,
  IconPlus,
  IconRowInsertBottom,
  IconRowRemove,
  IconSettings,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
  IconTableRow,
  IconTrash,
} from '@tabler/icons-react'
import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent, type RefObject } from 'react'
import { EDITOR_TEXTS as texts } from '../messages/editor.ts'
import { indent, moveBlock, outdent, setKind, toggleList } from './commands.ts'
import type { OfficeEditor, Summary } from './open-editor.ts'
import css from './Toolbar.module.css'

const { toolbar: names } = texts

type Tool = {
  label: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  act: (editor: OfficeEditor) => void
  isPressed?: (summary: Summary) => boolean
  isShown?: (summary: Summary) => boolean
  isDisabled?: (summary: Summary) => boolean
}

const mark = (name: 'strong' | 'em' | 'del' | 'sub' | 'sup' | 'mark', icon: Tool['icon']): Tool => ({
  label: names[name],
  icon,
  act: (editor) => editor.toggleMark(name),
  isPressed: ({ marks }) => marks.includes(name),
})

const inTable = ({ isInTable }: Summary) => isInTable
const inList = ({ list }: Summary) => list !== null

const TOOLS: readonly Tool[] = [
  mark('strong', IconBold),
  mark('em', IconItalic),
  {
    label: names.link,
    icon: IconLink,
    act: (editor) => editor.openLink(),
    isPressed: ({ marks }) => marks.includes('link'),
  },
  {
    label: names.bulletList,
    icon: IconList,
    act: (editor) => editor.run(toggleList(false)),
    isPressed: ({ list }) => list === 'bullet',
  },
  {
    label: names.orderedList,
    icon: IconListNumbers,
    act: (editor) => editor.run(toggleList(true)),
    isPressed: ({ list }) => list === 'ordered',
  },
  { label: names.indent, icon: IconIndentIncrease, act: (editor) => editor.run(indent), isShown: inList },
  { label: names.outdent, icon: IconIndentDecrease, act: (editor) => editor.run(outdent), isShown: inList },
  { label: names.addRow, icon: IconRowInsertBottom, act: (editor) => editor.addRow(), isShown: inTable },
  { label: names.addColumn, icon: IconColumnInsertRight, act: (editor) => editor.addColumn(), isShown: inTable },
  { label: names.removeRow, icon: IconRowRemove, act: (editor) => editor.removeRow(), isShown: inTable },
  { label: names.removeColumn, icon: IconColumnRemove, act: (editor) => editor.removeColumn(), isShown: inTable },
  { label: names.headRow, icon: IconTableRow, act: (editor) => editor.toggleHead(), isShown: inTable },
  {
    label: names.settings,
    icon: IconSettings,
    act: (editor) => editor.openSettings(),
    isShown: ({ hasSettings }) => hasSettings,
  },
  mark('del', IconStrikethrough),
  mark('mark', IconHighlight),
  mark('sub', IconSubscript),
  mark('sup', IconSuperscript),
  { label: names.undo, icon: IconArrowBackUp, act: (editor) => editor.undo(), isDisabled: ({ canUndo }) => !canUndo },
  {
    label: names.redo,
    icon: IconArrowForwardUp,
    act: (editor) => editor.redo(),
    isDisabled: ({ canRedo }) => !canRedo,
  },
  { label: names.up, icon: IconArrowUp, act: (editor) => editor.run(moveBlock(-1)) },
  { label: names.down, icon: IconArrowDown, act: (editor) => editor.run(moveBlock(1)) },
  { label: names.note, icon: IconMessagePlus, act: (editor) => editor.writeNote() },
  { label: names.remove, icon: IconTrash, act: (editor) => editor.remove() },
]

type ToolbarProps = {
  bar: RefObject<HTMLDivElement | null>
  summary: Summary
  editorOf: () => OfficeEditor | null
  onInsert: (button: HTMLElement) => void
}

export function Toolbar({ bar, summary, editorOf, onInsert }: ToolbarProps) {
  const [at, setAt] = useState(0)
  const above = useKeyboardHeight()
  const shown = TOOLS.filter(({ isShown }) => isShown?.(summary) ?? true)
  const stop = Math.min(at, shown.length + 1)

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('select, button')]
    const here = items.indexOf(document.activeElement as HTMLElement)
    // In the list of kinds, arrows up and down choose.
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? items.length - 1 : (here + step + items.length) % items.length
    if (event.key === 'Escape') return editorOf()?.view.focus()
    if (here === -1 || (step === 0 && event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    setAt(next)
    items[next]?.focus()
  }

  return (
    <div
      ref={bar}
      className={css.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={names.label}
      aria-orientation="horizontal"
      style={above > 0 ? { insetBlockEnd: above } : undefined}
      onKeyDown={move}
    >
      <select
        className={css.kind}
        aria-label={names.block}
        tabIndex={stop === 0 ? 0 : -1}
        value={summary.level ?? ''}
        disabled={summary.level === null}
        onFocus={() => setAt(0)}
        onChange={(event) => editorOf()?.run(setKind(Number(event.target.value) as 0 | 2 | 3))}
      >
        {summary.level === null && <option value="">–</option>}
        <option value={0}>{texts.blocks.paragraph}</option>
        <option value={2}>{texts.blocks.heading2}</option>
        <option value={3}>{texts.blocks.heading3}</option>
      </select>
      <button
        type="button"
        className={css.tool}
        tabIndex={stop === 1 ? 0 : -1}
        aria-haspopup="menu"
        title={names.insert}
        aria-label={names.insert}
        onFocus={() => setAt(1)}
        onClick={(event) => onInsert(event.currentTarget)}
      >
        <IconPlus size={20} aria-hidden />
      </button>
      {shown.map((tool, index) => (
        <button
          key={tool.label}
          type="button"
          className={css.tool}
          title={tool.label}
          aria-label={tool.label}
          aria-pressed={tool.isPressed?.(summary)}
          aria-disabled={tool.isDisabled?.(summary)}
          tabIndex={stop === index + 2 ? 0 : -1}
          // The selection in the text must stay.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setAt(index + 2)}
          onClick={() => {
            const editor = editorOf()
            if (editor !== null && tool.isDisabled?.(summary) !== true) tool.act(editor)
          }}
        >
          <tool.icon size={20} aria-hidden />
        </button>
      ))}
    </div>
  )
}

/** Height of a phone's keyboard that lies over the page; 0 without one. */
function useKeyboardHeight(): number {
  const [height, setHeight] = useState(0)
  const known = useRef(0)
  useEffect(() => {
    const viewport = window.visualViewport
    if (viewport === null || viewport === undefined) return
    const measure = () => {
      const covered = Math.round(window.innerHeight - viewport.height - viewport.offsetTop)
      const next = covered > 80 ? covered : 0
      if (next !== known.current) setHeight((known.current = next))
    }
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
    }
  }, [])
  return height
}
