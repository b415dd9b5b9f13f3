/** Both markets have the same pages: of homes below `/immobilien`, of jobs below `/jobs`; each is switched on by itself. */
import type { MarketKind } from '../domain/markets.ts'
import type { RouteName, RouteOf } from '@lokalteil/domain/routing/routes'
import type { LoadContext, Loaded } from '@lokalteil/web/app/page/page'
import { inRoom } from '@lokalteil/web/app/page/rooms/in-room'

const ROOMS = { home: 'homes', job: 'jobs' } as const

export function inMarket<N extends RouteName, D>(
  load: (kind: MarketKind, route: RouteOf<N>, context: LoadContext) => Promise<Loaded<D>>,
): (route: RouteOf<N>, context: LoadContext) => Promise<Loaded<D>> {
  return (route, context) => {
    const kind = route.name.startsWith('immobilien') ? 'home' : 'job'
    return inRoom<N, D>(ROOMS[kind], () => load(kind, route, context))(route, context)
  }
}
