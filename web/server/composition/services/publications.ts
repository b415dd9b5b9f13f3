/**
 * The publications of this portal. At the start the configured folders are applied: the demo's, or those of a
 * publisher. Afterwards the process follows the database.
 */
import { createHash } from 'node:crypto'
import type { Room } from '@lokalteil/rooms/define-room'
import { DEMO_PUBLICATIONS } from '@lokalteil/demo/codes'
import { listAdFaults } from '@lokalteil/services/publications/folder/check-advertising'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { toGeodata } from '@lokalteil/services/publications/folder/check-geodata'
import { toRedirects } from '@lokalteil/services/publications/folder/check-redirects'
import { GEODATA_FILE, REDIRECTS_FILE } from '@lokalteil/services/publications/folder/references'
import { createPublicationsService, type PublicationsService } from '@lokalteil/services/publications/app'
import { followDirectory } from '@lokalteil/services/publications/publications-in-force'
import { readProductVersion } from '@lokalteil/services/platform/database/product-version'
import { toPublication } from '@lokalteil/contracts/publication/directory'
import { listOwnRooms } from '@lokalteil/contracts/publication/rooms'
import { findPublication, listPublicationCodes, setPublications } from '@lokalteil/domain/publication/publications'
import { AD_FRAME_ATTRIBUTE } from '@lokalteil/domain/third-parties/vendors'
import type { PublicationInForce } from '@lokalteil/contracts/publication/directory'
import type { CommerceContext } from '@lokalteil/services/commerce/context'
import type { ContentService } from '@lokalteil/services/content/app'
import { toPublicationContent } from '@lokalteil/services/publications/publication-content'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { PortalContext } from '../portal-context.ts'
import { storeFolderPictures, toStorePictures, type FolderPicturesOptions } from './folder-pictures.ts'
import type { Platform } from './platform.ts'
import { readFolders, toFaults } from './publication-folders.ts'
import type { OpenedService } from './service-mount.ts'
import { listSaleObstacles, tellSelling, type SellingServices } from './selling.ts'

export type OwnPublications = {
  service: PublicationsService
  /** Passes the settings of folders to the services, now and after each change. */
  furnish: (services: Furnished, pictures: FolderPicturesOptions['pictures']) => Promise<void>
  listObstacles: CommerceContext['listObstacles']
  close: () => Promise<void>
}

type FolderContent = Pick<ContentService, 'savePublication' | 'isSaved' | 'announceAll'>
type Furnished = SellingServices & {
  content: FolderContent | null
  /** Called with each folder, for other services. */
  takeFolder: readonly NonNullable<OpenedService<unknown>['takeFolder']>[]
}

/**
 * Null: all services are external, and only the folders exist. The function is long because the steps must run in this
 * order.
 */
