/** `GET /api/advertising`: the publication's own advertisements, the same for all readers. */
import { ADVERTISING_ENDPOINTS } from '@lokalteil/contracts/portal/advertising'
import { Hono } from 'hono'
import type { PortalEnv } from '../http/portal-env.ts'
import type { Advertising } from '../rendering/advertising.ts'
import type { PortalApi } from './portal-api.ts'

/** An advertisement that ends stays visible for so long. */
const SECONDS = 300

export function createAdvertisingRoutes({
  portalApi,
  listHouseAds,
}: Pick<Advertising, 'listHouseAds'> & { portalApi: Pick<PortalApi, 'toRequestContext'> }): Hono<PortalEnv> {
  return new Hono<PortalEnv>().get(ADVERTISING_ENDPOINTS.listHouseAds.path, (c) =>
    c.json({ ads: listHouseAds(portalApi.toRequestContext(c).publication) }, 200, {
      'cache-control': `public, max-age=${SECONDS}`,
    }),
  )
}
