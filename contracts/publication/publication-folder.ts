/**
 * A publication as a folder (docs/publication-folder.md): the same document, whether read from files, sent over HTTP or
 * edited in the office. Every file but `publication.yaml` is optional. Other files (word mark, pictures, fonts) are
 * named by their paths in the folder and sent as bytes with a digest.
 */
import { ROOM_FILES } from '@lokalteil/rooms/contracts'
import { z } from 'zod'
import { Advertising } from './advertising.ts'
import { Community } from './community.ts'
import { ConsentFile } from './consent.ts'
import { Front } from './front.ts'
import { Identity } from './identity.ts'
import { Look } from './look.ts'
import { Navigation } from './navigation.ts'
import { People, Places, Taxonomy } from './order.ts'
import type { RoomFile } from './room-file.ts'
import { Rooms } from './rooms.ts'
import { Coupons, Newsletters, Offers, Paywall } from './selling.ts'
import { Sources } from './sources.ts'
import { Day, FolderPath, Slug, text } from './values.ts'

/** `documents/{id}.md` with front matter (`title`, `updated`) and Markdown. */
export const PublicationText = z.strictObject({
  id: Slug,
  title: text(120),
  updated: Day,
  markdown: z.string().max(200_000),
})
export type PublicationText = z.infer<typeof PublicationText>

type RoomFiles = typeof ROOM_FILES
const FILES_OF_ROOMS: Readonly<Record<string, RoomFile>> = ROOM_FILES
const ofRooms = <T>(toEntry: (key: string, schema: z.ZodType) => readonly [string, z.ZodType]) =>
  Object.fromEntries(Object.entries(FILES_OF_ROOMS).map(([key, { schema }]) => toEntry(key, schema))) as T

/** File of the folder → schema of its content. */
export const FOLDER_FILES = {
  'publication.yaml': Identity,
  'look.yaml': Look,
  'front.yaml': Front,
  'navigation.yaml': Navigation,
  'places.yaml': Places,
  'taxonomy.yaml': Taxonomy,
  'people.yaml': People,
  'newsletters.yaml': Newsletters,
  'offers.yaml': Offers,
  'paywall.yaml': Paywall,
  'coupons.yaml': Coupons,
  'sources.yaml': Sources,
  'rooms.yaml': Rooms,
  'community.yaml': Community,
  'advertising.yaml': Advertising,
  'consent.yaml': ConsentFile,
  ...ofRooms<{ [K in keyof RoomFiles as `${K}.yaml`]: RoomFiles[K]['schema'] }>((key, schema) => [
    `${key}.yaml`,
    schema,
  ]),
} as const
export type FolderFile = keyof typeof FOLDER_FILES

export const PublicationFolder = z.strictObject({
  identity: Identity,
  look: Look.prefault({}),
  front: Front.prefault({}),
  navigation: Navigation.prefault({}),
  places: Places.prefault({}),
  taxonomy: Taxonomy.prefault({}),
  people: People.prefault({}),
  newsletters: Newsletters.prefault({}),
  /** Null: the file is absent, and the stored value stays. */
  offers: Offers.nullable().default(null),
  paywall: Paywall.nullable().default(null),
  coupons: Coupons.prefault({}),
  /** These have no default, so that older versions, which do not know them, can read such a folder. */
  sources: Sources.optional(),
  rooms: Rooms.optional(),
  community: Community.optional(),
  advertising: Advertising.optional(),
  consent: ConsentFile.optional(),
  ...ofRooms<{ [K in keyof RoomFiles]: z.ZodOptional<RoomFiles[K]['schema']> }>((key, schema) => [
    key,
    schema.optional(),
  ]),
  documents: z.array(PublicationText).max(40).default([]),
  /** Path in the folder → SHA-256 of its bytes, hex. */
  files: z.record(FolderPath, z.string().regex(/^[0-9a-f]{64}$/)).default({}),
})
export type PublicationFolder = z.infer<typeof PublicationFolder>

/** Facts from the files of rooms that the check of the folder needs. */
export function listRoomFiles(folder: PublicationFolder) {
  const contents: Readonly<Record<string, unknown>> = folder
  return Object.entries(FILES_OF_ROOMS).flatMap(([key, { toFacts }]) =>
    contents[key] === undefined ? [] : [{ file: `${key}.yaml`, ...toFacts(contents[key]) }],
  )
}

/** A fault of a folder: its place, and the correct form. `todo`: needs a decision by a person. */
export const Finding = z.object({
  level: z.enum(['error', 'warning', 'todo']),
  /** Path from the folder's root. */
  file: z.string(),
  line: z.number().int().nullable(),
  /** `publisher.vatId`; '' for the whole file. */
  field: z.string(),
  message: z.string(),
  remedy: z.string(),
})
export type Finding = z.infer<typeof Finding>
