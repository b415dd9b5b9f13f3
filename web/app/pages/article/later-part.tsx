/** A part of a page with a script of its own. */
import { createElement, memo, Suspense, type ComponentType, type ReactNode } from 'react'
import { lazyPart } from '../../page/lazy-part.tsx'
import { untilIdle } from '../../browser/navigation/after-paint.ts'

type Module = { default: (props: never) => ReactNode }
type PropsOf<Part extends Module> = Parameters<Part['default']>[0] & object
export type LaterPart<Part extends Module> = { View: ComponentType<PropsOf<Part>>; load: () => Promise<Part> }

/**
 * `View` is drawn at once where `load` ran before: on the server, and on the way from page to page. Else its script comes once
 * the browser has nothing to do. It is not drawn anew with what is around it: React would throw away what the server drew and
 * the browser has not taken on yet. When its script is lost, what the server drew stays.
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
