/** Files that describe the site to browsers and programs: web manifest, search plug-in, security contact, age label. */
import { urls } from '../../app/messages/publication/urls.ts'
import { discoveryTexts } from '../../app/messages/discovery/discovery.ts'
import type { DiscoveryFile, Site } from './site.ts'
import { toFile, toJson } from './robots.ts'
import { element, textElement, XML_HEAD } from './xml.ts'

const DAY = 86_400_000
/** RFC 9116 recommends less than a year. */
const CONTACT_DAYS = 360
const TEXT = 'text/plain; charset=utf-8'

/** Screenshots of the home page in light mode. */
const SCREENSHOTS = [
  { file: 'screenshot-narrow.jpg', sizes: '780x1688', form_factor: 'narrow' },
  { file: 'screenshot-wide.jpg', sizes: '1280x800', form_factor: 'wide' },
] as const

export function buildManifest({ publication, colours, apps, hasBrandFile }: Site): DiscoveryFile {
  const { code, name, claim } = publication
  const icons = `/assets/brand/${code}`
  const { shortcuts } = discoveryTexts
  return toJson(
    {
      id: '/',
      name,
      short_name: publication.shortName,
      description: claim === '' ? name : discoveryTexts.description(name, claim),
      start_url: '/',
      scope: '/',
      display: 'standalone',
      lang: 'de',
      dir: 'ltr',
      theme_color: colours.theme,
      background_color: colours.background,
      categories: ['news'],
      icons: [
        { src: `${icons}/icon-192.png`, sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: `${icons}/icon-512.png`, sizes: '512x512', type: 'image/png', purpose: 'any' },
        { src: `${icons}/icon-maskable-512.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      shortcuts: [
        { name: shortcuts.home, url: '/' },
        { name: shortcuts.topics, url: '/deine-themen' },
        { name: shortcuts.bookmarks, url: '/bookmarks' },
        { name: shortcuts.headlines, url: '/schlagzeilen' },
      ],
      screenshots: SCREENSHOTS.filter(({ file }) => hasBrandFile(file)).map(({ file, ...screenshot }) => ({
        src: `${icons}/${file}`,
        type: 'image/jpeg',
        ...screenshot,
        label: discoveryTexts.screenshot(name),
      })),
      // A link shared by another app is stored on the device.
      share_target: { action: urls.offline, method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
      ...(apps.android.length === 0
        ? {}
        : {
            related_applications: apps.android.map(({ packageName }) => ({
              platform: 'play',
              id: packageName,
              url: `https://play.google.com/store/apps/details?id=${packageName}`,
            })),
          }),
    },
    'application/manifest+json; charset=utf-8',
  )
}

export function buildOpenSearch({ publication, origin }: Site): DiscoveryFile {
  const { name } = publication
  const url = (type: string, template: string, rel: string) =>
    element('Url', { type, rel, method: 'get', template }, null)
  const lines = [
    textElement('ShortName', publication.shortName),
    textElement('LongName', name),
    textElement('Description', discoveryTexts.searchDescription(name)),
    textElement('InputEncoding', 'UTF-8'),
    textElement('OutputEncoding', 'UTF-8'),
    textElement('Language', 'de'),
    textElement('Image', `${origin}/favicon.ico`, { width: '32', height: '32', type: 'image/x-icon' }),
    url('text/html', `${origin}/suche?q={searchTerms}`, 'results'),
    url('application/x-suggestions+json', `${origin}/suggest?q={searchTerms}`, 'suggestions'),
    url('application/opensearchdescription+xml', `${origin}/opensearch.xml`, 'self'),
  ]
  const body = `${XML_HEAD}\n${element('OpenSearchDescription', { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' }, lines)}\n`
  return toFile('application/opensearchdescription+xml; charset=utf-8', body)
}

/** RFC 9116. The expiry date is computed on request, so that a running site never shows an expired one. */
export function buildSecurity({ publisher, origin, now }: Site): DiscoveryFile {
  const expires = new Date((Math.floor(now.getTime() / DAY) + CONTACT_DAYS) * DAY)
  const lines = [
    `Contact: mailto:${publisher.security ?? publisher.email}`,
    ...(origin.startsWith('https:') ? [`Contact: ${origin}/impressum`] : []),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: de, en',
    `Canonical: ${origin}/.well-known/security.txt`,
  ]
  return toFile(TEXT, `${lines.join('\n')}\n`)
}

/** Without consent no data are shared, so every reader is treated as the signal demands. */
export function buildGlobalPrivacyControl(): DiscoveryFile {
  return toJson({ gpc: true, lastUpdate: AGE_REVIEWED })
}

/** Date of the last review of the age label and the statement above. */
const AGE_REVIEWED = '2026-11-01'
/** News show violence and grief: suitable from twelve, in the steps of § 11 (5) JMStV. */
const AGE = '12'

/** § 11 (5) JMStV: the label for youth protection software; `age.xml` is the international form. */
export function buildAgeLabel({ origin }: Site, file: 'age.xml' | 'age-de.xml'): DiscoveryFile {
  const host = new URL(origin).hostname
  const isGerman = file === 'age-de.xml'
  const basic = element('ageblock-basic', {}, [
    textElement('age-issuer', host),
    textElement('last-change', AGE_REVIEWED),
    textElement('country', isGerman ? 'de' : 'all'),
    textElement('label-version', isGerman ? '1.0' : '2.0'),
    textElement('revisit-after', '30days'),
  ])
  const country = (name: string, code: string) =>
    element('country', { class: name }, [textElement('country-code', code)])
  const countries = element('ageblock-country', {}, [
    country('age-de.xml', 'DE'),
    country('age.xml', 'all'),
    textElement('country-default', 'age.xml'),
  ])
  const kinds = ['httpheader', 'htmlmeta', 'label-z'].map((kind) => textElement(kind, 'false'))
  const types = element('ageblock-labeltype', {}, [
    ...kinds,
    textElement('xmlfile', 'true'),
    textElement('default-age', AGE),
  ])
  const scope = element('scope', {}, [textElement('scope-url', `${origin}/`)])
  const label = element('labeltype-xmlfile', {}, [
    element('label', { class: 'website' }, [textElement('age', AGE), scope]),
  ])
  const declaration = element('age-declaration', {}, [
    basic,
    ...(isGerman ? [] : [countries]),
    types,
    element('ageblock-labeltype-definition', {}, [label]),
  ])
  return toFile('application/xml; charset=utf-8', `${XML_HEAD}\n${declaration}\n`)
}

/** Android apps that open links of this site; missing without an app. */
export function buildAssetLinks({ apps }: Site): DiscoveryFile {
  if (apps.android.length === 0) return { kind: 'missing' }
  return toJson(
    apps.android.map(({ packageName, fingerprints }) => ({
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name: packageName, sha256_cert_fingerprints: fingerprints },
    })),
    'application/json',
  )
}

/** iOS apps. API calls, framed forms and pages that need the browser (orders, links of mails) are excluded. */
export function buildAppleAssociation({ apps }: Site): DiscoveryFile {
  if (apps.ios.length === 0) return { kind: 'missing' }
  const excluded = ['/api/*', '/__*', '/order/*', '/change-password/*', '/error/*'].map((path) => ({
    '/': path,
    exclude: true,
  }))
  return toJson(
    {
      applinks: { details: [{ appIDs: apps.ios, components: [...excluded, { '/': '/*' }] }] },
      webcredentials: { apps: apps.ios },
    },
    'application/json',
  )
}
