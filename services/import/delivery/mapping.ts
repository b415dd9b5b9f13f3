/**
 * Maps an agency's classification to the publisher's: one section, tags, regions, kind of article. The mapping is a
 * JSON file of flat tables whose keys are codes or names in any case; every mistake in a publisher's own file is named.
 * The desk decides on the section; subjects, keywords and places refine it to a subsection. A section in no table is
 * created under its name; a document without any goes to the fallback. Tags in no table keep their names. The default
 * mapping has codes of agencies only.
 */
import { readFileSync } from 'node:fs'
import type { IncomingDocument } from '@lokalteil/contracts/content'
import { ImportMapping, MappingTables } from '@lokalteil/contracts/publication/mapping'
import { PublicationCode } from '@lokalteil/contracts/publication/values'
import { slugOf } from '@lokalteil/domain/german-text'
import { z } from 'zod'
import { shorten, toLine } from '../body/house-style.ts'
import type { Classes, Classification, ParsedDocument } from '../parsed-document.ts'

/** A mapping file may serve several publications; the mapping in a publication's folder serves that one. */
export const MappingFile = z.strictObject({
  $comment: z.string().optional(),
  ...ImportMapping.shape,
  /** Differences of single publications. */
  publications: z.record(PublicationCode, MappingTables.partial()).default({}),
})
export type MappingFile = z.infer<typeof MappingFile>

type Table = ReadonlyMap<string, string>

/** Section for documents whose section is in no table and does not exist by name; then none is created. */
export type StandardSection = { path: string; own: readonly { path: string; name: string }[] }
type MappingOptions = { isPaid: boolean; standard?: StandardSection | undefined }

export type Mapping = {
  toIncoming(document: ParsedDocument, publication: PublicationCode, options: MappingOptions): IncomingDocument
  fallbackOf(publication: PublicationCode): string
  isCreatingSections: boolean
}

/** Reads and checks a mapping file; `problems` names every wrong entry. */
export function readMapping(
  file: string | URL,
): { kind: 'mapping'; mapping: Mapping } | { kind: 'wrong'; problems: string[] } {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return { kind: 'wrong', problems: [error instanceof Error ? error.message : 'unreadable'] }
  }
  const parsed = MappingFile.safeParse(value)
  if (parsed.success) return { kind: 'mapping', mapping: createMapping(parsed.data) }
  return {
    kind: 'wrong',
    problems: parsed.error.issues.map((issue) => `${issue.path.map(String).join('.') || '(file)'}: ${issue.message}`),
  }
}

export function readDefaultMapping(): Mapping {
  const read = readMapping(new URL('../mapping.json', import.meta.url))
  if (read.kind === 'wrong') throw new TypeError(`mapping.json: ${read.problems.join('; ')}`)
  return read.mapping
}

/** The mapping of a publication's folder. */
export const createOwnMapping = (own: ImportMapping): Mapping => createMapping({ ...own, publications: {} })

const fold = (key: string): string => key.trim().toLowerCase()
const toTable = (entries: Readonly<Record<string, string>>): Table =>
  new Map(Object.entries(entries).map(([key, value]) => [fold(key), value]))

