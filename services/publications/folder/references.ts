/** What the files of a folder say about each other: everything that is named is there. */
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { FolderPicture } from '@lokalteil/contracts/publication/values'
import type { Place } from '@lokalteil/contracts/publication/order'
import { FONT_FAMILIES } from '@lokalteil/contracts/publication/look'
import type { MenuItem } from '@lokalteil/contracts/publication/navigation'
import { nearest, toField, toFinding, type YamlSource } from './yaml-source.ts'

/** Where addresses of a former site lead; a file of its own, because it may have thousands of lines. */
export const REDIRECTS_FILE = 'redirects.csv'

type At = readonly (string | number)[]
export type NamedFile = { path: string; file: string; at: At; isOptional: boolean }

/** Files beside the documents. Word mark and icon may be absent: the product draws them from the name. */
export function listNamedFiles({ look, people, taxonomy, newsletters }: PublicationFolder): NamedFile[] {
  const { wordmark, icon, share } = look.brand
  const named = (file: string, at: At, path: string | undefined, isOptional = false): NamedFile[] =>
    path === undefined ? [] : [{ path, file, at, isOptional }]
  return [
    ...named(REDIRECTS_FILE, [], REDIRECTS_FILE, true),
    ...named('look.yaml', ['brand', 'wordmark'], wordmark, wordmark === 'brand/wordmark.svg'),
    ...named('look.yaml', ['brand', 'icon'], icon, icon === 'brand/icon.svg'),
    ...named('look.yaml', ['brand', 'share'], share),
    ...look.fonts.families.flatMap(({ files }, family) =>
      files.flatMap(({ file }, index) => named('look.yaml', ['fonts', 'families', family, 'files', index], file)),
    ),
    ...people.people.flatMap(({ portrait }, index) =>
      named('people.yaml', ['people', index, 'portrait'], fileOf(portrait)),
    ),
    ...taxonomy.topics.flatMap(({ picture }, index) =>
      named('taxonomy.yaml', ['topics', index, 'picture'], fileOf(picture)),
    ),
    ...newsletters.newsletters.flatMap(({ picture }, index) =>
      named('newsletters.yaml', ['newsletters', index, 'picture'], fileOf(picture)),
    ),
  ]
}

/** Undefined: it lies in the picture store. */
function fileOf(picture: FolderPicture | undefined): string | undefined {
  const file = typeof picture === 'object' ? picture.file : picture
  return file?.startsWith('store:') ? undefined : file
}

