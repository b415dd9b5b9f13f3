/** Checks references between the files of a folder: every name that is used must be defined. */
import {
  type Finding,
  listRoomFiles,
  type PublicationFolder,
} from '@lokalteil/contracts/publication/publication-folder'
import type { FolderPicture } from '@lokalteil/contracts/publication/values'
import type { Place } from '@lokalteil/contracts/publication/order'
import { idOf, isRoomBlock } from '@lokalteil/contracts/publication/front'
import { listRooms } from '@lokalteil/contracts/publication/rooms'
import { roomOfPath, ROOMS } from '@lokalteil/domain/rooms/rooms'
import { FONT_FAMILIES } from '@lokalteil/contracts/publication/look'
import type { MenuItem } from '@lokalteil/contracts/publication/navigation'
import { nearest, toField, toFinding, type YamlSource } from './yaml-source.ts'

/** Redirects from the addresses of a former site; a file of its own, because it may have thousands of lines. */
export const REDIRECTS_FILE = 'redirects.csv'
/** The geodata that maps of places are drawn from. */
export const GEODATA_FILE = 'map.geojson'

type At = readonly (string | number)[]
export type NamedFile = { path: string; file: string; at: At; isOptional: boolean }

/**
 * The files that the documents of a folder name. Word mark and icon are optional, because the product can draw them
 * from the name.
 */
export function listNamedFiles(folder: PublicationFolder): NamedFile[] {
  const { look, people, taxonomy, newsletters, advertising } = folder
  const { wordmark, icon, share } = look.brand
  const named = (file: string, at: At, path: string | undefined, isOptional = false): NamedFile[] =>
    path === undefined ? [] : [{ path, file, at, isOptional }]
  return [
    ...named(REDIRECTS_FILE, [], REDIRECTS_FILE, true),
    ...named(GEODATA_FILE, [], GEODATA_FILE, true),
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
    ...(advertising?.house ?? []).flatMap(({ picture }, index) =>
      named('advertising.yaml', ['house', index, 'picture'], fileOf(picture)),
    ),
    ...listRoomFiles(folder).flatMap(({ file, pictures }) =>
      pictures.flatMap(({ at, picture }) => named(file, at, fileOf(picture))),
    ),
  ]
}

/** Path of the picture in the folder; undefined: it is in the picture store. */
function fileOf(picture: FolderPicture | undefined): string | undefined {
  const file = typeof picture === 'object' ? picture.file : picture
  return file?.startsWith('store:') ? undefined : file
}

/** The names that the folder defines, and the findings about names that are used. */
type Check = {
  folder: PublicationFolder
  sources: ReadonlyMap<string, YamlSource>
  findings: Finding[]
  sections: ReadonlySet<string>
  tags: ReadonlySet<string>
  topics: ReadonlySet<string>
  newsletters: ReadonlySet<string>
  /** Filled while the places are read. */
  regions: Set<string>
}

