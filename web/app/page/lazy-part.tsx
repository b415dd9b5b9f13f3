/**
 * Lazy parts of a page. If their script fails to load, the page stays: the server's markup is kept, or the place stays
 * empty (`lazyPart`) or shows a message (`lazyPartOrWord`, for parts the reader requested). React's own `lazy` would
 * pass the error to the boundary around the whole page. Wrap each use in its own `Suspense`.
 */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { shellTexts } from '../messages/display/shell.ts'

type Loading<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Never settles if the script fails to load, so React keeps the server's markup or the fallback. */
export function lazyPart<Props>(load: Loading<Props>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(untilReload))
}

export function lazyPartOrWord<Props>(load: Loading<Props>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(() => ({ default: LostPart })))
}

function untilReload(error: unknown): Promise<never> {
  // oxlint-disable-next-line no-console
  console.warn(error)
  return new Promise(() => {})
}

function LostPart() {
  return (
    <p role="status">
      {shellTexts.lostPart}{' '}
      <button type="button" onClick={() => location.reload()}>
        {shellTexts.reload}
      </button>
    </p>
  )
}
