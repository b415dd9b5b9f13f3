/** A page of a publication's own (docs/extensions.md). What is around it (head, surroundings, cache, errors) is the portal's. */
import type { ReactNode } from 'react'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { ContentApi } from './content-api.ts'
import type { Loaded } from './page.ts'

export type PageContext = {
  /** What the portal's own pages read public content with; the same on the server and in the browser. */
  content: ContentApi
  publication: Publication
  now: Date
  /** 1 without a number behind the path. */
  page: number
}
export type PageView<Data> = { data: Data; page: number }

/** Methods, as in `BlockExtension`. */
export type PageExtension<Data = unknown> = {
  /** Written out and first, because the build reads it without running the module. */
  path: `/${string}`
  title: string
  /** Below the title, and what search engines and shares show. */
  description: string
  /** False: neither in search engines nor in the sitemap. */
  isIndexed?: boolean
  /** Whether a number behind the path is a page of it. */
  hasPages?: boolean
  /** Runs where the page is loaded: on the server for a first view, in the browser after it. Answers plain data. */
  load?(context: PageContext): Promise<PageAnswer<Data>> | PageAnswer<Data>
  Component(this: void, view: PageView<Data>): ReactNode
}
export type PageAnswer<Data> = Exclude<Loaded<Data>, { kind: 'elsewhere' }>

export function defineExtensionPage<Data = undefined>(page: PageExtension<Data>): PageExtension<Data> {
  return page
}