export async function openPublications(
  context: PortalContext,
  platform: Platform | null,
  ownRooms: readonly Pick<Room, 'name' | 'own'>[],
): Promise<OwnPublications | null> {
  const { config, now, log, keys, looks, rooms, advertising } = context
  const { folders, faults } = await readOwnFolders(context)
  if (platform === null) {
    for (const { folder, files } of folders) {
      await looks.set(folder, files)
      rooms.set(folder)
      advertising.set(folder)
    }
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
    if (outcome !== 'refused') continue
    log('warn', 'publication-refused', {
      publication: folder.identity.code,
      findings: plan.findings,
      conflicts: plan.conflicts.map(({ field }) => field),
    })
    faults.push(...toFaults(folder.identity.code, plan.findings))
  }
  if (service.directory.list().length === 0) {
    // If there is a broken folder, report it instead of offering the setup page.
    if (faults.length > 0)
      throw new Error(`No folder can be used, and there is no publication yet:\n${faults.join('\n')}`)
    await context.setUp?.(service.apply)
  }
  const prepare = async ({ folder }: PublicationInForce) => {
    const files = await Promise.all(
      Object.entries(folder.files).map(async ([path, digest]) => [path, await service.getFile(digest)] as const),
    )
    await looks.set(folder, new Map(files.flatMap(([path, bytes]) => (bytes === null ? [] : [[path, bytes] as const]))))
    rooms.set(folder)
    advertising.set(folder)
    tellAdFaults(context, folder)
  }
  if (context.demo === undefined) config.passOver(listLeftOfDemo(service, folders))
  const demoCodes = new Set(config.publicationsDir === null ? folders.map(({ folder }) => folder.identity.code) : [])
  let tell: (codes: readonly string[]) => Promise<void> = async () => {}
  const stopFollowing = await followDirectory(
    service.directory,
    prepare,
    (codes) => tell(codes),
    (error) => log('error', 'publication-followed', { error }),
  )
  checkDefault(context)
  const hasBidders = service.directory.list().some(({ folder }) => folder.advertising?.bidding !== undefined)
  if (config.thirdParties.bidding !== undefined && !hasBidders)
    log('warn', 'advertising-without-effect', {
      message: 'BIDDING_SCRIPT has no effect: no publication names bidders in its advertising.yaml',
    })

  /**
   * Pictures are decoded once for each state of a folder and each version of the product. If some are missing, they are
   * searched again at every start, and all are processed again when one has arrived.
   */
  async function saveFolder(
    folder: PublicationFolder,
    content: FolderContent,
    pictures: FolderPicturesOptions['pictures'],
  ): Promise<void> {
    const { code } = folder.identity
    const open = listOwnRooms(folder.rooms)
    const ownMenu = ownRooms.flatMap(({ name, own }) =>
      open.includes(name) && own?.menu ? [{ ...own.menu, children: [] }] : [],
    )
    const source = toSource(
      readProductVersion(),
      JSON.stringify(folder),
      ...ownMenu.map((item) => JSON.stringify(item)),
    )
    if (await content.isSaved(code, source)) return content.announceAll()
    const leftOut: string[] = []
    const stored = await storeFolderPictures(folder, {
      pictures,
      getFile: service.getFile,
      onLeftOut(file, reason) {
        leftOut.push(file)
        log('warn', 'publication-picture', { publication: code, file, reason })
      },
    })
    const found = leftOut.length === 0 ? source : toSource(source, ...leftOut)
    if (found !== source && (await content.isSaved(code, found))) return content.announceAll()
    const digest = folder.files[REDIRECTS_FILE]
    const redirects = toRedirects(digest === undefined ? null : await service.getFile(digest))
    const mapDigest = folder.files[GEODATA_FILE]
    const map = toGeodata(mapDigest === undefined ? null : await service.getFile(mapDigest))
    await content.savePublication(toPublicationContent(folder, stored, redirects, map, ownMenu), found)
  }

  return {
    service,
    listObstacles(code, selling) {
      // The demo's publications sell nothing and their addresses reach no one, so they need no legal data.
      if (demoCodes.has(code)) return []
      const folder = service.directory.find(code)?.folder
      return folder === undefined ? ['There is no such publication'] : listSaleObstacles(folder, selling)
    },
    async furnish({ content, takeFolder, ...selling }, pictures) {
      tell = async (codes) => {
        for (const code of codes) {
          const found = service.directory.find(code)
          if (found === null) continue
          await tellSelling(selling, found, (error) =>
            log('error', 'publication-selling', { publication: code, error }),
          )
          if (content !== null) await saveFolder(found.folder, content, pictures)
          const store = toStorePictures(found.folder, {
            pictures,
            getFile: service.getFile,
            onLeftOut: (file, reason) => log('warn', 'publication-picture', { publication: code, file, reason }),
          })
          for (const take of takeFolder)
            await take(found.folder, store).catch((error: unknown) =>
              log('error', 'publication-taken', { publication: code, error }),
            )
        }
      }
      await tell(listPublicationCodes())
    },
    async close() {
      stopFollowing()
      await service.close()
    },
  }
}

function toSource(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * Codes of demo publications left in the database, recognised by their .example addresses, which are reserved. Empty if
 * the folders do not tell which publications exist.
 */
function listLeftOfDemo(
  { directory }: PublicationsService,
  folders: readonly { folder: PublicationFolder }[],
): string[] {
  const own = new Set(folders.map(({ folder }) => folder.identity.code))
  const codes: readonly string[] = own.size === 0 ? [] : DEMO_PUBLICATIONS
  return codes.filter((code) => {
    const folder = directory.find(code)?.folder
    return folder !== undefined && !own.has(code) && folder.identity.publisher.email.endsWith('.example')
  })
}

/** Only told, because the folder may come before the configuration, or after it. */
function tellAdFaults({ config, log }: PortalContext, { identity, advertising }: PublicationFolder): void {
  const { scripts, attributes, bidding } = config.thirdParties
  const { code, hosts } = identity
  const frame = attributes.ads?.[AD_FRAME_ATTRIBUTE]
  const isFramed = frame !== undefined
  if (isFramed && hosts.includes(new URL(frame.replaceAll('{mandator}', code)).hostname))
    log('warn', 'advertising-without-effect', {
      publication: code,
      message: 'AD_FRAME has no effect: it is at a host of the publication, where its scripts would reach the pages',
    })
  const server = isFramed ? 'frame' : scripts.ads === undefined ? 'none' : 'script'
  for (const { at, message, remedy } of listAdFaults(advertising ?? {}, { server, hasBidding: bidding !== undefined }))
    log('warn', 'advertising-without-effect', { publication: code, field: at, message, remedy })
}

/** Checks that the default publication exists. */
function checkDefault({ config }: PortalContext): void {
  if (findPublication(config.defaultPublication) !== null) return
  const known = listPublicationCodes().join(', ')
  if (known === '')
    throw new Error(
      'There is no publication yet. Make one with "npx lokalteil publication new CODE" and name the folder around it with PUBLICATIONS_DIR, or start with HOST=127.0.0.1, which opens a page for it.',
    )
  throw new Error(`MANDATOR: there is no publication "${config.defaultPublication}"; there are ${known}`)
}

/** `faults`: messages about folders that cannot be used. */
async function readOwnFolders({ config, demo, log, readFolder: readOne = readFolder }: PortalContext) {
  const place = config.publicationsDir ?? demo?.publications ?? null
  if (place === null) return { folders: [], faults: [] }
  const { folders, broken } = await readFolders(place, readOne)
  for (const { name, findings } of broken) log('error', 'publication-folder', { folder: name, findings })
  return { folders, faults: broken.flatMap(({ faults }) => faults) }
}
