/** Whether recommendations or advertising were seen (S3.9-01); apart, because no first view needs it. */
import { getInterface, setInterface } from '../navigation/interface-state.ts'

/** Seen once half of it was in the window. Returns how to stop looking. */
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
