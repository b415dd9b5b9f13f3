/** Handles clicks from before hydration, which `early-script.ts` remembered. */
import { setInterface } from './interface-state.ts'

/** Call it after hydration: repeats the remembered click. */
export function takeOverTaps(): void {
  if (document.documentElement.hasAttribute('data-early-menu')) setInterface({ showSidebar: true })
  const { earlyTap } = window as { earlyTap?: HTMLElement }
  if (earlyTap?.isConnected === true) earlyTap.click()
}
