/**
 * The facts that the templates of documents use: identity and offers of a publication, as words. Every name is always
 * present, null or an empty list if there is nothing to say; so a template that asks for an unknown name is in error.
 */
import type { Offer } from '@lokalteil/contracts/commerce'
import { NETWORK_NAMES, type Identity, type PublisherData } from '@lokalteil/contracts/publication/identity'
import type { Rooms } from '@lokalteil/contracts/publication/rooms'
import type { Newsletters } from '@lokalteil/contracts/publication/selling'
import { toNoticeText, toTermText } from '@lokalteil/domain/commerce/offer-terms'
import { listGrants } from '@lokalteil/domain/commerce/offers'
import { formatDate, joinNames } from '@lokalteil/domain/german'
import { ROOM_KEYS } from '@lokalteil/domain/rooms/rooms'
import { toRegisterName } from './legal-form.ts'
import { listRoomsOfNotice, toRadioHost } from './rooms-in-notice.ts'
import type { Fact, Facts } from './template.ts'

export type Published = {
  identity: Identity
  offers: readonly Offer[]
  newsletters: Newsletters['newsletters']
  rooms: Rooms | undefined
  /** Whether readers may write contributions. */
  hasCommunity: boolean
  /** The date the documents are written: `2026-12-31`. */
  today: string
}

export function toDocumentFacts({ identity, offers, newsletters, rooms, hasCommunity, today }: Published): Facts {
  const { publisher, hosts, localEdition, social } = identity
  return {
    paper: toPaper(identity),
    publisher: toPublisher(publisher),
    law: publisher.country === 'AT' ? AUSTRIAN_LAW : GERMAN_LAW,
    host: hosts[0] ?? null,
    isLocalEdition: localEdition,
    asksConsent: !localEdition,
    countsReading: identity.figures !== false,
    social: Object.entries(social).map(([network, address]) => ({
      name: NETWORK_NAMES[network as keyof typeof NETWORK_NAMES],
      address: address ?? null,
    })),
    offers: toOffers(offers),
    rooms: toRooms(rooms),
    community: hasCommunity,
    /** Null: the programme comes from this site. */
    radioHost: toRadioHost(rooms),
    newsletters: newsletters.map(({ title, rhythm }) => ({ title, rhythm })),
    // Advertising of the publisher's own needs no external account, so it exists from the first day.
    sellsAdvertisingSpace: identity.ads.length > 0,
    today: formatDate(new Date(`${today}T12:00:00Z`)),
  }
}

function toRooms(rooms: Rooms | undefined): Fact {
  const said = listRoomsOfNotice(rooms)
  return { any: said.length > 0, ...Object.fromEntries(ROOM_KEYS.map((key) => [key, said.includes(key)])) }
}

function toPaper({ name, claim, region, grammar }: Identity): Fact {
  const { article } = grammar
  const dative = grammar.dative ?? name
  const forms = {
    der: ['der', 'des', 'dem', 'den'],
    die: ['die', 'der', 'der', 'die'],
    das: ['das', 'des', 'dem', 'das'],
    none: [null, null, null, null],
  }[article]
  const withArticle = (index: number, word: string) => [forms[index], word].filter((part) => part !== null).join(' ')
  return {
    name,
    claim: claim === '' ? null : claim,
    region,
    nominative: withArticle(0, name),
    /** Without an article: "von Musterbote". */
    genitive: article === 'none' ? `von ${dative}` : withArticle(1, grammar.genitive ?? name),
    dative: withArticle(2, dative),
    /** A weak noun ends as in the dative: "den Musterboten". */
    accusative: withArticle(3, article === 'der' ? dative : name),
  }
}

function toPublisher(publisher: PublisherData): Fact {
  const { company, street, postcode, town, country, generalPartner, ownership, austria } = publisher
  const lands: Readonly<Record<string, string>> = {
    AT: 'Österreich',
    CH: 'Schweiz',
    LI: 'Liechtenstein',
    LU: 'Luxemburg',
    BE: 'Belgien',
    IT: 'Italien',
  }
  const land = country === 'DE' ? null : (lands[country] ?? country)
  const toRegister = (register: PublisherData['register']) =>
    register === undefined
      ? null
      : { name: toRegisterName(register.number, publisher), court: register.court, number: register.number }
  return {
    company,
    street,
    postcode,
    town,
    country: land,
    address: [company, street, `${postcode} ${town}`, land].filter((part) => part !== null).join(', '),
    representatives: publisher.representatives.length === 0 ? null : joinNames(publisher.representatives),
    register: toRegister(publisher.register),
    generalPartner:
      generalPartner === undefined
        ? null
        : { company: generalPartner.company, register: toRegister(generalPartner.register) },
    vatId: publisher.vatId ?? null,
    economicId: publisher.economicId ?? null,
    smallBusiness: publisher.smallBusiness === true,
    microEnterprise: publisher.microEnterprise === true,
    phone: publisher.phone ?? null,
    email: publisher.email,
    responsible: publisher.responsible.map(({ name, street: own, place }) => ({
      name,
      address:
        own === undefined && place === undefined ? 'Anschrift wie oben' : [own, place].filter(Boolean).join(', '),
    })),
    youthProtection: toContact(publisher.youthProtection),
    dataProtection: {
      name: publisher.dataProtection?.name ?? null,
      email: publisher.dataProtection?.email ?? publisher.email,
    },
    supervisoryAuthority:
      publisher.supervisoryAuthority ??
      (country === 'AT' ? 'die Österreichische Datenschutzbehörde, Barichgasse 40–42, 1030 Wien' : null),
    accessibility: {
      email: publisher.accessibility?.email ?? publisher.email,
      phone: publisher.accessibility?.phone ?? publisher.phone ?? null,
      authority: publisher.accessibility?.authority ?? (country === 'AT' ? AUSTRIAN_WATCH : GERMAN_WATCH),
    },
    advertising: toContact(publisher.advertising),
    disputeResolution: publisher.disputeResolution === 'yes',
    hosting: publisher.hosting === undefined ? null : { ...publisher.hosting },
    ownership:
      ownership === undefined
        ? null
        : {
            owners: ownership.owners.map(({ name, share, behind }) => ({ name, share, behind: behind ?? '–' })),
            publicAdvertising: ownership.publicAdvertising ?? null,
          },
    austria:
      austria === undefined
        ? null
        : { ...austria, chamber: austria.chamber ?? null, tradeAuthority: austria.tradeAuthority ?? null },
  }
}

