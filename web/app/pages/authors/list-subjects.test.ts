import { expect, it } from 'vitest'
import { listSubjects } from './list-subjects.ts'

const leaf = (id: string) => ({ id, label: `L${id}`, target: `/${id}`, children: [] })
const lists = {
  regions: [{ ...leaf('r'), children: [leaf('r1')] }],
  topics: [leaf('1'), leaf('2'), leaf('3'), leaf('4'), leaf('5'), leaf('r1')],
}
const about = (tagIds: string[], regionIds: string[] = []) => ({ tagIds, regionIds })

it.each([
  ['the most frequent first', [about(['1', '2']), about(['2'], ['r1'])], '2 1 r1'],
  ['nothing that cannot be followed', [about(['900'], ['901'])], ''],
  ['at most five', [about(['1', '2', '3', '4', '5'], ['r', 'r1'])], '1 2 3 4 5'],
  ['a region is no topic of the same id', [about([], ['r1'])], 'r1'],
])('lists the subjects of an author: %s', (_case, teasers, drawn) => {
  expect(
    listSubjects(teasers, lists)
      .map(({ id }) => id)
      .join(' '),
  ).toBe(drawn)
})