export function checkReferences(folder: PublicationFolder, sources: ReadonlyMap<string, YamlSource>): Finding[] {
  const findings: Finding[] = []
  const { taxonomy, places, people, newsletters, front, navigation, coupons, look } = folder
  const sections = new Set(taxonomy.sections.map(({ path }) => path))
  const tags = new Set(taxonomy.tags.map(({ slug }) => slug))
  const topics = new Set(taxonomy.topics.map(({ id }) => id))
  const regions = new Set<string>()
  const flag = (file: string, at: At, message: string, remedy: string, level: Finding['level'] = 'error') =>
    findings.push(toFinding(file, sources.get(file)?.lineOf(at) ?? null, toField(at), message, remedy, level))
  const need = (
    known: ReadonlySet<string>,
    what: string,
    name: string | undefined,
    file: string,
    at: At,
    where: string,
  ) => {
    if (name === undefined || known.has(name)) return
    const meant = nearest(name, [...known])
    flag(
      file,
      at,
      `there is no ${what} "${name}"`,
      meant === null ? `Add it to ${where}, or remove it here.` : `Did you mean "${meant}"?`,
    )
  }
  const once = (names: readonly string[], file: string, toAt: (index: number) => At) => {
    const seen = new Set<string>()
    for (const [index, name] of names.entries()) {
      if (seen.has(name)) flag(file, toAt(index), `"${name}" is there twice`, 'Give one of them another name.')
      seen.add(name)
    }
  }

  once(
    taxonomy.sections.map(({ path }) => path),
    'taxonomy.yaml',
    (index) => ['sections', index, 'path'],
  )
  once(
    taxonomy.tags.map(({ slug }) => slug),
    'taxonomy.yaml',
    (index) => ['tags', index, 'slug'],
  )
  once(
    taxonomy.tags.map(({ slug, id = slug }) => id),
    'taxonomy.yaml',
    (index) => ['tags', index, 'id'],
  )
  once(
    taxonomy.topics.map(({ id }) => id),
    'taxonomy.yaml',
    (index) => ['topics', index, 'id'],
  )
  once(
    people.people.map(({ id }) => id),
    'people.yaml',
    (index) => ['people', index, 'id'],
  )
  once(
    newsletters.newsletters.map(({ slug }) => slug),
    'newsletters.yaml',
    (index) => ['newsletters', index, 'slug'],
  )
  once(
    coupons.coupons.map(({ id }) => id),
    'coupons.yaml',
    (index) => ['coupons', index, 'id'],
  )
  const imported = folder.sources?.sources ?? []
  once(
    imported.map(({ id }) => id),
    'sources.yaml',
    (index) => ['sources', index, 'id'],
  )
  for (const [index, { section }] of imported.entries())
    need(sections, 'section', section, 'sources.yaml', ['sources', index, 'section'], 'taxonomy.yaml')
  if (folder.offers !== null)
    once(
      folder.offers.offers.map(({ id }) => id),
      'offers.yaml',
      (index) => ['offers', index, 'id'],
    )

  const before = new Set<string>()
  for (const [index, { path }] of taxonomy.sections.entries()) {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    if (parent !== '' && !before.has(parent))
      flag(
        'taxonomy.yaml',
        ['sections', index, 'path'],
        `its parent "${parent}" does not stand before it`,
        `Add "${parent}" above it.`,
      )
    before.add(path)
  }
  const parents = new Map(taxonomy.tags.map(({ slug, parent }) => [slug, parent]))
  for (const [index, { slug, parent }] of taxonomy.tags.entries()) {
    need(tags, 'tag', parent, 'taxonomy.yaml', ['tags', index, 'parent'], 'taxonomy.yaml')
    let above = parent
    for (let depth = 0; above !== undefined && depth <= taxonomy.tags.length; depth++) {
      if (above === slug) {
        flag('taxonomy.yaml', ['tags', index, 'parent'], `"${slug}" stands below itself`, 'Remove one of the parents.')
        break
      }
      above = parents.get(above)
    }
  }
  for (const [index, topic] of taxonomy.topics.entries())
    for (const [at, tag] of topic.tags.entries())
      need(tags, 'tag', tag, 'taxonomy.yaml', ['topics', index, 'tags', at], 'taxonomy.yaml')
  walkPlaces(places.regions, ['regions'])
  for (const [index, { sections: paths }] of newsletters.newsletters.entries())
    for (const [at, path] of paths.entries())
      need(sections, 'section', path, 'newsletters.yaml', ['newsletters', index, 'sections', at], 'taxonomy.yaml')
  for (const [index, path] of front.ground.entries())
    need(sections, 'section', path, 'front.yaml', ['ground', index], 'taxonomy.yaml')
  checkBlocks(front.home ?? [], ['home'])
  for (const [path, blocks] of Object.entries(front.sections)) {
    need(sections, 'section', path, 'front.yaml', ['sections', path], 'taxonomy.yaml')
    checkBlocks(blocks, ['sections', path])
  }
  for (const [menu, items] of Object.entries(navigation)) checkMenu(items ?? [], [menu])
  const families = new Set<string>([...FONT_FAMILIES, ...look.fonts.families.map(({ name }) => name)])
  for (const role of ['head', 'text', 'ui'] as const)
    need(families, 'font family', look.fonts[role], 'look.yaml', ['fonts', role], 'fonts.families')
  return findings

  function walkPlaces(list: readonly Place[], at: At): void {
    for (const [index, place] of list.entries()) {
      if (regions.has(place.id))
        flag('places.yaml', [...at, index, 'id'], `"${place.id}" is there twice`, 'Give one of them another id.')
      regions.add(place.id)
      need(sections, 'section', place.section, 'places.yaml', [...at, index, 'section'], 'taxonomy.yaml')
      walkPlaces(place.places, [...at, index, 'places'])
    }
  }
  function checkBlocks(blocks: NonNullable<typeof front.home>, at: At): void {
    for (const [index, block] of blocks.entries()) {
      const here = [...at, index]
      if (block.block === 'region')
        need(regions, 'region', block.region, 'front.yaml', [...here, 'region'], 'places.yaml')
      if (block.block === 'opinion')
        need(sections, 'section', block.section, 'front.yaml', [...here, 'section'], 'taxonomy.yaml')
      if (block.block === 'newsletter')
        need(
          new Set(newsletters.newsletters.map(({ slug }) => slug)),
          'newsletter',
          block.newsletter,
          'front.yaml',
          [...here, 'newsletter'],
          'newsletters.yaml',
        )
      if (block.block !== 'articles') continue
      const { source } = block
      if ('section' in source)
        need(sections, 'section', source.section, 'front.yaml', [...here, 'source', 'section'], 'taxonomy.yaml')
      if ('tag' in source) need(tags, 'tag', source.tag, 'front.yaml', [...here, 'source', 'tag'], 'taxonomy.yaml')
      if ('region' in source)
        need(regions, 'region', source.region, 'front.yaml', [...here, 'source', 'region'], 'places.yaml')
      if ('topic' in source)
        need(topics, 'topic', source.topic, 'front.yaml', [...here, 'source', 'topic'], 'taxonomy.yaml')
    }
  }
  function checkMenu(items: readonly MenuItem[], at: At): void {
    for (const [index, { target, children }] of items.entries()) {
      const [, topic] = /^\/themen\/([^/?#]+)$/.exec(target) ?? []
      need(topics, 'topic', topic, 'navigation.yaml', [...at, index, 'target'], 'taxonomy.yaml')
      checkMenu(children, [...at, index, 'children'])
    }
  }
}
