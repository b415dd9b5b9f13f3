/**
 * The state of a board of digits: digits, notes as bits, and cells filled by tips; with its text format for storage.
 */
import { addTip, formatTips, parseTips } from '../domain/tips.ts'

export type NumberState = {
  /** 0: empty. */
  cells: readonly number[]
  /** Bit 0: the note 1. */
  notes: readonly number[]
  /** Cells filled by a tip, in order. */
  tips: readonly number[]
}

export function startNumbers(givens: readonly number[]): NumberState {
  return { cells: givens, notes: givens.map(() => 0), tips: [] }
}

export function formatNumbers({ cells, notes, tips }: NumberState): string {
  const written = notes.map((note) => (note === 0 ? '' : note.toString(32))).join('.')
  return [cells.join(''), written.replace(/\.+$/, ''), ...(tips.length === 0 ? [] : [formatTips(tips)])].join('|')
}

/** Null: the text belongs to another board. Givens are kept. */
export function parseNumbers(text: string, givens: readonly number[]): NumberState | null {
  const [digits = '', written = '', tips = ''] = text.split('|')
  if (digits.length !== givens.length || !/^\d+$/.test(digits)) return null
  const notes = written.split('.')
  return {
    cells: givens.map((given, cell) => (given === 0 ? Number(digits[cell]) : given)),
    notes: givens.map((_, cell) => Number.parseInt(notes[cell] || '0', 32) & 0b111111111),
    tips: parseTips(tips, (cell) => givens[cell] === 0),
  }
}

/** Writes the digit, or clears it if it is there already. `peers`: cells that may not have the same digit. */
export function writeDigit(state: NumberState, cell: number, digit: number, peers: readonly number[]): NumberState {
  const next = state.cells[cell] === digit ? 0 : digit
  const bit = next === 0 ? 0 : 1 << (next - 1)
  return {
    ...state,
    cells: state.cells.with(cell, next),
    notes: state.notes.map((note, other) => (other === cell ? 0 : peers.includes(other) ? note & ~bit : note)),
  }
}

export function toggleNote(state: NumberState, cell: number, digit: number): NumberState {
  if (state.cells[cell] !== 0) return state
  return { ...state, notes: state.notes.with(cell, state.notes[cell]! ^ (1 << (digit - 1))) }
}

export function eraseCell(state: NumberState, cell: number): NumberState {
  return { ...state, cells: state.cells.with(cell, 0), notes: state.notes.with(cell, 0) }
}

export function writeTip(state: NumberState, cell: number, digit: number, peers: readonly number[]): NumberState {
  return { ...writeDigit(eraseCell(state, cell), cell, digit, peers), tips: addTip(state.tips, cell) }
}

export function listNotes(note: number): number[] {
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => (note & (1 << (digit - 1))) !== 0)
}
