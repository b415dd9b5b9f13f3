import type { Kept } from '@lokalteil/domain/consent/kept'

export const pushCaches: readonly Kept[] = [
  { name: 'push', why: 'which device this is to push messages; the account it belonged to is told of the logout' },
]
