/** Paths of the pages of notices. */
import type { Period } from './notices.ts'

export const NOTICES_PATH = '/trauer'
export const NOTICE_SEARCH_PATH = '/trauer/suche'
export const NOTICE_ORDER_PATH = '/trauer/aufgeben'
export const REMINDER_PATH = '/trauer/erinnerung'

/** Query parameters of the search, and of the link that ends a reminder. */
export const SEARCH_PARAMETERS = { name: 'name', place: 'ort', period: 'zeit', page: 'seite' } as const
export const END_PARAMETER = 'beenden'
/** Query parameter with the id of a stored draft. */
export const DRAFT_PARAMETER = 'entwurf'
export const NOTICE_PARAMETERS = [...Object.values(SEARCH_PARAMETERS), END_PARAMETER] as const

export function toPersonPath(person: string): string {
  return `${NOTICES_PATH}/person/${person}`
}

export function toBookPath(person: string, page = 1): string {
  return `${NOTICES_PATH}/kondolenz/${person}${page > 1 ? `/${page}` : ''}`
}

export function toNoticePath(notice: string): string {
  return `${NOTICES_PATH}/anzeige/${notice}`
}

export function toListPath(page: number): string {
  return page > 1 ? `${NOTICES_PATH}/seite/${page}` : NOTICES_PATH
}

export type NoticeSearch = { name: string; place: string; period: Period; page: number }

export function toNoticeSearchPath({ name, place, period, page }: NoticeSearch): string {
  const query = new URLSearchParams()
  if (name !== '') query.set(SEARCH_PARAMETERS.name, name)
  if (place !== '') query.set(SEARCH_PARAMETERS.place, place)
  if (period !== null) query.set(SEARCH_PARAMETERS.period, period)
  if (page > 1) query.set(SEARCH_PARAMETERS.page, String(page))
  const text = query.toString()
  return text === '' ? NOTICE_SEARCH_PATH : `${NOTICE_SEARCH_PATH}?${text}`
}

/** Uploaded portraits that belong to no notice yet, and those that only their sender may see. */
export const PORTRAITS_PATH = '/api/notices/portraits'

export function toOwnPortraitPath(id: string): string {
  return `${PORTRAITS_PATH}/${id}`
}

export function toReminderEndPath(token: string): string {
  return `${REMINDER_PATH}?${END_PARAMETER}=${token}`
}
