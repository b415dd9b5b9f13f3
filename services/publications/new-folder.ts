/**
 * Creates the folder of a new publication: complete, formally lawful and presentable, without any article. It asks only
 * for data that the publisher alone knows; the rest are starting values to change.
 */
import { Identity } from '@lokalteil/contracts/publication/identity'
import { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { toCode } from '@lokalteil/domain/publication/publications'
import type { z } from 'zod'
import { type Article, toGrammar } from './grammar.ts'
import { fillDocuments } from './documents/fill-documents.ts'

export type Beginning = {
  code: string
  name: string
  /** Absent: derived from the name. */
  article?: Article | undefined
  region: string
  claim?: string | undefined
  host?: string | undefined
  colour?: string | undefined
  variant?: 'first' | 'second' | undefined
  company: string
  street: string
  postcode: string
  town: string
  email: string
}

export type NewFolder = { ok: true; folder: PublicationFolder } | { ok: false; issues: z.core.$ZodIssue[] }

/** `today`: the date of the documents, `2026-12-31`. */
export function createNewFolder(beginning: Beginning, today: string): NewFolder {
  const { code, name, article, region, claim, host, colour, variant, company, street, postcode, town, email } =
    beginning
  const identity = Identity.safeParse({
    code,
    name,
    grammar: toGrammar(name, article),
    region,
    claim,
    hosts: host === undefined ? undefined : [host],
    variant,
    publisher: { company, street, postcode, town, email },
  })
  if (!identity.success) return { ok: false, issues: identity.error.issues }
  const folder = PublicationFolder.safeParse({
    identity: identity.data,
    look: { accent: colour },
    taxonomy: { sections: SECTIONS },
    front: { ground: ['lokales'], home: HOME },
    documents: fillDocuments(identity.data, { today, isDraft: true }),
  })
  return folder.success ? { ok: true, folder: folder.data } : { ok: false, issues: folder.error.issues }
}

/** "Märkischer Musterbote" → `maerkischermuste`, cut to the longest allowed code; '' if the name gives no letter. */
export function suggestCode(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => UMLAUTS[letter]!)
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^\d+/, '')
    .slice(0, MOST_CODE)
  return toCode(plain) ?? ''
}

const MOST_CODE = 16
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

const SECTIONS = [
  { path: 'lokales', name: 'Lokales', description: 'Was vor der Haustür geschieht.' },
  { path: 'blaulicht', name: 'Blaulicht', description: 'Polizei, Feuerwehr, Gerichte.' },
  { path: 'politik', name: 'Politik', description: 'Aus Rathaus, Land und Bund.' },
  { path: 'wirtschaft', name: 'Wirtschaft', description: 'Betriebe, Arbeit, Preise.' },
  { path: 'sport', name: 'Sport', description: 'Vereine, Ligen, Ergebnisse.' },
  { path: 'kultur', name: 'Kultur', description: 'Bühnen, Bücher, Konzerte.' },
  { path: 'leben', name: 'Leben', description: 'Familie, Gesundheit, Alltag.' },
  { path: 'meinung', name: 'Meinung', description: 'Kommentare und Leserbriefe.' },
  { path: 'panorama', name: 'Panorama', description: 'Menschen und Merkwürdiges.' },
]

const section = (path: string, layout: string) => ({ block: 'articles', source: { section: path }, layout })
const HOME = [
  { block: 'lead' },
  { block: 'articles', source: { by: 'weight' }, layout: 'threeUp' },
  { block: 'timeline' },
  section('lokales', 'feature'),
  section('blaulicht', 'list'),
  { block: 'opinion', section: 'meinung' },
  section('politik', 'twoUp'),
  { block: 'mostRead' },
  section('sport', 'threeUp'),
  section('wirtschaft', 'fourUp'),
  section('kultur', 'feature'),
  section('leben', 'list'),
  section('panorama', 'threeUp'),
]
