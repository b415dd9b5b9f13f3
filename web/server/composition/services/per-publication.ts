import type { Mandator } from '@lokalteil/domain/publication/publications'

/** One of a kind for each publication, made when it is first asked for. */
export function perPublication<T extends object>(make: (mandator: Mandator) => T): (mandator: Mandator) => T {
  const made = new Map<Mandator, T>()
  return (mandator) => {
    let one = made.get(mandator)
    if (one === undefined) made.set(mandator, (one = make(mandator)))
    return one
  }
}
