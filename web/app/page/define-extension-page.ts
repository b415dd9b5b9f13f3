/** A page of a publication's own or of an own room (docs/own-room.md). Head, surroundings, cache and errors are the portal's. */
import type { ReactNode } from 'react'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { ContentApi } from './content-api.ts'
import type { Loaded } from './page.ts'
import type { RoomApi } from './rooms/room-api.ts'

export type PageContext = {
  /** Reads public content, as the portal's own pages do; the same on the server and in the browser. */
  content: ContentApi
  publication: Publication
  now: Date
  /** 1 if the path ends without a number. */
  page: number
  /** For `askRoom`. */
  rooms?: RoomApi | undefined
}
export type PageView<Data> = { data: Data; page: number }

/** Methods, as in `BlockExtension`. */
export type PageExtension<Data = unknown> = {
  /** Must be a literal and come first, because the build reads it without running the module. */
  path: `/${string}`
  title: string
  /** Shown below the title and to search engines. */
  description: string
  /** False: excluded from search engines and the sitemap. */
  isIndexed?: boolean
  /** Whether the path may end with the number of a page. */
  hasPages?: boolean
  /** Runs where the page is loaded: on the server for a first view, else in the browser. Returns plain data. */
  load?(context: PageContext): Promise<PageAnswer<Data>> | PageAnswer<Data>
  Component(this: void, view: PageView<Data>): ReactNode
}
export type PageAnswer<Data> = Exclude<Loaded<Data>, { kind: 'elsewhere' }>

export function defineExtensionPage<Data = undefined>(page: PageExtension<Data>): PageExtension<Data> {
  return page
}
