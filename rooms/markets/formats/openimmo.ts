/**
 * OpenImmo 1.2 (XML): homes of one or several providers. `umfang="VOLL"` is the complete list of a provider;
 * `aktionart="DELETE"`, a transfer with `modus="DELETE"`, a sale and `weitergabe_generell` false are ends. The street
 * is never read: readers see only town and district.
 */
import type { EnergyClass, HomeFeature, HomeType } from '../domain/markets.ts'
import { ENERGY_CLASSES } from '../domain/markets.ts'
import type { Parsed, ParseContext, Refusal, RoomDocument } from '@lokalteil/services/import/parsed-document'
import { wrapMarkup } from '@lokalteil/services/import/formats/feed-markup'
import {
  attributeOf,
  getChild,
  isNode,
  listChildren,
  parseMembers,
  textAt,
  toNodeText,
  type XmlNode,
} from '@lokalteil/services/import/formats/xml'
import {
  collect,
  refuseBroken,
  toCents,
  toDocument,
  toEnd,
  toInstantText,
  toListing,
  toListingId,
  toNumber,
  toSourceName,
  toWebAddress,
} from './market-document.ts'

export const OPENIMMO_ROOT = 'openimmo'
/** Texts in which programs write HTML, also without CDATA. */
const TEXTS = ['objekttitel', 'dreizeiler', 'lage', 'ausstatt_beschr', 'objektbeschreibung', 'sonstige_angaben']

export function parseOpenImmo(xml: string, { now }: ParseContext): Parsed {
  const { read, broken } = parseMembers(wrapMarkup(xml, TEXTS), 'immobilie', { removePrefixes: true })
  if (read.kind === 'refused')
    return { documents: [], refusals: [{ sourceId: '', reason: read.reason, raw: xml, extension: 'xml' }] }
  const transfer = getChild(read.root, 'uebertragung')
  // A missing home may be the one that cannot be read.
  const isWhole = attributeOf(transfer, 'umfang').toUpperCase() === 'VOLL' && broken.length === 0
  const isDeleting = attributeOf(transfer, 'modus').toUpperCase() === 'DELETE'
  const sentAt = toInstantText(attributeOf(transfer, 'timestamp')) || now.toISOString()
  const parts: Parsed[] = listChildren(read.root, 'anbieter').map((provider) =>
    parseProvider(provider, { isWhole, isDeleting, sentAt, now }),
  )
  const roomDocuments = parts.flatMap((part) => part.roomDocuments ?? [])
  const refusals = [...parts.flatMap((part) => part.refusals), ...refuseBroken(broken, '', 'OpenImmo')]
  if (roomDocuments.length === 0 && refusals.length === 0)
    refusals.push({ sourceId: '', reason: 'OpenImmo without homes', raw: xml.slice(0, 64 * 1024), extension: 'xml' })
  return { documents: [], refusals, roomDocuments }
}

type Transfer = { isWhole: boolean; isDeleting: boolean; sentAt: string; now: Date }

function parseProvider(provider: XmlNode, { isWhole, isDeleting, sentAt, now }: Transfer): Parsed {
  const source = toSourceName([
    textAt(provider, 'openimmo_anid'),
    textAt(provider, 'anbieternr'),
    textAt(provider, 'firma'),
  ])
  const firm = textAt(provider, 'firma')
  const listed: string[] = []
  const found: (RoomDocument | Refusal)[] = []
  for (const home of listChildren(provider, 'immobilie')) {
    const technical = getChild(home, 'verwaltung_techn')
    const sourceId = toListingId(
      textAt(technical, 'objektnr_extern') ||
        textAt(technical, 'openimmo_obid') ||
        textAt(technical, 'objektnr_intern'),
    )
    if (sourceId === '') {
      found.push(refuse(home, source, 'OpenImmo: no objektnr_extern and no openimmo_obid'))
      continue
    }
    const updated = toInstantText(textAt(technical, 'stand_vom')) || sentAt
    const action = attributeOf(getChild(technical, 'aktion'), 'aktionart').toUpperCase()
    if (action === 'DELETE' || (action === '' && isDeleting) || isOver(home)) {
      // The end was sent with this transfer, whenever the home itself was last changed.
      found.push(
        toDocument({ kind: 'removed', market: 'home', source, sourceId, at: sentAt > updated ? sentAt : updated }, []),
      )
      continue
    }
    listed.push(sourceId)
    found.push(toHome(home, { source, sourceId, firm, updated, now }))
  }
  return collect(found, isWhole ? { market: 'home', source, at: sentAt, listed } : null)
}

