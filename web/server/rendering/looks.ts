/** The look of each publication, made from its folder once; see `services/publications/look` and `brand`. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { type Brand, type BrandFile, openBrand } from '@lokalteil/services/publications/brand/brand'
import { toLookCss, toLookMarks, toThemeColour } from '@lokalteil/services/publications/look/look-css'
import { resolveLook, type ResolvedLook } from '@lokalteil/services/publications/look/resolved-look'
import type { DocumentLook } from '../../app/render.tsx'

export type PublicationLook = {
  /** Publisher data for mails and files for machines. */
  identity: PublicationFolder['identity']
  resolved: ResolvedLook
  /** The part that every document of the publication contains. */
  document: DocumentLook
  /** Font families in use, by role. */
  families: readonly string[]
  /** Addresses of the publication's own fonts that every page needs. */
  ownFonts: readonly string[]
  brand: Brand
}
export type Looks = {
  of: (code: PublicationCode) => PublicationLook
  /** Null: unknown publication, or unknown brand file. */
  brandFile: (code: string, name: string) => Promise<BrandFile | null>
}
export type LiveLooks = Looks & {
  set: (folder: PublicationFolder, files: ReadonlyMap<string, Uint8Array>) => Promise<void>
}

/** Filled before a publication is in force, and updated with every change of it. */
export function createLooks(): LiveLooks {
  const looks = new Map<string, { made: string; look: PublicationLook }>()
  return {
    of(code) {
      const look = looks.get(code)?.look
      if (look === undefined) throw new Error(`There is no look of "${code}"`)
      return look
    },
    brandFile: async (code, name) => looks.get(code)?.look.brand.file(name) ?? null,
    async set(folder, files) {
      const { identity, look, files: digests } = folder
      const made = JSON.stringify([identity, look, digests])
      if (looks.get(identity.code)?.made !== made)
        looks.set(identity.code, { made, look: await openLook(folder, files) })
    },
  }
}

export async function openLook(
  folder: PublicationFolder,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<PublicationLook> {
  const resolved = resolveLook(folder.look)
  const brand = await openBrand(folder, resolved, files)
  const { symbols, style, stack } = brand.wordmark
  const { head, text, ui } = resolved.fonts
  return {
    identity: folder.identity,
    resolved,
    brand,
    families: [...new Set([head, text, ui])],
    ownFonts: brand.fonts
      .filter(({ isPreloaded }) => isPreloaded)
      .map(({ name }) => `/assets/brand/${folder.identity.code}/${name}`),
    document: {
      css: brand.standIns + brand.fonts.map(({ css }) => css).join('') + toLookCss(resolved),
      marks: { ...toLookMarks(resolved), ...(stack === 'never' ? {} : { 'data-stack': stack }) },
      theme: toThemeColour(resolved),
      wordmark: symbols,
      sizes: style,
    },
  }
}
