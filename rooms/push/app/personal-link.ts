import type { PersonalLink } from '@lokalteil/web/app/page/rooms/personal-link'

export const pushLink: PersonalLink = {
  label: 'Mitteilungen',
  target: '/mitteilungen',
  rooms: ['push'],
  after: 'newsletters',
}
