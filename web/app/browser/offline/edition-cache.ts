/** Shared by page and worker: names of caches, messages about the offline edition, and the setting to save data. */
export const EDITION_CACHE = 'edition'
/** Visited pages, kept by the worker automatically. */
export const VISITED_CACHE = 'pages'

/** Messages of the worker on the port of a `keep-edition` or `drop-edition`. */
export type EditionReport =
  | { kind: 'progress'; done: number; total: number; bytes: number }
  | { kind: 'done'; bytes: number; missed: number }
  | { kind: 'failed' }

/**
 * The grey placeholder that waits for a tap. It is recognised by its proportions, which no photograph and no crop of
 * ours has; the size that a browser reports depends on the requested one.
 */
export const WAITING_PICTURE = { width: 338, height: 200 } as const

export const DEVICE_SETTINGS_CACHE = 'device'
const SAVE_DATA = '/save-data'

/** Null: no choice was made; the browser's own setting decides. */
export async function readSaveData(): Promise<boolean | null> {
  try {
    const text = await (await caches.match(SAVE_DATA, { cacheName: DEVICE_SETTINGS_CACHE }))?.text()
    return text === undefined ? null : text === '1'
  } catch {
    return null
  }
}

/** The reader's choice, else the browser's setting. */
export async function isSavingData(): Promise<boolean> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return (await readSaveData()) ?? connection?.saveData === true
}

export async function writeSaveData(isOn: boolean): Promise<void> {
  await (await caches.open(DEVICE_SETTINGS_CACHE)).put(SAVE_DATA, new Response(isOn ? '1' : '0'))
}
