/**
 * Sections, tags, topics, regions and authors of all publications, held in memory: a few hundred rows that every page
 * needs. Built from what the store loaded; a cycle among tags or regions ends where it would begin again.
 */
import type {
  Author,
  AuthorProfile,
  FeedNode,
  Picture,
  RegionRef,
  SectionRef,
  TagRef,
} from '@lokalteil/contracts/content'
import { foldGerman, slugOf, toSortKey } from '@lokalteil/domain/german'
import { buildPath } from '@lokalteil/domain/routing/routes'

export type Section = { path: string; name: string; seoTitle: string; description: string; publications: number }
export type Tag = { id: string; slug: string; name: string; parentId: string | null; isCurated: boolean }
export type Topic = {
  id: string
  title: string
  description: string
  tagIds: string[]
  picture: Picture | null
  publications: number
}
export type Region = { id: string; label: string; sectionPath: string; parentId: string | null }
export type AuthorRecord = {
  id: string
  prename: string
  surname: string
  shortname: string | null
  role: string
  bio: string
  email: string
  portrait: Picture | null
}
export type TaxonomyInput = {
  sections: Section[]
  tags: Tag[]
  topics: Topic[]
  regions: Region[]
  authors: AuthorRecord[]
}

export type Taxonomy = {
  sections: readonly Section[]
  tags: readonly Tag[]
  topics: readonly Topic[]
  regions: readonly Region[]
  authors: readonly AuthorRecord[]
  getSection: (path: string) => Section | null
  /** The nearest section that the publication has, upwards from `path`. */
  findSection: (path: string, mask: number) => Section | null
  toBreadcrumb: (path: string, mask?: number) => SectionRef[]
  listChildSections: (path: string, mask: number) => SectionRef[]
  getTag: (id: string) => Tag | null
  getTagBySlug: (slug: string) => Tag | null
  /** By id, slug or name, whatever the spelling. */
  findTag: (name: string) => Tag | null
  toTagRef: (tag: Tag) => TagRef
  /** Nearest first, without the tag itself. */
  listTagAncestors: (id: string) => Tag[]
  listChildTags: (id: string) => Tag[]
  getTopic: (id: string) => Topic | null
  getRegion: (id: string) => Region | null
  findRegion: (name: string) => Region | null
  toRegionRef: (region: Region) => RegionRef
  listRegionAncestors: (id: string) => Region[]
  listChildRegions: (id: string) => Region[]
  getAuthor: (id: string) => AuthorRecord | null
  findAuthor: (name: string) => AuthorRecord | null
  toAuthor: (author: AuthorRecord) => Author
  toAuthorProfile: (author: AuthorRecord) => AuthorProfile
  listAuthorsByName: () => AuthorRecord[]
  toRegionTree: () => FeedNode[]
  toTagTree: () => FeedNode[]
}

type Branch = { id: string; parentId: string | null }

