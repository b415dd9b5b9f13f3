/** What the rest of the product knows of a publication (`domain/publication`), from its folder. */
import type { PublicationDirectory, PublicationInForce } from '@lokalteil/contracts/publication/directory'
import { setPublications, type Publication } from '@lokalteil/domain/publication/publications'

/** Keeps the process up to date; returns what ends it. `prepare` is done before a new state of a publication is known. */
export async function followDirectory(
  directory: PublicationDirectory,
  prepare: (publication: PublicationInForce) => Promise<void>,
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
    queue = queue.then(() => update(codes)).catch(onError)
  })
}

export function toPublication({ folder: { identity }, position }: PublicationInForce): Publication {
  const { code, name, shortName, claim, variant, localEdition, hosts } = identity
  return {
    code,
    name,
    shortName: shortName ?? (name.length <= MOST_SHORT ? name : `${name.slice(0, MOST_SHORT - 1).trimEnd()}…`),
    claim,
    variant,
    isLocalEdition: localEdition,
    hasEpaper: false,
    hosts,
    position,
  }
}

/** As home screens show them. */
const MOST_SHORT = 14
