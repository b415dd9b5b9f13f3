/** Notices for a page's `load`. */
import type { Book, Notice, NoticeFacets, NoticeList, PersonPage } from '@lokalteil/contracts/notices'
import type { NoticeSearch } from '@lokalteil/domain/notices/notice-paths'
import type { Read } from '../content-api.ts'
import type { ReadPublic } from '../public-reads.ts'

export type NoticeApi = {
  listNotices: (search: NoticeSearch) => Promise<Read<NoticeList>>
  getFacets: () => Promise<Read<NoticeFacets>>
  getNotice: (notice: string) => Promise<Read<Notice>>
  getPerson: (person: string) => Promise<Read<PersonPage>>
  getBook: (person: string, page: number) => Promise<Read<Book>>
  /**
   * The name behind a mail's reminder link. Server only, because such an address is never loaded by a client-side
   * navigation.
   */
  getReminder: (token: string) => Promise<Read<{ name: string }>>
}

export function createNoticeApi(read: ReadPublic): NoticeApi {
  return {
    listNotices: ({ name, place, period, page }) =>
      read('GET /api/notices', { query: { name, ort: place, zeit: period ?? '', page } }),
    getFacets: () => read('GET /api/notices/facets'),
    getNotice: (notice) => read('GET /api/notices/one/{notice}', { params: { notice } }),
    getPerson: (person) => read('GET /api/notices/persons/{person}', { params: { person } }),
    getBook: (person, page) => read('GET /api/notices/persons/{person}/book', { params: { person }, query: { page } }),
    getReminder: async () => ({ ok: false, status: 404 }),
  }
}
