/**
 * Whether a password is among those that attackers try first: those of breaches (`@zxcvbn-ts/language-common`, 49,000),
 * German ones, names of the publications, and the reader's own name and address. Common variations are undone before
 * the look-up: case, digits and signs around a word, digits for letters. So `Passwort2026!!` is as common as `passwort`.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PasswordOwner } from '@lokalteil/domain/accounts/registration'
import { readListLines } from '@lokalteil/domain/list-lines'
import { listPublications, oncePerState } from '@lokalteil/domain/publication/publications'

const WORDS = new Set(readListLines(readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')))
/** Shorter ones of the list are parts of too many good passwords. */
const SHORTEST = 4

const require = createRequire(import.meta.url)
let breached: ReadonlySet<string> | null = null

/** Loaded with the first question: it takes five megabytes, and few processes see a registration. */
function listBreached(): ReadonlySet<string> {
  return (breached ??= new Set(
    (require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')).dictionary[
      'passwords-common'
    ].filter((one) => one.length >= SHORTEST),
  ))
}

/** Names of the publications, whole and word by word: readers often choose them. */
const publicationWords = oncePerState(
  () =>
    new Set(
      listPublications().flatMap(({ name }) => [name, ...name.split(/[^\p{L}]+/u)].map(toLetters).filter(Boolean)),
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

export function isCommonPassword(password: string, owner: PasswordOwner = { email: '' }): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size <= 3) return true
  // Dates and telephone numbers.
  if (isRun(text) || /^[\d .,/+-]+$/.test(text)) return true
  const words = [WORDS, publicationWords(), toOwnWords(owner)]
  return [text, text.replace(/^[^\p{L}]{1,128}/u, '')]
    .flatMap(listStems)
    .flatMap((one) => [one, one.replace(/[013457@8$!]/g, (letter) => LEET[letter] ?? letter)])
    .some((one) => listBreached().has(one) || isWord(one, words))
}

/** The text without none, some and all of the digits and signs at its end. */
function listStems(text: string): string[] {
  const { length } = /[^\p{L}]{0,128}$/u.exec(text)?.[0] ?? ''
  return Array.from({ length: length + 1 }, (_unused, cut) => text.slice(0, text.length - cut))
}

/** The name and the part of the address before the @, whole, word by word, and the name in both orders. */
function toOwnWords({ email, firstName = '', lastName = '' }: PasswordOwner): ReadonlySet<string> {
  const local = email.slice(0, Math.max(0, email.lastIndexOf('@')))
  const texts = [firstName, lastName, firstName + lastName, lastName + firstName, local]
  const parts = [firstName, lastName, local].flatMap((text) => text.split(/[^\p{L}]+/u))
  return new Set([...texts, ...parts].map(toLetters).filter((word) => word.length >= SHORTEST))
}

function toLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, '')
}

/** A word of a list, possibly repeated two or three times. */
function isWord(text: string, lists: readonly ReadonlySet<string>[]): boolean {
  const plain = toLetters(text)
  for (const times of [1, 2, 3]) {
    const part = plain.slice(0, plain.length / times)
    if (plain.length % times === 0 && part.repeat(times) === plain && lists.some((words) => words.has(part)))
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