export function checkReferences(folder: PublicationFolder, sources: ReadonlyMap<string, YamlSource>): Finding[] {
  const { taxonomy, newsletters } = folder
  const check: Check = {
    folder,
    sources,
    findings: [],
    sections: new Set(taxonomy.sections.map(({ path }) => path)),
    tags: new Set(taxonomy.tags.map(({ slug }) => slug)),
    topics: new Set(taxonomy.topics.map(({ id }) => id)),
    newsletters: new Set(newsletters.newsletters.map(({ slug }) => slug)),
    regions: new Set(),
  }
  checkNames(check)
  checkSections(check)
  checkTags(check)
  for (const [index, topic] of taxonomy.topics.entries())
    for (const [at, tag] of topic.tags.entries())
      need(check, 'tag', tag, 'taxonomy.yaml', ['topics', index, 'tags', at])
  checkPlaces(check, folder.places.regions, ['regions'])
  for (const [index, { sections: paths }] of newsletters.newsletters.entries())
    for (const [at, path] of paths.entries())
      need(check, 'section', path, 'newsletters.yaml', ['newsletters', index, 'sections', at])
  for (const [index, { section }] of (folder.sources?.sources ?? []).entries())
    need(check, 'section', section, 'sources.yaml', ['sources', index, 'section'])
  const rooms: Readonly<Record<string, RoomSettings>> = folder.rooms ?? {}
  for (const [room, { places = [] }] of Object.entries(rooms))
    for (const [index, { place }] of places.entries())
      need(check, 'region', place, 'rooms.yaml', [room, 'places', index, 'place'])
  checkAdvertising(check)
  if (folder.identity.localEdition && folder.consent !== undefined)
    flag(
      check,
      'consent.yaml',
      [],
      'a local edition asks nobody for consent',
      'Remove the file, or localEdition from publication.yaml.',
      'warning',
    )
  checkFront(check)
  for (const [menu, items] of Object.entries(folder.navigation)) checkMenu(check, items ?? [], [menu])
  checkRepeats(check)
  checkWays(check)
  const { fonts } = folder.look
  const families = new Set<string>([...FONT_FAMILIES, ...fonts.families.map(({ name }) => name)])
  for (const role of ['head', 'text', 'ui'] as const)
    needOf(check, families, 'font family', fonts[role], 'look.yaml', ['fonts', role], 'fonts.families')
  return check.findings
}

function flag(
  { findings, sources }: Check,
  file: string,
  at: At,
  message: string,
  remedy: string,
  level: Finding['level'] = 'error',
): void {
  findings.push(toFinding(file, sources.get(file)?.lineOf(at) ?? null, toField(at), message, remedy, level))
}

/** The kinds of names: where they are kept in `Check`, and the file that defines them. */
const NAMED = {
  section: ['sections', 'taxonomy.yaml'],
  tag: ['tags', 'taxonomy.yaml'],
  topic: ['topics', 'taxonomy.yaml'],
  region: ['regions', 'places.yaml'],
  newsletter: ['newsletters', 'newsletters.yaml'],
} as const

function need(check: Check, what: keyof typeof NAMED, name: string | undefined, file: string, at: At): void {
  const [known, where] = NAMED[what]
  needOf(check, check[known], what, name, file, at, where)
}

function needOf(
  check: Check,
  known: ReadonlySet<string>,
  what: string,
  name: string | undefined,
  file: string,
  at: At,
  where: string,
): void {
  if (name === undefined || known.has(name)) return
  const meant = nearest(name, [...known])
  flag(
    check,
    file,
    at,
    `there is no ${what} "${name}"`,
    meant === null ? `Add it to ${where}, or remove it here.` : `Did you mean "${meant}"?`,
  )
}

/** Reports names that are defined twice. */
function checkNames(check: Check): void {
  const { taxonomy, people, newsletters, coupons, offers, sources, advertising } = check.folder
  const once = <Field extends string>(
    entries: readonly Readonly<Record<Field, string>>[],
    file: string,
    list: string,
    field: Field,
  ) => {
    const seen = new Set<string>()
    for (const [index, { [field]: name }] of entries.entries()) {
      if (seen.has(name))
        flag(check, file, [list, index, field], `"${name}" is there twice`, 'Give one of them another name.')
      seen.add(name)
    }
  }
  const tags = taxonomy.tags.map(({ slug, id = slug }) => ({ slug, id }))
  once(taxonomy.sections, 'taxonomy.yaml', 'sections', 'path')
  once(tags, 'taxonomy.yaml', 'tags', 'slug')
  once(tags, 'taxonomy.yaml', 'tags', 'id')
  once(taxonomy.topics, 'taxonomy.yaml', 'topics', 'id')
  once(people.people, 'people.yaml', 'people', 'id')
  once(newsletters.newsletters, 'newsletters.yaml', 'newsletters', 'slug')
  once(coupons.coupons, 'coupons.yaml', 'coupons', 'id')
  once(sources?.sources ?? [], 'sources.yaml', 'sources', 'id')
  once(offers?.offers ?? [], 'offers.yaml', 'offers', 'id')
  once(advertising?.house ?? [], 'advertising.yaml', 'house', 'id')
}

