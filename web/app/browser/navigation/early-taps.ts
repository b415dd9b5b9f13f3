/** What was pressed before the page could answer; `early-script.ts` remembers it. */
import { setInterface } from './interface-state.ts'

/** The page answers now: goes on with what was pressed before. */
export function takeOverTaps(): void {
  if (document.documentElement.hasAttribute('data-early-menu')) setInterface({ showSidebar: true })
  const { earlyTap } = window as { earlyTap?: HTMLElement }
  if (earlyTap?.isConnected === true) earlyTap.click()
}
