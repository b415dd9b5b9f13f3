/** Edits of fronts by the office, behind the service key. */
import type { FrontSlot, FrontView, ShownArticle, StoredEdits, Teaser } from '@lokalteil/contracts/content'
import { toExact } from '../../platform/exact.ts'
import { isRefusal, problem } from '../../platform/serve.ts'
import {
  announce,
  getTaxonomy,
  notFound,
  toFrontId,
  type ContentContext,
  type PublicationContext,
  type RecordHandler,
} from '../context.ts'
import { bearsArticles, canPin, listInForce, nameBlocks } from '../fronts/front-edits.ts'
import { findSectionFront } from '../fronts/usual-fronts.ts'
import * as changeStore from '../store/changes.ts'
import * as editStore from '../store/front-edits.ts'
import type { StoredFront } from '../store/front-edits.ts'
import { isAtOrBelow } from '@lokalteil/domain/section-path'
import { composeEdited, listShown, loadFront, type FrontPage } from './fronts.ts'
import { loadMostRead } from './teasers.ts'

const NONE = 'The publication has no such front'
const MOST_READ = 10

export const listFronts: RecordHandler<'listFronts'> = async (content, { context }) => {
  const [known, front, stored] = await Promise.all([
    getTaxonomy(content, context),
    loadFront(content, context),
    editStore.listStoredEdits(content.db, context.publication.code),
  ])
  const toFront = (path: string, name: string, isListed: boolean) => {
    const { revision, edits } = toAnswer(stored.get(path) ?? null, content.now())
    return { path, name, isListed, revision, edits }
  }
  return {
    fronts: [
      toFront('', '', front.home !== undefined),
      ...known.sections.map(({ path, name }) => toFront(path, name, findSectionFront(front, path) !== null)),
    ],
  }
}

export const getFrontEdits: RecordHandler<'getFrontEdits'> = async (content, { query, context }) => {
  if (!(await isFront(content, context, query.path))) return notFound(NONE)
  return toAnswer(await editStore.getStoredEdits(content.db, context.publication.code, query.path), content.now())
}

export const saveFrontEdits: RecordHandler<'saveFrontEdits'> = async (content, { body, context }) => {
  const { path, by } = body
  const publication = context.publication.code
  if (!(await isFront(content, context, path))) return notFound(NONE)
  const now = content.now()
  const edits = listInForce(body.edits, now)
  const id = toFrontId(publication, path)
  const saved = await changeStore.write(content.db, async (trx) => {
    const stored = await editStore.getStoredEdits(trx, publication, path)
    if (stored !== null && toExact(listInForce(stored.edits, now)) === toExact(edits)) return { stored, isNew: false }
    if ((stored?.revision ?? 0) !== body.revision)
      return problem(409, 'LATER_REVISION', 'The front was edited meanwhile')
    const next = { revision: body.revision + 1, edits, by, at: now }
    await editStore.saveEdits(trx, { publication, path }, next)
    await changeStore.logChanges(trx, [id], 'front', now)
    return { stored: next, isNew: true }
  })
  if (isRefusal(saved)) return saved
  if (saved.isNew) await announce(content, { ids: [id], kind: 'front' })
  return toAnswer(saved.stored, now)
}

export const previewFront: RecordHandler<'previewFront'> = async (content, { body, context }) => {
  const { path, edits } = body
  const found = await composeEdited(content, context, path, edits)
  return found === null ? notFound(NONE) : { view: await toView(content, context, path, found.front), page: found.page }
}

async function isFront(content: ContentContext, context: PublicationContext, path: string): Promise<boolean> {
  return path === '' || (await getTaxonomy(content, context)).getSection(path) !== null
}

function toAnswer(stored: StoredFront | null, now: Date): StoredEdits {
  if (stored === null) return { revision: 0, edits: [], by: null, at: null }
  const { revision, edits, by, at } = stored
  return { revision, edits: listInForce(edits, now), by, at: at.toISOString() }
}

async function toView(
  content: ContentContext,
  context: PublicationContext,
  path: string,
  page: FrontPage,
): Promise<FrontView> {
  const [known, front, mostRead] = await Promise.all([
    getTaxonomy(content, context),
    loadFront(content, context),
    loadMostRead(content, context),
  ])
  const slots = toSlots(page)
  const isInForce = ({ until }: { until: string }) => content.now().getTime() < Date.parse(until)
  return {
    path,
    name: known.getSection(path)?.name ?? '',
    isListed: page.isListed,
    slots,
    states: page.placed.states.map(({ edit, at, ...state }) => ({
      ...state,
      isShown: edit.kind === 'pin' && at !== null && slots[at]!.articles.some((article) => article.id === edit.article),
    })),
    folder: {
      pinned: path === '' ? front.pinned.filter(isInForce) : [],
      excluded: front.excluded.filter(isInForce),
    },
    mostRead: mostRead
      .filter(({ sectionPath }) => path === '' || isAtOrBelow(sectionPath, path))
      .slice(0, MOST_READ)
      .map(toShownArticle),
  }
}

function toSlots({ listed, placed, blocks, origins }: FrontPage): FrontSlot[] {
  // The elements of extensions are named otherwise, and advertising has none.
  const elements = blocks.filter(({ kind }) => kind !== 'adSlot' && kind !== 'extension')
  const names = nameBlocks(listed)
  return listed.map((block, at) => {
    const shown = blocks[origins.indexOf(at)]
    const place = shown === undefined ? -1 : elements.indexOf(shown)
    return {
      name: names[at]!,
      heading: shown !== undefined && 'title' in shown ? shown.title : '',
      isHidden: placed.hidden.has(at),
      hasArticles: bearsArticles(block),
      canPin: canPin(block),
      articles: shown === undefined ? [] : listShown(shown).map(toShownArticle),
      place: place === -1 ? null : place,
    }
  })
}

function toShownArticle({ documentId, title, titlePrefix, img }: Teaser): ShownArticle {
  return { id: documentId, title, titlePrefix, img }
}
