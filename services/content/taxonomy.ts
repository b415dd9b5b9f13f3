/**
 * Sections, tags, topics, regions and authors of one publication, held in memory: a few hundred rows that every page
 * needs. A cycle among tags or regions ends where it would begin again.
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
import { foldGerman, slugOf, toSortKey } from '@lokalteil/domain/german-text'
import { buildPath } from '@lokalteil/domain/routing/routes'

export type Section = { path: string; name: string; seoTitle: string; description: string }
/** `isCurated`: named by the folder. Else an import made it, or the folder named it once. */
export type Tag = { id: string; slug: string; name: string; parentId: string | null; isCurated: boolean }
export type Topic = {
  id: string
  title: string
  description: string
  tagIds: string[]
  /** Its articles tell one story; absent if an older version saved the topic. */
  story?: boolean | undefined
  picture: Picture | null
}
/** `sectionPath`: '' if the region has no section. */
export type Region = { id: string; label: string; sectionPath: string; parentId: string | null; isCurated: boolean }
export type AuthorRecord = {
  id: string
  prename: string
  surname: string
  shortname: string | null
  role: string
  bio: string
  email: string
  portrait: Picture | null
  isCurated: boolean
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
  /** Tags; each slug occurs once. */
  tags: readonly Tag[]
  allTags: readonly Tag[]
  topics: readonly Topic[]
  regions: readonly Region[]
  authors: readonly AuthorRecord[]
  getSection: (path: string) => Section | null
  /** The section at `path`, or the nearest one above it. */
  findSection: (path: string) => Section | null
  toBreadcrumb: (path: string) => SectionRef[]
  listChildSections: (path: string) => SectionRef[]
  getTag: (id: string) => Tag | null
  getTagBySlug: (slug: string) => Tag | null
  /** By id, slug or name, in any spelling. */
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
  /** An article's author under the publication's own name; without a page if the publication does not know the name. */
  toOwnAuthor: (author: Author) => Author
  toAuthorProfile: (author: AuthorRecord) => AuthorProfile
  listAuthorsByName: () => AuthorRecord[]
  toRegionTree: () => FeedNode[]
  toTagTree: () => FeedNode[]
}

type Branch = { id: string; parentId: string | null }

export function createTaxonomy({ sections, tags, topics, regions, authors }: TaxonomyInput): Taxonomy {
  const sectionByPath = new Map(sections.map((section) => [section.path, section]))
  const tagById = new Map(tags.map((tag) => [tag.id, tag]))
  // Of two with the same name the folder's wins over the import's.
  const byCurated = tags.toSorted((a, b) => Number(a.isCurated) - Number(b.isCurated))
  const tagBySlug = new Map(byCurated.map((tag) => [tag.slug, tag]))
  const tagByName = new Map(byCurated.map((tag) => [foldGerman(tag.name), tag]))
  const topicById = new Map(topics.map((topic) => [topic.id, topic]))
  const regionById = new Map(regions.map((region) => [region.id, region]))
  const regionByName = new Map(regions.flatMap((region) => [[slugOf(region.label), region] as const]))
  const authorById = new Map(authors.map((author) => [author.id, author]))
  const authorByName = new Map(authors.map((author) => [foldGerman(`${author.prename} ${author.surname}`), author]))
  const childTags = groupByParent(tags)
  const childRegions = groupByParent(regions)
  const toSectionRef = ({ path, name }: Section): SectionRef => ({ path, displayName: name })

  const taxonomy: Taxonomy = {
    sections,
    tags: tags.filter((tag) => tagBySlug.get(tag.slug) === tag),
    allTags: tags,
    topics,
    regions,
    authors,
    getSection: (path) => sectionByPath.get(path) ?? null,
    findSection(path) {
      for (const candidate of toPathsUpwards(path)) {
        const section = sectionByPath.get(candidate)
        if (section !== undefined) return section
      }
      return null
    },
    toBreadcrumb: (path) =>
      toPathsUpwards(path)
        .toReversed()
        .flatMap((candidate) => sectionByPath.get(candidate) ?? [])
        .map(toSectionRef),
    listChildSections: (path) => sections.filter((section) => parentPath(section.path) === path).map(toSectionRef),
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
    toRegionRef: ({ id, label, sectionPath }) => ({
      id,
      label,
      target: sectionPath === '' ? buildPath({ name: 'meineregion' }) : `/${sectionPath}`,
    }),
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
    toOwnAuthor(author) {
      const own = ownAuthors.get(author.id)
      if (own === undefined) return { ...author, id: '', urlPath: '' }
      // The portrait that came with the article stands in for a missing one.
      return own.portrait === null && author.portrait !== null ? { ...own, portrait: author.portrait } : own
    },
    listAuthorsByName: () =>
      authors
        .filter(({ isCurated }) => isCurated)
        .toSorted((a, b) => compareKeys(`${a.surname} ${a.prename}`, `${b.surname} ${b.prename}`)),
    toRegionTree: () =>
      toTree(
        regions.filter(({ isCurated }) => isCurated),
        childRegions,
        (region) => taxonomy.toRegionRef(region),
        ({ isCurated }) => isCurated,
      ),
    toTagTree: () =>
      toTree(
        tags.filter(({ isCurated }) => isCurated),
        childTags,
        (tag) => ({ id: tag.id, label: tag.name, target: `/${tag.slug}` }),
        ({ isCurated }) => isCurated,
      ),
  }
  const ownAuthors = new Map(authors.map((author) => [author.id, taxonomy.toAuthor(author)]))
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
  isWanted: (branch: T) => boolean,
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