/** Long, because every choice reads the same normalised tables; each is an inner function. */
export function createMapping(file: MappingFile): Mapping {
  const tags = toTable(file.tags)
  const regions = toTable(file.regions)
  const kinds = toTable(file.kinds)
  const ignored = new Set(file.ignoredTags.map(fold))
  const forPublication = (code: PublicationCode) => {
    const own = file.publications[code] ?? {}
    return {
      fallback: own.fallbackSection ?? file.fallbackSection,
      sections: toTable({ ...file.sections, ...own.sections }),
      places: toTable({ ...file.places, ...own.places }),
    }
  }
  const special = new Map(Object.keys(file.publications).map((code) => [code, forPublication(code)]))
  const ordinary = forPublication('')
  const tablesOf = (code: PublicationCode) => special.get(code) ?? ordinary

  const ignoredSections = new Set(file.ignoredSections.map(fold))
  const names = toSectionNames(file)

  /** The first section that the source names and no table has, as a path and names. */
  const findUnknown = ({ ressorts }: Classes): { path: string; names: string[] } | null => {
    for (const { name, under = [] } of ressorts) {
      const written = toLine(name)
      const own = slugOf(written)
      if (own.length < 2 || written.length > 60 || ignoredSections.has(fold(written))) continue
      const above = under.map(toLine).filter((line) => slugOf(line).length >= 2 && line.length <= 60)
      return { path: [...above.map((line) => slugOf(line)), own].join('/'), names: [...above, written] }
    }
    return null
  }

  const findOwn = ({ ressorts }: Classes, { own }: StandardSection) =>
    own.find(({ name }) => ressorts.some((ressort) => fold(ressort.name) === fold(name))) ?? null

  const toNames = (path: string): string[] =>
    toPathsDownwards(path).map((part) => names.get(part) ?? toTitle(part.slice(part.lastIndexOf('/') + 1)))

  const chooseSection = (
    document: ParsedDocument,
    publication: PublicationCode,
    standard: StandardSection | undefined,
  ): { path: string; names: string[] } => {
    const known = chooseKnown(document, publication)
    if (known !== null) return { path: known, names: toNames(known) }
    const unknown = standard === undefined ? findUnknown(document.classes) : null
    if (unknown !== null) return unknown
    const named = standard === undefined ? null : findOwn(document.classes, standard)
    if (named !== null) return { path: named.path, names: toNames(named.path) }
    const other = chooseByContent(document, publication, standard)
    return { path: other, names: toNames(other) }
  }

  /** By the source's own ressort or desk. */
  const chooseKnown = (document: ParsedDocument, publication: PublicationCode): string | null => {
    const { sections } = tablesOf(publication)
    const base = first(document.classes.ressorts, sections) ?? first(document.classes.desks, sections)
    return base === undefined ? null : refine(document, publication, base)
  }

  const chooseByContent = (
    document: ParsedDocument,
    publication: PublicationCode,
    standard: StandardSection | undefined,
  ): string => {
    const { sections, places, fallback } = tablesOf(publication)
    const { subjects, keywords, genres } = document.classes
    const base = first(subjects, sections) ?? first(keywords, sections) ?? first(genres, sections)
    // A place of the region counts only if nothing else is known; otherwise it only refines.
    return base === undefined
      ? (first(document.classes.places, places) ?? standard?.path ?? fallback)
      : refine(document, publication, base)
  }

  const refine = (document: ParsedDocument, publication: PublicationCode, base: string): string => {
    const { sections, places } = tablesOf(publication)
    const { subjects, keywords, genres } = document.classes
    const located =
      first(document.classes.places, places) ?? (document.classes.places.length > 0 ? places.get('*') : undefined)
    const finer = [...subjects, ...keywords, ...genres]
      .map((entry) => lookUp(entry, sections))
      .find((path) => path?.startsWith(`${base}/`))
    return finer ?? (located?.startsWith(`${base}/`) ? located : base)
  }

  /** The section is not repeated as a tag: both would have the same address. */
  const collectTags = (document: ParsedDocument, sectionPath: string): string[] => {
    const segments = new Set(sectionPath.split('/'))
    const found: string[] = []
    const add = (tag: string) => {
      if (!found.some((known) => fold(known) === fold(tag))) found.push(tag)
    }
    const entries = [...document.classes.keywords, ...document.classes.subjects]
    for (const entry of [...document.classes.ressorts, ...entries, ...document.classes.places]) {
      const tag = lookUp(entry, tags)
      if (tag !== undefined) add(tag)
    }
    if (file.keepUnknownTags) {
      for (const { code, name } of entries) {
        if (
          name.length < 2 ||
          name.length > 60 ||
          tags.has(fold(name)) ||
          tags.has(fold(code)) ||
          ignored.has(fold(name)) ||
          regions.has(fold(name)) ||
          segments.has(slugOf(name))
        )
          continue
        add(name)
      }
    }
    return found.filter((tag) => !ignored.has(fold(tag))).slice(0, file.maxTags)
  }

  const collectRegions = (document: ParsedDocument): string[] => {
    const found = new Set<string>()
    for (const entry of [...document.classes.places, ...document.classes.keywords]) {
      for (const name of [entry.code, entry.name, ...entry.name.split(/[,/]/)]) {
        const region = name === '' ? undefined : regions.get(fold(name))
        if (region !== undefined) found.add(region)
      }
    }
    return [...found].slice(0, 10)
  }

  return {
    isCreatingSections: file.createSections,
    fallbackOf: (publication) => tablesOf(publication).fallback,
    toIncoming(document, publication, { isPaid, standard }) {
      const { classes, notes: _notes, chaptersAddress: _chapters, contentRestriction, ...rest } = document
      const section = chooseSection(document, publication, standard)
      const byGenre =
        document.kind === 'news' ? (first(classes.genres, kinds) as IncomingDocument['kind'] | undefined) : undefined
      const kind = byGenre ?? document.kind
      return {
        ...rest,
        sourceId: document.sourceId.slice(0, 500),
        kind,
        title: shorten(document.title, 300),
        isOpinion: kind === 'opinion',
        // Flashes, and documents without a body, stay free.
        contentRestriction:
          contentRestriction ??
          (isPaid && document.urgency > 2 && kind !== 'picture' && kind !== 'audio' ? 'paid' : 'free'),
        sectionPath: section.path,
        ...(file.createSections ? { sectionNames: section.names } : {}),
        tags: collectTags(document, section.path),
        regions: collectRegions(document),
      }
    },
  }
}

const toPathsDownwards = (path: string): string[] => {
  const segments = path.split('/')
  return segments.map((_segment, index) => segments.slice(0, index + 1).join('/'))
}

const toTitle = (slug: string): string =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** `"Fußball": "sport/fussball"` gives the spelling of the section's name. */
function toSectionNames(file: MappingFile): ReadonlyMap<string, string> {
  const tables = [file, ...Object.values(file.publications)].flatMap((part) =>
    part === undefined ? [] : [part.sections ?? {}, part.places ?? {}],
  )
  const written = tables.flatMap((entries) =>
    Object.entries(entries).flatMap(([key, path]): [string, string][] =>
      slugOf(key) === path.slice(path.lastIndexOf('/') + 1) ? [[path, key.trim()]] : [],
    ),
  )
  return new Map([...written, ...Object.entries(file.sectionNames)])
}

function first(entries: readonly Classification[], sections: Table): string | undefined {
  for (const entry of entries) {
    const found = lookUp(entry, sections)
    if (found !== undefined) return found
  }
  return undefined
}

/** By code, by name, last by the main heading of a media topic (`medtop:04011000` → `medtop:04000000`). */
function lookUp({ code, name }: Classification, entries: Table): string | undefined {
  const direct =
    (code === '' ? undefined : entries.get(fold(code))) ?? (name === '' ? undefined : entries.get(fold(name)))
  if (direct !== undefined) return direct
  const topic = /^medtop:((?:0[1-9]|1[0-7])\d{6})$/.exec(code)?.[1]
  return topic === undefined ? undefined : entries.get(`medtop:${topic.slice(0, 2)}000000`)
}
