/** Paths of the pages of notices. */
import type { Period } from './obituaries.ts'

export const OBITUARIES_PATH = '/trauer'
export const OBITUARY_SEARCH_PATH = '/trauer/suche'
export const OBITUARY_ORDER_PATH = '/trauer/aufgeben'
export const REMINDER_PATH = '/trauer/erinnerung'

/** Query parameters of the search, and of the link that ends a reminder. */
export const SEARCH_PARAMETERS = { name: 'name', place: 'ort', period: 'zeit', page: 'seite' } as const
export const END_PARAMETER = 'beenden'
/** Query parameter with the id of a stored draft. */
export const DRAFT_PARAMETER = 'entwurf'
export const OBITUARY_PARAMETERS = [...Object.values(SEARCH_PARAMETERS), END_PARAMETER] as const

export function toPersonPath(person: string): string {
  return `${OBITUARIES_PATH}/person/${person}`
}

export function toBookPath(person: string, page = 1): string {
  return `${OBITUARIES_PATH}/kondolenz/${person}${page > 1 ? `/${page}` : ''}`
}

export function toObituaryPath(notice: string): string {
  return `${OBITUARIES_PATH}/anzeige/${notice}`
}

export function toListPath(page: number): string {
  return page > 1 ? `${OBITUARIES_PATH}/seite/${page}` : OBITUARIES_PATH
}

export type ObituarySearch = { name: string; place: string; period: Period; page: number }

export function toObituarySearchPath({ name, place, period, page }: ObituarySearch): string {
  const query = new URLSearchParams()
  if (name !== '') query.set(SEARCH_PARAMETERS.name, name)
  if (place !== '') query.set(SEARCH_PARAMETERS.place, place)
  if (period !== null) query.set(SEARCH_PARAMETERS.period, period)
  if (page > 1) query.set(SEARCH_PARAMETERS.page, String(page))
  const text = query.toString()
  return text === '' ? OBITUARY_SEARCH_PATH : `${OBITUARY_SEARCH_PATH}?${text}`
}

/** Uploaded portraits that belong to no notice yet, and those that only their sender may see. */
export const PORTRAITS_PATH = '/api/notices/portraits'

export function toOwnPortraitPath(id: string): string {
  return `${PORTRAITS_PATH}/${id}`
}

export function toReminderEndPath(token: string): string {
  return `${REMINDER_PATH}?${END_PARAMETER}=${token}`
}
