/** A crossword to play: select a word in the grid or among the clues, then type its letters. */
import { useState, type CSSProperties, type KeyboardEvent } from 'react'
import {
  BLOCK,
  EMPTY,
  listCells,
  listClueCells,
  listWordsAt,
  toLetters,
  toSolution,
  type CrosswordPuzzle,
  type CrosswordWord,
} from '../domain/crossword.ts'
import { addTip, formatTips, judgeTips, parseTips, toCountedSeconds } from '../domain/tips.ts'
import { gameTexts } from './games-texts.ts'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { BoardGrid, type Cell } from './BoardGrid.tsx'
import { GameFrame, Tool, type GameData } from './GameFrame.tsx'
import css from './Games.module.css'
import { useGame } from './use-game.ts'

const texts = gameTexts.crossword
const KEY_ROWS: readonly string[] = ['QWERTZUIOP', 'ASDFGHJKL', 'YXCVBNM']

type CrosswordState = {
  letters: readonly string[]
  /** Cells filled by a tip, in order. */
  tips: readonly number[]
}

/** Long, because letters, selected word and direction are one state. */
export function CrosswordGame({ data }: { data: GameData<'kreuzwortraetsel', CrosswordPuzzle> }) {
  const { puzzle } = data
  const { width, height, words } = puzzle
  const clueCells = listClueCells(puzzle)
  const solution = toSolution(puzzle)
  const open = solution.filter((letter) => letter !== BLOCK).length
  const controls = useGame<CrosswordState>({
    game: data.game,
    day: data.day,
    level: '',
    start: { letters: solution.map((letter) => (letter === BLOCK ? BLOCK : EMPTY)), tips: [] },
    parse: (text) => parseState(text, solution),
    format: ({ letters, tips }) => [letters.join(''), ...(tips.length === 0 ? [] : [formatTips(tips)])].join('|'),
    judge: ({ letters, tips }) =>
      letters.every((letter, cell) => letter === solution[cell]) ? judgeTips(open, tips.length) : 'open',
    toWonIn: ({ tips }, seconds) => toCountedSeconds(seconds, tips.length),
    onUndo: (before, { tips }) => ({ ...before, tips }),
  })
  const { outcome, isPaused } = controls
  const { letters, tips } = controls.state
  const [word, setWord] = useState<CrosswordWord>(words[0]!)
  const [current, setCurrent] = useState(listCells(puzzle, words[0]!)[0]!)
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set())
  const [told, setTold] = useState('')
  const isOpen = outcome === 'open' && !isPaused
  const cells = listCells(puzzle, word)

  const choose = (next: CrosswordWord) => {
    const own = listCells(puzzle, next)
    setWord(next)
    setCurrent(own.find((cell) => letters[cell] === EMPTY) ?? own[0]!)
  }
  const go = (cell: number) => {
    setCurrent(cell)
    const through = listWordsAt(puzzle, cell)
    setWord(through.find((other) => other.number === word.number && other.direction === word.direction) ?? through[0]!)
  }
  const turn = (cell: number) => {
    const other = listWordsAt(puzzle, cell).find(({ direction }) => direction !== word.direction)
    if (other !== undefined) setWord(other)
  }
  const step = (by: number) => choose(words[(words.indexOf(word) + by + words.length) % words.length]!)
  const change = (next: readonly string[], tip?: number) => {
    setTold('')
    setWrong(new Set([...wrong].filter((cell) => next[cell] === letters[cell])))
    controls.move({ letters: next, tips: tip === undefined ? tips : addTip(tips, tip) })
  }
  const write = (text: string) => {
    if (!isOpen || text === '') return
    const at = cells.indexOf(current)
    const next = [...letters]
    for (const [index, letter] of Array.from(text).entries()) {
      const cell = cells[at + index]
      if (cell !== undefined) next[cell] = letter
    }
    setCurrent(cells[Math.min(at + text.length, cells.length - 1)]!)
    change(next)
  }
  const erase = () => {
    if (!isOpen) return
    const before = cells[cells.indexOf(current) - 1]
    const cell = letters[current] === EMPTY && before !== undefined ? before : current
    setCurrent(cell)
    if (letters[cell] !== EMPTY) change(letters.with(cell, EMPTY))
  }
  const check = () => {
    const found = letters.flatMap((letter, cell) => (letter !== EMPTY && letter !== solution[cell] ? [cell] : []))
    setWrong(new Set(found))
    setTold(found.length === 0 ? gameTexts.allRight : gameTexts.mistakes(found.length))
  }
  const hint = () => {
    const cell = [current, ...cells].find((other) => letters[other] !== solution[other])
    if (cell === undefined) return
    setCurrent(cell)
    change(letters.with(cell, solution[cell]!), cell)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') controls.undo()
    else if (event.ctrlKey || event.metaKey || event.altKey) return false
    else if (event.key === 'Backspace' || event.key === 'Delete') erase()
    else if (event.key === ' ') turn(current)
    else if (event.key === 'Enter') step(1)
    else if (toLetters(event.key) !== '') write(toLetters(event.key))
    else return false
    return true
  }

  // If there are clue cells, the numbers are in them.
  const numbers = new Map(
    clueCells === null ? words.map(({ row, column, number }) => [row * width + column, number]) : [],
  )
  // In a dense grid an inner cell without a clue still belongs to the grid.
  const toBlank = (cell: number) => (clueCells !== null && cell >= width && cell % width > 0 ? 'clue' : 'block')
  const cellAt = (cell: number): Cell => {
    const letter = letters[cell]!
    if (letter === BLOCK) {
      const clues = clueCells?.get(cell)
      if (clues === undefined) return { label: '', marks: toBlank(cell), isInert: true }
      return {
        label: clues.map(nameNumber).join(', '),
        content: <ClueMarks words={clues} />,
        marks: clues.includes(word) ? 'clue chosen' : 'clue',
        isInert: true,
      }
    }
    const shown = letter === EMPTY ? gameTexts.empty : letter
    const [through = word] = cells.includes(cell) ? [word] : listWordsAt(puzzle, cell)
    const isWrong = wrong.has(cell)
    const name = texts.letter(shown, listCells(puzzle, through).indexOf(cell) + 1, nameClue(through))
    return {
      label: isWrong ? `${name}, ${gameTexts.wrong}` : name,
      content: (
        <>
          {numbers.has(cell) && <span className={css.at} data-text={numbers.get(cell)} />}
          {letter === EMPTY ? null : letter}
        </>
      ),
      marks: [cells.includes(cell) ? 'peer' : '', isWrong ? 'wrong' : ''].join(' ').trim(),
    }
  }
  const size = { '--rows': height } as CSSProperties
  return (
    <GameFrame
      data={data}
      controls={controls}
      message={gameTexts.ending(outcome, controls.readSeconds(), tips.length, open) || told}
      tools={
        <>
          <Tool icon="check" label={gameTexts.check} isOff={!isOpen} onClick={check} />
          <Tool icon="star" label={gameTexts.hint} isOff={!isOpen} onClick={hint} />
        </>
      }
      board={
        <BoardGrid
          label={texts.label(height, width)}
          rows={height}
          columns={width}
          current={current}
          cellAt={cellAt}
          onCurrent={go}
          onPress={(cell) => {
            if (cell === current) turn(cell)
          }}
          onKey={onKey}
          onInert={(cell) => {
            const clues = clueCells?.get(cell)
            if (clues !== undefined) choose(clues.find((other) => other !== word) ?? clues[0]!)
          }}
          className={css.crossword}
          style={size}
        />
      }
      pad={
        <>
          <div className={css.clue}>
            <button type="button" aria-label={texts.previous} onClick={() => step(-1)}>
              <Icon name="chevron-left" />
            </button>
            <span>{nameClue(word)}</span>
            <button type="button" aria-label={texts.next} onClick={() => step(1)}>
              <Icon name="chevron-right" />
            </button>
          </div>
          <div className={`${css.keyboard} ${css.touchOnly}`} role="group" aria-label={texts.keyboard}>
            {KEY_ROWS.map((row, index) => (
              <div key={row}>
                {Array.from(row, (letter) => (
                  <button key={letter} type="button" onClick={() => write(letter)}>
                    {letter}
                  </button>
                ))}
                {index === 2 && (
                  <button type="button" className={css.wideKey} aria-label={gameTexts.erase} onClick={erase}>
                    ⌫
                  </button>
                )}
              </div>
            ))}
          </div>
        </>
      }
      below={
        <div className={css.clues}>
          {(['across', 'down'] as const).map((direction) => (
            <section key={direction}>
              <h2>{texts[direction]}</h2>
              <ol>
                {words
                  .filter((other) => other.direction === direction)
                  .map((other) => (
                    <li key={other.number}>
                      <button
                        type="button"
                        aria-current={other === word || undefined}
                        data-done={listCells(puzzle, other).every((cell) => letters[cell] !== EMPTY) || undefined}
                        onClick={() => choose(other)}
                      >
                        <b>{other.number}</b> {other.clue} ({other.answer.length})
                      </button>
                    </li>
                  ))}
              </ol>
            </section>
          ))}
        </div>
      }
      solution={
        <table
          className={`${css.board} ${css.small} ${css.crossword}`}
          style={{ ...size, '--columns': width } as CSSProperties}
        >
          <tbody>
            {Array.from({ length: height }, (_, row) => (
              <tr key={row}>
                {solution.slice(row * width, (row + 1) * width).map((letter, column) => {
                  const clues = clueCells?.get(row * width + column)
                  return (
                    <td
                      key={column}
                      data-marks={letter !== BLOCK ? '' : clues === undefined ? toBlank(row * width + column) : 'clue'}
                    >
                      {letter !== BLOCK ? letter : clues === undefined ? '' : <ClueMarks words={clues} />}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  )
}

/** The clues that begin here, with the directions of their words. */
function ClueMarks({ words }: { words: readonly CrosswordWord[] }) {
  return words.map(({ direction, number }) => (
    <span key={direction} className={css.clueMark} data-direction={direction} data-text={number} />
  ))
}

function nameNumber({ number, direction }: CrosswordWord): string {
  return texts.number(number, texts[direction].toLocaleLowerCase('de'))
}

function nameClue({ number, direction, clue, answer }: CrosswordWord): string {
  return texts.clue(number, texts[direction].toLocaleLowerCase('de'), clue, answer.length)
}

function parseState(text: string, solution: readonly string[]): CrosswordState | null {
  const [written = '', tips = ''] = text.split('|')
  const letters = Array.from(written)
  if (letters.length !== solution.length) return null
  const isFine = letters.every((letter, cell) =>
    solution[cell] === BLOCK ? letter === BLOCK : /^[A-Z.]$/.test(letter),
  )
  return isFine ? { letters, tips: parseTips(tips, (cell) => solution[cell] !== BLOCK) } : null
}