function checkSections(check: Check): void {
  const before = new Set<string>()
  for (const [index, { path }] of check.folder.taxonomy.sections.entries()) {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    if (parent !== '' && !before.has(parent))
      flag(
        check,
        'taxonomy.yaml',
        ['sections', index, 'path'],
        `its parent "${parent}" does not stand before it`,
        `Add "${parent}" above it.`,
      )
    before.add(path)
  }
}

function checkTags(check: Check): void {
  const { tags } = check.folder.taxonomy
  const parents = new Map(tags.map(({ slug, parent }) => [slug, parent]))
  for (const [index, { slug, parent }] of tags.entries()) {
    const at = ['tags', index, 'parent']
    need(check, 'tag', parent, 'taxonomy.yaml', at)
    let above = parent
    for (let depth = 0; above !== undefined && depth <= tags.length; depth++) {
      if (above === slug) {
        flag(check, 'taxonomy.yaml', at, `"${slug}" stands below itself`, 'Remove one of the parents.')
        break
      }
      above = parents.get(above)
    }
  }
}

function checkPlaces(check: Check, places: readonly Place[], at: At): void {
  for (const [index, place] of places.entries()) {
    if (check.regions.has(place.id))
      flag(check, 'places.yaml', [...at, index, 'id'], `"${place.id}" is there twice`, 'Give one of them another id.')
    check.regions.add(place.id)
    need(check, 'section', place.section, 'places.yaml', [...at, index, 'section'])
    checkPlaces(check, place.places, [...at, index, 'places'])
  }
}

function checkAdvertising(check: Check): void {
  const { house = [], sensitive } = check.folder.advertising ?? {}
  for (const [index, { sections }] of house.entries())
    for (const [at, path] of sections.entries())
      need(check, 'section', path, 'advertising.yaml', ['house', index, 'sections', at])
  for (const [at, path] of (sensitive?.sections ?? []).entries())
    need(check, 'section', path, 'advertising.yaml', ['sensitive', 'sections', at])
}

type Blocks = NonNullable<PublicationFolder['front']['home']>

function checkFront(check: Check): void {
  const { ground, home, sections, articles } = check.folder.front
  for (const [index, path] of ground.entries()) need(check, 'section', path, 'front.yaml', ['ground', index])
  checkBlocks(check, home ?? [], ['home'])
  for (const [path, blocks] of Object.entries(sections)) {
    need(check, 'section', path, 'front.yaml', ['sections', path])
    checkBlocks(check, blocks, ['sections', path])
  }
  for (const [index, { section, tag, blocks }] of articles.entries()) {
    need(check, 'section', section, 'front.yaml', ['articles', index, 'section'])
    need(check, 'tag', tag, 'front.yaml', ['articles', index, 'tag'])
    checkBlocks(check, blocks, ['articles', index, 'blocks'])
  }
}

/** Fields that settings of rooms share. */
type RoomSettings = { places?: readonly { place: string }[]; [other: string]: unknown }

/** Blocks between two places for advertising; small ones may still be too few (`domain/advertising/places`). */
const BETWEEN_ADS = 3

