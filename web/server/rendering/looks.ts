/** How each publication looks, made from its folder once; see `services/publications/look` and `brand`. */
import { join } from 'node:path'
import { MANDATORS, type Mandator } from '@lokalteil/domain/publication/publications'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { type Brand, type BrandFile, openBrand } from '@lokalteil/services/publications/brand/brand'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { toLookCss, toLookMarks, toThemeColour } from '@lokalteil/services/publications/look/look-css'
import { resolveLook, type ResolvedLook } from '@lokalteil/services/publications/look/resolved-look'
import type { DocumentLook } from '../../app/render.tsx'

export type PublicationLook = {
  resolved: ResolvedLook
  /** What every document of the publication carries. */
  document: DocumentLook
  /** Families it is set in, by role. */
  families: readonly string[]
  /** Of families of its own: addresses of fonts that every page needs. */
  ownFonts: readonly string[]
  brand: Brand
}
export type Looks = {
  of: (code: Mandator) => PublicationLook
  /** Null: no such publication, or no such file of its brand. */
  brandFile: (code: string, name: string) => Promise<BrandFile | null>
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
    resolved,
    brand,
    families: [...new Set([head, text, ui])],
    ownFonts: brand.fonts
      .filter(({ isPreloaded }) => isPreloaded)
      .map(({ name }) => `/assets/brand/${folder.identity.code}/${name}`),
    document: {
      css: brand.fonts.map(({ css }) => css).join('') + toLookCss(resolved),
      marks: { ...toLookMarks(resolved), ...(stack === 'never' ? {} : { 'data-stack': stack }) },
      theme: toThemeColour(resolved),
      wordmark: symbols,
      sizes: style,
    },
  }
}

/** Of the four in `demo/publications`. */
export async function openDemoLooks(root: string): Promise<Looks> {
  const looks = new Map(
    await Promise.all(
      MANDATORS.map(async (code) => {
        const { folder, files, findings } = await readFolder(join(root, 'demo/publications', code))
        if (folder === null) throw new Error(`The folder of ${code} is wrong: ${findings[0]?.message}`)
        return [code, await openLook(folder, files)] as const
      }),
    ),
  )
  return {
    of: (code) => looks.get(code)!,
    brandFile: async (code, name) => looks.get(code as Mandator)?.brand.file(name) ?? null,
  }
}
