/** For tests: a parsed document, and classes by name or by code. */
import { noClasses, type Classes, type ParsedDocument } from './parsed-document.ts'

export const document = (classes: Partial<Classes>, change: Partial<ParsedDocument> = {}): ParsedDocument => ({
  sourceId: 'x',
  version: 1,
  status: 'usable',
  embargo: null,
  publishDate: '2026-11-21T00:00:00.000Z',
  updateDate: null,
  language: 'de',
  urgency: 4,
  kind: 'news',
  title: 'T',
  titlePrefix: '',
  teaserTextHtml: '',
  authors: [],
  source: '',
  correction: '',
  picture: null,
  contentItems: [],
  ...change,
  classes: { ...noClasses(), ...classes },
})
export const named = (...names: string[]) => names.map((name) => ({ code: '', name }))
export const coded = (...codes: string[]) => codes.map((code) => ({ code, name: '' }))