function checkBlocks(check: Check, blocks: Blocks, at: At): void {
  const open: readonly string[] = listRooms(check.folder.rooms)
  const named = new Set<string>()
  let sinceAd = Infinity
  for (const [index, block] of blocks.entries()) {
    const here = [...at, index]
    if (block.block === 'ad' && (sinceAd < BETWEEN_ADS || index === blocks.length - 1))
      flag(
        check,
        'front.yaml',
        [...here, 'block'],
        index === blocks.length - 1
          ? 'no place for advertising is last'
          : 'a phone would show this place with the one above',
        `Put it below at least ${BETWEEN_ADS} other blocks, and above one; else the page moves it down or leaves it out.`,
        'warning',
      )
    sinceAd = block.block === 'ad' ? 0 : sinceAd + 1
    const id = idOf(block)
    if (id !== null && named.has(id))
      flag(check, 'front.yaml', [...here, 'id'], `"${id}" is there twice`, 'Give one of the blocks another id.')
    if (id !== null) named.add(id)
    const ask = (what: keyof typeof NAMED, name: string | undefined, ...field: string[]) =>
      need(check, what, name, 'front.yaml', [...here, ...field])
    if (block.block === 'region') ask('region', block.region, 'region')
    if (block.block === 'opinion') ask('section', block.section, 'section')
    if (isRoomBlock(block) && !open.includes(block.block))
      flag(
        check,
        'front.yaml',
        [...here, 'block'],
        `the block shows a room that is not switched on`,
        `Add "${block.block}" to rooms.yaml, or remove the block.`,
      )
    if (block.block === 'newsletter') ask('newsletter', block.newsletter, 'newsletter')
    if (block.block !== 'articles') continue
    const { source } = block
    if ('section' in source) ask('section', source.section, 'source', 'section')
    if ('tag' in source) ask('tag', source.tag, 'source', 'tag')
    if ('region' in source) ask('region', source.region, 'source', 'region')
    if ('topic' in source) ask('topic', source.topic, 'source', 'topic')
  }
}

/**
 * Only a warning, because a room may be meant for readers who know its address. Menus that the product generates link
 * to all rooms.
 */
function checkWays({ folder, findings, sources }: Check): void {
  const { siteServices, ...others } = folder.navigation
  if (siteServices === undefined) return
  const listRoomsOf = (items: readonly MenuItem[]): unknown[] =>
    items.flatMap(({ target, children }) => [roomOfPath(target), ...listRoomsOf(children)])
  const led = new Set([siteServices, ...Object.values(others)].flatMap((items) => listRoomsOf(items ?? [])))
  for (const room of listRooms(folder.rooms))
    if (!led.has(room))
      findings.push(
        toFinding(
          'rooms.yaml',
          sources.get('rooms.yaml')?.lineOf([room]) ?? null,
          room,
          'no menu leads to this room',
          `Add an item with the target ${ROOMS[room].path} to navigation.yaml.`,
          'warning',
        ),
      )
}

function checkMenu(check: Check, items: readonly MenuItem[], at: At): void {
  for (const [index, { target, children }] of items.entries()) {
    const [, topic] = /^\/themen\/([^/?#]+)$/.exec(target) ?? []
    need(check, 'topic', topic, 'navigation.yaml', [...at, index, 'target'])
    const room = roomOfPath(target)
    if (room !== null && !listRooms(check.folder.rooms).includes(room))
      flag(
        check,
        'navigation.yaml',
        [...at, index, 'target'],
        `"${target}" leads to a room that is not switched on`,
        `Add "${room}" to rooms.yaml, or remove the item.`,
      )
    checkMenu(check, children, [...at, index, 'children'])
  }
}

/** All menus except the utility bar are shown in one sheet, so a repeated address only makes it longer. */
function checkRepeats(check: Check): void {
  const { utilityBar = [], ...sheet } = check.folder.navigation
  const isNew = (seen: Set<string>) => (target: string) => !seen.has(target) && seen.add(target)
  const walk = (items: readonly MenuItem[], at: At, take: (target: string) => unknown): void => {
    for (const [index, { target, children }] of items.entries()) {
      if (!take(target))
        flag(
          check,
          'navigation.yaml',
          [...at, index, 'target'],
          `"${target}" stands in the menu twice`,
          'Remove one of the two, or let it lead elsewhere.',
          'warning',
        )
      walk(children, [...at, index, 'children'], take)
    }
  }
  walk(utilityBar, ['utilityBar'], isNew(new Set()))
  const takeOfSheet = isNew(new Set())
  for (const [menu, items] of Object.entries(sheet)) walk(items ?? [], [menu], takeOfSheet)
}
