/**
 * The publications in force in this process. Read from memory: whoever asks on every request asks here. Changed within a
 * second of an apply in any process; who keeps something made from a folder subscribes.
 */
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { PublicationFolder } from './publication-folder.ts'
import { listRooms } from './rooms.ts'

export type PublicationInForce = {
  folder: PublicationFolder
  /** Never changes and is never given twice: 0 for the first. */
  position: number
  /** One more with every change. */
  version: number
}

export type PublicationDirectory = {
  /** In the order they came. */
  list: () => readonly PublicationInForce[]
  find: (code: string) => PublicationInForce | null
  /** Told the codes that changed; returns what ends it. */
  subscribe: (listener: (codes: readonly string[]) => void) => () => void
}

/** What the rest of the product knows of a publication. */
export function toPublication({ folder: { identity, rooms, community }, position }: PublicationInForce): Publication {
  const { code, name, shortName, claim, description, variant, localEdition, hosts } = identity
  return {
    code,
    name,
    shortName: shortName ?? (name.length <= MOST_SHORT ? name : `${name.slice(0, MOST_SHORT - 1).trimEnd()}…`),
    claim,
    description: description ?? toDescription(identity),
    variant,
    isLocalEdition: localEdition,
    hasEpaper: rooms?.epaper !== undefined,
    rooms: listRooms(rooms),
    ...(community?.comments === undefined && community?.reviews === undefined ? {} : { hasCommunity: true as const }),
    hosts,
    position,
  }
}

/** As home screens show them. */
const MOST_SHORT = 14

function toDescription({ name, claim, region }: PublicationFolder['identity']): string {
  const said = claim === '' ? name : `${name}: ${claim.replace(/[.!]$/, '')}`
  return `${said}. Nachrichten, Hintergründe und Service für ${region}.`
}
