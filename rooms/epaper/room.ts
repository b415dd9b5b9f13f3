/** The e-paper for the core's server. */
import { PAGE_READS } from '@lokalteil/web/server/composition/services/service-mount'
import { count, httpAddress, serviceKey } from '@lokalteil/web/server/config/values'
import { defineRoom } from '../define-room.ts'
import { EPAPER, EPAPER_INTERNAL } from './contract/epaper.ts'
import { createEpaperCalls } from './server/epaper-calls.ts'
import { createEpaperRoutes } from './server/epaper-routes.ts'
import { createIssueRights } from './server/issue-rights.ts'
import { openEpaper, toEpaperFiles } from './server/open-epaper.ts'
import { createSignedIssues } from './server/signed-issues.ts'

const VARIABLES = {
  /** URL of another e-paper service; absent: the embedded one. */
  EPAPER_URL: httpAddress.optional(),
  EPAPER_SERVICE_KEY: serviceKey.optional(),
  /** Issues of each publication of the demo; a daily paper has six a week. */
  DEMO_ISSUES: count(6, 0, 6),
}

export const epaper = defineRoom({
  name: 'epaper',
  configure(environment) {
    const values = environment.parse(VARIABLES)
    if (values.EPAPER_URL !== undefined && values.EPAPER_SERVICE_KEY === undefined)
      environment.refuse('EPAPER_SERVICE_KEY: is needed with EPAPER_URL, for the pages of issues')
    return values
  },
  service: ({ EPAPER_URL: url = null, EPAPER_SERVICE_KEY: key }, { context: { ingestKey }, content }) => ({
    url,
    key: () => key ?? ingestKey,
    clients: (client) => ({
      public: client(EPAPER, PAGE_READS),
      internal: client(EPAPER_INTERNAL, { ...PAGE_READS, hasKey: true }),
    }),
    open: (ours) => openEpaper(ours, content),
  }),
  open({ context: { config, keys, rooms, now, time, log }, service, portalApi, platformOf }) {
    const serviceOf = service.isThere ? service.clients : null
    const signed = createSignedIssues(config.imageSecret ?? keys.read('pictures'), now)
    const rights = createIssueRights({
      portalApi,
      platformOf,
      now: time,
      onTrouble: (what, reason) => log('warn', 'epaper-unanswered', { what, reason }),
    })
    return {
      calls: createEpaperCalls({ rooms, serviceOf, rights, signed }),
      routes: createEpaperRoutes({
        portalApi,
        rooms,
        rights,
        signed,
        serviceOf: serviceOf?.public ?? null,
        filesOf: toEpaperFiles(service.toOptions),
        platformOf,
      }),
    }
  },
  async completeDemo(service, { DEMO_ISSUES }) {
    const { fillIssues } = await import('./demo/issues.ts')
    await fillIssues(service, new Date(), DEMO_ISSUES)
    await service.deliveries.runDue()
  },
})
