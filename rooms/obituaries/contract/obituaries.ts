/**
 * Death notices (R1-79, docs/notices.md): notices and persons, moderated books of condolence, reminders of
 * anniversaries. Each call is about one publication; ids are part of addresses.
 */
export * from './internal-endpoints.ts'
export * from './public-endpoints.ts'
export * from './values.ts'

/** Base address: `/__services/notices/{publication}`. */
export const OBITUARIES_INFO = {
  title: 'Notices',
  description: 'Notices of deaths, a page for each person, condolences and candles that a moderator let in.',
  version: '1',
  base: '/notices/{publication}',
} as const
