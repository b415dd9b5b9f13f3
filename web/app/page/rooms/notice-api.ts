/** Notices as a page's `load` asks for them. */
import type { Book, Notice, NoticeFacets, NoticeList, PersonPage } from '@lokalteil/contracts/notices'
import type { NoticeSearch } from '@lokalteil/domain/notices/notice-paths'
import type { FetchJson, Read } from '../content-api.ts'

export type NoticeApi = {
  listNotices: (search: NoticeSearch) => Promise<Read<NoticeList>>
  getFacets: () => Promise<Read<NoticeFacets>>
  getNotice: (notice: string) => Promise<Read<Notice>>
  getPerson: (person: string) => Promise<Read<PersonPage>>
  getBook: (person: string, page: number) => Promise<Read<Book>>
  /** Whose anniversary the link of a mail is about; while a page is rendered, since such an address is always a document. */
  getReminder: (token: string) => Promise<Read<{ name: string }>>
}

export function createNoticeApi(fetchJson: FetchJson): NoticeApi {
  return {
    listNotices({ name, place, period, page }) {
      const query = new URLSearchParams({ name, ort: place, zeit: period ?? '', page: String(page) })
      return fetchJson(`/api/notices?${query}`) as Promise<Read<NoticeList>>
    },
    getFacets: () => fetchJson('/api/notices/facets') as Promise<Read<NoticeFacets>>,
    getNotice: (notice) => fetchJson(`/api/notices/one/${notice}`) as Promise<Read<Notice>>,
    getPerson: (person) => fetchJson(`/api/notices/persons/${person}`) as Promise<Read<PersonPage>>,
    getBook: (person, page) => fetchJson(`/api/notices/persons/${person}/book?page=${page}`) as Promise<Read<Book>>,
    getReminder: async () => ({ ok: false, status: 404 }),
  }
}
