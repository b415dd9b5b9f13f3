/**
 * The duties of an imprint that follow from the publisher's legal form. The form is read from the company's name, which
 * must contain it (§ 19 HGB, § 4 GmbHG …).
 */
import type { LegalForm, PublisherData } from '@lokalteil/contracts/publication/identity'

export type FormDuties = {
  /** The register it must be entered in, with the law; null: none. */
  register: { name: string; law: string } | null
  /** The company acts through representatives. */
  isRepresented: boolean
  /** The company has a partner with unlimited liability, which is a company itself (GmbH & Co. KG). */
  hasGeneralPartner: boolean
}

const TRADE = { name: 'Handelsregister', law: '§ 5 Abs. 1 Nr. 4 DDG, § 29 HGB' }
const duties = (register: FormDuties['register'], isRepresented = true, hasGeneralPartner = false): FormDuties => ({
  register,
  isRepresented,
  hasGeneralPartner,
})
const DUTIES: Readonly<Record<LegalForm, FormDuties>> = {
  freelance: duties(null, false),
  'sole-trader': duties(null, false),
  'registered-trader': duties(TRADE, false),
  gbr: duties(null),
  'registered-gbr': duties({ name: 'Gesellschaftsregister', law: '§ 5 Abs. 1 Nr. 4 DDG, § 707 BGB' }),
  ohg: duties(TRADE),
  kg: duties(TRADE),
  partnership: duties({ name: 'Partnerschaftsregister', law: '§ 5 Abs. 1 Nr. 4 DDG, § 4 PartGG' }),
  gmbh: duties(TRADE),
  ug: duties(TRADE),
  'company-kg': duties(TRADE, true, true),
  ag: duties(TRADE),
  se: duties(TRADE),
  cooperative: duties({ name: 'Genossenschaftsregister', law: '§ 5 Abs. 1 Nr. 4 DDG, § 10 GenG' }),
  association: duties({ name: 'Vereinsregister', law: '§ 5 Abs. 1 Nr. 4 DDG, § 21 BGB' }),
  foundation: duties(null),
  'public-body': duties(null),
}

/** The first pattern that matches decides. */
const NAMES: readonly (readonly [RegExp, LegalForm])[] = [
  [/\bCo\b\.?,? ?(?:KG|OHG|KGaA)\b/i, 'company-kg'],
  [/\b(?:g?GmbH|Gesellschaft mit beschränkter Haftung|mbH|Ges\.m\.b\.H\.?)(?= |$|\))/i, 'gmbh'],
  [/\b(?:UG|Unternehmergesellschaft)\b/, 'ug'],
  [/\beGbR\b/, 'registered-gbr'],
  [/\bGbR\b/i, 'gbr'],
  [/\b(?:OHG|OG)\b/, 'ohg'],
  [/\bKG\b/, 'kg'],
  [/\b(?:PartG|Partnerschaft)/, 'partnership'],
  [/\b(?:AG|Aktiengesellschaft)\b/, 'ag'],
  [/\bSE\b/, 'se'],
  [/\b(?:eG|e\. ?G\.|eGen|Genossenschaft)(?= |$)/, 'cooperative'],
  [/\b(?:e\. ?V\.|eV|Verein)(?= |$)/, 'association'],
  [/\b(?:e\. ?K\.|e\. ?Kfm\.|e\. ?Kfr\.|e\. ?U\.|eK|eU)(?= |$)/, 'registered-trader'],
  [/Stiftung\b/i, 'foundation'],
  [/\b(?:Stadt|Gemeinde|Landkreis|Körperschaft|Anstalt)\b/, 'public-body'],
]

/** A name without a legal form counts as that of a sole trader. */
export function toLegalForm({ company, legalForm }: Pick<PublisherData, 'company' | 'legalForm'>): LegalForm {
  return legalForm ?? NAMES.find(([pattern]) => pattern.test(company))?.[1] ?? 'sole-trader'
}

export function toFormDuties(publisher: Pick<PublisherData, 'company' | 'legalForm' | 'country'>): FormDuties {
  const found = DUTIES[toLegalForm(publisher)]
  if (publisher.country !== 'AT' || found.register === null) return found
  const isClub = toLegalForm(publisher) === 'association'
  return {
    ...found,
    register: isClub
      ? { name: 'Vereinsregister', law: '§ 5 Abs. 1 Z 4 ECG' }
      : { name: 'Firmenbuch', law: '§ 5 Abs. 1 Z 4 ECG, § 14 UGB' },
  }
}

/** Derived from the letters of the register number, else from the legal form. */
export function toRegisterName(
  number: string,
  publisher: Pick<PublisherData, 'company' | 'legalForm' | 'country'>,
): string {
  const [letters = ''] = /^(?:HR[AB]|GnR|GsR|VR|PR|FN)(?=\W|\d)/i.exec(number.trim()) ?? []
  const byLetters: Readonly<Record<string, string>> = {
    hra: 'Handelsregister',
    hrb: 'Handelsregister',
    gnr: 'Genossenschaftsregister',
    gsr: 'Gesellschaftsregister',
    vr: 'Vereinsregister',
    pr: 'Partnerschaftsregister',
    fn: 'Firmenbuch',
  }
  return byLetters[letters.toLowerCase()] ?? toFormDuties(publisher).register?.name ?? 'Register'
}
