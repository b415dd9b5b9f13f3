/**
 * Reports whether recommendations or advertising were seen (S3.9-01); a file of its own, because no first view needs
 * it.
 */
import { getInterface, setInterface } from '../navigation/interface-state.ts'

/** Reports once half of the element was in the window. Returns a function that stops watching. */
export function watchWidget(element: Element): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      if (!getInterface().isWidgetInViewport) setInterface({ isWidgetInViewport: true })
    },
    { threshold: 0.5 },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