/** Sold, or not to be passed on. Reserved homes are still offered. */
function isOver(home: XmlNode): boolean {
  const state = attributeOf(getChild(home, 'zustand_angaben', 'verkaufstatus'), 'stand').toUpperCase()
  const isPassedOn = textAt(home, 'verwaltung_techn', 'weitergabe_generell')
  return state === 'VERKAUFT' || /^(?:0|false|nein)$/i.test(isPassedOn)
}

function toHome(
  home: XmlNode,
  {
    source,
    sourceId,
    firm,
    updated,
    now,
  }: { source: string; sourceId: string; firm: string; updated: string; now: Date },
): RoomDocument | Refusal {
  const category = getChild(home, 'objektkategorie')
  const offer = getChild(category, 'vermarktungsart')
  const isSale = isTrue(attributeOf(offer, 'KAUF')) || isTrue(attributeOf(offer, 'ERBPACHT'))
  const type = toType(category)
  if (type === null) return refuse(home, `${source}:${sourceId}`, 'OpenImmo: no objektart that is known here')
  const geo = getChild(home, 'geo')
  const prices = getChild(home, 'preise')
  const spaces = getChild(home, 'flaechen')
  const texts = getChild(home, 'freitexte')
  const technical = getChild(home, 'verwaltung_techn')
  const person = getChild(home, 'kontaktperson')
  const living = toNumber(textAt(spaces, 'wohnflaeche'))
  const usable = toNumber(textAt(spaces, 'nutzflaeche')) ?? toNumber(textAt(spaces, 'gesamtflaeche'))
  return toListing(
    {
      market: 'home',
      source,
      sourceId,
      updated,
      published: toInstantText(textAt(technical, 'aktiv_von')) || updated,
      validUntil: toEnd(textAt(technical, 'aktiv_bis')),
      title: textAt(texts, 'objekttitel') || textAt(texts, 'dreizeiler'),
      text: [
        textAt(texts, 'objektbeschreibung'),
        textAt(texts, 'ausstatt_beschr'),
        textAt(texts, 'lage'),
        textAt(texts, 'sonstige_angaben'),
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
      place: {
        name: textAt(geo, 'ort'),
        district: textAt(geo, 'regionaler_zusatz'),
        postalCode: textAt(geo, 'plz'),
      },
      coordinates: toCoordinates(getChild(geo, 'geokoordinaten')),
      pictures: listPictures(home),
      provider: textAt(person, 'firma') || firm,
      address: toWebAddress(textAt(person, 'url')),
      contact: {
        name: [textAt(person, 'vorname'), textAt(person, 'name')].filter((part) => part !== '').join(' ') || firm,
        email: textAt(person, 'email_direkt') || textAt(person, 'email_zentrale') || textAt(person, 'email_feedback'),
      },
      facts: {
        kind: 'home',
        deal: isSale ? 'kaufen' : 'mieten',
        type,
        cents: isSale
          ? toPrice(prices, 'kaufpreis')
          : (toPrice(prices, 'nettokaltmiete') ?? toPrice(prices, 'kaltmiete') ?? toPrice(prices, 'warmmiete')),
        extraCents: isSale ? null : toCents(textAt(prices, 'nebenkosten')),
        deposit: toAmountText(prices, 'kaution', 'kaution_text'),
        commission: (textAt(prices, 'aussen_courtage') || textAt(prices, 'courtage_hinweis')).slice(0, 160),
        rooms: toNumber(textAt(spaces, 'anzahl_zimmer')),
        area: type === 'grundstueck' ? null : (living ?? usable),
        plotArea: toNumber(textAt(spaces, 'grundstuecksflaeche')),
        floor: textAt(geo, 'etage').slice(0, 40),
        availableFrom: (
          textAt(home, 'verwaltung_objekt', 'verfuegbar_ab') || textAt(home, 'verwaltung_objekt', 'abdatum')
        ).slice(0, 80),
        features: listFeatures(home),
        energy: toEnergy(home),
      },
    },
    now,
  )
}

/** Child of `objektart` → our type. */
const TYPES: Readonly<Record<string, HomeType>> = {
  wohnung: 'wohnung',
  haus: 'haus',
  zimmer: 'zimmer',
  grundstueck: 'grundstueck',
  parken: 'stellplatz',
  buero_praxen: 'gewerbe',
  einzelhandel: 'gewerbe',
  gastgewerbe: 'gewerbe',
  hallen_lager_prod: 'gewerbe',
  land_und_forstwirtschaft: 'grundstueck',
  zinshaus_renditeobjekt: 'haus',
  freizeitimmobilie_gewerblich: 'gewerbe',
}

function toType(category: XmlNode | undefined): HomeType | null {
  const kinds = getChild(category, 'objektart')
  const name = isNode(kinds) ? Object.keys(kinds).find((key) => Object.hasOwn(TYPES, key)) : undefined
  return name === undefined ? null : TYPES[name]!
}

function toCoordinates(node: XmlNode | undefined): { latitude: number; longitude: number } | null {
  const [latitude, longitude] = ['breitengrad', 'laengengrad'].map((name) => Number(attributeOf(node, name) || 'x'))
  const isPoint = Math.abs(latitude!) <= 90 && Math.abs(longitude!) <= 180 && (latitude !== 0 || longitude !== 0)
  return isPoint ? { latitude: latitude!, longitude: longitude! } : null
}

/** Files inside the document are not read; the title picture comes first. */
function listPictures(home: XmlNode): { url: string; title: string }[] {
  const found = listChildren(getChild(home, 'anhaenge'), 'anhang').flatMap((one) => {
    const url = textAt(one, 'daten', 'pfad')
    const group = attributeOf(one, 'gruppe').toUpperCase()
    const isPicture = /BILD|INNEN|AUSSEN|GRUNDRISS|TITEL/.test(group) || /jpe?g|png|webp/i.test(textAt(one, 'format'))
    return url === '' || !isPicture || /DOKUMENT|FILM|LINK/.test(group)
      ? []
      : [{ url, title: textAt(one, 'anhangtitel'), isFirst: group === 'TITELBILD' }]
  })
  return found.toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst)).map(({ url, title }) => ({ url, title }))
}

