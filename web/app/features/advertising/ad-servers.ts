/** Asks the ad framework for an advertisement. */
import type { AdRequest } from '../../browser/consent/third-parties.ts'

/** Whether the place was filled; false after an error. */
export async function askAdServer(request: Pick<AdRequest, 'name' | 'element' | 'sizes'>, _signal: AbortSignal) {
  const places = (window.adPlaces ??= new Array<AdRequest>())
  places.push(request)
  return true
}
