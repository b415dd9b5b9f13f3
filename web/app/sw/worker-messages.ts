/** What a page tells the worker. Anything else is ignored. */
export type WorkerMessage =
  /** A page was shown; `files` are the addresses of pictures, scripts and styles it has loaded. `path` null: only files. */
  | {
      kind: 'visited'
      path: string | null
      files: readonly string[]
      /** The page is the same for everybody: asked for as nobody, because what a reader gets is never kept. */
      isForAll?: boolean
    }
  /** A reader has logged out: nothing that was read stays. */
  | { kind: 'forget' }
  /** The reader wants the new version now. */
  | { kind: 'take-over' }

const MOST_FILES = 150

export function parseWorkerMessage(data: unknown): WorkerMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { kind, path, files, isForAll } = data as Record<string, unknown>
  if (kind === 'forget' || kind === 'take-over') return { kind }
  if (kind !== 'visited' || !(path === null || typeof path === 'string') || !Array.isArray(files)) return null
  return {
    kind,
    path,
    files: files.filter((file): file is string => typeof file === 'string').slice(0, MOST_FILES),
    ...(isForAll === true ? { isForAll } : {}),
  }
}