function listFeatures(home: XmlNode): HomeFeature[] {
  const inside = getChild(home, 'ausstattung')
  const spaces = getChild(home, 'flaechen')
  const has = (name: string) => isTrue(textAt(inside, name)) || hasTrueAttribute(getChild(inside, name))
  const counts = (name: string) => (toNumber(textAt(spaces, name)) ?? 0) > 0
  const cellar = attributeOf(getChild(inside, 'unterkellert'), 'keller').toUpperCase()
  const state = attributeOf(getChild(home, 'zustand_angaben', 'zustand'), 'zustand_art').toUpperCase()
  const all: readonly (readonly [HomeFeature, boolean])[] = [
    [
      'balkon',
      counts('anzahl_balkone') ||
        counts('anzahl_terrassen') ||
        counts('anzahl_balkon_terrassen') ||
        has('balkon_terrasse'),
    ],
    ['garten', has('gartennutzung') || counts('gartenflaeche')],
    ['kueche', isTrue(attributeOf(getChild(inside, 'kueche'), 'EBK'))],
    ['aufzug', isTrue(attributeOf(getChild(inside, 'fahrstuhl'), 'PERSONEN'))],
    ['keller', cellar === 'JA' || cellar === 'TEIL'],
    ['stellplatz', counts('anzahl_stellplaetze') || has('stellplatzart')],
    ['barrierefrei', has('barrierefrei') || has('rollstuhlgerecht')],
    ['gaeste-wc', has('gaestewc') || has('gaste_wc')],
    ['kamin', has('kamin')],
    ['moebliert', ['VOLL', 'TEIL'].includes(attributeOf(getChild(inside, 'moebliert'), 'moeb').toUpperCase())],
    ['haustiere', isTrue(textAt(home, 'verwaltung_objekt', 'haustiere'))],
    ['neubau', state === 'ERSTBEZUG' || state === 'NEUWERTIG'],
  ]
  return all.filter(([, isThere]) => isThere).map(([feature]) => feature)
}

