/**
 * Copies of unsaved drafts in the browser's database, one for each tab, so that a killed tab loses nothing. They are
 * read by the same person only. A browser without the database has none.
 */
export type LocalCopy = { key: string; base: number; draft: unknown; at: number }

const NAME = 'redaktion'
const STORE = 'copies'
const TAB = Math.random().toString(36).slice(2)

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'key' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')))
  })
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(STORE, mode)
      const request = work(transaction.objectStore(STORE))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('error', () => reject(transaction.error ?? new Error('no copy')))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('no copy')))
    })
  } finally {
    db.close()
  }
}

/** Copies of one article. */
export function openCopies(person: string, code: string, id: string) {
  const prefix = `${person}/${code}/${id}/`
  return {
    keep: async (base: number, draft: unknown): Promise<void> => {
      await run('readwrite', (store) => store.put({ key: prefix + TAB, base, draft, at: Date.now() }))
    },
    forget: async (key = prefix + TAB): Promise<void> => {
      await run('readwrite', (store) => store.delete(key))
    },
    /** Oldest first. */
    list: async (): Promise<LocalCopy[]> => {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uFFFF`)
      const copies = (await run('readonly', (store) => store.getAll(range))) as LocalCopy[]
      return copies.toSorted((a, b) => a.at - b.at)
    },
  }
}
