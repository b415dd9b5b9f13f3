/** Checks of a message to the provider of a listing, the same in the form and on the server. */
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { checkUserText, NO_WORDS } from '@lokalteil/domain/community/user-text'

export type EnquiryInput = { name: string; email: string; phone: string; text: string }
export type EnquiryField = keyof EnquiryInput
export type EnquiryFault = 'missing' | 'too-short' | 'too-long' | 'links' | 'wrong'
export type EnquiryFaults = Partial<Record<EnquiryField, EnquiryFault>>
export type CheckedEnquiry = { kind: 'fine'; enquiry: EnquiryInput } | { kind: 'faulty'; faults: EnquiryFaults }

export const MOST_NAME = 100
export const MOST_PHONE = 40
const LEAST_ENQUIRY = 20
export const MOST_ENQUIRY = 4000
const MOST_LINKS = 2
/** Hours for which a guest's confirmation link is valid. */
export const CONFIRM_HOURS = 48

const FAULTS = {
  empty: 'missing',
  too_short: 'too-short',
  too_long: 'too-long',
  too_many_links: 'links',
  contact: 'wrong',
  word: 'wrong',
} as const

/** Contacts are allowed in the text: it goes to one person, and no page shows it. */
export function checkEnquiry(input: EnquiryInput): CheckedEnquiry {
  const rules = { links: 0, contacts: 'allow', words: NO_WORDS } as const
  const name = checkUserText(input.name, { ...rules, lines: 'one', min: 2, max: MOST_NAME })
  const text = checkUserText(input.text, {
    ...rules,
    lines: 'many',
    min: LEAST_ENQUIRY,
    max: MOST_ENQUIRY,
    links: MOST_LINKS,
  })
  const email = input.email.trim()
  const phone = input.phone.replace(/\s+/g, ' ').trim()
  const faults: EnquiryFaults = {
    ...(name.kind === 'refused' ? { name: FAULTS[name.code] } : {}),
    ...(isEmail(email) ? {} : { email: email === '' ? 'missing' : 'wrong' }),
    ...(phone === '' || (phone.length <= MOST_PHONE && /^[+\d][\d ()/.–-]{4,}$/.test(phone)) ? {} : { phone: 'wrong' }),
    ...(text.kind === 'refused' ? { text: FAULTS[text.code] } : {}),
  }
  if (name.kind === 'refused' || text.kind === 'refused' || Object.keys(faults).length > 0)
    return { kind: 'faulty', faults }
  return { kind: 'fine', enquiry: { name: name.text, email, phone, text: text.text } }
}
