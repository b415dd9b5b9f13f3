/** For tests: offers of every kind. */
import type { Offer } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'

type Prices = {
  month: number
  year: number
  pur: number
  plusPur: number
  epaper: number
  topic: number
  coins: Readonly<Record<5 | 10 | 20, number>>
}
/** `id`: a tag of the content service; subscribers read all articles with that tag or a tag below it. */
type OfferedTopic = { id: string; slug: string; title: string }

const PRICES: Readonly<Record<string, Prices>> = {
  ak: {
    month: 990,
    year: 9900,
    pur: 490,
    plusPur: 1290,
    epaper: 2790,
    topic: 390,
    coins: { 5: 395, 10: 690, 20: 1190 },
  },
  fb: {
    month: 890,
    year: 8900,
    pur: 490,
    plusPur: 1190,
    epaper: 2490,
    topic: 390,
    coins: { 5: 395, 10: 690, 20: 1190 },
  },
  ht: {
    month: 890,
    year: 8900,
    pur: 390,
    plusPur: 1090,
    epaper: 2590,
    topic: 290,
    coins: { 5: 345, 10: 590, 20: 990 },
  },
  la: { month: 490, year: 4900, pur: 290, plusPur: 690, epaper: 990, topic: 190, coins: { 5: 245, 10: 450, 20: 790 } },
}

const TOPICS: Readonly<Record<PublicationCode, readonly OfferedTopic[]>> = {
  ak: [
    { id: '162', slug: 'fc-talheim', title: '1. FC Talheim' },
    { id: '131', slug: 'hochwasser', title: 'Hochwasserschutz' },
  ],
  fb: [
    { id: '120', slug: 'hafen', title: 'Hafen Hafenrode' },
    { id: '165', slug: 'hsg-hafenrode', title: 'HSG Hafenrode' },
  ],
  ht: [
    { id: '162', slug: 'fc-talheim', title: '1. FC Talheim' },
    { id: '133', slug: 'wald', title: 'Wald' },
  ],
  la: [{ id: '162', slug: 'fc-talheim', title: '1. FC Talheim' }],
}

const SEATS = 'Drei weitere Plätze im Haushalt'
const MONTHLY = {
  periodMonths: 1,
  trial: null,
  termMonths: 1,
  renewal: 'open-ended',
  noticeMonths: 1,
  coins: null,
  isRecommended: false,
} as const

// Long, because it is a price list: one entry an offer.
export function toTestOffers(publication: PublicationCode): Offer[] {
  const price = PRICES[publication]!
  return [
    {
      ...MONTHLY,
      id: 'plus-monat',
      kind: 'plus',
      name: 'Plus Monat',
      description: 'Alles lesen und jeden Monat neu entscheiden.',
      priceCents: price.month,
      vatPercent: 7,
      trial: { months: 1, priceCents: 100 },
      termMonths: null,
      benefits: [
        'Alle Artikel, auch die mit dem Zeichen „Plus“',
        'Unbegrenzte Merkliste',
        'Artikel verschenken',
        SEATS,
      ],
      roles: ['PLUS_USER'],
      isRecommended: true,
    },
    {
      ...MONTHLY,
      id: 'plus-jahr',
      kind: 'plus',
      name: 'Plus Jahr',
      description: 'Zwölf Monate lesen, zehn bezahlen.',
      priceCents: price.year,
      vatPercent: 7,
      periodMonths: 12,
      termMonths: 12,
      benefits: [
        'Alle Artikel, auch die mit dem Zeichen „Plus“',
        'Unbegrenzte Merkliste',
        'Artikel verschenken',
        SEATS,
        'Zwei Monate gespart',
      ],
      roles: ['PLUS_USER'],
    },
    {
      ...MONTHLY,
      id: 'plus-pur',
      kind: 'plus-pur',
      name: 'Plus + Pur',
      description: 'Alles lesen, ohne Werbung und ohne Tracking.',
      priceCents: price.plusPur,
      vatPercent: 19,
      benefits: [
        'Alle Artikel, auch die mit dem Zeichen „Plus“',
        'Keine Werbung',
        'Kein Tracking',
        'Unbegrenzte Merkliste',
        SEATS,
      ],
      roles: ['PLUS_USER', 'PUR_USER'],
    },
    {
      ...MONTHLY,
      id: 'epaper',
      kind: 'epaper',
      name: 'E-Paper',
      description: 'Die gedruckte Zeitung auf dem Bildschirm, dazu alle Artikel der Website.',
      priceCents: price.epaper,
      vatPercent: 7,
      benefits: [
        'Die digitale Ausgabe der gedruckten Zeitung',
        'Alle Artikel, auch die mit dem Zeichen „Plus“',
        'Ausgaben zum Blättern und Herunterladen',
        SEATS,
      ],
      roles: ['EPAPER_USER', 'PLUS_USER'],
    },
    {
      ...MONTHLY,
      id: 'pur',
      kind: 'pur',
      name: 'Pur',
      description: 'Die Website ohne Werbung und ohne Tracking. Plus-Artikel sind nicht enthalten.',
      priceCents: price.pur,
      vatPercent: 19,
      benefits: ['Keine Werbung', 'Kein Tracking', 'Alle freien Artikel'],
      roles: ['PUR_USER'],
    },
    ...(TOPICS[publication] ?? []).map((topic): Offer => ({
      ...MONTHLY,
      id: `thema-${topic.slug}`,
      kind: 'topic',
      name: `Themen-Abo ${topic.title}`,
      description: 'Genau das, was Sie interessiert.',
      priceCents: price.topic,
      vatPercent: 7,
      benefits: [`Alle Artikel zum Thema ${topic.title}`, 'Auch die mit dem Zeichen „Plus“'],
      roles: [`PLUS-TAG-${topic.id}`],
    })),
    ...([5, 10, 20] as const).map((count): Offer => ({
      id: `coins-${count}`,
      kind: 'coins',
      name: `Coins ${count}`,
      description: `Für ${count} einzelne Plus-Artikel, ohne Abo.`,
      priceCents: price.coins[count],
      vatPercent: 7,
      periodMonths: null,
      trial: null,
      termMonths: null,
      renewal: 'none',
      noticeMonths: null,
      benefits: [
        'Ein Coin schaltet einen Artikel frei',
        'Freigeschaltet bleibt freigeschaltet',
        'Gültig drei Jahre bis zum Jahresende',
      ],
      roles: ['WALLET_USER'],
      coins: count,
      isRecommended: false,
    })),
  ]
}
