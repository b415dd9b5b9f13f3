/**
 * Metadata of homes and jobs: JobPosting with its end date (required by search engines), RealEstateListing,
 * breadcrumbs. Never a contact address or number.
 */
import type { HomeFacts, JobFacts, Listing } from '../contract/markets.ts'
import { toBerlinIso } from '@lokalteil/domain/german'
import { MARKET_PATHS, toListingPath, toMarketPath } from '../domain/market-paths.ts'
import { describeListing, FIELD_NAMES } from '../domain/market-words.ts'
import type { JobContract, JobHours, MarketKind } from '../domain/markets.ts'
import { marketTexts } from './market-texts.ts'
import { adTexts } from './ad-texts.ts'
import type { AdData, LinkData, ListingData, MarketData } from './market-forms.ts'
import type { PageMeta, ToMeta } from '@lokalteil/web/app/page/page'
import { ownSources } from '@lokalteil/web/app/page/picture-sources'
import { toBreadcrumbList } from '@lokalteil/web/app/pages/structured-data'

type Node = Record<string, unknown>

function toMarketMeta({ kind, query, view }: MarketData, origin: string): PageMeta {
  return {
    description: marketTexts.metaDescription(kind, view.total),
    // There are endless searches, so only the list itself is indexed.
    ...(query === '' ? {} : { robots: 'noindex, follow' }),
    previous: view.page > 1 ? toMarketPath(kind, query, view.page - 1) : null,
    next: view.page < view.pages ? toMarketPath(kind, query, view.page + 1) : null,
    jsonLd: [toBreadcrumbList([{ label: marketTexts.titles[kind], path: MARKET_PATHS[kind] }], origin)],
  }
}

function toListingMeta({ kind, listing }: ListingData, origin: string): PageMeta {
  const { id, title, facts, pictures, published, updated, duplicateOf } = listing
  const path = toListingPath({ kind, id, title })
  const url = origin + path
  return {
    description: describeListing(listing),
    picture: pictures[0] ?? null,
    published,
    modified: updated,
    jsonLd: [
      // Of two listings of the same offer only the older has structured data.
      ...(duplicateOf === null
        ? [facts.kind === 'job' ? toJob(listing, facts, url) : toHome(listing, facts, url, origin)]
        : []),
      toBreadcrumbList(
        [
          { label: marketTexts.titles[kind], path: MARKET_PATHS[kind] },
          { label: title, path },
        ],
        origin,
      ),
    ],
  }
}

export const homesMeta: ToMeta<MarketData, 'immobilien'> = (data, _route, { origin }) => toMarketMeta(data, origin)
export const jobsMeta: ToMeta<MarketData, 'jobs'> = (data, _route, { origin }) => toMarketMeta(data, origin)
export const homeMeta: ToMeta<ListingData, 'immobilien/angebot'> = (data, _route, { origin }) =>
  toListingMeta(data, origin)
export const jobMeta: ToMeta<ListingData, 'jobs/angebot'> = (data, _route, { origin }) => toListingMeta(data, origin)
const describeAd = (_kind: MarketKind): PageMeta => ({ description: adTexts.intro })
export const homeAdMeta: ToMeta<AdData, 'immobilien/inserieren'> = ({ kind }) => describeAd(kind)
export const jobAdMeta: ToMeta<AdData, 'jobs/inserieren'> = ({ kind }) => describeAd(kind)
export const homeLinkMeta: ToMeta<LinkData, 'immobilien/link'> = () => ({ robots: 'noindex' })
export const jobLinkMeta: ToMeta<LinkData, 'jobs/link'> = () => ({ robots: 'noindex' })

function toAddress({ place: { name, postalCode } }: Listing): Node {
  return {
    '@type': 'PostalAddress',
    addressLocality: name,
    ...(postalCode === '' ? {} : { postalCode }),
    addressCountry: 'DE',
  }
}

