/**
 * Parts of a page with a script of their own. When the script is lost on the way, the page stays: what the server drew is
 * kept, else the place stays empty (`lazyPart`) or says so (`lazyPartOrWord`), where the reader has asked for the part. React's
 * own `lazy` would hand the error to the boundary around the whole page. Each use stands in a `Suspense` of its own.
 */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { shellTexts } from '../messages/display/shell.ts'

type Loading<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Never settles when the script is lost: React keeps what is there, which is the server's drawing or the fallback. */
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
