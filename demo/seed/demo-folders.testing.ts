/** What the folders of the demo's publications sell, as the portal reads them. */
import { fileURLToPath } from 'node:url'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { SubscriptionService } from '@lokalteil/services/commerce/app'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { DEMO_PUBLICATIONS } from '../codes.ts'

const read = await Promise.all(
  DEMO_PUBLICATIONS.map((code) => readFolder(fileURLToPath(new URL(`../publications/${code}`, import.meta.url)))),
)

export const DEMO_FOLDERS: ReadonlyMap<string, PublicationFolder> = new Map(
  read.map(({ folder, findings }) => {
    if (folder === null) throw new Error(JSON.stringify(findings))
    return [folder.identity.code, folder]
  }),
)

export function demoOffersOf(code: string) {
  return DEMO_FOLDERS.get(code)?.offers?.offers ?? null
}

/** As the portal does at its start. */
export async function applyDemoFolders(service: Pick<SubscriptionService, 'applyFolder'>): Promise<void> {
  for (const [code, { identity, offers }] of DEMO_FOLDERS)
    await service.applyFolder(code, { version: 2, catalogue: offers!, seller: identity.seller ?? null })
}
