/** Store paths of the demo's pictures: `demo/{key}.jpg`, `demo/portrait-{author}.jpg`, `demo/{video}.jpg`. */
import { PICTURES, PORTRAITS } from '@lokalteil/demo/pictures/catalogue'
import { VIDEOS } from '@lokalteil/demo/media/videos'

export const toPicturePath = (key: string) => `demo/${key}.jpg`
export const toPortraitPath = (author: string) => `demo/portrait-${author}.jpg`
export const toPosterPath = (video: string) => `demo/${video}.jpg`

const PATHS: ReadonlySet<string> = new Set([
  ...PORTRAITS.map(({ key }) => toPortraitPath(key)),
  ...VIDEOS.map(({ key }) => toPosterPath(key)),
  ...PICTURES.map(({ key }) => toPicturePath(key)),
])

export const listDemoPictures = (): string[] => [...PATHS]
export const isDemoPicture = (path: string): boolean => PATHS.has(path)
