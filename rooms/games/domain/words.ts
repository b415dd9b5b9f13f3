/**
 * The rules of guessing a word of five letters in six tries. Ä, Ö, Ü and ß are letters of their own: German readers
 * write them, and spelt out a word would no longer have five letters.
 */

export type WordPuzzle = { answer: string }
/** Mark of a letter in a guess: at its place, elsewhere in the word, not in it (again). */
export type Mark = 'hit' | 'near' | 'miss'

export const WORD_LENGTH = 5
export const MOST_GUESSES = 6
/** Rows of the German keyboard. */
export const KEY_ROWS: readonly string[] = ['qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß']

const WORD = /^[a-zäöüß]{5}$/

/** In the form that is compared; null: not five German letters. */
export function toWord(text: string): string | null {
  const word = text.normalize('NFC').toLocaleLowerCase('de')
  return WORD.test(word) ? word : null
}

/** A letter is marked as often as the answer contains it, correct places first. */
export function markGuess(guess: string, answer: string): Mark[] {
  const left = Array.from(answer).filter((letter, index) => guess[index] !== letter)
  return Array.from(guess, (letter, index): Mark => {
    if (answer[index] === letter) return 'hit'
    const found = left.indexOf(letter)
    if (found === -1) return 'miss'
    left.splice(found, 1)
    return 'near'
  })
}

/** The best mark of each letter so far. */
export function markLetters(guesses: readonly string[], answer: string): Map<string, Mark> {
  const order: readonly Mark[] = ['miss', 'near', 'hit']
  const known = new Map<string, Mark>()
  for (const guess of guesses)
    for (const [index, mark] of markGuess(guess, answer).entries()) {
      const letter = guess[index]!
      const before = known.get(letter)
      if (before === undefined || order.indexOf(mark) > order.indexOf(before)) known.set(letter, mark)
    }
  return known
}

export function decideWords(guesses: readonly string[], answer: string): 'open' | 'won' | 'lost' {
  if (guesses.includes(answer)) return 'won'
  return guesses.length >= MOST_GUESSES ? 'lost' : 'open'
}

/** The words of five letters, each once, sorted and concatenated. */
export function toWordList(words: readonly string[]): string {
  const known = new Set(
    words.map((word) => word.normalize('NFC').toLowerCase()).filter((word) => toWord(word) === word),
  )
  return [...known].toSorted((a, b) => (a < b ? -1 : 1)).join('')
}

/** `list`: sorted words of five letters, concatenated. Binary search. */
export function isListed(word: string, list: string): boolean {
  let first = 0
  let last = list.length / WORD_LENGTH - 1
  while (first <= last) {
    const middle = (first + last) >> 1
    const found = list.slice(middle * WORD_LENGTH, (middle + 1) * WORD_LENGTH)
    if (found === word) return true
    if (found < word) first = middle + 1
    else last = middle - 1
  }
  return false
}
