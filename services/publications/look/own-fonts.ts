/** Families that a folder brings: rules for those in use, under addresses that change with their bytes. */
import { createHash } from 'node:crypto'
import type { ResolvedLook } from './resolved-look.ts'

export type OwnFont = { name: string; css: string; bytes: Uint8Array; isPreloaded: boolean }

export function listOwnFonts(code: string, { fonts }: ResolvedLook, files: ReadonlyMap<string, Uint8Array>): OwnFont[] {
  const used = new Set([fonts.head, fonts.text, fonts.ui])
  return fonts.families
    .filter(({ name }) => used.has(name))
    .flatMap((family) =>
      family.files.flatMap(({ file, weight, style }, index) => {
        const bytes = files.get(file)
        if (bytes === undefined || !isWoff2(bytes)) return []
        const name = `font-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.woff2`
        const css = `@font-face{font-family:'${family.name}';font-style:${style};font-weight:${weight};font-display:swap;src:url(/assets/brand/${code}/${name}) format('woff2')}`
        return [{ name, css, bytes, isPreloaded: index === 0 }]
      }),
    )
}

export function isWoff2(bytes: Uint8Array): boolean {
  return bytes.byteLength > 48 && new TextDecoder('latin1').decode(bytes.subarray(0, 4)) === 'wOF2'
}
