/** The room of obituaries for the core's server. Its name in settings, addresses and tables is `notices`. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findPublication, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { PAGE_READS } from '@lokalteil/web/server/composition/services/service-mount'
import { httpAddress, serviceKey } from '@lokalteil/web/server/config/values'
import { defineRoom } from '../define-room.ts'
import { OBITUARIES, OBITUARIES_INTERNAL } from './contract/obituaries.ts'
import { createObituaryRoutes } from './server/obituary-routes.ts'
import { createObituarySource } from './server/obituary-source.ts'
import { OBITUARY_SELLER, openObituaries } from './server/open-obituaries.ts'

const VARIABLES = {
  /** Notices of deaths; without it the embedded service. */
  NOTICES_URL: httpAddress.optional(),
  NOTICES_SERVICE_KEY: serviceKey.optional(),
}

export const obituaries = defineRoom({
  name: 'notices',
  configure: (environment) => environment.parse(VARIABLES),
  service: ({ NOTICES_URL: url = null, NOTICES_SERVICE_KEY: key }, { context, purchasesOf, pictures }) => ({
    url,
    key: () => key ?? context.ingestKey,
    clients: (client) => ({
      public: client(OBITUARIES, PAGE_READS),
      internal: client(OBITUARIES_INTERNAL, { hasKey: true, timeout: 30_000 }),
    }),
    seller: OBITUARY_SELLER,
    open: (ours) => openObituaries(ours, { pictures, purchasesOf }),
  }),
  changeAddress: ({ internal }, code, { sub, to }) =>
    internal(code).changeAddress({ params: { reader: sub }, body: { to } }),
  open({ context: { rooms, now }, service, addAddresses, portalApi, readPerson, requesterOf, pages }) {
    const { own, isThere, clients } = service
    // The next page shows every approval and removal at once.
    own?.service.onChange((isRemoved) => (isRemoved ? pages.withdraw() : pages.expire()))
    const isOpen = (code: PublicationCode) => isThere && rooms.of(code, 'notices') !== null
    const { calls, pageCalls, listPersons } = createObituarySource({ isOpen, serviceOf: clients, addAddresses, now })
    return {
      calls,
      pageCalls,
      routes: createObituaryRoutes({ portalApi, isOpen, internalOf: clients.internal, readPerson, requesterOf }),
      cases: { kinds: ['entry'], clientOf: (code) => (isOpen(code) ? clients.internal(code) : null) },
      sitemap: { name: 'notices', isOpen, list: listPersons },
    }
  },
  /** Notices that follow the day, and books that have no entry yet. */
  async fillDemo(service) {
    const { listDemoObituaries } = await import('./demo/deliveries.ts')
    for (const { publication, notice, book } of listDemoObituaries(new Date())) {
      if (findPublication(publication) === null) continue
      await service.take(publication, notice)
      await service.fillBook(publication, notice.id, book)
    }
  },
  findDemoPicture(path) {
    const name = /^demo\/(trauer-[a-z-]+)\.jpg$/.exec(path)?.[1]
    const file = fileURLToPath(new URL(`./demo/${name}.webp`, import.meta.url))
    return name !== undefined && existsSync(file) ? file : null
  },
})
