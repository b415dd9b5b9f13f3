/**
 * Metadata of notices, sparingly: a person with name and dates, indexed by name; texts of mourners are neither included
 * nor indexed (docs/notices.md).
 */
import type { Obituary, PersonPage } from '../contract/obituaries.ts'
import { OBITUARIES_PATH, toListPath, toPersonPath } from '../domain/obituary-paths.ts'
import { toYears } from '../domain/obituaries.ts'
import { obituaryTexts } from './obituary-texts.ts'
import type { ToMeta } from '@lokalteil/web/app/page/page'
import { toBreadcrumbList, toPublisher } from '@lokalteil/web/app/pages/structured-data'
import type { ObituariesData } from './ObituariesPage.tsx'

const START = { label: obituaryTexts.listTitle, path: OBITUARIES_PATH }

export const obituariesMeta: ToMeta<ObituariesData, 'trauer' | 'trauer/seite'> = (data, _route, { publication }) => ({
  description: obituaryTexts.description(publication.name),
  previous: data.page > 1 ? toListPath(data.page - 1) : null,
  next: data.page < data.pages ? toListPath(data.page + 1) : null,
})

export const personMeta: ToMeta<PersonPage, 'trauer/person'> = (
  { person, notices },
  _route,
  { publication, origin },
) => {
  const path = toPersonPath(person.id)
  const { name, birthName, born, died, place } = person
  return {
    description: obituaryTexts.person.description(name, toYears(person), place),
    modified: notices[0]?.published ?? null,
    picture: null,
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'WebPage',
        '@id': origin + path,
        url: origin + path,
        name,
        inLanguage: 'de',
        ...(notices.length === 0 ? {} : { datePublished: notices.at(-1)!.published }),
        publisher: toPublisher(publication, origin),
        about: {
          '@type': 'Person',
          name,
          ...(birthName === '' ? {} : { alternateName: birthName }),
          ...(born === null ? {} : { birthDate: born }),
          ...(died === null ? {} : { deathDate: died }),
        },
      },
      toBreadcrumbList([START, { label: name, path }], origin),
    ],
  }
}

export const obituaryMeta: ToMeta<Obituary, 'trauer/anzeige'> = ({ kind, person }) => ({
  description: `${obituaryTexts.obituaryOf(kind, person.name)}${person.place === '' ? '' : `, ${person.place}`}.`,
})

export const obituaryOrderMeta: ToMeta<unknown, 'trauer/aufgeben'> = () => ({
  description: obituaryTexts.ordering.intro,
  needsScripts: true,
})
