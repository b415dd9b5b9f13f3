/**
 * The brand of a publication, from its folder or drawn from its name: word mark, icons in every size and shape, share
 * picture, placeholder for missing pictures. Files are drawn at first use.
 */
import { isShippedFamily } from '@lokalteil/domain/publication/font-families'
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { ResolvedLook } from '../look/resolved-look.ts'
import { isWoff2, openOwnFonts, type OwnFont } from './own-fonts.ts'
import { checkDrawing, type Drawing, readDrawing } from './drawing.ts'
import { drawIcon, drawMaskable, drawOpaque, drawPng, toIco, toIconSvg } from './icons.ts'
import { drawName, type Face, isHyphenated, shippedFace } from './lettering.ts'
import { drawMailMark, toMailMark } from './mail-mark.ts'
import { drawShare, toPlaceholderSvg, toWordmarkSvg } from './share.ts'
import { drawShareCard, type ShareCard } from './share-card.ts'
import { toWordmark, type Wordmark } from './wordmark.ts'

export type BrandFile = { bytes: Uint8Array; type: string }
export type Brand = {
  wordmark: Wordmark
  /** Font families that the folder brings. */
  fonts: readonly OwnFont[]
  /** CSS rules of the system fonts shown until those families have loaded. */
  standIns: string
  /** The word mark in mails, `mail.png`: its size and colours. */
  mailMark: ReturnType<typeof toMailMark>
  /** File names: `favicon.svg`, `icon-192.png` … */
  names: readonly string[]
  /** Null: no such file. */
  file: (name: string) => Promise<BrandFile | null>
  /** Draws the picture of an article for link previews (Open Graph). */
  drawCard: (card: ShareCard) => Promise<Uint8Array>
}
type Files = ReadonlyMap<string, Uint8Array>

/** Findings for SVGs of the folder that cannot be shown and for fonts that are no WOFF2. */
export function checkBrand({ look: { brand, fonts } }: PublicationFolder, files: Files): Finding[] {
  const drawings = [brand.wordmark, brand.icon].flatMap((path) => {
    const bytes = files.get(path)
    return bytes === undefined ? [] : checkDrawing(path, bytes)
  })
  const faces = fonts.families
    .flatMap((family) => family.files)
    .filter(({ file }) => files.has(file) && !isWoff2(files.get(file)!))
  return [...drawings, ...faces.map(({ file }) => toFontFinding(file))]
}

function toFontFinding(file: string): Finding {
  return { level: 'error', file, line: null, field: '', message: 'is no WOFF2', remedy: 'Convert the font to WOFF2.' }
}

export async function openBrand(folder: PublicationFolder, look: ResolvedLook, files: Files): Promise<Brand> {
  const { identity } = folder
  const { brand } = folder.look
  const keepsPaint = brand.wordmarkColour === 'drawn'
  const given = readOptional(files.get(brand.wordmark), 'wm-', keepsPaint)
  const face = () => faceOf(look, files)
  const drawn = given ?? (await drawInFaces(identity.name, await face(), look))
  const isOneWord = given === null && isHyphenated(identity.name)
  const icon = readOptional(files.get(brand.icon), 'icon-', true)
  const initial =
    icon === null
      ? await drawInFaces(String.fromCodePoint(identity.name.codePointAt(0)!).toUpperCase(), await face(), look)
      : null
  const iconSvg = icon === null ? drawIcon(initial!, look) : toIconSvg(icon)
  const drawClaim = async () =>
    identity.claim === '' ? null : drawName(identity.claim, await shippedFace('source-sans', 400), 0, 1)
  const share = brand.share === undefined ? undefined : files.get(brand.share)
  const svg = (text: string) => async (): Promise<BrandFile> => ({
    bytes: new TextEncoder().encode(text),
    type: 'image/svg+xml',
  })
  const png = (draw: () => Promise<Uint8Array>) => async (): Promise<BrandFile> => ({
    bytes: await draw(),
    type: 'image/png',
  })
  const makers: Readonly<Record<string, () => Promise<BrandFile>>> = {
    'favicon.svg': svg(iconSvg),
    'emblem.svg': svg(iconSvg),
    'wordmark.svg': svg(toWordmarkSvg(drawn)),
    'placeholder.svg': svg(toPlaceholderSvg(iconSvg, look)),
    'favicon.ico': async () => ({ bytes: await toIco(iconSvg), type: 'image/x-icon' }),
    'icon-192.png': png(() => drawPng(iconSvg, 192)),
    'icon-512.png': png(() => drawPng(iconSvg, 512)),
    'icon-maskable-512.png': png(() => drawMaskable(iconSvg, 512)),
    'apple-touch-icon.png': png(() => drawOpaque(iconSvg, 180)),
    'mail.png': png(() => drawMailMark(drawn, mailMark)),
    'og-default.jpg': async () => ({
      bytes: await drawShare(drawn, await drawClaim(), look, share),
      type: 'image/jpeg',
    }),
  }
  const mailMark = toMailMark(drawn, look)
  const { fonts, standIns } = await openOwnFonts(identity.code, look, files)
  const kept = new Map<string, Promise<BrandFile>>()
  return {
    wordmark: toWordmark(drawn, look.wordmark.size / 100, isOneWord),
    mailMark,
    fonts,
    standIns,
    drawCard: async (card) => drawShareCard(card, { wordmark: drawn, face: await face(), look }),
    names: [...Object.keys(makers), ...fonts.map((font) => font.name)],
    file: async (name) => {
      const font = fonts.find((one) => one.name === name)
      if (font !== undefined) return { bytes: font.bytes, type: 'font/woff2' }
      const make = Object.hasOwn(makers, name) ? makers[name] : undefined
      if (make === undefined) return null
      const known = kept.get(name) ?? make()
      kept.set(name, known)
      known.catch(() => kept.delete(name))
      return known
    },
  }
}

function readOptional(bytes: Uint8Array | undefined, prefix: string, keepsPaint: boolean): Drawing | null {
  return bytes === undefined ? null : readDrawing(bytes, prefix, keepsPaint).drawing
}

/** The face of headlines; for an own family its upright cut with the nearest weight. */
async function faceOf({ fonts, headlines }: ResolvedLook, files: Files): Promise<Face> {
  if (isShippedFamily(fonts.head)) return shippedFace(fonts.head, headlines.weight)
  const cuts = fonts.families.find(({ name }) => name === fonts.head)?.files ?? []
  const [best] = cuts
    .filter(({ style }) => style === 'normal')
    .toSorted((a, b) => distance(a.weight, headlines.weight) - distance(b.weight, headlines.weight))
  const bytes = best === undefined ? undefined : files.get(best.file)
  if (bytes === undefined) return shippedFace('source-serif', headlines.weight)
  return { bytes, weight: typeof best!.weight === 'string' ? headlines.weight : null }
}

/** The range of a variable font counts as distance 0. */
function distance(weight: number | string, wanted: number): number {
  return typeof weight === 'number' ? Math.abs(weight - wanted) : 0
}

/**
 * Letters that the face lacks are drawn in another face that has them; as a last resort the name is drawn in plain
 * ASCII letters.
 */
async function drawInFaces(name: string, face: Face, look: ResolvedLook): Promise<Drawing> {
  const { weight, tracking } = look.headlines
  const plain = name.normalize('NFD').replaceAll(/[^\x20-\x7e]/g, '') || '?'
  const serif = await shippedFace('source-serif', weight)
  return (
    (await drawName(name, face, tracking)) ??
    (await drawName(name, serif, tracking)) ??
    (await drawName(plain, serif, tracking))!
  )
}
