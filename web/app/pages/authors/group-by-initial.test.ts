import { expect, it } from 'vitest'
import { groupByInitial } from './group-by-initial.ts'

const person = (name: string) => {
  const [prename = '', surname = ''] = name.split('|')
  return { prename, surname }
}

it.each([
  ['nobody', [], ''],
  [
    'one letter, by surname and then by first name',
    ['Lena|Vogt', 'Anna|Vogt', 'Ute|Vahl'],
    'V: Vahl Ute, Vogt Anna, Vogt Lena',
  ],
  [
    'umlauts and foreign letters with their base',
    ['Tarek|Öztürk', 'Paul|Oster', 'Emre|Şahin', 'Eva|Sander'],
    'O: Oster Paul, Öztürk Tarek; S: Şahin Emre, Sander Eva',
  ],
  ['a name without a letter last', ['Bot|42', 'Zoe|Ziegler'], 'Z: Ziegler Zoe; #: 42 Bot'],
  ['someone with a first name only under that', ['Madonna|', 'Jan|Maas'], 'M: Maas Jan,  Madonna'],
])('S2.1-23 groups authors by the initial of the surname: %s', (_case, names, drawn) => {
  const groups = groupByInitial(names.map(person))
  expect(
    groups
      .map(
        ({ initial, people }) =>
          `${initial}: ${people.map(({ prename, surname }) => `${surname} ${prename}`).join(', ')}`,
      )
      .join('; '),
  ).toBe(drawn)
})
