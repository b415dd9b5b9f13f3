/** The parts of a mail, before they become HTML and text. */
import type { MailMessage, MailTemplate, NewsletterIssue } from '@lokalteil/contracts/mail'
import { formatDateTime } from '@lokalteil/domain/german'

export type Fact = { label: string; value: string }
export type Part =
  | { kind: 'text'; text: string }
  /** `origin`: in place of the publication's. */
  | { kind: 'button'; label: string; path: string; origin?: string }
  | { kind: 'note'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'articles'; articles: NewsletterIssue['articles'] }
  | { kind: 'links'; links: readonly { label: string; path: string }[] }
/** `head`: if the first line differs from the subject. `preheader`: preview text beside the subject in mail programs. */
export type Mail = {
  subject: string
  head?: { title: string; kicker: string }
  preheader?: string
  parts: Part[]
  closing?: string
}

export type MailData<Template extends MailTemplate> = Extract<MailMessage, { template: Template }>['data']
/** One function per kind of mail; `publication` is the publication's name. */
export type MailsOf<Template extends MailTemplate> = {
  [Name in Template]: (data: MailData<Name>, publication: string) => Mail
}

export const NOT_YOU = 'Sie haben das nicht veranlasst? Dann müssen Sie nichts tun; ohne Ihren Klick geschieht nichts.'

export function text(value: string): Part {
  return { kind: 'text', text: value }
}

export function note(value: string): Part {
  return { kind: 'note', text: value }
}

export function button(label: string, path: string, origin: string | null = null): Part {
  return { kind: 'button', label, path, ...(origin === null ? {} : { origin }) }
}

export function list(items: readonly string[]): Part {
  return { kind: 'list', items }
}

export function toFacts(facts: readonly Fact[]): Part {
  return { kind: 'facts', facts }
}

export function day(instant: string): string {
  return formatDateTime(new Date(instant))
}