const EMPLOYMENT: Partial<Record<JobContract, string>> = {
  befristet: 'TEMPORARY',
  praktikum: 'INTERN',
  'freie-mitarbeit': 'CONTRACTOR',
  minijob: 'PART_TIME',
}
const HOURS: Partial<Record<JobHours, string>> = { vollzeit: 'FULL_TIME', teilzeit: 'PART_TIME' }
const UNITS = { stunde: 'HOUR', monat: 'MONTH', jahr: 'YEAR' } as const

function toJob(listing: Listing, facts: JobFacts, url: string): Node {
  const { title, published, validUntil, id } = listing
  const { employer, contract, hours, remote, field, pay } = facts
  const types = [
    ...new Set([...hours.flatMap((one) => HOURS[one] ?? []), ...(EMPLOYMENT[contract] ? [EMPLOYMENT[contract]] : [])]),
  ]
  const { fromCents, toCents, per } = pay
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    '@id': url,
    url,
    title: title.replace(/\s*\(\s*[mwdx](?:\s*\/\s*[mwdx*]){1,3}\s*\)/i, ''),
    description: toHtml(listing.text === '' ? title : listing.text),
    datePosted: toBerlinIso(new Date(published)),
    validThrough: toBerlinIso(new Date(validUntil)),
    identifier: { '@type': 'PropertyValue', name: employer, value: id },
    hiringOrganization: { '@type': 'Organization', name: employer },
    industry: FIELD_NAMES[field],
    ...(types.length === 0 ? {} : { employmentType: types }),
    jobLocation: { '@type': 'Place', address: toAddress(listing) },
    ...(remote === 'ganz'
      ? { jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: { '@type': 'Country', name: 'DE' } }
      : {}),
    ...(fromCents === null && toCents === null
      ? {}
      : {
          baseSalary: {
            '@type': 'MonetaryAmount',
            currency: 'EUR',
            value: {
              '@type': 'QuantitativeValue',
              ...(fromCents === null ? {} : { minValue: fromCents / 100 }),
              ...(toCents === null ? {} : { maxValue: toCents / 100 }),
              unitText: UNITS[per],
            },
          },
        }),
    directApply: listing.hasContact,
  }
}

const ABOUT = {
  wohnung: 'Apartment',
  haus: 'House',
  zimmer: 'Room',
  grundstueck: 'Place',
  stellplatz: 'Place',
  gewerbe: 'Place',
} as const

function toHome(listing: Listing, facts: HomeFacts, url: string, origin: string): Node {
  const { title, published, validUntil, pictures } = listing
  const { type, deal, cents, rooms, area, features } = facts
  const images = pictures.flatMap((picture) => {
    const sources = picture.sources ?? ownSources(picture, { ratio: '4:3', quality: 75 })
    return sources === null ? [] : [sources.share.startsWith('/') ? origin + sources.share : sources.share]
  })
  const isLivedIn = type === 'wohnung' || type === 'haus' || type === 'zimmer'
  return {
    '@context': 'https://schema.org',
    '@type': 'RealEstateListing',
    '@id': url,
    url,
    name: title,
    description: describeListing(listing),
    datePosted: toBerlinIso(new Date(published)),
    expires: toBerlinIso(new Date(validUntil)),
    ...(images.length === 0 ? {} : { image: images }),
    about: {
      '@type': ABOUT[type],
      address: toAddress(listing),
      ...(isLivedIn && rooms !== null ? { numberOfRooms: rooms } : {}),
      ...(isLivedIn && area !== null
        ? { floorSize: { '@type': 'QuantitativeValue', value: area, unitCode: 'MTK' } }
        : {}),
      ...(isLivedIn && features.includes('haustiere') ? { petsAllowed: true } : {}),
    },
    ...(cents === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            price: cents / 100,
            priceCurrency: 'EUR',
            businessFunction: `http://purl.org/goodrelations/v1#${deal === 'mieten' ? 'LeaseOut' : 'Sell'}`,
            availability: 'https://schema.org/InStock',
          },
        }),
  }
}

/** JobPosting requires HTML: paragraphs of escaped text. */
function toHtml(text: string): string {
  const escape = (value: string) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return text
    .split(/\n{2,}/)
    .map((block) => `<p>${escape(block).replaceAll('\n', '<br>')}</p>`)
    .join('')
}
