/**
 * The pictures of the demo, all files beside this module. Articles name a picture by its key, whose meaning never
 * changes. `path` is the name for content and readers, whatever the format of the file.
 */
import { fileURLToPath } from 'node:url'
import { VIDEOS } from '../media/videos.ts'
import { DRAWN } from './drawn.ts'
import { FOCUS } from './focus.ts'
import { PHOTOS } from './photos.ts'
import { DRAWN_PORTRAITS } from './portraits.ts'

export type DemoPicture = {
  key: string
  path: string
  /** From the folder `demo`. */
  file: string
  width: number
  height: number
  altText: string
  credit: string
  /** The average of the picture, shown until it has loaded. */
  colour: string
  /** Focal point that every crop keeps, in percent from the top left. */
  focus?: { x: number; y: number }
}

const DRAWN_CREDIT = 'Illustration: Lokalteil'

export const PICTURES: readonly DemoPicture[] = [
  ...DRAWN.map(([key, colour, altText]) => ({
    key,
    path: `demo/${key}.jpg`,
    file: `pictures/drawn/${key}.webp`,
    width: 1600,
    height: 1000,
    altText,
    credit: DRAWN_CREDIT,
    colour,
    ...toFocus(key),
  })),
  ...PHOTOS.map(({ key, file, width, height, colour, altText, author, licence }) => ({
    key,
    path: `demo/${key}.jpg`,
    file: `pictures/photos/${file}`,
    width,
    height,
    altText,
    credit: `Foto: ${author} / ${licence}`,
    colour,
    ...toFocus(key),
  })),
]

function toFocus(key: string): Pick<DemoPicture, 'focus'> {
  const [x, y] = FOCUS[key] ?? []
  return x === undefined || y === undefined ? {} : { focus: { x, y } }
}

/** Keyed by author. */
export const PORTRAITS: readonly DemoPicture[] = DRAWN_PORTRAITS.map(([key, colour, altText]) => ({
  key,
  path: `demo/portrait-${key}.jpg`,
  file: `pictures/portraits/${key}.webp`,
  width: 600,
  height: 600,
  altText,
  credit: DRAWN_CREDIT,
  colour,
}))

/** Keyed by film. */
export const POSTERS: readonly DemoPicture[] = VIDEOS.map(
  ({ key, poster, width, height, description, credit, colour }) => ({
    key,
    path: `demo/${key}.jpg`,
    file: `media/${poster}`,
    width,
    height,
    altText: description,
    credit,
    colour,
  }),
)

const FILES: ReadonlyMap<string, string> = new Map(
  [...PICTURES, ...PORTRAITS, ...POSTERS].map(
    ({ path, file }) => [path, fileURLToPath(new URL(`../${file}`, import.meta.url))] as const,
  ),
)

/** Null: not a picture of the demo. */
export function findPictureFile(path: string): string | null {
  return FILES.get(path) ?? null
}
