/** Loads the marks of a page: one request per page, not per teaser. */
import { takeAnswer, type LibraryAnswer, type LibraryApi } from '../../page/library-api.ts'
import { getMark, getReader, isStill, setCounters, setMarks, type MarksState } from './mark-state.ts'

const AT_ONCE = 100

/** Loads missing marks of the page (single flight). */
export function look(state: MarksState): Promise<void> {
  state.asking ??= lookOnce(state).finally(() => (state.asking = null))
  return state.asking
}

async function lookOnce(state: MarksState): Promise<void> {
  const reader = getReader(state)
  if (reader === null) return
  const unknown = [...new Set(state.options.listShown())].filter((key) => getMark(key) === undefined)
  const articles = unknown.filter((key) => !key.startsWith('f:'))
  for (let at = 0; at < articles.length; at += AT_ONCE) {
    const ids = articles.slice(at, at + AT_ONCE)
    const [only] = ids
    const found =
      ids.length === 1
        ? takeAnswer('isBookmarked', await reader.library.isBookmarked({ params: { articleId: only! } }))
        : takeAnswer('isBookmarked', await reader.library.listBookmarkedOf({ body: ids }))
    const isSaved = (id: string) => (typeof found === 'boolean' ? found : found.includes(id))
    // Skips marks changed meanwhile, and a reader who has logged out.
    if (isStill(state, reader.library))
      setMarks(ids.filter((id) => !state.busy.has(id)).map((id) => [id, { isSet: isSaved(id) }]))
  }
  if (unknown.length > articles.length) {
    await loadFollows(state)
    if (isStill(state, reader.library))
      setMarks(
        unknown
          .filter((key) => key.startsWith('f:') && getMark(key) === undefined)
          .map((key) => [key, { isSet: false }]),
      )
  }
}

export function loadFollows(state: MarksState): Promise<void> {
  state.follows ??= (async () => {
    const reader = getReader(state)
    if (reader === null) return
    const [regions, tags] = await Promise.all([reader.library.listRegionBookmarks(), reader.library.listTagBookmarks()])
    const ids = [...takeAnswer('listRegionBookmarks', regions), ...takeAnswer('listTagBookmarks', tags)].map(
      ({ id }) => `f:${id}`,
    )
    if (isStill(state, reader.library))
      setMarks(ids.filter((key) => !state.busy.has(key)).map((key) => [key, { isSet: true }]))
  })()
  state.follows.catch(() => (state.follows = null))
  return state.follows
}

/** The three values of 3.2, each on its own: a failed request changes nothing. */
export async function refreshCounters(state: MarksState, { library }: { library: LibraryApi }): Promise<void> {
  const [count, has, region, tag] = await Promise.all([
    library.countBookmarks(),
    library.hasBookmarks(),
    library.hasRegionBookmarks(),
    library.hasTagBookmarks(),
  ])
  if (!isStill(state, library)) return
  const isFollowing = readFollowing(region, tag)
  setCounters(state, (before) => ({
    ...before,
    hasBookmarks: takeAnswer('hasBookmarks', has) ?? before.hasBookmarks,
    hasTagBookmarks: isFollowing.hasRegionBookmarks || isFollowing.hasTagBookmarks,
  }))
  const bookmarkCount = takeAnswer('countBookmarks', count)
  setCounters(state, (before) => ({ ...before, bookmarkCount }))
}

export function readFollowing(region: LibraryAnswer<boolean>, tag: LibraryAnswer<boolean>) {
  return {
    hasRegionBookmarks: takeAnswer('hasRegionBookmarks', region) === true,
    hasTagBookmarks: takeAnswer('hasTagBookmarks', tag) === true,
  }
}
