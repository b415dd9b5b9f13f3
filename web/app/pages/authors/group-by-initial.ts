/** Groups people by the initial of their surname: Ä under A, names that begin with no letter last. */
import { compareGerman, toInitial } from '@lokalteil/domain/german-text'

export type InitialGroup<P> = { initial: string; people: readonly P[] }

export function groupByInitial<P extends { prename: string; surname: string }>(
  people: readonly P[],
): InitialGroup<P>[] {
  const nameOf = ({ prename, surname }: P) => (surname.trim() === '' ? prename : surname)
  const sorted = people.toSorted((a, b) => compareGerman(nameOf(a), nameOf(b)) || compareGerman(a.prename, b.prename))
  const groups = new Map<string, P[]>()
  for (const person of sorted) {
    const initial = toInitial(nameOf(person))
    const group = groups.get(initial)
    if (group === undefined) groups.set(initial, [person])
    else group.push(person)
  }
  return [...groups]
    .map(([initial, members]) => ({ initial, people: members }))
    .sort((a, b) => Number(a.initial === '#') - Number(b.initial === '#') || compareGerman(a.initial, b.initial))
}
