import type { Kept } from '@lokalteil/domain/consent/kept'

export const gamesStorage: readonly Kept[] = [
  { name: 'gameContrast', why: 'how the boards of games are drawn on this screen' },
]
