/**
 * A board of cells as an accessible grid: one cell is in the Tab order, arrow keys move between cells (roving
 * tabindex). Rendered as a table, so that it can be read and printed without a script.
 */
import { useEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import css from './Games.module.css'

export type Cell = {
  label: string
  content?: ReactNode
  /** Words for the style sheet, separated by spaces. */
  marks?: string
  /** Cannot be selected. */
  isInert?: boolean
  isSelected?: boolean
}

export type BoardGridProps = {
  label: string
  rows: number
  columns: number
  /** The cell that has the focus or would get it. */
  current: number
  cellAt: (cell: number) => Cell
  onCurrent: (cell: number) => void
  /** On click, Enter or space. */
  onPress?: (cell: number) => void
  /** True: the key was handled. */
  onKey?: (event: KeyboardEvent, cell: number) => boolean
  onSecondary?: (cell: number) => void
  /** A click on a cell that cannot be selected. */
  onInert?: (cell: number) => void
  className?: string
  style?: CSSProperties
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

export function BoardGrid(props: BoardGridProps) {
  const { label, rows, columns, current, cellAt, onCurrent, onPress, onKey, onSecondary, onInert, className, style } =
    props
  const table = useRef<HTMLTableElement>(null)
  const focusOf = (cell: number) => table.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)
  // The selection moved by itself, for example after a letter: the focus follows.
  useEffect(() => {
    if (table.current?.contains(document.activeElement) === true) focusOf(current)?.focus()
  }, [current])

  const step = (from: number, key: string): number => {
    if (key === 'Home') return Math.floor(from / columns) * columns
    if (key === 'End') return Math.floor(from / columns) * columns + columns - 1
    const [down, right] = STEPS[key]!
    let [row, column] = [Math.floor(from / columns), from % columns]
    for (;;) {
      row += down
      column += right
      if (row < 0 || column < 0 || row >= rows || column >= columns) return from
      const cell = row * columns + column
      if (cellAt(cell).isInert !== true) return cell
    }
  }
  const cellOf = (target: EventTarget): number | null => {
    const text = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset.cell : undefined
    return text === undefined ? null : Number(text)
  }

  return (
    <table
      ref={table}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-label={label}
      className={`${css.board} ${className ?? ''}`}
      style={{ '--columns': columns, ...style } as CSSProperties}
      onClick={(event) => {
        const cell = cellOf(event.target)
        if (cell === null) return
        if (cellAt(cell).isInert === true) return onInert?.(cell)
        onCurrent(cell)
        focusOf(cell)?.focus({ preventScroll: true })
        onPress?.(cell)
      }}
      onContextMenu={(event) => {
        const cell = cellOf(event.target)
        if (cell === null || onSecondary === undefined) return
        event.preventDefault()
        onSecondary(cell)
      }}
      onKeyDown={(event) => {
        if (onKey?.(event, current) === true) return event.preventDefault()
        if (event.altKey || event.ctrlKey || event.metaKey) return
        if (event.key in STEPS || event.key === 'Home' || event.key === 'End') {
          event.preventDefault()
          const next = step(current, event.key)
          if (cellAt(next).isInert === true) return
          onCurrent(next)
          focusOf(next)?.focus()
        } else if (onPress !== undefined && (event.key === 'Enter' || event.key === ' ')) {
          event.preventDefault()
          onPress(current)
        }
      }}
    >
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {Array.from({ length: columns }, (_unused, column) => {
              const cell = row * columns + column
              const { label: name, content, marks, isInert, isSelected } = cellAt(cell)
              return (
                <td
                  key={column}
                  data-cell={cell}
                  data-marks={marks}
                  aria-label={name}
                  aria-selected={isInert === true ? undefined : (isSelected ?? cell === current)}
                  tabIndex={isInert === true ? undefined : cell === current ? 0 : -1}
                >
                  {content}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