export function createTaxonomy({ sections, tags, topics, regions, authors }: TaxonomyInput): Taxonomy {
  const sectionByPath = new Map(sections.map((section) => [section.path, section]))
  const tagById = new Map(tags.map((tag) => [tag.id, tag]))
  const tagBySlug = new Map(tags.map((tag) => [tag.slug, tag]))
  const tagByName = new Map(tags.map((tag) => [foldGerman(tag.name), tag]))
  const topicById = new Map(topics.map((topic) => [topic.id, topic]))
  const regionById = new Map(regions.map((region) => [region.id, region]))
  const regionByName = new Map(regions.flatMap((region) => [[slugOf(region.label), region] as const]))
  const authorById = new Map(authors.map((author) => [author.id, author]))
  const authorByName = new Map(authors.map((author) => [foldGerman(`${author.prename} ${author.surname}`), author]))
  const childTags = groupByParent(tags)
  const childRegions = groupByParent(regions)
  const isIn = (section: Section | undefined, mask: number): section is Section =>
    section !== undefined && (section.publications & mask) !== 0
  const toSectionRef = ({ path, name }: Section): SectionRef => ({ path, displayName: name })

  const taxonomy: Taxonomy = {
    sections,
    tags,
    topics,
    regions,
    authors,
    getSection: (path) => sectionByPath.get(path) ?? null,
    findSection(path, mask) {
      for (const candidate of toPathsUpwards(path)) {
        const section = sectionByPath.get(candidate)
        if (isIn(section, mask)) return section
      }
      return null
    },
    toBreadcrumb: (path, mask = -1) =>
      toPathsUpwards(path)
        .toReversed()
        .map((candidate) => sectionByPath.get(candidate))
        .filter((section) => isIn(section, mask))
        .map(toSectionRef),
    listChildSections: (path, mask) =>
      sections.filter((section) => parentPath(section.path) === path && isIn(section, mask)).map(toSectionRef),
    getTag: (id) => tagById.get(id) ?? null,
    getTagBySlug: (slug) => tagBySlug.get(slug) ?? null,
    findTag: (name) => tagById.get(name) ?? tagBySlug.get(name) ?? tagByName.get(foldGerman(name.trim())) ?? null,
    toTagRef: ({ id, name, slug }) => ({ id, displayName: name, fullPath: `/${slug}` }),
    listTagAncestors: (id) => listAncestors(tagById, id),
    listChildTags: (id) => childTags.get(id) ?? [],
    getTopic: (id) => topicById.get(id) ?? null,
    getRegion: (id) => regionById.get(id) ?? null,
    findRegion: (name) =>
      regionById.get(name) ?? regionById.get(slugOf(name)) ?? regionByName.get(slugOf(name)) ?? null,
    toRegionRef: ({ id, label, sectionPath }) => ({ id, label, target: `/${sectionPath}` }),
    listRegionAncestors: (id) => listAncestors(regionById, id),
    listChildRegions: (id) => childRegions.get(id) ?? [],
    getAuthor: (id) => authorById.get(id) ?? null,
    findAuthor: (name) => authorByName.get(foldGerman(name.replace(/\s+/g, ' ').trim())) ?? null,
    toAuthor: ({ id, prename, surname, shortname, portrait }) => ({
      id,
      prename,
      surname,
      ...(shortname === null ? {} : { shortname }),
      urlPath: buildPath({ name: 'author', slug: slugOf(`${prename} ${surname}`), id, page: null }),
      portrait,
    }),
    toAuthorProfile: (author) => ({
      ...taxonomy.toAuthor(author),
      authorId: author.id,
      role: author.role,
      bio: author.bio,
      email: author.email,
    }),
    listAuthorsByName: () =>
      authors.toSorted((a, b) => compareKeys(`${a.surname} ${a.prename}`, `${b.surname} ${b.prename}`)),
    toRegionTree: () => toTree(regions, childRegions, (region) => taxonomy.toRegionRef(region)),
    toTagTree: () =>
      toTree(
        tags.filter(({ isCurated }) => isCurated),
        childTags,
        (tag) => ({ id: tag.id, label: tag.name, target: `/${tag.slug}` }),
        ({ isCurated }) => isCurated,
      ),
  }
  return taxonomy
}

/** `a/b/c` → `a/b/c`, `a/b`, `a`. */
export function toPathsUpwards(path: string): string[] {
  const segments = path.split('/')
  return segments.map((_segment, index) => segments.slice(0, segments.length - index).join('/'))
}

function parentPath(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

function groupByParent<T extends Branch>(branches: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const branch of branches) {
    if (branch.parentId === null) continue
    const group = groups.get(branch.parentId)
    if (group === undefined) groups.set(branch.parentId, [branch])
    else group.push(branch)
  }
  return groups
}

function listAncestors<T extends Branch>(byId: ReadonlyMap<string, T>, id: string): T[] {
  const seen = new Set([id])
  const ancestors: T[] = []
  for (let parent = byId.get(id)?.parentId ?? null; parent !== null && !seen.has(parent);) {
    seen.add(parent)
    const branch = byId.get(parent)
    if (branch === undefined) break
    ancestors.push(branch)
    parent = branch.parentId
  }
  return ancestors
}

function toTree<T extends Branch>(
  all: readonly T[],
  children: ReadonlyMap<string, T[]>,
  toLeaf: (branch: T) => Omit<FeedNode, 'children'>,
  isWanted: (branch: T) => boolean = () => true,
): FeedNode[] {
  const ids = new Set(all.map(({ id }) => id))
  const seen = new Set<string>()
  const toNode = (branch: T): FeedNode => {
    seen.add(branch.id)
    const below = (children.get(branch.id) ?? []).filter((child) => isWanted(child) && !seen.has(child.id))
    return { ...toLeaf(branch), children: below.map(toNode) }
  }
  return all.filter(({ parentId }) => parentId === null || !ids.has(parentId)).map(toNode)
}

function compareKeys(a: string, b: string): number {
  const [left, right] = [toSortKey(a), toSortKey(b)]
  return left < right ? -1 : left > right ? 1 : 0
}
