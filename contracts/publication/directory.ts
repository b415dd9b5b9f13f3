/**
 * The publications in force in this process, in memory, for code that runs on every request. An apply in any process
 * arrives within a second; code that caches something derived from a folder must subscribe.
 */
import type { Publication } from '@lokalteil/domain/publication/publications'
import { ROOMS } from '@lokalteil/domain/rooms/rooms'
import type { PublicationFolder } from './publication-folder.ts'
import { listOwnRooms, listRooms } from './rooms.ts'

export type PublicationInForce = {
  folder: PublicationFolder
  /** Order of creation, from 0. Never changes and is never reused. */
  position: number
  /** Increases with every change. */
  version: number
}

export type PublicationDirectory = {
  /** In the order of creation. */
  list: () => readonly PublicationInForce[]
  find: (code: string) => PublicationInForce | null
  /** The listener gets the codes that changed. Returns the function that ends the subscription. */
  subscribe: (listener: (codes: readonly string[]) => void) => () => void
}

/** The part of a publication that the rest of the product uses. */
export function toPublication({ folder: { identity, rooms, community }, position }: PublicationInForce): Publication {
  const { code, name, shortName, claim, description, variant, localEdition, hosts } = identity
  const ownRooms = listOwnRooms(rooms)
  return {
    code,
    name,
    shortName: shortName ?? (name.length <= MOST_SHORT ? name : `${name.slice(0, MOST_SHORT - 1).trimEnd()}…`),
    claim,
    description: description ?? toDescription(identity),
    variant,
    isLocalEdition: localEdition,
    hasEpaper: listRooms(rooms).some((room) => ROOMS[room].grant === 'epaper'),
    rooms: listRooms(rooms),
    ...(ownRooms.length === 0 ? {} : { ownRooms }),
    ...(community?.comments === undefined && community?.reviews === undefined ? {} : { hasCommunity: true as const }),
    hosts,
    position,
  }
}

/** Length limit of home screens. */
const MOST_SHORT = 14

function toDescription({ name, claim, region }: PublicationFolder['identity']): string {
  const said = claim === '' ? name : `${name}: ${claim.replace(/[.!]$/, '')}`
  return `${said}. Nachrichten, Hintergründe und Service für ${region}.`
}
