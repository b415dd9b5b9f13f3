/** When a page shows an element, and what it had loaded by then. */
import type { Page } from 'playwright-core'

type Loaded = { name: string; startTime: number; encodedBodySize: number }

/**
 * Notes on every page that is opened from now on when the element appears. `read` answers for the page of now: milliseconds since
 * the start of navigation, and all files with their start in milliseconds and their compressed bytes; it rejects without the element.
 */
export async function watchFor(
  page: Page,
  ready: string,
): Promise<{ read: () => Promise<{ readyAt: number; fetched: Loaded[] }>; dispose: () => Promise<void> }> {
  const watching = await page.addInitScript((selector) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector(selector) === null) return
      Object.assign(window, { readyAt: performance.now() })
      observer.disconnect()
    }).observe(document, { attributes: true, childList: true, subtree: true })
  }, ready)
  return {
    async read() {
      const { readyAt, fetched } = await page.evaluate(() => ({
        readyAt: (window as { readyAt?: number }).readyAt ?? null,
        fetched: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
          ({ name, startTime, encodedBodySize }) => ({ name, startTime, encodedBodySize }),
        ),
      }))
      if (readyAt === null) throw new Error(`${page.url()} did not show ${ready}`)
      return { readyAt, fetched }
    },
    dispose: () => watching.dispose(),
  }
}

/** Compressed bytes of scripts and styles by their address. */
export function toSizes(fetched: readonly Loaded[]): Map<string, number> {
  const files = fetched.filter(({ name }) => /\.(?:js|css)$/.test(new URL(name).pathname))
  return new Map(files.map(({ name, encodedBodySize }) => [name, encodedBodySize]))
}
