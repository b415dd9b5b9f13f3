import type { Mandator } from '@lokalteil/domain/publication/publications'

/** Memoises one value for each publication, created on first use. */
export function perPublication<T extends object>(make: (mandator: Mandator) => T): (mandator: Mandator) => T {
  const made = new Map<Mandator, T>()
  return (mandator) => {
    let one = made.get(mandator)
    if (one === undefined) made.set(mandator, (one = make(mandator)))
    return one
  }
}
