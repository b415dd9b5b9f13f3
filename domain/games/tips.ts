/**
 * What a player solved and what tips filled in. A puzzle counts as solved while tips filled less than half of its open
 * cells; below that each tip costs seconds. A cell stays a tip's when it is emptied or the move is taken back: the player
 * has seen it.
 */
import { MOST_SECONDS } from './progress.ts'

export const TIP_SECONDS = 30

/** Of a puzzle that is filled in rightly. */
export function judgeTips(open: number, tips: number): 'won' | 'helped' {
  return tips * 2 < open ? 'won' : 'helped'
}

/** The time that counts for the best one. */
export function toCountedSeconds(seconds: number, tips: number): number {
  return Math.min(MOST_SECONDS, seconds + tips * TIP_SECONDS)
}

export function addTip(tips: readonly number[], cell: number): readonly number[] {
  return tips.includes(cell) ? tips : [...tips, cell].toSorted((a, b) => a - b)
}

/** A mark for each cell up to the last one that is a tip's. */
export function formatTips(tips: readonly number[]): string {
  return Array.from({ length: (tips.at(-1) ?? -1) + 1 }, (_, cell) => (tips.includes(cell) ? '1' : '0')).join('')
}

/** `isOpen`: whether a tip can have written there. */
export function parseTips(text: string, isOpen: (cell: number) => boolean): readonly number[] {
  return Array.from(text).flatMap((mark, cell) => (mark === '1' && isOpen(cell) ? [cell] : []))
}
