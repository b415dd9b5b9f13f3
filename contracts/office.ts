/**
 * The office: where the people of a publication work. Base address `/redaktion/api`; calls on articles have the code of
 * the publication in front: `/redaktion/api/{publication}/articles`. Who may do what is the table `ACTS` of the domain,
 * checked with the session of the cookie `__Host-office` before a body is read. Every write needs the exact `Origin`.
 */
import { OFFICE_ARTICLES } from './office/articles.ts'
import { OFFICE_BREAKING } from './office/breaking.ts'
import { OFFICE_FIGURES } from './office/figures.ts'
import { OFFICE_FRONTS } from './office/fronts.ts'
import { OFFICE_MEDIA } from './office/media.ts'
import { OFFICE_NEWSLETTERS } from './office/newsletters.ts'
import { OFFICE_PEOPLE } from './office/people.ts'
import { OFFICE_PREVIEWS } from './office/previews.ts'
import { OFFICE_QUIZZES } from './office/quizzes.ts'

export * from './office/values.ts'
export * from './office/people.ts'
export * from './office/articles.ts'
export * from './office/breaking.ts'
export * from './office/figures.ts'
export * from './office/fronts.ts'
export * from './office/media.ts'
export * from './office/newsletters.ts'
export * from './office/previews.ts'
export * from './office/push-orders.ts'
export * from './office/quizzes.ts'

export const OFFICE_INFO = {
  title: 'Office',
  description:
    'Sign-in, people, articles, fronts, pictures, quizzes, publishing, breaking news and newsletters, for the screens below /redaktion.',
  version: '1',
  base: '/redaktion/api',
}

/** Calls of a publication that the service answers; previews are drawn by the portal. */
export const OFFICE_DESK = {
  ...OFFICE_ARTICLES,
  ...OFFICE_FRONTS,
  ...OFFICE_MEDIA,
  ...OFFICE_BREAKING,
  ...OFFICE_QUIZZES,
}

/** All calls, for the table of acts. */
export const OFFICE = { ...OFFICE_PEOPLE, ...OFFICE_DESK, ...OFFICE_NEWSLETTERS, ...OFFICE_FIGURES, ...OFFICE_PREVIEWS }
