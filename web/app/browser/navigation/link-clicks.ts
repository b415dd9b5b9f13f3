/** One listener for every click on a link (2.9): reads the anchor, asks the rule, acts. */
import { decideLinkClick } from '@lokalteil/domain/routing/links'
import type { Chrome } from '../../page/page.ts'
import { openInSystemBrowser } from './native-bridge.ts'

export type LinkHooks = {
  onConsentReset?: () => void
  /** Called instead of following the link, which leads to the privacy statement. */
  onConsentSettings?: (href: string) => void
}

export function listenToLinks(chrome: () => Chrome, hooks: LinkHooks = {}): void {
  document.addEventListener('click', (event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null
    if (anchor === null || !anchor.hasAttribute('href')) return
    const { app, canonicalOrigin, legalSiteIds } = chrome()
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (anchor.dataset.consentSettings !== undefined && isPlain && hooks.onConsentSettings !== undefined) {
      event.preventDefault()
      hooks.onConsentSettings(anchor.href)
      return
    }
    const action = decideLinkClick(
      {
        href: anchor.href,
        isNewTab: anchor.target !== '' && anchor.target !== '_self',
        isHandled: event.defaultPrevented,
        isPlain,
        isDownload: anchor.hasAttribute('download'),
        isConsentReset: anchor.dataset.consentReset !== undefined,
      },
      {
        currentUrl: location.href,
        canonicalOrigin,
        isNativeApp: app.isNativeApp,
        legalSiteIds,
      },
    )
    if (action.kind === 'browser') return
    event.preventDefault()
    switch (action.kind) {
      case 'cancel':
        return
      case 'reset-consent':
        hooks.onConsentReset?.()
        return
      case 'load':
        location.assign(action.url)
        return
      case 'navigate':
        navigateTo(action.path)
        return
      case 'new-window':
        window.open(action.url, '_blank', 'noopener')
        return
      case 'system-browser':
        openInSystemBrowser(action.url)
    }
  })
}

/** Uses the Navigation API where it exists, so that its listener handles the navigation; else an ordinary load. */
export function navigateTo(path: string, options?: NavigationNavigateOptions): void {
  if ('navigation' in window) {
    // These promises reject when another navigation takes over; the page reports the outcome itself.
    const { committed, finished } = window.navigation.navigate(path, options)
    for (const outcome of [committed, finished]) outcome?.catch(() => {})
  } else if (options?.history === 'replace') location.replace(path)
  else location.assign(path)
}
