/** Fills the process-wide list of publications (`domain/publication`) from their folders. */
import {
  toPublication,
  type PublicationDirectory,
  type PublicationInForce,
} from '@lokalteil/contracts/publication/directory'
import { setPublications } from '@lokalteil/domain/publication/publications'

/**
 * Keeps that list up to date and returns a function that stops it. `prepare` runs before a new state of a publication
 * is visible.
 */
export async function followDirectory(
  directory: PublicationDirectory,
  prepare: (publication: PublicationInForce) => Promise<void>,
  /** Runs after the new state is visible. */
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
