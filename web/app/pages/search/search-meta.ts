/** Metadata of the search: results are not indexed (S2.1-22), the empty form is. */
import { INDEXED, UNINDEXED } from '../../browser/navigation/head.ts'
import type { ToMeta } from '../../page/page.ts'
import { searchTexts } from '../../messages/reading/search.ts'
import type { SearchData } from './SearchPage.tsx'

export const meta: ToMeta<SearchData, 'search'> = ({ search }, route, { publication }) => ({
  description: searchTexts.description(publication.name),
  robots: search.term === '' && (route.page ?? 1) === 1 ? INDEXED : UNINDEXED,
})
