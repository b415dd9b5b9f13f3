/** The list of blocks at the slash (focus stays in the text) or at the button of the toolbar (focus goes into the list). */
import { useEffect, useRef } from 'react'
import { EDITOR_TEXTS as texts } from '../messages/editor.ts'
import type { Insert } from './insert-menu.ts'
import css from './Editor.module.css'

type InsertMenuProps = {
  id: string
  entries: readonly Insert[]
  chosen: number
  place: { left: number; top: number; bottom: number }
  onChoose: (insert: Insert) => void
}

const HEIGHT = 320
const WIDTH = 288

function toPlace({ left, top, bottom }: InsertMenuProps['place']) {
  const isBelow = bottom + HEIGHT < window.innerHeight || top < HEIGHT
  const x = Math.max(8, Math.min(left, window.innerWidth - WIDTH))
  return isBelow ? { left: x, top: bottom + 4 } : { left: x, bottom: window.innerHeight - top + 4 }
}

export function InsertMenu({ id, entries, chosen, place, onChoose }: InsertMenuProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen, entries])
  return (
    <div
      ref={list}
      id={id}
      className={css.menu}
      role="listbox"
      // The list scrolls. The keys of the text lead through it; a pointer must not take the focus from there.
      tabIndex={0}
      onMouseDown={(event) => event.preventDefault()}
      aria-label={texts.menu}
      style={toPlace(place)}
    >
      {entries.length === 0 && <p className={css.nothing}>{texts.menuNothing}</p>}
      {entries.map((entry, index) => (
        // The keys are those of the text, which keeps the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={entry}
          id={`${id}-${entry}`}
          role="option"
          aria-selected={index === chosen}
          className={css.option}
          onClick={() => onChoose(entry)}
        >
          {texts.blocks[entry]}
        </div>
      ))}
    </div>
  )
}

type ButtonMenuProps = Pick<InsertMenuProps, 'place' | 'entries' | 'onChoose'> & { onClose: () => void }

export function ButtonMenu({ place, entries, onChoose, onClose }: ButtonMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    menu.current?.querySelector('button')?.focus()
  }, [])
  return (
    <div
      ref={menu}
      className={css.menu}
      role="menu"
      tabIndex={-1}
      aria-label={texts.menu}
      style={toPlace(place)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose()
      }}
      onKeyDown={(event) => {
        const items = [...event.currentTarget.querySelectorAll('button')]
        const here = items.indexOf(document.activeElement as HTMLButtonElement)
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? items.length - 1 : 0
        if (event.key === 'Escape') {
          event.stopPropagation()
          onClose()
        } else if (step > 0) {
          event.preventDefault()
          items[(here + step) % items.length]?.focus()
        }
      }}
    >
      {entries.map((entry) => (
        <button
          key={entry}
          type="button"
          role="menuitem"
          className={css.option}
          // Safari gives a pressed button no focus: the menu would close before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(entry)}
        >
          {texts.blocks[entry]}
        </button>
      ))}
    </div>
  )
}
