/** Layout shifts (`PerformanceObserver`, type `layout-shift`) of a page, with the elements that moved. */
import type { Page } from 'playwright-core'

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** To be called before the page is opened. Shifts after an input, and those of up to 0.001, do not count. */
export function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput || value <= 0.001) continue
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.tagName}.${node.className}` : ''
          return `${name} "${node?.textContent?.slice(0, 40)}" ${previousRect.top} to ${currentRect.top}`
        })
        shifts.push(`${value.toFixed(4)} ${moved.join('; ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export const listShifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
