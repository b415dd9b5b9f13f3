declare module 'virtual:extensions' {
  import type { BlockExtension } from './page/define-block.ts'
  /** `{code}/{name}` → its module. */
  export const extensions: Readonly<Record<string, () => Promise<{ default: BlockExtension }>>>
}

declare module 'virtual:icon-sprite' {
  const address: string
  export default address
  export const iconNames: readonly string[]
}

/** The Navigation API is not in every TypeScript library yet; only what we use. */
interface NavigateEvent extends Event {
  readonly canIntercept: boolean
  readonly destination: { readonly url: string }
  readonly downloadRequest: string | null
  readonly formData: FormData | null
  readonly hashChange: boolean
  readonly navigationType: 'push' | 'reload' | 'replace' | 'traverse'
  readonly signal: AbortSignal
  readonly userInitiated: boolean
  intercept(options: {
    focusReset?: 'after-transition' | 'manual'
    scroll?: 'after-transition' | 'manual'
    handler?: () => Promise<void>
  }): void
}
interface Navigation extends EventTarget {
  addEventListener(type: 'navigate', listener: (event: NavigateEvent) => void): void
  navigate(
    url: string,
    options?: { history?: 'auto' | 'push' | 'replace' },
  ): { committed?: Promise<unknown>; finished?: Promise<unknown> }
}
interface Window {
  readonly navigation: Navigation
}

declare module 'virtual:fonts.css'

/** The text of a file, as Vite reads it. */
declare module '*.svg?raw' {
  const text: string
  export default text
}
