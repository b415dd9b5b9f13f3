/** A part of a page with a lazy script. */
import { createElement, memo, Suspense, type ComponentType, type ReactNode } from 'react'
import { lazyPart } from '../../page/lazy-part.tsx'
import { untilIdle } from '../../browser/navigation/after-paint.ts'

type Module = { default: (props: never) => ReactNode }
type PropsOf<Part extends Module> = Parameters<Part['default']>[0] & object
export type LaterPart<Part extends Module> = { View: ComponentType<PropsOf<Part>>; load: () => Promise<Part> }

/**
 * Draws `View` at once if `load` ran before: on the server, and on a client-side navigation. Otherwise its script loads
 * when the browser is idle. Memoised, because a render before hydration would make React discard the server's markup.
 * If the script fails to load, that markup stays.
 */
export function laterPart<Part extends Module>(importPart: () => Promise<Part>): LaterPart<Part> {
  type Props = PropsOf<Part>
  let part: Part | null = null
  const load = async () => (part ??= await importPart())
  const Later = lazyPart(() => untilIdle().then(load) as Promise<{ default: ComponentType<Props> }>)
  const View = memo(function LaterPart(props: Props) {
    const Drawn = (part?.default as ComponentType<Props> | undefined) ?? Later
    return <Suspense>{createElement(Drawn, props)}</Suspense>
  })
  return { View: View as unknown as ComponentType<Props>, load }
}
