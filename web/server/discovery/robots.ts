/**
 * Permissions for machines in every format they read: robots.txt, the reservation of text and data mining (§ 44b (3)
 * UrhG) as tdmrep.json with its policy, RSL, trust.txt, ads.txt. All come from one list of robots and one statement.
 */
import { discoveryTexts } from '../../app/messages/discovery/discovery.ts'
import { isThisMachine } from '../config/values.ts'
import type { DiscoveryBody, DiscoveryFile, Site } from './site.ts'
import { element, textElement, XML_HEAD } from './xml.ts'

/** Not for search results: API calls, framed pages, readers' own pages, orders, and search pages, which are endless. */
const CLOSED = ['/api/', '/__', ...toWhole('/account'), '/order/', '/suche?', '/suche/', ...toWhole('/suggest')]
/** The offers below `/order/`; the longer rule wins (RFC 9309). */
const OPEN = ['/order/abo']

/** A rule matches prefixes: `/suche` alone would close every article that begins with "Suche nach …". */
function toWhole(path: string): string[] {
  return [`${path}$`, `${path}?`, `${path}/`]
}

/** Named, because they ignore the general group otherwise; the rules are the same. */
const NEWS_ROBOTS = ['Googlebot-News', 'bingbot', 'Applebot', 'DuckDuckBot']

/** Robots that collect texts for models or answer from them. Search engines that send readers are not among them. */
const AI_ROBOTS = [
  'Google-Extended',
  'GPTBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'anthropic-ai',
  'CCBot',
  'PerplexityBot',
  'Perplexity-User',
  'Applebot-Extended',
  'Amazonbot',
  'Bytespider',
  'Meta-ExternalAgent',
  'FacebookBot',
  'cohere-ai',
  'cohere-training-data-crawler',
  'Diffbot',
  'DuckAssistBot',
  'MistralAI-User',
  'YouBot',
  'AI2Bot',
  'omgili',
  'omgilibot',
  'ImagesiftBot',
  'Timpibot',
  'PanguBot',
  'img2dataset',
] as const

const TEXT = 'text/plain; charset=utf-8'

export function buildRobots({ origin }: Site): DiscoveryFile {
  const rules = [...CLOSED.map((path) => `Disallow: ${path}`), ...OPEN.map((path) => `Allow: ${path}`)]
  const lines = [
    ...discoveryTexts.reservation.map((sentence) => `# ${sentence}`),
    '',
    'User-agent: *',
    ...rules,
    '',
    ...NEWS_ROBOTS.map((name) => `User-agent: ${name}`),
    ...rules,
    '',
    ...AI_ROBOTS.map((name) => `User-agent: ${name}`),
    'Disallow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    `Sitemap: ${origin}/news-sitemap.xml`,
    '',
    // As a comment, because search engines' validators report the directive as unknown. The header of this file and
    // every page link it as well.
    `# License: ${origin}/license.xml`,
  ]
  return {
    ...toFile(TEXT, `${lines.join('\n')}\n`),
    link: `<${origin}/license.xml>; rel="license"; type="application/rsl+xml"`,
  }
}

/** RSL 1.0: search engines may index free of charge, every use by models is refused. */
export function buildLicense({ origin, publication, publisher }: Site): DiscoveryFile {
  const license = element('license', {}, [
    textElement('permits', 'search', { type: 'usage' }),
    textElement('prohibits', 'ai-all', { type: 'usage' }),
    element('payment', { type: 'free' }, null),
  ])
  const copyright = textElement('copyright', publication.name, {
    type: 'organization',
    contactEmail: publisher.email,
    contactUrl: `${origin}/impressum`,
  })
  const content = element('content', { url: '/' }, [license, copyright])
  return toFile(
    'application/rsl+xml; charset=utf-8',
    `${XML_HEAD}\n${element('rsl', { xmlns: 'https://rslstandard.org/rsl' }, [content])}\n`,
  )
}

export function buildTdmReservation({ origin }: Site): DiscoveryFile {
  return toJson([{ location: '/', 'tdm-reservation': 1, 'tdm-policy': `${origin}/.well-known/tdm-policy.json` }])
}

/** ODRL in the profile of TDMRep: mining requires consent, with the contact for it. */
export function buildTdmPolicy({ origin, publication, publisher }: Site): DiscoveryFile {
  return toJson({
    '@context': [
      'http://www.w3.org/ns/odrl.jsonld',
      { tdm: 'http://www.w3.org/ns/tdmrep#', vcard: 'http://www.w3.org/2006/vcard/ns#' },
    ],
    '@type': 'Offer',
    profile: 'http://www.w3.org/ns/tdmrep',
    uid: `${origin}/.well-known/tdm-policy.json`,
    assigner: {
      uid: `${origin}/`,
      'vcard:fn': publication.name,
      'vcard:hasEmail': `mailto:${publisher.email}`,
      'vcard:hasURL': `${origin}/impressum`,
    },
    permission: [{ target: `${origin}/`, action: 'tdm:mine', duty: [{ action: 'obtainConsent' }] }],
  })
}

export function buildTrust({ origin }: Site): DiscoveryFile {
  return toFile(TEXT, `disclosure=${origin}/impressum\ncontact=${origin}/impressum\ndatatrainingallowed=no\n`)
}

/** The standard line of an intentionally empty ads.txt (1.1). */
const NO_SELLERS = 'placeholder.example.com, placeholder, DIRECT, placeholder'

/** ads.txt 1.1: the publisher's records; owner and contact are added if missing. */
export function buildAds(site: Site): DiscoveryFile {
  return toAdsFile(site, site.ads)
}

/** The same for places in the app. */
export function buildAppAds(site: Site): DiscoveryFile {
  return toAdsFile(site, site.appAds)
}

function toAdsFile({ origin, publisher }: Site, ads: readonly string[]): DiscoveryFile {
  const { email, advertising } = publisher
  // An address of this machine cannot be reached from outside.
  const domain = isThisMachine(origin)
    ? email.slice(email.lastIndexOf('@') + 1)
    : new URL(origin).hostname.replace(/^www\./, '')
  const variables = [`OWNERDOMAIN=${domain}`, `CONTACT=${advertising?.email ?? email}`]
  const isNamed = (variable: string) =>
    ads.some((record) => record.toUpperCase().startsWith(variable.slice(0, variable.indexOf('=') + 1)))
  const hasSellers = ads.some((record) => !record.includes('='))
  const lines = [
    ...(hasSellers ? [] : [`# ${discoveryTexts.noSellers}`, NO_SELLERS]),
    ...ads,
    ...variables.filter((variable) => !isNamed(variable)),
  ]
  return toFile(TEXT, `${lines.join('\n')}\n`)
}

/** IAB Tech Lab sellers.json 1.0, for a publisher who sells places of others as well. */
export function buildSellers({ publisher, sellers }: Site): DiscoveryFile {
  if (sellers.length === 0) return { kind: 'missing' }
  const { company, street, postcode, town, email, advertising } = publisher
  return toJson({
    contact_email: advertising?.email ?? email,
    contact_address: `${company}, ${street}, ${postcode} ${town}`,
    version: '1.0',
    sellers: sellers.map(({ id, name, domain, type, isConfidential }) => ({
      seller_id: id,
      seller_type: type,
      ...(isConfidential ? { is_confidential: 1 } : { name, domain, is_confidential: 0 }),
    })),
  })
}

export function toJson(value: unknown, type = 'application/json; charset=utf-8'): DiscoveryBody {
  return toFile(type, JSON.stringify(value))
}

export function toFile(type: string, body: string): DiscoveryBody {
  return { kind: 'body', type, body, lastModified: null }
}
