/**
 * Whether a password is among those that attackers try first. Common variations are undone before the look-up: case,
 * digits and signs around a word, digits for letters. So `Passwort2026!!` is as common as `passwort`.
 */
import { readFileSync } from 'node:fs'
import { readListLines } from '@lokalteil/domain/list-lines'
import { listPublications, oncePerState } from '@lokalteil/domain/publication/publications'

const WORDS = new Set(readListLines(readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')))

/** Names of the publications, whole and word by word: readers often choose them. */
const ownWords = oncePerState(
  () =>
    new Set(
      listPublications().flatMap(({ name }) =>
        [name, ...name.split(/[^\p{L}]+/u)].map((one) => one.toLowerCase().replace(/[^\p{L}]/gu, '')),
      ),
    ),
)

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}

export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size <= 3) return true
  if (isRun(text)) return true
  const trimmed = text.replace(/^[^\p{L}]{1,128}/u, '').replace(/[^\p{L}]{1,128}$/u, '')
  return [text, trimmed].some(
    (one) => isWord(one) || isWord(one.replace(/[013457@8$!]/g, (letter) => LEET[letter] ?? letter)),
  )
}

/** A word of the list, possibly repeated two or three times. */
function isWord(text: string): boolean {
  const plain = text.replace(/[^\p{L}]/gu, '')
  if (plain === '') return /^\d*$/.test(text) && text.length < 12
  for (const times of [1, 2, 3]) {
    const part = plain.slice(0, plain.length / times)
    if (plain.length % times === 0 && part.repeat(times) === plain && (WORDS.has(part) || ownWords().has(part)))
      return true
  }
  return false
}

/** `1234567890`, `abcdefghij`, `9876543210`, `0123456789` … with steps of one. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0)!)
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - codes[index]!) === 1).length
  return steps >= codes.length - 2
}
