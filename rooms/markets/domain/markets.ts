/**
 * The markets of a publication, homes and jobs: the fixed vocabulary of a listing, shared by search, feeds and orders.
 * These words stand in addresses; the texts for readers stand in the message catalogue.
 */
export const MARKET_KINDS = ['home', 'job'] as const
export type MarketKind = (typeof MARKET_KINDS)[number]

export const DEALS = ['mieten', 'kaufen'] as const
export type Deal = (typeof DEALS)[number]

export const HOME_TYPES = ['wohnung', 'haus', 'zimmer', 'grundstueck', 'stellplatz', 'gewerbe'] as const
export type HomeType = (typeof HOME_TYPES)[number]
/** Kinds without living space: no rooms, no energy certificate. */
const WITHOUT_ROOMS: ReadonlySet<HomeType> = new Set(['grundstueck', 'stellplatz'])
export const hasRooms = (type: HomeType): boolean => !WITHOUT_ROOMS.has(type)

export const HOME_FEATURES = [
  'balkon',
  'garten',
  'kueche',
  'aufzug',
  'keller',
  'stellplatz',
  'barrierefrei',
  'gaeste-wc',
  'kamin',
  'moebliert',
  'haustiere',
  'neubau',
] as const
export type HomeFeature = (typeof HOME_FEATURES)[number]

/** Kinds of the energy certificate (GEG §§ 79 ff.); § 87 lists the statements that an advertisement must make. */
export const CERTIFICATES = ['bedarf', 'verbrauch', 'liegt-nicht-vor', 'nicht-noetig', 'keine-angabe'] as const
export type Certificate = (typeof CERTIFICATES)[number]
export const ENERGY_CLASSES = ['A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const
export type EnergyClass = (typeof ENERGY_CLASSES)[number]

export const JOB_FIELDS = [
  'pflege-gesundheit',
  'handwerk',
  'produktion',
  'buero',
  'verkauf',
  'it',
  'bildung-soziales',
  'lager-verkehr',
  'gastronomie',
  'oeffentlicher-dienst',
  'technik',
  'sonstiges',
] as const
export type JobField = (typeof JOB_FIELDS)[number]

export const JOB_CONTRACTS = [
  'unbefristet',
  'befristet',
  'ausbildung',
  'praktikum',
  'minijob',
  'freie-mitarbeit',
] as const
export type JobContract = (typeof JOB_CONTRACTS)[number]

export const JOB_HOURS = ['vollzeit', 'teilzeit', 'schicht'] as const
export type JobHours = (typeof JOB_HOURS)[number]

export const REMOTE = ['vor-ort', 'teilweise', 'ganz'] as const
export type Remote = (typeof REMOTE)[number]

export const PAY_PERIODS = ['monat', 'jahr', 'stunde'] as const
export type PayPeriod = (typeof PAY_PERIODS)[number]

export const HOME_SORTS = ['neu', 'preis', 'preis-ab', 'flaeche', 'naehe'] as const
export const JOB_SORTS = ['neu', 'naehe'] as const
export type MarketSort = (typeof HOME_SORTS)[number]

/** Kilometres around a place. */
export const RADII = [0, 5, 10, 20, 50, 100] as const
export const LISTINGS_PER_PAGE = 20
/** Last page of a search; a reader who wants more narrows the search. */
export const MOST_PAGES = 50

export const MOST_TITLE = 160
export const MOST_TEXT = 12_000
export const MOST_PICTURES = 20
export const MOST_CENTS = 100_000_000_000
export const MOST_AREA = 1_000_000

/** Days a listing is shown if its source names no end. Each delivery starts them again. */
export const USUAL_DAYS = 60

/** Replaces telephone numbers, mail addresses and accounts in public texts. */
export const HIDDEN_CONTACT = '(über das Kontaktformular)'

/** Reasons why a form was refused. */
export type MarketRefusal = 'logged-out' | 'unconfirmed' | 'too-many' | 'gone' | 'foreign' | 'unavailable' | 'ordered'

/** Spellings by which a title addresses all genders. */
const GENDER_MARKS = [
  // (m/w/d), (w|m|x), (m, w, d), m/w
  /[([{]\s*[mwdxifgan*](?:\s*[/|,*:.\s-]\s*[mwdxifgan*]){1,4}\s*[)\]}]|\b[mwf]\s?\/\s?[mwfdx]\b/iu,
  /[([{]\s*(?:gn|mwd|wmd|all genders?|alle geschlechter|divers|geschlechtsneutral)\b[^)\]}]{0,20}[)\]}]/iu,
  // Elektriker*in, Mitarbeiter:innen, Koch:Köchin, Verkäufer/in, Zimmermann/-frau, Angestellte/r
  /(?:[*:_]|\/-?)in(?:nen)?(?!\p{L})|[*:/_]\p{Lu}\p{Ll}+in(?!\p{L})|\/-?(?:frau|mann|r)(?!\p{L})/iu,
]
/** "Ärztin oder Arzt", "Kaufmann / Kauffrau" */
const BOTH = /(\p{L}{3,40})\s*(?:\/|\boder\b|\bund\b|\bbzw\.)\s*(\p{L}{3,40})/giu

const isFemale = (word: string): boolean => /(?:in|frau)$/i.test(word)

const beginOf = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').slice(0, 2).toLowerCase()

const namesBoth = (title: string): boolean =>
  [...title.matchAll(BOTH)].some(
    ([, one = '', other = '']) => isFemale(one) !== isFemale(other) && beginOf(one) === beginOf(other),
  )

/**
 * Makes a job title gender-neutral (AGG § 11): adds the mark (m/w/d) if the title has neither a mark nor both forms.
 */
export function toNeutralTitle(title: string): string {
  return GENDER_MARKS.some((mark) => mark.test(title)) || namesBoth(title) ? title : `${title} (m/w/d)`
}
