/** Search, with a second attempt for misspelt words, and suggestions while typing. */
import { foldGerman } from '@lokalteil/domain/german-text'
import { toSearchWords } from '@lokalteil/domain/reading/search-words'
import { buildPath } from '@lokalteil/domain/routing/routes'
import { LISTS } from '../article-record.ts'
import { getTaxonomy, toView, type ContentContext, type PublicationContext, type PublicHandler } from '../context.ts'
import { countEdits, isEmptyQuery, toSearchQuery, toTermsQuery, type SearchQuery } from '../search-text.ts'
import * as searchStore from '../store/search.ts'
import type { Found, Wanted } from '../store/search.ts'
import { openTeasers } from './teasers.ts'

type Suggestion = { label: string; kind: 'topic' | 'tag' | 'section' | 'author' | 'article'; target: string }

export const searchArticles: PublicHandler<'searchArticles'> = async (content, { query, context }) => {
  const typed = query.q ?? query.searchTerms ?? ''
  const asked = query.q === undefined ? toTermsQuery(typed) : toSearchQuery(typed)
  const { limit, offset, order, since, before, section } = query
  const wanted: Wanted = {
    limit,
    offset,
    isByDate: order === 'newest',
    since: since === undefined ? null : new Date(since),
    before: before === undefined ? null : new Date(before),
    list: section === undefined ? null : LISTS.section(section),
  }
  const { teasers, total, isMore, suggestion } = await search(content, typed, asked, context, wanted)
  const known = await getTaxonomy(content, context)
  return {
    teasers: await openTeasers(content, teasers, context),
    total,
    ...(isMore ? { isMore } : {}),
    suggestion,
    sections: known.listChildSections(''),
  }
}

export const suggestTerms: PublicHandler<'suggestTerms'> = async (content, { query, context }) => {
  return { suggestions: await suggest(content, query.q, context) }
}

async function search(
  content: ContentContext,
  typed: string,
  query: SearchQuery,
  context: PublicationContext,
  wanted: Wanted,
): Promise<Found & { suggestion: string | null }> {
  if (isEmptyQuery(query)) return { teasers: [], total: 0, isMore: false, suggestion: null }
  const found = await searchStore.search(content.db, query, toView(content, context), wanted)
  if (found.total > 0) return { ...found, suggestion: null }
  const suggestion = await correct(content, typed, query, context)
  if (suggestion === null) return { ...found, suggestion: null }
  const again = await searchStore.search(content.db, toTermsQuery(suggestion), toView(content, context), wanted)
  return again.total === 0 ? { ...found, suggestion: null } : { ...again, suggestion }
}

/** The query with every unknown word replaced by the most similar known one; null if there is none. */
async function correct(
  content: ContentContext,
  typed: string,
  query: SearchQuery,
  context: PublicationContext,
): Promise<string | null> {
  const view = toView(content, context)
  const asWritten = new Map(typed.split(/[\s;]+/).map((word) => [toSearchWords(word)[0] ?? '', word]))
  let isChanged = false
  const words: string[] = []
  for (const spelling of query.prefix === '' ? query.words : [...query.words, query.prefix]) {
    if (spelling.length < 4 || (await searchStore.isWordUsed(content.db, spelling, view))) {
      words.push(asWritten.get(spelling) ?? spelling)
      continue
    }
    const ranked = await listCorrections(content, spelling)
    let chosen: string | null = null
    for (const candidate of ranked) {
      if (!(await searchStore.isWordUsed(content.db, candidate.spelling, view))) continue
      chosen = candidate.word
      break
    }
    if (chosen === null) return null
    words.push(chosen)
    isChanged = true
  }
  return isChanged ? words.join(' ') : null
}

/**
 * Known words with the fewest edits. A single edit, or two side by side, leave one half of the word as it is; only if
 * no known word has such a half, a third of it is enough.
 */
async function listCorrections(
  { db }: ContentContext,
  spelling: string,
): Promise<{ word: string; spelling: string; edits: number }[]> {
  const most = spelling.length <= 5 ? 1 : spelling.length <= 9 ? 2 : 3
  // Two neighbours in the middle may be swapped, so the halves are one letter shorter.
  for (const letters of new Set([Math.floor((spelling.length - 1) / 2), Math.floor(spelling.length / 3)])) {
    const found = (await searchStore.listWordsLike(db, spelling, letters, most))
      .map((candidate) => ({ ...candidate, edits: countEdits(spelling, candidate.spelling, most) }))
      .filter(({ edits }) => edits <= most)
    if (found.length > 0)
      return found
        .toSorted(
          (a, b) =>
            a.edits - b.edits ||
            Number(b.spelling[0] === spelling[0]) - Number(a.spelling[0] === spelling[0]) ||
            (a.spelling < b.spelling ? -1 : 1),
        )
        .slice(0, MOST_CORRECTIONS)
  }
  return []
}

/** Each is looked up, until one is in a text that the publication shows. */
const MOST_CORRECTIONS = 20

async function suggest(content: ContentContext, q: string, context: PublicationContext): Promise<Suggestion[]> {
  const typed = foldGerman(q).trim()
  if (typed.length < 2) return []
  const known = await getTaxonomy(content, context)
  const query = toSearchQuery(q.trim())
  const spellings = toSearchWords(q).join(' ')
  // 2: the label begins with it; 1: a word inside does.
  const score = (label: string): number => {
    const folded = foldGerman(label)
    const spelled = toSearchWords(label).join(' ')
    if (folded.startsWith(typed) || spelled.startsWith(spellings)) return 2
    return folded.includes(` ${typed}`) || spelled.includes(` ${spellings}`) ? 1 : 0
  }
  const pick = <T>(items: readonly T[], toSuggestion: (item: T) => Suggestion, most: number): Suggestion[] =>
    items
      .map(toSuggestion)
      .map((suggestion) => ({ suggestion, score: score(suggestion.label) }))
      .filter((candidate) => candidate.score > 0)
      .sort((a, b) => b.score - a.score || a.suggestion.label.length - b.suggestion.label.length)
      .slice(0, most)
      .map(({ suggestion }) => suggestion)
  const names = [
    ...pick(known.sections, ({ name, path }) => ({ label: name, kind: 'section', target: `/${path}` }), 2),
    ...pick(
      known.topics,
      ({ title, id }) => ({ label: title, kind: 'topic', target: buildPath({ name: 'topic', id, page: null }) }),
      3,
    ),
    ...pick(known.tags, ({ name, slug }) => ({ label: name, kind: 'tag', target: `/${slug}` }), 3),
    ...pick(
      known.listAuthorsByName(),
      (author) => ({
        label: `${author.prename} ${author.surname}`,
        kind: 'author',
        target: known.toAuthor(author).urlPath,
      }),
      2,
    ),
  ]
  const headlines = isEmptyQuery(query)
    ? []
    : await searchStore.listHeadlinesLike(content.db, query, toView(content, context), 5)
  return [
    ...names,
    ...headlines.map(({ title, path }): Suggestion => ({ label: title, kind: 'article', target: path })),
  ].slice(0, 10)
}
