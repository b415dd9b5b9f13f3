/** The sport room for the core's server. */
import { findPublication } from '@lokalteil/domain/publication/publications'
import { PAGE_READS } from '@lokalteil/web/server/composition/services/service-mount'
import { httpAddress, serviceKey } from '@lokalteil/web/server/config/values'
import { defineRoom } from '../define-room.ts'
import { SPORT, SPORT_INTERNAL } from './contract/sport.ts'
import { createSportSource } from './server/sport-source.ts'
import { createSportService } from './service/app.ts'

const VARIABLES = {
  /** Tables and results; default: the embedded service. */
  SPORT_URL: httpAddress.optional(),
  SPORT_SERVICE_KEY: serviceKey.optional(),
}

export const sport = defineRoom({
  name: 'sport',
  configure: (environment) => environment.parse(VARIABLES),
  service: ({ SPORT_URL = null, SPORT_SERVICE_KEY }, { context: { ingestKey } }) => ({
    url: SPORT_URL,
    key: () => SPORT_SERVICE_KEY ?? ingestKey,
    clients: (client) => ({
      public: client(SPORT, PAGE_READS),
      internal: client(SPORT_INTERNAL, { hasKey: true, timeout: 30_000 }),
    }),
    async open({ now, log, database, serviceKey: key }) {
      const service = await createSportService({
        database,
        serviceKey: key,
        now,
        onError: (error, requestId) => log('error', 'sport-service', { requestId, error }),
      })
      return { service, app: service.app }
    },
  }),
  open({ context: { rooms, time }, service, addAddresses, pages }) {
    const { calls, forget } = createSportSource({
      rooms,
      sportOf: service.isThere ? service.clients.public : null,
      addAddresses,
      now: time,
    })
    // The next page shows a goal at once.
    service.own?.service.onChange(() => {
      forget()
      pages.expire()
    })
    return { calls }
  },
  async fillDemo(service) {
    const { listDemoDeliveries } = await import('./demo/leagues.ts')
    for (const { publication, delivery } of listDemoDeliveries(new Date()))
      if (findPublication(publication) !== null) await service.take(publication, delivery)
  },
})
