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
  /** The offline edition becomes this; what was in it and is not any more goes. Said on the port how far it is. */
  | { kind: 'keep-edition'; pages: readonly string[]; sounds: readonly string[]; hasPictures: boolean }
  /** Null: all of it. */
  | { kind: 'drop-edition'; page: string | null }
  /** Pictures only when somebody asks for them; see `data-saver.ts`. */
  | { kind: 'save-data'; isOn: boolean }
  /** A reader has logged out: nothing that was read stays. */
  | { kind: 'forget' }
  /** The reader wants the new version now. */
  | { kind: 'take-over' }

const MOST_FILES = 150
const MOST_PAGES = 150

export function parseWorkerMessage(data: unknown): WorkerMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { kind, path, files, isForAll, pages, sounds, hasPictures, page, isOn } = data as Record<string, unknown>
  if (kind === 'forget' || kind === 'take-over') return { kind }
  if (kind === 'keep-edition' && Array.isArray(pages) && Array.isArray(sounds))
    return {
      kind,
      pages: toStrings(pages, MOST_PAGES),
      sounds: toStrings(sounds, 20),
      hasPictures: hasPictures === true,
    }
  if (kind === 'drop-edition' && (page === null || typeof page === 'string')) return { kind, page }
  if (kind === 'save-data' && typeof isOn === 'boolean') return { kind, isOn }
  if (kind !== 'visited' || !(path === null || typeof path === 'string') || !Array.isArray(files)) return null
  return {
    kind,
    path,
    files: toStrings(files, MOST_FILES),
    ...(isForAll === true ? { isForAll } : {}),
  }
}

function toStrings(values: readonly unknown[], most: number): string[] {
  return values.filter((value): value is string => typeof value === 'string').slice(0, most)
}
