/**
 * Drags cells of a board onto each other, by finger, pen or mouse. The style sheet draws the movement: the cell has
 * `data-dragged` and `--drag-x`, `--drag-y`, the one below the pointer `data-over`. A press without movement stays a
 * click.
 */
import { useRef, type PointerEvent } from 'react'

/** Pixels a finger may move during a tap. */
const LEAST_WAY = 6

type Drag = { pointer: number; from: HTMLElement; x: number; y: number; isMoving: boolean; over: HTMLElement | null }

/** Handlers for an element around the board. */
export function useDrag(onDrop: (from: number, to: number) => void) {
  const drag = useRef<Drag | null>(null)

  const end = () => {
    const { current } = drag
    drag.current = null
    if (current === null) return
    delete current.from.dataset.dragged
    delete current.over?.dataset.over
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const from = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null
      if (from === null || event.button !== 0 || !event.isPrimary) return
      drag.current = { pointer: event.pointerId, from, x: event.clientX, y: event.clientY, isMoving: false, over: null }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = drag
      if (current === null || current.pointer !== event.pointerId) return
      const [x, y] = [event.clientX - current.x, event.clientY - current.y]
      if (!current.isMoving) {
        if (Math.hypot(x, y) < LEAST_WAY) return
        current.isMoving = true
        current.from.dataset.dragged = ''
        // Captures the pointer beyond the board; the click at the end then belongs to no cell.
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      current.from.style.setProperty('--drag-x', `${x}px`)
      current.from.style.setProperty('--drag-y', `${y}px`)
      const over = cellAt(event)
      if (over === current.over) return
      delete current.over?.dataset.over
      current.over = over
      if (over !== null && over !== current.from) over.dataset.over = ''
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const { current } = drag
      const to = current?.isMoving === true ? cellAt(event) : null
      end()
      if (current === null || to === null || to === current.from) return
      onDrop(Number(current.from.dataset.cell), Number(to.dataset.cell))
    },
    onPointerCancel: end,
  }
}

/** The dragged cell lets the pointer through, so this is the one below it. */
function cellAt({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): HTMLElement | null {
  const found = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-cell]') ?? null
  return currentTarget.contains(found) ? found : null
}
