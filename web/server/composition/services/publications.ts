/**
 * The publications of this portal. Folders named at the start are applied first: the demo's, or those of a publisher. What
 * the process knows follows the database from then on.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isSellable } from '@lokalteil/services/publications/documents/legal-check'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { createPublicationsService, type PublicationsService } from '@lokalteil/services/publications/app'
import { followDirectory } from '@lokalteil/services/publications/publications-in-force'
import { toPublication } from '@lokalteil/contracts/publication/directory'
import { findPublication, listMandators, setPublications } from '@lokalteil/domain/publication/publications'
import type { PublicationInForce } from '@lokalteil/contracts/publication/directory'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { CommerceContext } from '@lokalteil/services/commerce/context'
import type { SubscriptionService } from '@lokalteil/services/commerce/app'
import type { FolderSelling } from '@lokalteil/services/commerce/offers/folder-store'
import type { ContentService } from '@lokalteil/services/content/app'
import type { PaywallService } from '@lokalteil/services/paywall/app'
import { toPublicationContent } from '@lokalteil/services/publications/publication-content'
import type { PortalContext } from '../portal-context.ts'
import type { Platform } from './platform.ts'

export type OwnPublications = {
  service: PublicationsService
  /** Tells services what folders say, now and whenever one changes. */
  furnish: (services: Furnished) => Promise<void>
  listObstacles: CommerceContext['listObstacles']
  close: () => Promise<void>
}

/** Null: it is elsewhere, and told there. */
export type Furnished = {
  content: Pick<ContentService, 'savePublication'> | null
  commerce: Pick<SubscriptionService, 'applyFolder'> | null
  paywall: Pick<PaywallService, 'applyFolder'> | null
}

/** Null: every service is elsewhere; the folders are all there is. */
export async function openPublications(
  context: PortalContext,
  platform: Platform | null,
): Promise<OwnPublications | null> {
  const { config, now, log, keys, looks } = context
  const folders = await readFolders(context)
  if (platform === null) {
    for (const { folder, files } of folders) await looks.set(folder, files)
    setPublications(folders.map(({ folder }, position) => toPublication({ folder, position, version: 1 })))
    checkDefault(context)
    return null
  }
  const service = await createPublicationsService({
    database: platform.database,
    serviceKey: config.publicationsServiceKey ?? keys.read('publications'),
    now,
    onError: (error, requestId) => log('error', 'publications-service', { requestId, error }),
  })
  for (const { folder, files } of folders) {
    const { outcome, plan } = await service.apply(folder, files)
    if (outcome === 'refused')
      log('warn', 'publication-refused', {
        publication: folder.identity.code,
        findings: plan.findings,
        conflicts: plan.conflicts.map(({ field }) => field),
      })
  }
  const prepare = async ({ folder }: PublicationInForce) => {
    const files = await Promise.all(
      Object.entries(folder.files).map(async ([path, digest]) => [path, await service.getFile(digest)] as const),
    )
    await looks.set(folder, new Map(files.flatMap(([path, bytes]) => (bytes === null ? [] : [[path, bytes] as const]))))
  }
  const demoCodes = new Set(config.publicationsDir === null ? folders.map(({ folder }) => folder.identity.code) : [])
  let tell: (codes: readonly string[]) => Promise<void> = async () => {}
  const stopFollowing = await followDirectory(
    service.directory,
    prepare,
    (codes) => tell(codes),
    (error) => log('error', 'publication-followed', { error }),
  )
  checkDefault(context)
  return {
    service,
    listObstacles(code, { catalogue, seller }) {
      // Nothing of the demo's is sold for money, and nobody writes to its addresses.
      if (demoCodes.has(code)) return []
      const folder = service.directory.find(code)?.folder
      if (folder === undefined) return ['There is no such publication']
      return listSaleObstacles(folder, catalogue, seller)
    },
    async furnish(services) {
      const sell = (publication: PublicationInForce) =>
        tellSelling(services, publication).catch((error: unknown) =>
          log('error', 'publication-selling', { publication: publication.folder.identity.code, error }),
        )
      const save = async (publication: PublicationInForce) => {
        await services.content?.savePublication(toPublicationContent(publication.folder))
        await sell(publication)
      }
      tell = async (codes) => {
        for (const code of codes) {
          const found = service.directory.find(code)
          if (found !== null) await save(found)
        }
      }
      // The demo's content comes with its articles; of an empty start nothing is told, because nobody has furnished it.
      for (const publication of service.directory.list())
        await (demoCodes.has(publication.folder.identity.code) ? sell(publication) : save(publication))
    },
    async close() {
      stopFollowing()
      await service.close()
    },
  }
}

const NOT_SOLD: FolderSelling['catalogue'] = { offers: [], readerService: null }

async function tellSelling({ commerce, paywall }: Furnished, { folder, version }: PublicationInForce): Promise<void> {
  const { identity, offers, paywall: rules } = folder
  await commerce?.applyFolder(identity.code, {
    version,
    catalogue: offers ?? NOT_SOLD,
    seller: identity.seller ?? null,
  })
  await paywall?.applyFolder(identity.code, { version, rules })
}

/** Of what is in force, whether the folder or the office said it. */
function listSaleObstacles(
  folder: PublicationFolder,
  offers: FolderSelling['catalogue'],
  seller: FolderSelling['seller'],
): string[] {
  const identity = { ...folder.identity, seller: seller ?? undefined }
  const sellable = isSellable({ ...folder, identity, offers })
  return sellable.ok
    ? []
    : sellable.missing.map(({ file, field, message, remedy }) => `${file} ${field} ${message}. ${remedy}`)
}

/** A fallback nobody could be sent to. */
function checkDefault({ config }: PortalContext): void {
  if (findPublication(config.mandator) !== null) return
  const known = listMandators().join(', ')
  if (known === '')
    throw new Error(
      'There is no publication yet. Make one with "npm run publication -- new CODE" and name the folder around it with PUBLICATIONS_DIR.',
    )
  throw new Error(`MANDATOR: there is no publication "${config.mandator}"; there are ${known}`)
}

async function readFolders({ config, demoPublications, log }: PortalContext) {
  const place = config.publicationsDir ?? demoPublications ?? null
  if (place === null) return []
  const names = existsSync(place)
    ? readdirSync(place, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && existsSync(join(place, entry.name, 'publication.yaml')))
        .map(({ name }) => name)
        .toSorted()
    : []
  const read = await Promise.all(names.map((name) => readFolder(join(place, name))))
  return read.flatMap(({ folder, files, findings }, index) => {
    if (folder !== null) return [{ folder, files }]
    log('error', 'publication-folder', { folder: names[index]!, findings })
    return []
  })
}
