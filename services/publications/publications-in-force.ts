/** What the rest of the product knows of a publication (`domain/publication`), from its folder. */
import {
  toPublication,
  type PublicationDirectory,
  type PublicationInForce,
} from '@lokalteil/contracts/publication/directory'
import { setPublications } from '@lokalteil/domain/publication/publications'

/** Keeps the process up to date; returns what ends it. `prepare` is done before a new state of a publication is known. */
export async function followDirectory(
  directory: PublicationDirectory,
  prepare: (publication: PublicationInForce) => Promise<void>,
  /** Once it is known. */
  afterwards: (codes: readonly string[]) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<() => void> {
  const update = async (codes: readonly string[]) => {
    for (const code of codes) {
      const publication = directory.find(code)
      if (publication !== null) await prepare(publication)
    }
    setPublications(directory.list().map(toPublication))
  }
  await update(directory.list().map(({ folder }) => folder.identity.code))
  let queue: Promise<void> = Promise.resolve()
  return directory.subscribe((codes) => {
    queue = queue
      .then(() => update(codes))
      .then(() => afterwards(codes))
      .catch(onError)
  })
}
