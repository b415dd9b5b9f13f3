/**
 * Zooming and panning of a sheet of pages: scaled by `scale`, moved by `x` and `y` pixels from the corner of its stage.
 */
export type View = { scale: number; x: number; y: number }
export type Size = { width: number; height: number }

export const WHOLE: View = { scale: 1, x: 0, y: 0 }
export const MOST_SCALE = 5
/** The scale after a double tap. */
export const READING_SCALE = 2.5

/** `sheet`: its size at scale 1. A sheet smaller than the stage is not moved; a larger one must cover the stage. */
export function clampView({ scale, x, y }: View, sheet: Size, stage: Size): View {
  const limited = Math.min(MOST_SCALE, Math.max(1, scale))
  if (limited === 1) return WHOLE
  return {
    scale: limited,
    x: clampOffset(x, sheet.width * limited, stage.width),
    y: clampOffset(y, sheet.height * limited, stage.height),
  }
}

function clampOffset(offset: number, length: number, room: number): number {
  if (length <= room) return (room - length) / 2
  return Math.min(0, Math.max(room - length, offset))
}

/** Keeps the content under `point` in place. `point`: pixels from the stage's corner. */
export function zoomAt(view: View, factor: number, point: { x: number; y: number }, sheet: Size, stage: Size): View {
  const scale = Math.min(MOST_SCALE, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return clampView(
    { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio },
    sheet,
    stage,
  )
}

export function moveBy(view: View, x: number, y: number, sheet: Size, stage: Size): View {
  return clampView({ ...view, x: view.x + x, y: view.y + y }, sheet, stage)
}

/** A quick swipe over unzoomed pages: 1 forward, -1 back, 0 neither. */
export function toTurn(moved: { x: number; y: number; milliseconds: number }): -1 | 0 | 1 {
  const { x, y, milliseconds } = moved
  if (Math.abs(x) < 45 || Math.abs(x) < 2 * Math.abs(y) || milliseconds > 800) return 0
  return x < 0 ? 1 : -1
}
