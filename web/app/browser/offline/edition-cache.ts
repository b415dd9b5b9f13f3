/** What page and worker share about the offline edition and about saving data: names, and what is said between them. */
export const EDITION_CACHE = 'edition'
/** Pages that were visited, kept by the worker without being asked. */
export const VISITED_CACHE = 'pages'

/** The worker's word on the port of a `keep-edition` or `drop-edition`. */
export type EditionReport =
  | { kind: 'progress'; done: number; total: number; bytes: number }
  | { kind: 'done'; bytes: number; missed: number }
  | { kind: 'failed' }

/**
 * A grey picture stands where one waits for a tap. It is known by its shape, which is that of no photograph and none of our
 * crops: what a browser says of its size depends on the size it was asked in.
 */
export const WAITING_PICTURE = { width: 338, height: 200 } as const

export const DEVICE_SETTINGS_CACHE = 'device'
const SAVE_DATA = '/save-data'

/** Null: the reader has not said; the browser's own setting decides. */
export async function readSaveData(): Promise<boolean | null> {
  try {
    const text = await (await caches.match(SAVE_DATA, { cacheName: DEVICE_SETTINGS_CACHE }))?.text()
    return text === undefined ? null : text === '1'
  } catch {
    return null
  }
}

/** The reader's word, else the browser's. */
export async function isSavingData(): Promise<boolean> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return (await readSaveData()) ?? connection?.saveData === true
}

export async function writeSaveData(isOn: boolean): Promise<void> {
  await (await caches.open(DEVICE_SETTINGS_CACHE)).put(SAVE_DATA, new Response(isOn ? '1' : '0'))
}
