/** Invented publishers of every legal form that the templates know. */
import { Identity } from '@lokalteil/contracts/publication/identity'
import { Offers } from '@lokalteil/contracts/publication/selling'
import type { z } from 'zod'

type Given = z.input<typeof Identity>
const person = { name: 'Ruth Sommer' }

export const publisherOf = {
  gmbh: {
    company: 'Musterbote Verlag GmbH',
    street: 'Lindenweg 3',
    postcode: '01234',
    town: 'Neustadt',
    representatives: ['Ruth Sommer', 'Karl Winter'],
    register: { court: 'Amtsgericht Neustadt', number: 'HRB 4711' },
    vatId: 'DE123456789',
    economicId: 'DE123456789-00001',
    phone: '+49 351 123456',
    email: 'kontakt@musterbote.de',
    responsible: [person, { name: 'Karl Winter', street: 'Ring 2', place: '01235 Neustadt' }],
    youthProtection: { name: 'Ina Herbst', email: 'jugendschutz@musterbote.de' },
    dataProtection: { name: 'Paul Lenz', email: 'datenschutz@musterbote.de' },
    supervisoryAuthority: 'die Sächsische Datenschutz- und Transparenzbeauftragte, Maternistraße 17, 01067 Dresden',
    accessibility: { email: 'barrierefrei@musterbote.de', phone: '+49 351 123457' },
    advertising: { name: 'Eva März', email: 'anzeigen@musterbote.de' },
    hosting: { company: 'Rechenhaus GmbH', place: 'Leipzig' },
    ownership: {
      owners: [
        { name: 'Ruth Sommer', share: '60 %' },
        { name: 'Winter & Co. KG', share: '40 %', behind: 'Karl Winter' },
      ],
      publicAdvertising: '2025: 12.000 Euro, davon 8.000 Euro von der Stadt Neustadt.',
    },
  },
  'GmbH & Co. KG': {
    company: 'Pressehaus Nord GmbH & Co. KG',
    street: 'Kaistraße 1',
    postcode: '24000',
    town: 'Förde',
    representatives: ['Pressehaus Nord Verwaltungs-GmbH, diese vertreten durch Jan Sund'],
    register: { court: 'Amtsgericht Kiel', number: 'HRA 17' },
    generalPartner: {
      company: 'Pressehaus Nord Verwaltungs-GmbH',
      register: { court: 'Amtsgericht Kiel', number: 'HRB 18' },
    },
    vatId: 'DE987654321',
    phone: '0431 9999',
    email: 'post@pressehaus-nord.de',
    responsible: [{ name: 'Jan Sund' }],
    disputeResolution: 'yes' as const,
  },
  'sole trader': {
    company: 'Maria *Fritz* Lang_Huber [Dorfblatt]',
    legalForm: 'sole-trader' as const,
    street: 'Dorfstraße 7',
    postcode: '99999',
    town: 'Kleinfelden',
    smallBusiness: true,
    microEnterprise: true,
    email: 'm_l_huber@dorfblatt.de',
    responsible: [{ name: 'Maria Lang-Huber' }],
  },
  cooperative: {
    company: 'Lesergenossenschaft Seeblick eG',
    street: 'Uferplatz 9',
    postcode: '78000',
    town: 'Seeblick',
    representatives: ['Ana Beck', 'Uwe Dorn'],
    register: { court: 'Amtsgericht Freiburg', number: 'GnR 700123' },
    vatId: 'DE111222333',
    phone: '07531 1234',
    email: 'redaktion@seeblick.de',
    responsible: [{ name: 'Ana Beck' }],
  },
  Austrian: {
    company: 'Bergpost Medien GmbH',
    street: 'Hauptplatz 1',
    postcode: '6020',
    town: 'Innsbruck',
    country: 'AT',
    representatives: ['Franz Gruber'],
    register: { court: 'Landesgericht Innsbruck', number: 'FN 123456 a' },
    vatId: 'ATU12345678',
    phone: '+43 512 12345',
    email: 'redaktion@bergpost.at',
    responsible: [{ name: 'Franz Gruber' }],
    austria: {
      purpose: 'Herausgabe einer Zeitung im Internet',
      editorialLine: 'Unabhängige Berichte aus Tirol auf dem Boden der Demokratie.',
      chamber: 'Wirtschaftskammer Tirol',
      tradeAuthority: 'Stadtmagistrat Innsbruck',
    },
  },
} satisfies Record<string, Given['publisher']>
export type PublisherKind = keyof typeof publisherOf
export const PUBLISHER_KINDS = Object.keys(publisherOf) as PublisherKind[]

export function toIdentity(publisher: Given['publisher'], changes: Partial<Given> = {}): Identity {
  return Identity.parse({
    code: 'musterbote',
    name: 'Musterbote',
    grammar: { article: 'der', genitive: 'Musterboten', dative: 'Musterboten' },
    region: 'Neustadt und Umgebung',
    hosts: ['www.musterbote.de'],
    publisher,
    ...changes,
  })
}

export const seller = {
  company: 'Musterbote Verlag GmbH',
  street: 'Lindenweg 3',
  postcode: '01234',
  town: 'Neustadt',
  country: 'DE',
  directors: 'Ruth Sommer, Karl Winter',
  register: 'Amtsgericht Neustadt, HRB 4711',
  vatId: 'DE123456789',
  phone: '+49 351 123456',
  email: 'kontakt@musterbote.de',
  bank: 'Sparkasse Neustadt',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  creditorId: 'DE98ZZZ09999999999',
}

const plus = {
  id: 'plus-monat',
  kind: 'plus' as const,
  name: 'Plus',
  description: '',
  priceCents: 990,
  vatPercent: 7,
  periodMonths: 1,
  trial: { months: 1, priceCents: 100 },
  termMonths: 1,
  renewal: 'open-ended' as const,
  noticeMonths: 1,
  benefits: [],
  roles: ['PLUS_USER'],
  coins: null,
  isRecommended: true,
}
export const OFFERS = {
  plus: Offers.parse({ offers: [plus] }),
  all: Offers.parse({
    offers: [
      plus,
      { ...plus, id: 'pur', kind: 'pur', name: 'Pur | ohne Werbung', trial: null, roles: ['PUR_USER'] },
      { ...plus, id: 'jahr', name: 'Plus Jahr', trial: null, periodMonths: 12, termMonths: 12 },
      {
        ...plus,
        id: 'coins-10',
        kind: 'coins',
        name: '10 Coins',
        trial: null,
        periodMonths: null,
        termMonths: null,
        renewal: 'none',
        noticeMonths: null,
        roles: [],
        coins: 10,
      },
    ],
  }),
}
