/** Messages from a page to the worker; all others are ignored. */
export type WorkerMessage =
  /**
   * A page was shown; `files` are the addresses of pictures, scripts and styles it has loaded. `path` null: only files.
   */
  | {
      kind: 'visited'
      path: string | null
      files: readonly string[]
      /**
       * The page is the same for everybody: fetch it again without credentials, because a reader's answer is never
       * kept.
       */
      isForAll?: boolean
    }
  /** Replaces the offline edition; pages no longer in it are deleted. Progress is reported on the port. */
  | { kind: 'keep-edition'; pages: readonly string[]; sounds: readonly string[]; hasPictures: boolean }
  /** Null: all of it. */
  | { kind: 'drop-edition'; page: string | null }
  /** Load pictures only on request; see `data-saver.ts`. */
  | { kind: 'save-data'; isOn: boolean }
  /** A reader has logged out: delete all kept pages. */
  | { kind: 'forget' }
  /** The reader asked for the new version now. */
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
