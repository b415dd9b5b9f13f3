/**
 * Pan, pinch, double tap, wheel and swipe on the stage of an issue, by pointer events. Moves the sheet directly without
 * React renders; reports the scale when a gesture ends. A drag does not open an article.
 */
import { moveBy, READING_SCALE, toTurn, WHOLE, zoomAt, type Size, type View } from '../domain/zooming.ts'

export type Gestures = {
  zoom: (factor: number) => void
  move: (x: number, y: number) => void
  reset: () => void
  isZoomed: () => boolean
  stop: () => void
}

export type GestureOptions = {
  stage: HTMLElement
  sheet: HTMLElement
  onScale: (scale: number) => void
  onTurn: (turn: -1 | 1) => void
}

/** Pixels a finger may move during a tap. */
const TREMBLE = 8
const DOUBLE_TAP_MS = 300

type Point = { x: number; y: number }

/** Long, because view, fingers and the current press are one state. */
export function createGestures({ stage, sheet, onScale, onTurn }: GestureOptions): Gestures {
  const fingers = new Map<number, Point>()
  let view: View = WHOLE
  let frame = 0
  let start: (Point & { at: number }) | null = null
  let hasMoved = false
  let lastTap: (Point & { at: number }) | null = null

  const sizeOf = ({ offsetWidth, offsetHeight }: HTMLElement): Size => ({ width: offsetWidth, height: offsetHeight })
  /** Relative to the corner of the untransformed sheet. */
  const toPoint = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top } = stage.getBoundingClientRect()
    return { x: clientX - left - sheet.offsetLeft, y: clientY - top - sheet.offsetTop }
  }
  const room = (): Size => ({
    width: Math.min(stage.clientWidth, sheet.offsetWidth),
    height: Math.min(stage.clientHeight, sheet.offsetHeight),
  })

  function set(next: View): void {
    const before = view.scale
    view = next
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      const { scale, x, y } = view
      sheet.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`
    })
    stage.toggleAttribute('data-zoomed', view.scale > 1)
    if ((before === 1) !== (view.scale === 1) || fingers.size === 0) onScale(view.scale)
  }
  const zoomTo = (factor: number, point: Point) => set(zoomAt(view, factor, point, sizeOf(sheet), room()))
  const center = (): Point => ({ x: room().width / 2, y: room().height / 2 })

  function onDown(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    fingers.set(event.pointerId, toPoint(event))
    if (fingers.size === 1) {
      start = { ...toPoint(event), at: event.timeStamp }
      hasMoved = false
    } else hasMoved = true
  }

  function onMove(event: PointerEvent): void {
    const before = fingers.get(event.pointerId)
    if (before === undefined) return
    const now = toPoint(event)
    if (fingers.size === 2) {
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
      const was = Math.hypot(before.x - other!.x, before.y - other!.y)
      const is = Math.hypot(now.x - other!.x, now.y - other!.y)
      fingers.set(event.pointerId, now)
      if (was > 0) zoomTo(is / was, { x: (now.x + other!.x) / 2, y: (now.y + other!.y) / 2 })
      return
    }
    if (start !== null && Math.hypot(now.x - start.x, now.y - start.y) > TREMBLE && !hasMoved) {
      hasMoved = true
      // From here on the pointer drags the page, wherever it goes.
      if (view.scale > 1) stage.setPointerCapture(event.pointerId)
    }
    fingers.set(event.pointerId, now)
    if (view.scale > 1 && hasMoved) set(moveBy(view, now.x - before.x, now.y - before.y, sizeOf(sheet), room()))
  }

  function onUp(event: PointerEvent): void {
    const point = fingers.get(event.pointerId)
    if (point === undefined) return
    fingers.delete(event.pointerId)
    if (fingers.size > 0) return
    const begun = start
    start = null
    if (event.type === 'pointerup' && begun !== null) {
      if (hasMoved && view.scale === 1 && event.pointerType === 'touch') {
        const turn = toTurn({ x: point.x - begun.x, y: point.y - begun.y, milliseconds: event.timeStamp - begun.at })
        if (turn !== 0) onTurn(turn)
      }
      if (!hasMoved && event.pointerType === 'touch') tap(point, event)
    }
    onScale(view.scale)
  }

  function tap(point: Point, event: PointerEvent): void {
    const isDouble =
      lastTap !== null &&
      event.timeStamp - lastTap.at < DOUBLE_TAP_MS &&
      Math.hypot(point.x - lastTap.x, point.y - lastTap.y) < 40
    lastTap = isDouble ? null : { ...point, at: event.timeStamp }
    if (isDouble) toggle(point)
  }

  const toggle = (point: Point) => (view.scale > 1 ? set(WHOLE) : zoomTo(READING_SCALE, point))

  function onDoubleClick(event: MouseEvent): void {
    // A double tap was already recognised by its two taps.
    if ('pointerType' in event && event.pointerType === 'touch') return
    event.preventDefault()
    toggle(toPoint(event))
  }

  function onWheel(event: WheelEvent): void {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      zoomTo(Math.exp(-event.deltaY / 200), toPoint(event))
    } else if (view.scale > 1) {
      event.preventDefault()
      set(moveBy(view, -event.deltaX, -event.deltaY, sizeOf(sheet), room()))
    }
  }

  function onClick(event: MouseEvent): void {
    if (!hasMoved) return
    event.preventDefault()
    event.stopPropagation()
  }

  const isPassive = { passive: false } as const
  stage.addEventListener('pointerdown', onDown)
  stage.addEventListener('pointermove', onMove)
  stage.addEventListener('pointerup', onUp)
  stage.addEventListener('pointercancel', onUp)
  stage.addEventListener('dblclick', onDoubleClick)
  stage.addEventListener('wheel', onWheel, isPassive)
  stage.addEventListener('click', onClick, true)
  const preventDrag = (event: Event) => event.preventDefault()
  stage.addEventListener('dragstart', preventDrag)

  return {
    zoom: (factor) => zoomTo(factor, center()),
    move: (x, y) => set(moveBy(view, x, y, sizeOf(sheet), room())),
    reset: () => set(WHOLE),
    isZoomed: () => view.scale > 1,
    stop() {
      cancelAnimationFrame(frame)
      sheet.style.transform = ''
      stage.removeAttribute('data-zoomed')
      stage.removeEventListener('pointerdown', onDown)
      stage.removeEventListener('pointermove', onMove)
      stage.removeEventListener('pointerup', onUp)
      stage.removeEventListener('pointercancel', onUp)
      stage.removeEventListener('dblclick', onDoubleClick)
      stage.removeEventListener('wheel', onWheel)
      stage.removeEventListener('click', onClick, true)
      stage.removeEventListener('dragstart', preventDrag)
    },
  }
}
