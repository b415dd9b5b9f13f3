/** Shared by sudoku and kakuro: writing digits and notes, checking, tips, and the keys below the board. */
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Game, Level } from '@lokalteil/domain/games/games'
import { judgeTips, toCountedSeconds } from '../domain/tips.ts'
import { gameTexts } from './games-texts.ts'
import { Tool } from './GameFrame.tsx'
import css from './Games.module.css'
import {
  eraseCell,
  formatNumbers,
  listNotes,
  parseNumbers,
  startNumbers,
  toggleNote,
  writeDigit,
  writeTip,
  type NumberState,
} from './number-state.ts'
import { useGame, type GameControls } from './use-game.ts'

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

type NumberBoard = {
  game: Game
  day: string
  level: Level | ''
  givens: readonly number[]
  /** 0 for cells without a digit. */
  solution: readonly number[]
  peersOf: (cell: number) => readonly number[]
  first: number
}

export type NumberGame = {
  controls: GameControls<NumberState>
  current: number
  setCurrent: (cell: number) => void
  /** Wrong cells, after a check was requested. */
  wrong: ReadonlySet<number>
  message: string
  onKey: (event: KeyboardEvent) => boolean
  pad: ReactNode
  tools: ReactNode
}

export function useNumberGame({ game, day, level, givens, solution, peersOf, first }: NumberBoard): NumberGame {
  const open = givens.filter((given, cell) => given === 0 && solution[cell] !== 0).length
  const controls = useGame<NumberState>({
    game,
    day,
    level,
    start: startNumbers(givens),
    parse: (text) => parseNumbers(text, givens),
    format: formatNumbers,
    judge: ({ cells, tips }) =>
      cells.every((digit, cell) => digit === solution[cell]) ? judgeTips(open, tips.length) : 'open',
    toWonIn: ({ tips }, seconds) => toCountedSeconds(seconds, tips.length),
    onUndo: (before, { tips }) => ({ ...before, tips }),
  })
  const { state, outcome, isPaused } = controls
  const [current, setCurrent] = useState(first)
  const [isNoting, setNoting] = useState(false)
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set())
  const [told, setTold] = useState('')
  const isOpen = outcome === 'open' && !isPaused

  const change = (next: NumberState) => {
    setTold('')
    setWrong(new Set([...wrong].filter((cell) => next.cells[cell] === state.cells[cell])))
    controls.move(next)
  }
  const isFree = (cell: number) => isOpen && givens[cell] === 0 && solution[cell] !== 0
  const press = (digit: number) => {
    if (!isFree(current)) return
    change(isNoting ? toggleNote(state, current, digit) : writeDigit(state, current, digit, peersOf(current)))
  }
  const erase = () => {
    if (isFree(current) && (state.cells[current] !== 0 || state.notes[current] !== 0)) change(eraseCell(state, current))
  }
  const check = () => {
    const found = state.cells.flatMap((digit, cell) => (digit !== 0 && digit !== solution[cell] ? [cell] : []))
    setWrong(new Set(found))
    setTold(found.length === 0 ? gameTexts.allRight : gameTexts.mistakes(found.length))
  }
  const hint = () => {
    const isWanted = (cell: number) => isFree(cell) && state.cells[cell] !== solution[cell]
    const cell = isWanted(current) ? current : state.cells.findIndex((_, other) => isWanted(other))
    if (cell === -1) return
    setCurrent(cell)
    change(writeTip(state, cell, solution[cell]!, peersOf(cell)))
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') controls.undo()
    else if (event.ctrlKey || event.metaKey || event.altKey) return false
    else if (/^[1-9]$/.test(event.key)) press(Number(event.key))
    else if (event.key === 'Backspace' || event.key === 'Delete' || event.key === '0') erase()
    else if (event.key.toLowerCase() === 'n') setNoting(!isNoting)
    else return false
    return true
  }
  const left = (digit: number) => (givens.length === 81 ? 9 - state.cells.filter((other) => other === digit).length : 1)
  return {
    controls,
    current,
    setCurrent,
    wrong,
    message: gameTexts.ending(outcome, controls.readSeconds(), state.tips.length, open) || told,
    onKey,
    tools: (
      <>
        <Tool icon="check" label={gameTexts.check} isOff={!isOpen} onClick={check} />
        <Tool icon="star" label={gameTexts.hint} isOff={!isOpen} onClick={hint} />
      </>
    ),
    pad: (
      <div className={css.digits} role="group" aria-label={gameTexts.sudoku.digits}>
        {DIGITS.map((digit) => (
          <button
            key={digit}
            type="button"
            data-note={isNoting || undefined}
            data-used={left(digit) <= 0 || undefined}
            onClick={() => press(digit)}
          >
            {digit}
          </button>
        ))}
        <button type="button" className={css.erase} aria-label={gameTexts.erase} onClick={erase}>
          <span aria-hidden="true">⌫</span> <span className={css.eraseName}>{gameTexts.erase}</span>
        </button>
        <button type="button" className={css.wide} aria-pressed={isNoting} onClick={() => setNoting(!isNoting)}>
          {gameTexts.sudoku.notes}
        </button>
      </div>
    ),
  }
}

/** The digit, or the notes of an empty cell. */
export function NumberContent({ digit, note }: { digit: number; note: number }) {
  if (digit !== 0) return digit
  if (note === 0) return null
  return (
    <span className={css.notes}>
      {DIGITS.map((mark) => (
        <span key={mark}>{(note & (1 << (mark - 1))) === 0 ? '' : mark}</span>
      ))}
    </span>
  )
}

export function nameDigit(digit: number, note: number): string {
  if (digit !== 0) return String(digit)
  return note === 0 ? gameTexts.empty : gameTexts.sudoku.notesOf(listNotes(note).join(' '))
}
