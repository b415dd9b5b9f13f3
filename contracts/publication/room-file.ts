/** A file of a publication's folder that belongs to a room: `{name of the room}.yaml`. */
import type { z } from 'zod'
import type { FolderPicture } from './values.ts'

/** Facts of such a file that the check of the folder needs. */
type RoomFacts = {
  /** The pictures that it names, each with its place in the file. */
  pictures: readonly { at: readonly (string | number)[]; picture: FolderPicture }[]
  /** True if it offers something for sale: the law asks for more data then. */
  isSelling: boolean
}

export type RoomFile<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema
  toFacts: (content: unknown) => RoomFacts
}

export function defineRoomFile<Schema extends z.ZodType>(
  schema: Schema,
  toFacts: (content: z.output<Schema>) => RoomFacts,
): RoomFile<Schema> {
  return { schema, toFacts: (content) => toFacts(content as z.output<Schema>) }
}
