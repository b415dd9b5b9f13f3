/**
 * Assigns modules to the browser's script files, based on the import graph. Modules without a group (for one page, or
 * shared by few) are left to the bundler.
 */
import { ROOM_BUNDLES } from '@lokalteil/rooms/build'
import type { Rolldown } from 'vite'

type Imports = Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds' | 'exports'>
type Lookup = (id: string) => Imports | null
type Closure = ReadonlySet<string>

const PAGES = /\/app\/pages\//
/** Its first view needs two scripts, and modules that only it needs must not burden other pages. */
const ARTICLE = /\/app\/pages\/article\//
const LISTS = /\/app\/pages\/lists\//
/** The interface for publications' blocks and pages: a few bytes, which no front should request one by one. */
const EXTENSIONS = /\/app\/(?:extension|page\/define-(?:block|extension-page))\.ts$/
/** Components have styles, so a part that does not draw them should not wait for them. */
const LOGIC = /\.ts$/
/** A reader waits for it, so it is two files requested at once, whatever else uses parts of them. */
const DISCUSSION = /\/app\/(?:features\/comments|messages\/community)\//
/**
 * Loaded automatically on every page after the first view: one file, because on a slow connection each costs a round
 * trip.
 */
const LATER = /\.later\.tsx?$/

/**
 * Of the modules the entry loads, those below `pages` that export a `page` are its pages; the others (session,
 * navigation, overlays) are its parts.
 * - `shell`: imports of the entry, modules that an article shares with most pages, and those a page shares with a part.
 * - `article`: other imports of an article.
 * - `teasers`: further modules that the entry's pages share and a part of an article draws with as well.
 * - `lists`: the rest that the entry's pages share, and modules that one of them shares with further lists.
 * - `later`: modules that load automatically after the first view.
 * - `parts`: modules that an on-demand part shares with anything that is loaded.
 * - `forms`: modules that the comments under an article share with others, mainly fields.
 * - `discussion`: the comments themselves, requested together with `forms`, without further dependencies.
 * - of each bundle of a room (`rooms/build.ts`): modules that the room's pages share.
 */
const NAMES = ['shell', 'article', 'teasers', 'lists', 'later', 'parts', 'forms', 'discussion'] as const
const ALL_NAMES: readonly string[] = [...NAMES, ...ROOM_BUNDLES.map(({ name }) => name)]

export function chunkGroups(entry: string): Rolldown.CodeSplittingGroup[] {
  let groups: ReadonlyMap<string, string> | null = null
  return ALL_NAMES.map((name, index) => ({
    name: (id, graph) => {
      groups ??= groupModules(entry, (other) => graph.getModuleInfo(other))
      return groups.get(id) === name ? name : null
    },
    debugName: name,
    priority: ALL_NAMES.length - index,
  }))
}

/** Exported for its test. */
export function groupModules(entry: string, lookup: Lookup, bundles = ROOM_BUNDLES): ReadonlyMap<string, string> {
  const own = closureOf(entry, lookup)
  const targets = dynamicTargets(own, lookup)
  const roots = allDynamicTargets(entry, lookup).map((id) => [id, closureOf(id, lookup)] as const)
  const close = (test: (id: string) => boolean) => roots.filter(([id]) => test(id)).map(([, closure]) => closure)
  const pages = close((id) => targets.has(id) && PAGES.test(id) && lookup(id)!.exports.includes('page'))
  const articles = close((id) => targets.has(id) && ARTICLE.test(id))
  const articleParts = close((id) => !targets.has(id) && ARTICLE.test(id))
  const parts = close((id) => (targets.has(id) || LATER.test(id)) && !PAGES.test(id))
  const laters = close((id) => LATER.test(id))
  const discussions = close((id) => DISCUSSION.test(id))
  const rooms = bundles.map(({ name, modules }) => ({
    name,
    modules,
    users: close((id) => modules.test(id) && lookup(id)!.exports.includes('page')),
  }))
  const all = roots.map(([, closure]) => closure)

  const groups = new Map<string, string>()
  for (const id of new Set([...own, ...all.flatMap((closure) => [...closure])])) {
    const isIn = (closures: readonly Closure[]) => closures.filter((closure) => closure.has(id)).length
    const ofPages = isIn(pages)
    const isInArticle = isIn(articles) > 0
    const ofParts = isIn(parts)
    if (own.has(id) || (ofPages > 0 && ofParts > 0) || (isInArticle && ofPages > pages.length / 2))
      groups.set(id, 'shell')
    else if (isInArticle) groups.set(id, 'article')
    else if (ofPages > 1 && isIn(articleParts) > 0) groups.set(id, 'teasers')
    else if (ofPages > 1 || (ofPages > 0 && LISTS.test(id)) || EXTENSIONS.test(id)) groups.set(id, 'lists')
    else if (isIn(laters) > 0) groups.set(id, 'later')
    else if (ofParts > 0 && LOGIC.test(id) && isIn(all) > 1) groups.set(id, 'parts')
    else if (isIn(discussions) > 0) groups.set(id, DISCUSSION.test(id) ? 'discussion' : 'forms')
    else {
      const room = rooms.find(({ modules, users }) => modules.test(id) && isIn(users) > 1 && isIn(users) === isIn(all))
      if (room !== undefined) groups.set(id, room.name)
    }
  }
  return groups
}

function closureOf(root: string, lookup: Lookup): Closure {
  const closure = new Set([root])
  for (const id of closure) for (const imported of lookup(id)?.importedIds ?? []) closure.add(imported)
  return closure
}

function dynamicTargets(closure: Closure, lookup: Lookup): ReadonlySet<string> {
  return new Set([...closure].flatMap((id) => lookup(id)?.dynamicallyImportedIds ?? []))
}

function allDynamicTargets(entry: string, lookup: Lookup): readonly string[] {
  const seen = new Set([entry])
  for (const id of seen) for (const target of dynamicTargets(closureOf(id, lookup), lookup)) seen.add(target)
  return [...seen].filter((id) => id !== entry)
}