function toContact(contact: { name: string; email?: string | undefined } | undefined): Fact {
  return contact === undefined ? null : { name: contact.name, email: contact.email ?? null }
}

const CONTENTS = {
  articles: 'alle Artikel, auch die mit dem Zeichen „Plus“',
  'no-advertising': 'die Website ohne Werbung und ohne Tracking',
  epaper: 'die digitale Ausgabe der gedruckten Zeitung',
  topic: 'alle Artikel zu einem Thema',
  coins: 'Guthaben, mit dem Sie einzelne Artikel freischalten',
  other: 'die auf der Bestellseite genannten Leistungen',
} as const

function toOffers(offers: readonly Offer[]): Fact {
  const has = (test: (offer: Offer) => boolean) => offers.some(test)
  // Without any offer the terms are written for all kinds of offers, otherwise only for the existing kinds.
  const isOpen = offers.length === 0
  return {
    list: offers.map((offer) => ({
      name: offer.name,
      contents: listGrants(offer)
        .map((grant) => CONTENTS[grant])
        .join('; '),
      term: [toTermText(offer), toNoticeText(offer)].filter((text) => text !== null).join(' '),
    })),
    hasSubscriptions: isOpen || has(({ periodMonths }) => periodMonths !== null),
    hasTrial: isOpen || has(({ trial }) => trial !== null),
    hasCoins: isOpen || has(({ coins }) => coins !== null),
    hasPur: has((offer) => listGrants(offer).includes('no-advertising')),
    hasHousehold:
      isOpen ||
      has(({ kind, seats }) => (seats ?? (kind === 'plus' || kind === 'plus-pur' || kind === 'epaper' ? 1 : 0)) > 0),
  }
}

const GERMAN_WATCH =
  'die Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF), Anstalt des öffentlichen Rechts mit Sitz in Magdeburg'
const AUSTRIAN_WATCH = 'das Bundesamt für Soziales und Behindertenwesen (Sozialministeriumservice)'

const GERMAN_LAW: Fact = {
  isGerman: true,
  isAustrian: false,
  name: 'deutsches',
  imprint: '§ 5 DDG und § 18 MStV',
  device: '§ 25 Abs. 2 Nr. 2 TDDDG',
  deviceConsent: '§ 25 Abs. 1 TDDDG',
  mediaPrivilege: '§§ 12, 23 MStV',
  reply: '§ 20 MStV',
  textMining: '§ 44b UrhG',
  tax: '§ 147 AO, § 257 HGB',
  newsletter: '§ 7 UWG',
  accessibility: 'Barrierefreiheitsstärkungsgesetz (BFSG)',
  labelling: '§ 22 MStV',
  defects: '§§ 327 ff. BGB',
  withdrawalLapse: '§ 356 Abs. 5 BGB',
  withdrawalModel: 'Anlage 1 zu Artikel 246a § 1 EGBGB',
}
const AUSTRIAN_LAW: Fact = {
  isGerman: false,
  isAustrian: true,
  name: 'österreichisches',
  imprint: '§ 5 ECG und §§ 24, 25 MedienG',
  device: '§ 165 Abs. 3 TKG 2021',
  deviceConsent: '§ 165 Abs. 3 TKG 2021',
  mediaPrivilege: '§ 9 DSG',
  reply: '§ 9 MedienG',
  textMining: '§ 42h UrhG',
  tax: '§ 132 BAO, § 212 UGB',
  newsletter: '§ 174 TKG 2021',
  accessibility: 'Barrierefreiheitsgesetz (BaFG)',
  labelling: '§ 26 MedienG',
  defects: 'Verbrauchergewährleistungsgesetz (VGG)',
  withdrawalLapse: '§ 18 Abs. 1 Z 11 FAGG',
  withdrawalModel: 'Anhang I FAGG',
}
