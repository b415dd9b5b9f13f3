/**
 * Data saver: a picture that is not on the device is replaced by a grey placeholder that says how to load it. The page
 * loads it on a tap (`features/pwa/tap-pictures`), and the worker keeps it.
 */
import { readSaveData, WAITING_PICTURE } from '../browser/offline/edition-cache.ts'
import { pwaTexts } from '../messages/display/pwa.ts'
import { scope } from './worker-scope.ts'

let wish: Promise<boolean | null> | null = null

export async function isSavingData(): Promise<boolean> {
  wish ??= readSaveData()
  return (await wish) ?? scope.navigator.connection?.saveData === true
}

/** Pictures that were tapped and may be fetched. */
const wanted = new Set<string>()
export const wantPicture = (key: string) => void wanted.add(key)
export const isWanted = (key: string) => wanted.has(key)

export function changeSaveData(isOn: boolean): void {
  wish = Promise.resolve(isOn)
}

/** Never stored, because the next answer may be the picture. */
export function waitingPicture(): Response {
  const { width, height } = WAITING_PICTURE
  const words = pwaTexts.tapPicture
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#7d8587"/><text x="50%" y="50%" text-anchor="middle" dominant-baseline="middle" font-family="sans-serif" font-size="22" fill="#fff">${words}</text></svg>`,
    { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' } },
  )
}
