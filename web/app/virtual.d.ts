declare module 'virtual:extensions' {
  import type { BlockExtension } from './page/define-block.ts'
  import type { PageExtension } from './page/define-extension-page.ts'
  /** A block, a page, or both. */
  export type ExtensionModule = { default?: BlockExtension; page?: PageExtension }
  /** `{code}/{name}`, of an own room `rooms/{room}/{file}` or `rooms/{room}/block` → its module. */
  export const extensions: Readonly<Record<string, () => Promise<ExtensionModule>>>
}

declare module 'virtual:extension-pages' {
  /** `{code}{path}` → `{code}/{name}`; of an own room `{path}` → `rooms/{room}/{file}`. */
  export const pages: Readonly<Record<string, string>>
}

declare module 'virtual:late-react' {
  export const readReact: () => Promise<Pick<typeof import('react-dom/client'), 'hydrateRoot'>>
}

declare module 'virtual:icon-sprite' {
  const address: string
  export default address
}

declare module 'virtual:icon-names' {
  export const iconNames: readonly string[]
}

/** The part of the Navigation API that is used; not every TypeScript library has it yet. */
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

/** The text of a file, as Vite imports it. */
declare module '*.svg?raw' {
  const text: string
  export default text
}
