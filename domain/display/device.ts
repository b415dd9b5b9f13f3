/** Device, app shell and bots from the user agent. It can be forged: it shapes pages and unlocks nothing. */

export type Device = 'mobile' | 'desktop'

/** Tablets count as desktop (S9-10). */
export function toDevice(userAgent: string): Device {
  return /Mobi|iPhone|iPod/i.test(userAgent) && !/iPad|Tablet/i.test(userAgent) ? 'mobile' : 'desktop'
}

export type AppFlags = { isApp: boolean; isNativeApp: boolean; isFlutterApp: boolean }

/** `isStandalone`: an installed web app, known to the browser only. `forced`: the publisher's configuration (S1-05). */
export function toAppFlags(userAgent: string, isStandalone = false, forced: Partial<AppFlags> = {}): AppFlags {
  const isNativeApp = userAgent.includes('NewsPortalApp/')
  return {
    isApp: forced.isApp ?? (isNativeApp || isStandalone),
    isNativeApp: forced.isNativeApp ?? isNativeApp,
    isFlutterApp: forced.isFlutterApp ?? (isNativeApp && userAgent.includes('Flutter')),
  }
}

/** The part of the flags that a page is rendered for. It belongs to the cache key. */
export type AppClass = 'web' | 'native' | 'flutter'

export function toAppClass(flags: AppFlags): AppClass {
  if (flags.isFlutterApp) return 'flutter'
  return flags.isNativeApp ? 'native' : 'web'
}

/** Bots get the status and no error page (S2.11-06). Cubot is a brand of phones. */
export function isBot(userAgent: string): boolean {
  const named = userAgent.replace(/cubot/gi, '')
  return /bot|lighthouse|facebookexternalhit|google-inspectiontool|mediapartners-google/i.test(named)
}
