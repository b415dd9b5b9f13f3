/**
 * Tips: whether a puzzle counts as solved by the player. It does while tips filled less than half of its open cells;
 * each tip then costs seconds. A cell stays marked as a tip when it is emptied or the move is undone, because the
 * player has seen it.
 */
import { MOST_SECONDS } from '@lokalteil/domain/games/progress'

export const TIP_SECONDS = 30

/** For a correctly completed puzzle. */
export function judgeTips(open: number, tips: number): 'won' | 'helped' {
  return tips * 2 < open ? 'won' : 'helped'
}

/** The time that counts for the best time. */
export function toCountedSeconds(seconds: number, tips: number): number {
  return Math.min(MOST_SECONDS, seconds + tips * TIP_SECONDS)
}

export function addTip(tips: readonly number[], cell: number): readonly number[] {
  return tips.includes(cell) ? tips : [...tips, cell].toSorted((a, b) => a - b)
}

/** One mark for each cell, up to the last one filled by a tip. */
export function formatTips(tips: readonly number[]): string {
  return Array.from({ length: (tips.at(-1) ?? -1) + 1 }, (_, cell) => (tips.includes(cell) ? '1' : '0')).join('')
}

/** `isOpen`: whether the cell was to be filled. */
export function parseTips(text: string, isOpen: (cell: number) => boolean): readonly number[] {
  return Array.from(text).flatMap((mark, cell) => (mark === '1' && isOpen(cell) ? [cell] : []))
}
