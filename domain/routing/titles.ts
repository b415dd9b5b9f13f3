/**
 * The document title of each page (specification 2.6, decisions S2.6-01 to S2.6-04); texts come from the message
 * catalogue. A page that the table of 2.6 does not name has its own heading before the site's title.
 */
import type { RouteName } from './routes.ts'

export type TitleKey =
  | 'meta_title'
  | 'meta_title_template_addendum'
  | 'meta_title_with_heading'
  | 'topics.title'
  | 'headlines.title'
  | 'topics.metaTitle'
  | 'title_of_page'

/** Fills `{site}`, `{title}` and `{page}` into the catalogue's entry. */
export type TranslateTitle = (key: TitleKey, values: { site: string; title: string; page?: number }) => string

/** The data of a page for its title; each route uses its own fields. */
export type TitleData = {
  title?: string
  titlePrefix?: string
  seoTitle?: string
  displayName?: string
  prename?: string
  surname?: string
  /** Page number of a list. From the second page on the heading contains it. */
  page?: number | null
}

export function toPageTitle(name: RouteName, data: TitleData, site: string, translate: TranslateTitle): string {
  const fallback = () => translate('meta_title', { site, title: '' })
  const page = data.page ?? 1
  const paged = (title: string) =>
    title === '' || page <= 1 ? title : translate('title_of_page', { site, title, page })
  const addendum = (title: string) =>
    title === '' ? fallback() : translate('meta_title_template_addendum', { site, title: paged(title) })
  switch (name) {
    case 'article':
    case 'testbericht':
    case 'testberichte-feed':
      return paged(toPrefixedTitle(data)) || fallback()
    case 'author':
      return addendum([data.prename, data.surname].map(trimmed).filter(Boolean).join(' '))
    case 'channel':
      return paged(trimmed(data.seoTitle) || trimmed(data.displayName)) || fallback()
    case 'topics':
      return addendum(translate('topics.title', { site, title: '' }))
    case 'headlines':
      return addendum(translate('headlines.title', { site, title: '' }))
    case 'topic':
      return trimmed(data.title)
        ? translate('topics.metaTitle', { site, title: paged(trimmed(data.title)) })
        : fallback()
    default:
      return toHeadedTitle(paged(trimmed(data.title)), site, translate)
  }
}

/** Without a heading, as on the home page, the site's title stands alone. */
function toHeadedTitle(heading: string, site: string, translate: TranslateTitle): string {
  return translate(heading === '' ? 'meta_title' : 'meta_title_with_heading', { site, title: heading })
}

/** '{titlePrefix}: {title}', or just the title; blanks count as no prefix. */
function toPrefixedTitle({ title, titlePrefix }: Pick<TitleData, 'title' | 'titlePrefix'>): string {
  const prefix = trimmed(titlePrefix)
  return prefix && trimmed(title) ? `${prefix}: ${trimmed(title)}` : trimmed(title)
}

function trimmed(text: string | undefined): string {
  return text?.trim() ?? ''
}
