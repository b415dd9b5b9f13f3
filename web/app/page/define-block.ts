/**
 * A block kind of a publication's own (docs/extensions.md). `options` is any schema that speaks Standard Schema, as those of
 * zod do: what front.yaml says is parsed with it once, before anything is loaded or drawn.
 */
import type { ReactNode } from 'react'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { ContentApi } from './content-api.ts'
import type { RoomApi } from './rooms/room-api.ts'

/** https://standardschema.dev, as far as it is used here. */
export type OptionsSchema<Options> = {
  readonly '~standard': {
    readonly validate: (value: unknown) => ParsedOptions<Options> | Promise<ParsedOptions<Options>>
  }
}
type ParsedOptions<Options> =
  | { readonly value: Options; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }

export type BlockContext<Options> = {
  options: Options
  /** What pages read articles with; the same on the server and in the browser. */
  content: ContentApi
  publication: Publication
  now: Date
  /** On the server; in the browser undefined, see `in-room`. */
  rooms?: RoomApi | undefined
}
/** `heading`: of front.yaml; '' without one. */
export type BlockView<Options, Data> = { heading: string; options: Options; data: Data }

/** Methods, so that a block whose options nobody knows is one without a cast. */
export type BlockExtension<Options = unknown, Data = unknown> = {
  name: string
  options: OptionsSchema<Options>
  /** Runs where the page is loaded: on the server for a first view, in the browser after it. Answers plain data. */
  load?(context: BlockContext<Options>): Promise<Data> | Data
  Component(this: void, view: BlockView<Options, Data>): ReactNode
}

export function defineBlock<Options, Data = undefined>(
  block: BlockExtension<Options, Data>,
): BlockExtension<Options, Data> {
  return block
}
