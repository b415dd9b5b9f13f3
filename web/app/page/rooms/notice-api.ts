/** Notices as a page's `load` asks for them. */
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
  /** Whose anniversary the link of a mail is about; while a page is rendered, since such an address is always a document. */
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
