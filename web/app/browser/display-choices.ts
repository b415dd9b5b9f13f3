/**
 * The density of lists and lines on this device: a cookie, and an attribute of the document that `early-script` sets
 * before the first paint. The default level sets neither.
 */
import { DENSITY_COOKIE, parseDensity } from '@lokalteil/domain/display/density'
import { LINE_SPACING_COOKIE, parseLineSpacing } from '@lokalteil/domain/display/line-spacing'
import { createListeners } from '../page/listeners.ts'

export const density = createChoice(DENSITY_COOKIE, 'density', parseDensity)
export const lineSpacing = createChoice(LINE_SPACING_COOKIE, 'spacing', parseLineSpacing)

function createChoice<Level extends string>(
  { name, seconds }: { name: string; seconds: number },
  attribute: string,
  parse: (cookie: string | undefined) => Level,
) {
  const { subscribe, notify } = createListeners()
  return {
    subscribe,
    read: (): Level => parse(new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1]),
    set(level: Level): void {
      const isUsual = level === parse(undefined)
      const value = isUsual ? '; max-age=0' : `${level}; max-age=${seconds}`
      document.cookie = `${name}=${value}; path=/; samesite=lax`
      const { dataset } = document.documentElement
      if (isUsual) delete dataset[attribute]
      else dataset[attribute] = level
      notify()
    },
  }
}
