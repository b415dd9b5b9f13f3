/**
 * What an office may edit begins with what the publication's folder says. When the folder changes, its changes are taken
 * over; what was saved here since the folder was taken over last stays as it was saved, each thing whole: half an offer of
 * one side and half of the other is nobody's offer. Pure.
 */
import { isDeepStrictEqual } from 'node:util'

/** `base`: what the folder said last. All of it as JSON. */
export function followValue<T>(base: T, folder: T, here: T): T {
  return isDeepStrictEqual(base, here) ? folder : here
}

/** Thing by thing; the order of the folder, unless it was changed here. */
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

/** Ids of those that the other list has too. */
function orderOf<T extends { id: string }>(list: readonly T[], other: Named<T>): string[] {
  return list.map(({ id }) => id).filter((id) => other.has(id))
}
