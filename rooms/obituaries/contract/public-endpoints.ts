/** Public calls about notices. */
import { z } from 'zod'
import { MOST_NAME, MOST_PAGES, MOST_PLACE } from '../domain/obituaries.ts'
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import { Book, Count, Instant, Obituary, ObituaryId, Person } from './values.ts'

const Page = z.coerce.number().int().min(1).max(MOST_PAGES).default(1)
const Day = z.iso.date()

export const ObituaryList = z.object({ notices: z.array(Obituary), total: Count, page: Count, pages: Count })
export type ObituaryList = z.infer<typeof ObituaryList>
export const ObituaryFacets = z.object({
  /** Places where people lived, the most frequent first. */
  places: z.array(z.string()),
  /** Years in which notices were published, the newest first. */
  years: z.array(z.number().int()),
})
export type ObituaryFacets = z.infer<typeof ObituaryFacets>
export const PersonPage = z.object({ person: Person, notices: z.array(Obituary) })
export type PersonPage = z.infer<typeof PersonPage>

/** Base address: `/__services/notices/{publication}`. */
export const OBITUARIES = contract({
  listNotices: {
    method: 'GET',
    path: '/notices',
    summary:
      'Notices that are published, newest first, 24 a page; by words of a name, of a place, and by day of publication',
    query: z.object({
      name: z.string().max(MOST_NAME).optional(),
      place: z.string().max(MOST_PLACE).optional(),
      from: Day.optional(),
      until: Day.optional(),
      page: Page,
    }),
    answer: ObituaryList,
  },
  getFacets: {
    method: 'GET',
    path: '/facets',
    summary: 'Places and years that a search can be narrowed to',
    answer: ObituaryFacets,
  },
  getNotice: {
    method: 'GET',
    path: '/notices/{notice}',
    summary: 'One notice',
    params: z.object({ notice: ObituaryId }),
    answer: Obituary,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  getPerson: {
    method: 'GET',
    path: '/persons/{person}',
    summary: 'A person with all notices, the newest first',
    params: z.object({ person: ObituaryId }),
    answer: PersonPage,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  getBook: {
    method: 'GET',
    path: '/persons/{person}/book',
    summary: 'The book of condolence: what a moderator has let in, the newest first, 30 a page',
    params: z.object({ person: ObituaryId }),
    query: z.object({ page: Page }),
    answer: Book,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  listPersons: {
    method: 'GET',
    path: '/persons',
    summary: 'Every person with a notice and when the last one came, a thousand a page',
    query: z.object({ page: Page }),
    answer: z.object({ persons: z.array(z.object({ id: ObituaryId, modified: Instant })), pages: Count }),
  },
})
