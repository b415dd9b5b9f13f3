/** Templates of the document titles (S2.6-01). */
import type { TitleKey, TranslateTitle } from '@lokalteil/domain/routing/titles'

const titleTexts: Readonly<Record<TitleKey, string>> = {
  meta_title: '{site} – Nachrichten aus der Region',
  meta_title_template_addendum: '{title} | {site}',
  meta_title_with_heading: '{title} | {site} – Nachrichten aus der Region',
  'topics.title': 'Themen',
  'headlines.title': 'Schlagzeilen',
  'topics.metaTitle': 'Alle Artikel zum Thema {title} | {site}',
  title_of_page: '{title} – Seite {page}',
}

export const translateTitle: TranslateTitle = (key, { site, title, page }) => {
  const values: Readonly<Record<string, string>> = { site, title, page: String(page) }
  return titleTexts[key].replace(/\{(site|title|page)\}/g, (_whole, name: string) => values[name]!)
}
