/**
 * The publications of this portal. Folders named at the start are applied first: the demo's, or those of a publisher. What
 * the process knows follows the database from then on.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { toRedirects } from '@lokalteil/services/publications/folder/check-redirects'
import { REDIRECTS_FILE } from '@lokalteil/services/publications/folder/references'
import { createPublicationsService, type PublicationsService } from '@lokalteil/services/publications/app'
import { followDirectory } from '@lokalteil/services/publications/publications-in-force'
import { toPublication } from '@lokalteil/contracts/publication/directory'
import { findPublication, listMandators, setPublications } from '@lokalteil/domain/publication/publications'
import type { PublicationInForce } from '@lokalteil/contracts/publication/directory'
import type { ContentService } from '@lokalteil/services/content/app'
import { toPublicationContent } from '@lokalteil/services/publications/publication-content'
import type { PortalContext } from '../portal-context.ts'
import type { Platform } from './platform.ts'

export type OwnPublications = {
  service: PublicationsService
  /** Tells the content service what folders say, now and whenever one changes. */
  furnish: (content: ContentService) => Promise<void>
  close: () => Promise<void>
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
  if (service.directory.list().length === 0) await context.setUp?.(service.apply)
  const prepare = async ({ folder }: PublicationInForce) => {
    const files = await Promise.all(
      Object.entries(folder.files).map(async ([path, digest]) => [path, await service.getFile(digest)] as const),
    )
    await looks.set(folder, new Map(files.flatMap(([path, bytes]) => (bytes === null ? [] : [[path, bytes] as const]))))
  }
  const demoCodes = new Set(config.publicationsDir === null ? folders.map(({ folder }) => folder.identity.code) : [])
  let save: (codes: readonly string[]) => Promise<void> = async () => {}
  const stopFollowing = await followDirectory(
    service.directory,
    prepare,
    (codes) => save(codes),
    (error) => log('error', 'publication-followed', { error }),
  )
  checkDefault(context)
  return {
    service,
    async furnish(content) {
      save = async (codes) => {
        for (const code of codes) {
          const found = service.directory.find(code)
          if (found === null) continue
          const digest = found.folder.files[REDIRECTS_FILE]
          const redirects = toRedirects(digest === undefined ? null : await service.getFile(digest))
          await content.savePublication({ ...toPublicationContent(found.folder), redirects })
        }
      }
      // The demo's content comes with its articles; of an empty start nothing is told, because nobody has furnished it.
      await save(listMandators().filter((code) => !demoCodes.has(code)))
    },
    async close() {
      stopFollowing()
      await service.close()
    },
  }
}

/** A fallback nobody could be sent to. */
function checkDefault({ config }: PortalContext): void {
  if (findPublication(config.mandator) !== null) return
  const known = listMandators().join(', ')
  if (known === '')
    throw new Error(
      'There is no publication yet. Make one with "npm run publication -- new CODE" and name the folder around it with PUBLICATIONS_DIR, or start with HOST=127.0.0.1, which opens a page for it.',
    )
  throw new Error(`MANDATOR: there is no publication "${config.mandator}"; there are ${known}`)
}

async function readFolders({ config, root, log }: PortalContext) {
  const place = config.publicationsDir ?? join(root, 'demo/publications')
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
