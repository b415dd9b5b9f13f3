import { expect, it } from 'vitest'
import { filterNodes } from './FollowList.tsx'

const node = (id: string, label: string, ...children: ReturnType<typeof make>[]) => make(id, label, children)
function make(
  id: string,
  label: string,
  children: readonly { id: string; label: string; target: string; children: readonly never[] }[] = [],
) {
  return { id, label, target: `/${id}`, children: children as readonly never[] }
}
const nodes = [
  node('a', 'Auenburg', node('a1', 'Altstadt'), node('a2', 'Nördlich')),
  node('h', 'Hügelland', node('h1', 'Talheim')),
]
const draw = (shown: ReturnType<typeof filterNodes>): string =>
  shown.map(({ label, children }) => (children.length === 0 ? label : `${label}(${draw([...children])})`)).join(' ')

it.each([
  ['nothing typed', ' ', 'Auenburg(Altstadt Nördlich) Hügelland(Talheim)'],
  ['a child keeps its parent', 'tal', 'Hügelland(Talheim)'],
  ['a parent keeps its children', 'AUENB', 'Auenburg(Altstadt Nördlich)'],
  ['umlauts as people type them', 'huegel', 'Hügelland(Talheim)'],
  ['nothing found', 'xyz', ''],
])('S2.2-15 finds in nested lists: %s', (_case, term, drawn) => {
  expect(draw(filterNodes(nodes, term))).toBe(drawn)
})
