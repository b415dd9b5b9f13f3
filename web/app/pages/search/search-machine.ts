/** The search for machines: a description for those that ask; its pages are not indexed (S2.1-22). */
import type { Machine } from '../../browser/page.ts'
import { searchTexts } from '../../messages/search.ts'

export const machine: Machine<unknown, 'search'> = (_data, _route, { publication }) => ({ description: searchTexts.description(publication.name) })
