import { expect, it } from 'vitest'
import { addDays } from '@lokalteil/domain/games/games'
import { GAME_WORDS } from './game-words.testing.ts'
import { createWord } from './words-generator.ts'
import { decideWords, isListed, KEY_ROWS, markGuess, markLetters, toWord, toWordList } from './words.ts'

const { answers: ANSWERS, guesses: GUESSES } = GAME_WORDS
const marks = { h: 'hit', n: 'near', m: 'miss' } as const

it.each([
  ['apfel', 'apfel', 'hhhhh'],
  ['tisch', 'apfel', 'mmmmm'],
  ['leben', 'apfel', 'nmmhm'],
  ['essen', 'messe', 'nnhnm'],
  ['messe', 'essen', 'mnhnn'],
  ['anana', 'nanas', 'nnnnm'],
  ['tüten', 'hüten', 'mhhhh'],
  ['grüße', 'größe', 'hhmhh'],
  ['türen', 'treue', 'hmnnm'],
])('R1-70 %s for %s: %s', (guess, answer, expected) => {
  expect(markGuess(guess, answer)).toEqual(Array.from(expected, (letter) => marks[letter as keyof typeof marks]))
})

it('the keyboard shows the best mark of each letter', () => {
  const known = markLetters(['essen', 'messe'], 'messe')
  expect([known.get('e'), known.get('s'), known.get('n'), known.get('m'), known.get('x')]).toEqual([
    'hit',
    'hit',
    'miss',
    'hit',
    undefined,
  ])
})

it('ends with the word or the sixth guess', () => {
  expect(decideWords(['apfel'], 'birne')).toBe('open')
  expect(decideWords(['apfel', 'birne'], 'birne')).toBe('won')
  expect(decideWords(['apfel', 'tisch', 'stuhl', 'lampe', 'leben', 'katze'], 'birne')).toBe('lost')
})

it.each([
  ['ÄPFEL', 'äpfel'],
  ['A\u0308pfel', 'äpfel'],
  ['Größe', 'größe'],
  ['Apfe', null],
  ['Äpfel!', null],
  ['naïve', null],
])('reads %s as %s', (text, word) => expect(toWord(text)).toBe(word))

it('has enough answers, each once, each can be typed on the keyboard and is in the list', () => {
  expect(ANSWERS.length).toBeGreaterThanOrEqual(400)
  expect(new Set(ANSWERS).size).toBe(ANSWERS.length)
  const keys = new Set(KEY_ROWS.join(''))
  for (const word of ANSWERS) {
    expect(toWord(word), word).toBe(word)
    expect(Array.from(word).every((letter) => keys.has(letter))).toBe(true)
  }
})

it('a list holds each word of five letters once and in order, and nothing else', () => {
  const list = toWordList(['Zebra', 'Apfel', 'apfel', 'Größe', 'A\u0308hren', 'naïve', 'Haus', 'Bäume!'])
  expect(list).toBe('apfelgrößezebraähren')
  for (const word of ['apfel', 'größe', 'zebra', 'ähren']) expect(isListed(word, list), word).toBe(true)
  for (const word of ['xxxxx', 'aaaa', '']) expect(isListed(word, list)).toBe(false)
})

it('the words added by hand can be typed and occur once', () => {
  expect(GUESSES.filter((word) => toWord(word) !== word)).toEqual([])
  expect(new Set(GUESSES).size).toBe(GUESSES.length)
})

it('a publication uses every answer before one repeats, each publication in another order', () => {
  const first = addDays('1970-01-01', ANSWERS.length * 29)
  const days = ANSWERS.map((_, index) => addDays(first, index))
  expect(new Set(days.map((day) => createWord(ANSWERS, 'ak', day).answer)).size).toBe(ANSWERS.length)
  expect(createWord(ANSWERS, 'ak', '2026-11-23')).toEqual(createWord(ANSWERS, 'ak', '2026-11-23'))
  expect(days.slice(0, 9).map((day) => createWord(ANSWERS, 'ak', day).answer)).not.toEqual(
    days.slice(0, 9).map((day) => createWord(ANSWERS, 'fb', day).answer),
  )
})
