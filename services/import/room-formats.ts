/**
 * Formats that a room adds to the importer: documents that are no articles, and their delivery to the room's service
 * (docs/rooms.md).
 */
import type { ClientOptions, Result } from '@lokalteil/contracts/kernel/client'
import type { Database } from '../platform/database.ts'
import type { DeliveryOutcome } from './delivery/deliver.ts'
import type { FoundPicture, Parsed, ParseContext, RoomDocument } from './parsed-document.ts'

export type RoomFormats<Delivery = unknown> = {
  /** The `room` of its documents; reports name its service so. */
  name: string
  /** The service that receives them, as below `/__services`. */
  service: string
  json: readonly JsonFormat[]
  xml?: readonly XmlFormat[]
  text?: readonly TextFormat[]
  /** Stores the pictures of a document; `settle` answers null for one that is left out. */
  settlePictures: (delivery: Delivery, settle: SettlePicture) => Promise<Delivery>
  /** Undefined data: the service said nothing about the document. */
  deliver: (service: ClientOptions, delivery: Delivery) => Promise<Result<Delivered | undefined>>
  /** Opens the service for an import without a running portal. Absent: the importer has opened it already. */
  open?: (options: { database: Database; serviceKey: string }) => Promise<{ app: { fetch: ClientOptions['fetch'] } }>
  /** The outcome in a dry run; absent: created. */
  toDryOutcome?: (delivery: Delivery) => Pick<Delivered, 'outcome' | 'reason'>
}

type Delivered = { outcome: DeliveryOutcome; path: string | null; reason: string }
type SettlePicture = (picture: FoundPicture | null) => Promise<FoundPicture | null>

/** `name`: in reports; `words`: in the refusal of input that has none of the formats. */
export type JsonFormat = {
  name: string
  words: string
  isOf: (object: Readonly<Record<string, unknown>>) => boolean
  parse: (value: unknown) => RoomDocument | { reason: string; sourceId?: string }
}
export type XmlFormat = {
  name: string
  words: string
  /** `root`: the name of the root element, without a prefix. */
  isOf: (root: string, xml: string) => boolean
  parse: (xml: string, context: ParseContext) => Parsed
}
export type TextFormat = {
  name: string
  isOf: (beginning: string) => boolean
  parse: (text: string, context: ParseContext) => Parsed
}

/** Hides the type of a room's deliveries: the importer hands them back as they came. */
export function defineFormats<Delivery>(formats: RoomFormats<Delivery>): RoomFormats {
  return formats as RoomFormats
}
