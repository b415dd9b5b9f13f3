import type { RouteName } from '@lokalteil/domain/routing/routes'

/** A game of the day; a reader's progress is loaded apart from it. */
export const gamesCopies: RouteName = 'spiele'
