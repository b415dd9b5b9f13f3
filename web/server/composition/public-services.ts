/** The public part of the embedded services below `/__services`. Each app gets its own paths without the prefix. */
import { Hono } from 'hono'
import { PORTAL, PORTAL_INFO } from '@lokalteil/contracts/portal'
import { createBackupApp } from '@lokalteil/services/backup/app'
import { createScripts } from '@lokalteil/services/scripts/app'
import { serveDocumentation } from '@lokalteil/services/platform/serve'
import { createSubscriberDoor } from '../api/subscriber-door.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import type { QueueTable } from '@lokalteil/services/platform/jobs/table-queue'
import { createJobsApp } from '@lokalteil/services/platform/jobs/jobs-app'
import { JOB_QUEUES } from './job-queues.ts'
import type { PortalContext } from './portal-context.ts'
import type { PortalParts } from './portal-parts.ts'
import type { Platform } from './services/platform.ts'

export const SERVICES_PATH = '/__services'

export type PublicService = { name: string; app: Hono }

export function listPublicServices({
  context,
  platform,
  publications,
  services,
  media,
  imports,
}: PortalParts): PublicService[] {
  const { paywall, gifts } = services
  const mail = platform?.mail.app ?? null
  return [
    ...[
      services.content,
      services.commerce,
      services.library,
      services.newsletters,
      ...services.rooms,
      services.community,
      services.consent,
      services.figures,
      services.office,
    ].flatMap(toPublic),
    ...(publications === null ? [] : [{ name: 'publications', app: publications.service.app }]),
    ...(imports === null ? [] : [{ name: 'import', app: imports.app }]),
    ...(mail === null ? [] : [{ name: 'mail', app: mail }]),
    ...(platform === null
      ? []
      : [
          {
            name: 'jobs',
            app: openJobs(
              context,
              platform,
              services.rooms.flatMap(({ queues }) => queues),
            ),
          },
          { name: 'backup', app: openBackup(context, platform) },
          { name: 'bounces', app: platform.mail.bounces },
        ]),
    { name: 'portal', app: serveDocumentation(PORTAL, PORTAL_INFO) },
    { name: 'scripts', app: createScripts() },
    { name: 'pictures', app: media.pictures.app },
    ...[paywall, gifts].flatMap(toPublic),
    { name: 'subscribers', app: openSubscriberDoor(context, services) },
  ]
}

/** Requires the key of the subscription platform, embedded or external. */
function openSubscriberDoor(
  { now, log }: PortalContext,
  { commerce, accounts, secrets }: PortalParts['services'],
): Hono {
  return createSubscriberDoor({
    accountsOf: accounts.isThere ? accounts.clients.subscribers : null,
    importedOf: commerce.clients.imported,
    platformOf: commerce.clients.internal,
    catalogueOf: commerce.clients.catalogue,
    serviceKey: secrets.commerce,
    now,
    onError: (error, requestId) => log('error', 'subscribers', { requestId, error }),
  })
}

/** Requires the operators' key, which is that of the settings. */
function openJobs(
  { config, keys, now, log }: PortalContext,
  { database }: Platform,
  ownQueues: readonly QueueTable[],
): Hono {
  return createJobsApp({
    database,
    tables: [...JOB_QUEUES, ...ownQueues],
    serviceKey: config.libraryServiceKey ?? keys.read('user'),
    now,
    onError: (error, requestId) => log('error', 'jobs', { requestId, error }),
  })
}

/** Requires the operators' key, as the queues do. */
function openBackup({ config, keys, log }: PortalContext, { database }: Platform): Hono {
  return createBackupApp({
    database,
    dataDir: config.dataDir,
    serviceKey: config.libraryServiceKey ?? keys.read('user'),
    onError: (error, requestId) => log('error', 'backup', { requestId, error }),
  })
}

function toPublic({ path, own }: { path: string | null; own: { app: Hono } | null }): PublicService[] {
  return own === null || path === null ? [] : [{ name: path, app: own.app }]
}

export function mountPublicServices(services: readonly PublicService[]): PublicMount[] {
  return services.map(({ name, app }) => ({
    name,
    app: new Hono<PortalEnv>().all('*', (c) => askBelow(app, `${SERVICES_PATH}/${name}`, c.req.raw)),
  }))
}

type PublicMount = { name: string; app: Hono<PortalEnv> }

function askBelow(app: Hono, prefix: string, request: Request): Response | Promise<Response> {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(prefix.length) || '/'
  return app.fetch(new Request(url, request))
}
