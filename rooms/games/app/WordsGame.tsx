/** A word-guessing game: typed on the keyboard or on the one below the board. */
import { useEffect, useState } from 'react'
import {
  decideWords,
  isListed,
  KEY_ROWS,
  markGuess,
  markLetters,
  MOST_GUESSES,
  toWord,
  WORD_LENGTH,
  type Mark,
  type WordPuzzle,
} from '../domain/words.ts'
import { formatDate } from '@lokalteil/domain/german'
import { gameTexts } from './games-texts.ts'
import { useSurroundings } from '@lokalteil/web/app/page/portal'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { GameFrame, type GameData } from './GameFrame.tsx'
import css from './Games.module.css'
import { useGame } from './use-game.ts'

const texts = gameTexts.words
const SIGNS: Readonly<Record<Mark, string>> = { hit: '🟩', near: '🟨', miss: '⬜' }

/** Long, because guesses, the current line and the keys are one state. */
export function WordsGame({ data }: { data: GameData<'wortraten', WordPuzzle> }) {
  const { answer } = data.puzzle
  const { name } = useSurroundings().publication
  const controls = useGame<readonly string[]>({
    game: data.game,
    day: data.day,
    level: '',
    start: [],
    parse: parseGuesses,
    format: (guesses) => guesses.join('.'),
    judge: (guesses) => decideWords(guesses, answer),
  })
  const { state: guesses, outcome, isReady } = controls
  const [typed, setTyped] = useState('')
  const [told, setTold] = useState('')
  const [insisted, setInsisted] = useState('')
  const isOpen = isReady && outcome === 'open'
  const known = markLetters(guesses, answer)

  const type = (letter: string) => {
    if (isOpen && typed.length < WORD_LENGTH) setTyped(typed + letter)
    setTold('')
  }
  const enter = async () => {
    const word = toWord(typed)
    if (!isOpen) return
    if (word === null) return setTold(texts.tooShort)
    if (guesses.includes(word)) return setTold(texts.again)
    if (word !== answer && insisted !== word && !(await isKnownWord(word))) {
      setInsisted(word)
      return setTold(texts.unknown(word.toLocaleUpperCase('de')))
    }
    const next = [...guesses, word]
    setTyped('')
    setTold(decideWords(next, answer) === 'open' ? `${texts.guess(next.length)}: ${nameMarks(word, answer)}` : '')
    controls.move(next)
  }
  const press = (key: string): boolean => {
    if (key === 'Enter') void enter()
    else if (key === 'Backspace') {
      setTyped(typed.slice(0, -1))
      setTold('')
    } else if (/^[a-zäöüß]$/i.test(key)) type(key.toLocaleLowerCase('de'))
    else return false
    return true
  }
  // Keys work anywhere on the page unless another element uses them.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('input, textarea, select, dialog') !== null && target !== null) return
      if (event.key === 'Enter' && target?.closest('button, a, summary') !== null && target !== null) return
      if (press(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })

  const share = async () => {
    const count = outcome === 'won' ? String(guesses.length) : 'X'
    const rows = guesses.map((guess) =>
      markGuess(guess, answer)
        .map((mark) => SIGNS[mark])
        .join(''),
    )
    const head = texts.shareHead(name, formatDate(new Date(`${data.day}T12:00:00Z`)), count)
    try {
      await navigator.clipboard.writeText([head, ...rows].join('\n'))
      setTold(texts.shared)
    } catch {
      setTold(head)
    }
  }
  const end =
    outcome === 'won' ? texts.won(guesses.length) : outcome === 'lost' ? texts.lost(answer.toLocaleUpperCase('de')) : ''
  return (
    <GameFrame
      data={data}
      controls={{ ...controls, canUndo: false }}
      hasClock={false}
      solution={<p className={css.answer}>{answer.toLocaleUpperCase('de')}</p>}
      hasUndo={false}
      message={told || end}
      board={
        <ol className={css.guesses} aria-label={texts.label}>
          {Array.from({ length: MOST_GUESSES }, (_, row) => (
            <Guess
              key={row}
              row={row}
              guess={guesses[row] ?? (row === guesses.length ? typed : '')}
              answer={row < guesses.length ? answer : null}
            />
          ))}
        </ol>
      }
      pad={
        <div className={css.keyboard} role="group" aria-label={texts.keyboard}>
          {KEY_ROWS.map((row, index) => (
            <div key={row}>
              {index === 2 && (
                <button type="button" className={css.wideKey} onClick={() => press('Backspace')}>
                  <span aria-hidden="true">⌫</span>
                  <span className="visually-hidden">{gameTexts.erase}</span>
                </button>
              )}
              {Array.from(row, (letter) => {
                const mark = known.get(letter)
                return (
                  <button
                    key={letter}
                    type="button"
                    data-mark={mark}
                    aria-label={mark === undefined ? letter : `${letter}, ${texts.marks[mark]}`}
                    onClick={() => press(letter)}
                  >
                    {letter === 'ß' ? 'ß' : letter.toLocaleUpperCase('de')}
                  </button>
                )
              })}
              {index === 2 && (
                <button type="button" className={css.wideKey} aria-label={texts.enter} onClick={() => press('Enter')}>
                  <Icon name="check" size="1.2em" />
                </button>
              )}
            </div>
          ))}
        </div>
      }
      tools={
        outcome !== 'open' && (
          <button type="button" className={css.tool} onClick={() => void share()}>
            <Icon name="share" size="1.1em" /> <span>{texts.share}</span>
          </button>
        )
      }
    />
  )
}

function Guess({ row, guess, answer }: { row: number; guess: string; answer: string | null }) {
  const marks = answer === null ? null : markGuess(guess, answer)
  const label = `${gameTexts.words.guess(row + 1)}: ${answer === null ? guess || gameTexts.empty : nameMarks(guess, answer)}`
  return (
    <li>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: WORD_LENGTH }, (_, index) => (
        <span
          key={index}
          className={css.letter}
          data-mark={marks?.[index]}
          data-filled={guess[index] && ''}
          aria-hidden="true"
        >
          {guess[index] === 'ß' ? 'ß' : guess[index]?.toLocaleUpperCase('de')}
        </span>
      ))}
    </li>
  )
}

function nameMarks(guess: string, answer: string): string {
  return markGuess(guess, answer)
    .map((mark, index) => `${guess[index]} ${texts.marks[mark]}`)
    .join(', ')
}

function parseGuesses(text: string): readonly string[] | null {
  const words = text.split('.')
  return words.length <= MOST_GUESSES && words.every((word) => toWord(word) === word) ? words : null
}

/** If the list cannot be loaded, the game goes on without it. */
async function isKnownWord(word: string): Promise<boolean> {
  try {
    const { WORD_LIST } = await import('virtual:word-list')
    return isListed(word, WORD_LIST)
  } catch {
    return true
  }
}
