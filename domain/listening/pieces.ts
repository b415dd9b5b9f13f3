/** Pieces to listen to, and the queue. */

type Listed = {
  /** `article:130`, `episode:511`, `radio`: the same piece wherever it is offered. */
  key: string
  title: string
  /** Title of the podcast, or the publication. */
  by: string
  /** Path of its page. */
  target: string
}
/** A recording. `src` '' means that it must be requested (addresses of paid recordings expire). */
export type Recording = Listed & {
  kind: 'recording'
  src: string
  /** 0: unknown until it is loaded. */
  seconds: number
  /** '' for a human voice, else the label that must be shown. */
  voiceLabel: string
}
/**
 * A text for the browser's voice, block by block: `opening` is public; `blocks` is the body, empty if it must be
 * requested.
 */
export type Text = Listed & { kind: 'text'; opening: readonly string[]; blocks: readonly string[] }
/** A live programme. */
export type Stream = Listed & { kind: 'stream'; src: string; fallback: string }
export type Piece = Recording | Text | Stream

export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const
export const SKIP_SECONDS = 15
/** Minutes; `end`: stop after the current piece. */
export const SLEEP_CHOICES = ['off', '15', '30', '60', 'end'] as const
export type SleepChoice = (typeof SLEEP_CHOICES)[number]

const LONGEST_QUEUE = 50

/** A piece is queued once; the current one is not in the queue. */
export function addToQueue(queue: readonly Piece[], piece: Piece, current: Piece | null): readonly Piece[] {
  if (piece.key === current?.key || queue.length >= LONGEST_QUEUE) return queue
  return queue.some(({ key }) => key === piece.key) ? queue : [...queue, piece]
}

export function removeFromQueue(queue: readonly Piece[], key: string): readonly Piece[] {
  return queue.filter((piece) => piece.key !== key)
}

export function toSpeed(value: unknown): number {
  return SPEEDS.find((speed) => speed === Number(value)) ?? 1
}

/** From 0 to 1. */
export function toVolume(value: unknown): number {
  const volume = Number(value)
  return value !== null && volume >= 0 && volume <= 1 ? volume : 1
}

export function clampPosition(seconds: number, length: number): number {
  const most = length > 0 ? length : Number.POSITIVE_INFINITY
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), most) : 0
}

export type KeptPlayer = { current: Piece | null; queue: readonly Piece[] }

/**
 * The form stored for the next page of the tab: without article text and without addresses that expire, because both
 * may be paid for.
 */
export function toKeptPiece(piece: Piece): Piece {
  if (piece.kind === 'text') return { ...piece, blocks: [] }
  return piece.kind === 'recording' && piece.src.includes('?') ? { ...piece, src: '' } : piece
}

export function parseKeptPlayer(text: string | null): KeptPlayer {
  try {
    const value = JSON.parse(text ?? 'null') as { current?: unknown; queue?: unknown } | null
    const current = toPiece(value?.current)
    const queue = Array.isArray(value?.queue)
      ? value.queue.slice(0, LONGEST_QUEUE).flatMap((one) => toPiece(one) ?? [])
      : []
    return { current, queue }
  } catch {
    return { current: null, queue: [] }
  }
}

function toPiece(value: unknown): Piece | null {
  if (typeof value !== 'object' || value === null) return null
  const given = value as Record<string, unknown>
  const { kind, key, title, by, target, src, seconds, voiceLabel, fallback, opening } = given
  if (typeof key !== 'string' || typeof title !== 'string' || typeof by !== 'string' || typeof target !== 'string')
    return null
  // Only a path of this site.
  if (!/^\/(?![/\\])/.test(target)) return null
  const base = { key, title, by, target }
  if (kind === 'text') {
    const words = Array.isArray(opening) ? opening.filter((word) => typeof word === 'string').slice(0, 3) : []
    return { ...base, kind, opening: words, blocks: [] }
  }
  if (typeof src !== 'string' || (src !== '' && !/^(?:\/(?![/\\])|https:\/\/)/.test(src))) return null
  if (kind === 'recording' && typeof seconds === 'number' && typeof voiceLabel === 'string')
    return { ...base, kind, src, seconds: Math.max(0, seconds), voiceLabel }
  return kind === 'stream' && typeof fallback === 'string' ? { ...base, kind, src, fallback } : null
}

/** `article:130` → `130`; null: not an article. */
export function toArticleId(key: string): string | null {
  return /^article:(\d{1,30})$/.exec(key)?.[1] ?? null
}
