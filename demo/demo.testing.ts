/** The demo for tests: its folders in the form of the content service, and its articles. */
import { join } from 'node:path'
import type { PublicationContent } from '@lokalteil/services/content/save-publication'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { CommerceService } from '@lokalteil/services/commerce/app'
import type { ContentSeed } from '@lokalteil/services/content/seed-input'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { toPublicationContent } from '@lokalteil/services/publications/publication-content'
import { fileOf, listPictures } from '@lokalteil/services/publications/publication-order'
import { createOwnMapping, type Mapping } from '@lokalteil/services/import/delivery/mapping'
import { DEMO_PUBLICATIONS, type DemoCode } from './codes.ts'
import { toContentSeed } from './seed/content.ts'

export type DemoContent = ContentSeed & { folders: readonly PublicationContent[] }

const READ: readonly PublicationFolder[] = await Promise.all(
  DEMO_PUBLICATIONS.map(async (code) => {
    const { folder, findings } = await readFolder(join(import.meta.dirname, 'publications', code))
    if (folder === null) throw new Error(`${code}: ${JSON.stringify(findings)}`)
    return folder
  }),
)

export const DEMO_FOLDERS: readonly PublicationContent[] = READ.map((folder) => {
  const pictures = new Map(
    listPictures(folder).map((picture) => {
      const {
        file,
        width = 0,
        height = 0,
        colour = null,
      } = typeof picture === 'object' ? picture : { file: fileOf(picture) }
      return [file, { baseUrl: `/${file.replace('store:', '')}`, width, height, colour }] as const
    }),
  )
  return toPublicationContent(folder, pictures)
})

export const toDemoContent = (now: Date): DemoContent => ({ ...toContentSeed(now), folders: DEMO_FOLDERS })

export function toDemoMapping(code: DemoCode): Mapping {
  const { mapping } = DEMO_FOLDERS.find((folder) => folder.code === code)!
  return createOwnMapping(mapping!)
}

export function demoOffersOf(code: string) {
  return READ.find(({ identity }) => identity.code === code)?.offers?.offers ?? null
}

/** Applies the demo's offers, as the portal does at its start. */
export async function applyDemoOffers(service: Pick<CommerceService, 'applyFolder'>): Promise<void> {
  for (const { identity, offers } of READ)
    await service.applyFolder(identity.code, { version: 2, catalogue: offers!, seller: identity.seller ?? null })
}
