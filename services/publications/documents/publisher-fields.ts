/**
 * Address fields in documents: `{{publisher.street}}` is replaced by the value in `publication.yaml`. So a change of
 * address reaches imprint, terms and privacy notice at once, also in documents that a person has edited. Drafts contain
 * the field names; `toPrinted` puts in the values for readers and for the check.
 */
import type { PublisherData } from '@lokalteil/contracts/publication/identity'
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { toFinding } from '../folder/yaml-source.ts'
import { escapeMarkdown, type Fact } from './template.ts'

const FIELDS = ['company', 'street', 'postcode', 'town', 'phone', 'email'] as const
type Field = (typeof FIELDS)[number]
const NAMED = /\{\{\s*([\w.]*)\s*\}\}/g

const isField = (name: string): name is Field => FIELDS.some((field) => field === name)
const toName = (field: Field): string => `{{publisher.${field}}}`
const fieldOf = (path: string): string => (path.startsWith('publisher.') ? path.slice('publisher.'.length) : '')

/** Replaces field names by the publisher's values, escaped for Markdown; unknown names are removed. */
export function toPrinted(markdown: string, publisher: PublisherData): string {
  return markdown.replace(NAMED, (_whole, path: string) => {
    const field = fieldOf(path)
    return isField(field) ? escapeMarkdown(publisher[field] ?? '') : ''
  })
}

/** Replaces the publisher's values in the facts by field names. */
export function withNames(fact: Fact, publisher: PublisherData): Fact {
  if (typeof fact === 'string') {
    const field = FIELDS.find((one) => publisher[one] === fact)
    return field === undefined ? fact : toName(field)
  }
  if (Array.isArray(fact)) return fact.map((one: Fact) => withNames(one, publisher))
  if (typeof fact !== 'object' || fact === null) return fact
  return Object.fromEntries(
    Object.entries(fact).map(([key, value]) => [
      key,
      key === 'address' && typeof value === 'string'
        ? toNamedAddress(value, publisher)
        : withNames(value as Fact, publisher),
    ]),
  )
}

/** Replaces an address line (company, street, postcode and town) by field names. */
function toNamedAddress(address: string, { company, street, postcode, town }: PublisherData): string {
  const line = [company, street, `${postcode} ${town}`].join(', ')
  const named = [toName('company'), toName('street'), `${toName('postcode')} ${toName('town')}`].join(', ')
  return address.startsWith(line) ? named + address.slice(line.length) : address
}

/** Reports field names that do not exist. */
export function checkNames({ documents, identity: { publisher } }: PublicationFolder): Finding[] {
  return documents.flatMap(({ id, markdown }) =>
    [...markdown.matchAll(NAMED)].flatMap(([whole, path = '']) => {
      const field = fieldOf(path)
      if (isField(field) && publisher[field] !== undefined) return []
      return [
        toFinding(
          `documents/${id}.md`,
          null,
          '',
          isField(field) ? `names ${whole}, which publication.yaml does not say` : `names ${whole}, which is nothing`,
          isField(field)
            ? `Add publisher.${field} to publication.yaml, or remove the name.`
            : `Known are ${FIELDS.map(toName).join(', ')}.`,
        ),
      ]
    }),
  )
}
