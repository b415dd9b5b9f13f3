/** The platform of the embedded services: one database, and outgoing mail. */
import { openDatabase, type Database } from '@lokalteil/services/platform/database'
import { createMailService, type MailService } from '@lokalteil/services/mail/app'
import type { Config } from '../../config/config.ts'
import type { PortalContext } from '../portal-context.ts'
import { toMailLook } from './mail-look.ts'

export type Platform = { database: Database; mail: MailService }

/** Null: all services are external. */
export async function openPlatform({ config, keys, looks, watch, now, log }: PortalContext): Promise<Platform | null> {
  if (!isAnyServiceOurs(config)) return null
  const database = await openDatabase({
    ...(config.databaseUrl === null
      ? { dataDir: config.dataDir }
      : { url: config.databaseUrl, readUrls: config.databaseReadUrls }),
    onReplica: (replica, error) =>
      error === null ? log('info', 'replica-back', { replica }) : log('warn', 'replica-left-out', { replica, error }),
    onQuery: watch?.onQuery,
  })
  const mail = await createMailService({
    database,
    serviceKey: config.mailServiceKey ?? keys.read('mail'),
    originOf: config.originOf,
    lookOf: (publication) => toMailLook(looks.of(publication)),
    addressesOf: (publication) => looks.of(publication).identity.mail,
    smtpUrl: config.smtpUrl,
    isDemo: config.isDemo && !config.isDemoPublic,
    now,
    onError: (error, at) => log('error', 'mail-service', { at, error }),
    onDead: (dead) => log('warn', 'mail-given-up', dead),
  })
  return { database, mail }
}

function isAnyServiceOurs(config: Config): boolean {
  return (
    config.contentApiUrl === null ||
    config.subscriptionUrl === null ||
    config.foreignProvider === null ||
    config.libraryApi === 'embedded' ||
    config.newsletterUrl === null
  )
}