function toEnergy(home: XmlNode) {
  const state = getChild(home, 'zustand_angaben')
  const pass = getChild(state, 'energiepass')
  const kind = textAt(pass, 'epart').toUpperCase()
  const value =
    toNumber(textAt(pass, 'endenergiebedarf')) ??
    toNumber(textAt(pass, 'energieverbrauchkennwert')) ??
    toNumber(textAt(pass, 'stromwert'))
  const year = toNumber(textAt(state, 'baujahr')) ?? toNumber(textAt(pass, 'baujahr'))
  const group = textAt(pass, 'jahrgang').toLowerCase()
  return {
    certificate:
      kind === 'BEDARF'
        ? 'bedarf'
        : kind === 'VERBRAUCH'
          ? 'verbrauch'
          : group === 'nicht_noetig'
            ? 'nicht-noetig'
            : group === 'bei_besichtigung'
              ? 'liegt-nicht-vor'
              : 'keine-angabe',
    value,
    carrier: toCarrier(textAt(pass, 'primaerenergietraeger')),
    class: ENERGY_CLASSES.find((one) => one === (textAt(pass, 'wertklasse').toUpperCase() as EnergyClass)) ?? null,
    built: year !== null && Number.isInteger(year) && year >= 1000 && year <= 2200 ? year : null,
  }
}

/** OpenImmo's spellings, without umlauts. */
const CARRIERS: Readonly<Record<string, string>> = {
  oel: 'Öl',
  heizoel: 'Heizöl',
  fluessiggas: 'Flüssiggas',
  fern: 'Fernwärme',
  fernwaerme: 'Fernwärme',
  nahwaerme: 'Nahwärme',
  erdwaerme: 'Erdwärme',
  umweltwaerme: 'Umweltwärme',
  abwaerme: 'Abwärme',
  luftwp: 'Luftwärmepumpe',
  waermepumpe: 'Wärmepumpe',
  waermelieferung: 'Wärmelieferung',
  elektro: 'Strom',
  'wasser-elektro': 'Strom',
  block: 'Blockheizkraftwerk',
  kwk: 'Kraft-Wärme-Kopplung',
}

const toCarrier = (text: string): string =>
  text
    .split(/[,;/]/)
    .map((part) => part.trim())
    .map(
      (part) =>
        CARRIERS[part.toLowerCase()] ?? part.charAt(0).toUpperCase() + part.slice(1).toLowerCase().replaceAll('_', ' '),
    )
    .join(', ')
    .slice(0, 80)

/** Null: on request. Programs write 0 for an unknown price. */
function toPrice(prices: XmlNode | undefined, name: string): number | null {
  const isOnRequest = isTrue(attributeOf(getChild(prices, name), 'auf_anfrage'))
  return isOnRequest ? null : toCents(textAt(prices, name)) || null
}

function toAmountText(prices: XmlNode | undefined, name: string, textName: string): string {
  const words = textAt(prices, textName)
  const cents = toCents(textAt(prices, name))
  return (words || (cents === null ? '' : `${(cents / 100).toLocaleString('de-DE')} €`)).slice(0, 120)
}

const isTrue = (text: string): boolean => /^(?:1|true|ja)$/i.test(text.trim())

function hasTrueAttribute(node: XmlNode | undefined): boolean {
  return (
    node !== undefined && Object.entries(node).some(([key, value]) => key.startsWith('@') && isTrue(toNodeText(value)))
  )
}

function refuse(home: XmlNode, sourceId: string, reason: string): Refusal {
  return {
    sourceId: sourceId.slice(0, 200),
    reason,
    raw: JSON.stringify(home, null, 2).slice(0, 64 * 1024),
    extension: 'json',
  }
}
