/**
 * A block of a publication's own or of an own room (docs/own-room.md). `options` is any Standard Schema, such as those of zod: the
 * options in front.yaml are parsed with it before anything is loaded or drawn.
 */
import type { ReactNode } from 'react'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { ContentApi } from './content-api.ts'
import type { RoomApi } from './rooms/room-api.ts'

/** The part of https://standardschema.dev that is used here. */
export type OptionsSchema<Options> = {
  readonly '~standard': {
    readonly validate: (value: unknown) => ParsedOptions<Options> | Promise<ParsedOptions<Options>>
  }
}
type ParsedOptions<Options> =
  | { readonly value: Options; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly IssuePart[] | undefined }[] }
type IssuePart = PropertyKey | { readonly key: PropertyKey }

export type BlockContext<Options> = {
  options: Options
  /** Reads articles; the same on the server and in the browser. */
  content: ContentApi
  publication: Publication
  now: Date
  /** For `askRoom`. On the server only; in the browser undefined, see `in-room`. */
  rooms?: RoomApi | undefined
}
/** `heading`: from front.yaml, or ''. */
export type BlockView<Options, Data> = { heading: string; options: Options; data: Data }

/** Methods and not function properties, so that blocks of unknown options fit without a cast (bivariance). */
export type BlockExtension<Options = unknown, Data = unknown> = {
  name: string
  options: OptionsSchema<Options>
  /** Runs where the page is loaded: on the server for a first view, else in the browser. Returns plain data. */
  load?(context: BlockContext<Options>): Promise<Data> | Data
  Component(this: void, view: BlockView<Options, Data>): ReactNode
}

export function defineBlock<Options, Data = undefined>(
  block: BlockExtension<Options, Data>,
): BlockExtension<Options, Data> {
  return block
}
