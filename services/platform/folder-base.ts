/**
 * Three-way merge of values that the publication's folder sets and the office may edit. When the folder changes, its
 * changes are taken over; a value saved in the office since the last take-over stays, each thing as a whole: half an
 * offer of one side and half of the other would be wrong. Pure.
 */
import { isDeepStrictEqual } from 'node:util'

/** `base`: the folder's value at the last apply. All three as JSON. */
export function followValue<T>(base: T, folder: T, here: T): T {
  return isDeepStrictEqual(base, here) ? folder : here
}

/** Merges thing by thing. The order is the folder's unless it was changed in the office. */
export function followList<T extends { id: string }>(
  base: readonly T[],
  folder: readonly T[],
  here: readonly T[],
): readonly T[] {
  const [before, theirs, ours] = [toNamed(base), toNamed(folder), toNamed(here)]
  const isReorderedHere = !isDeepStrictEqual(orderOf(base, ours), orderOf(here, before))
  const [first, second] = isReorderedHere ? [ours, theirs] : [theirs, ours]
  return [...new Set([...first.keys(), ...second.keys()])]
    .map((id) => followValue(before.get(id), theirs.get(id), ours.get(id)))
    .filter((one) => one !== undefined)
}

type Named<T> = ReadonlyMap<string, T>

function toNamed<T extends { id: string }>(list: readonly T[]): Named<T> {
  return new Map(list.map((one) => [one.id, one]))
}

/** Ids of the things that the other list has, too, in order. */
function orderOf<T extends { id: string }>(list: readonly T[], other: Named<T>): string[] {
  return list.map(({ id }) => id).filter((id) => other.has(id))
}
