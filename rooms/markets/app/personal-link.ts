import type { PersonalLink } from '@lokalteil/web/app/page/rooms/personal-link'

/** Saved searches. */
export const marketsLink: PersonalLink = {
  label: 'Suchaufträge',
  target: '/account/suchen',
  rooms: ['homes', 'jobs'],
  after: 'comments',
  area: 'markets',
}
