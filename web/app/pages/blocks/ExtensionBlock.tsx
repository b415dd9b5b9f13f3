/** A publication's own block. Its script may load after the page; the server's markup stays until then. */
import { lazyPart } from '../../page/lazy-part.tsx'
import {
  Component,
  createElement,
  Suspense,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import type { BlockView } from '../../page/define-block.ts'
import {
  isOwnBlock,
  loadExtension,
  peekExtension,
  toExtensionKey,
  type ExtensionBlock as Data,
} from '../../page/extensions.ts'
import { useSurroundings } from '../../page/portal.ts'

type View = ComponentType<BlockView<unknown, unknown>>

export function ExtensionBlock({ block }: { block: Data }) {
  const { publication } = useSurroundings()
  const isServed = useIsServed()
  const place = { className: 'page', 'data-kind': 'extension', 'data-extension': block.name }
  return (
    <Boundary>
      <Suspense>
        {isServed && isOwnBlock(block.name) ? (
          // Keeps the server's markup without loading a script.
          <section {...place} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
        ) : (
          <section {...place}>
            {createElement(viewOf(toExtensionKey(publication, block.name)), {
              heading: block.title,
              options: block.options,
              data: block.data,
            })}
          </section>
        )}
      </Suspense>
    </Boundary>
  )
}

const never = () => () => {}

/** True in the browser while the server's markup is shown. */
function useIsServed(): boolean {
  const isTaken = useSyncExternalStore(
    never,
    () => false,
    () => typeof document !== 'undefined',
  )
  return useState(isTaken)[0]
}

const later = new Map<string, View>()

function viewOf(key: string): View {
  const known = later.get(key) ?? peekExtension(key)?.default?.Component
  if (known !== undefined) return known
  const view: View = lazyPart(async () => {
    const extension = await loadExtension(key)
    return { default: (extension?.default?.Component ?? Nothing) as View }
  })
  later.set(key, view)
  return view
}

const Nothing = () => null

/** An extension that throws while it is shown leaves a gap, not a broken page. */
class Boundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
