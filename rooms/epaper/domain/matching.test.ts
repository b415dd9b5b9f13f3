import { expect, it } from 'vitest'
import {
  compareTitles,
  containment,
  findMatch,
  jaccard,
  MATCH_THRESHOLD,
  scoreMatch,
  toShingles,
  toWords,
} from './matching.ts'

const BRIDGE =
  'Nach langer Debatte hat der Rat am Abend entschieden: Die Brücke wird gebaut, und zwar schon im Frühjahr. Die Stadt zahlt davon ein Drittel, den Rest geben Land und Bund.'
const HARBOUR =
  'Im Hafen liegt seit gestern ein Schiff, das niemand bestellt hat. Der Kapitän sucht seine Ladung, die Reederei sucht den Kapitän, und der Zoll hat beide gefunden.'

it.each([
  ['Die Brücke, schon wieder!', ['die', 'bruecke', 'schon', 'wieder']],
  ['STRASSE und Straße', ['strasse', 'und', 'strasse']],
  ['Ver\u00adkehr – 3,5 Tonnen', ['verkehr', '3', '5', 'tonnen']],
  ['Café', ['cafe']],
  ['', []],
])('the words of "%s"', (text, words) => expect(toWords(text)).toEqual(words))

it('compares sets', () => {
  const [a, b] = [new Set(['1', '2', '3', '4']), new Set(['3', '4'])]
  expect([jaccard(a, b), containment(a, b), jaccard(a, new Set()), containment(a, new Set())]).toEqual([0.5, 1, 0, 0])
  expect(toShingles('eins zwei drei vier')).toEqual(new Set(['eins zwei drei', 'zwei drei vier']))
})

it.each<[string, { title: string; text: string }, boolean]>([
  ['the same', { title: 'Rat stimmt für die Brücke', text: BRIDGE }, true],
  ['another headline', { title: 'Endlich trocken ans andere Ufer', text: BRIDGE }, true],
  ['cut in print', { title: 'Rat stimmt für die Brücke', text: BRIDGE.slice(0, 110) }, true],
  ['longer online', { title: 'Rat stimmt für die Brücke', text: `${BRIDGE} ${HARBOUR}` }, true],
  ['the same headline over another text', { title: 'Rat stimmt für die Brücke', text: HARBOUR }, false],
  ['something else', { title: 'Ein Schiff ohne Ladung', text: HARBOUR }, false],
  ['a word in common', { title: 'Die Brücke', text: HARBOUR }, false],
])('a printed article and one that is %s', (_what, online, isSame) => {
  const score = scoreMatch({ title: 'Rat stimmt für die Brücke', text: BRIDGE }, online)
  expect(score >= MATCH_THRESHOLD, String(score)).toBe(isSame)
})

it('a text of a few words is matched by its title alone', () => {
  const printed = { title: 'Schlepper „Bolle“ ist zurück', text: 'Seit gestern.' }
  expect(scoreMatch(printed, { title: 'Schlepper Bolle ist zurück', text: HARBOUR })).toBe(1)
  expect(scoreMatch(printed, { title: 'Schlepper gesunken', text: 'Seit gestern.' })).toBeLessThan(MATCH_THRESHOLD)
})

it('takes the best of several', () => {
  const candidates = [
    { id: 'part', title: 'Rat stimmt ab', text: BRIDGE.slice(0, 120) },
    { id: 'whole', title: 'Rat stimmt für die Brücke', text: BRIDGE },
    { id: 'other', title: 'Ein Schiff', text: HARBOUR },
  ]
  expect(findMatch({ title: 'Rat stimmt für die Brücke', text: BRIDGE }, candidates)?.id).toBe('whole')
  expect(findMatch({ title: 'Wetter', text: 'Es regnet. '.repeat(20) }, candidates)).toBeNull()
  expect(compareTitles('Die Brücke', 'die bruecke')).toBe(1)
})
