/**
 * The document title of each page (specification 2.6, decisions S2.6-01 to S2.6-04); texts are the catalogue's. A page the
 * table of 2.6 does not name has its own heading before the site's title.
 */
import type { RouteName } from './routes.ts'

export type TitleKey =
  | 'meta_title'
  | 'meta_title_template_addendum'
  | 'meta_title_with_heading'
  | 'topics.title'
  | 'headlines.title'
  | 'topics.metaTitle'

/** Fills `{site}` and `{title}` into the catalogue's entry. */
export type TranslateTitle = (key: TitleKey, values: { site: string; title: string }) => string

/** What a page knows about itself; each route reads its own fields. */
export type TitleData = {
  title?: string
  titlePrefix?: string
  seoTitle?: string
  displayName?: string
  prename?: string
  surname?: string
}

export function toPageTitle(name: RouteName, data: TitleData, site: string, translate: TranslateTitle): string {
  const fallback = () => translate('meta_title', { site, title: '' })
  const addendum = (title: string) =>
    title === '' ? fallback() : translate('meta_title_template_addendum', { site, title })
  switch (name) {
    case 'article':
    case 'testbericht':
    case 'testberichte-feed':
      return toPrefixedTitle(data) || fallback()
    case 'author':
      return addendum([data.prename, data.surname].map(trimmed).filter(Boolean).join(' '))
    case 'channel':
      return trimmed(data.seoTitle) || trimmed(data.displayName) || fallback()
    case 'topics':
      return addendum(translate('topics.title', { site, title: '' }))
    case 'headlines':
      return addendum(translate('headlines.title', { site, title: '' }))
    case 'topic':
      return trimmed(data.title) ? translate('topics.metaTitle', { site, title: trimmed(data.title) }) : fallback()
    default:
      return toHeadedTitle(trimmed(data.title), site, translate)
  }
}

/** Without a heading of its own, as on the home page, the site's title stands alone. */
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
