import type { PublicationCode } from '@lokalteil/domain/publication/publications'

/** Memoises one value for each publication, created on first use. */
export function perPublication<T extends object>(
  make: (publication: PublicationCode) => T,
): (publication: PublicationCode) => T {
  const made = new Map<PublicationCode, T>()
  return (publication) => {
    let one = made.get(publication)
    if (one === undefined) made.set(publication, (one = make(publication)))
    return one
  }
}
