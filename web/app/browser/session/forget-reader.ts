/**
 * Nothing of a reader is left for the next one on this device: storage, cookies and the offline copies of what was read.
 * It asks nobody and needs no other part of the page, because a login may end before any of them is there. What stays,
 * and why, is listed in `domain/device-data.ts`.
 */
import { DEVICE_STORAGE, isKept, READER_COOKIES } from '@lokalteil/domain/device-data'
import { clearCookie, readCookie } from '../cookies.ts'

export function forgetReader(): void {
  empty(
    () => localStorage,
    (name) => isKept(name, DEVICE_STORAGE),
  )
  // The code of a mail stays while its form is open; it belongs to whoever opened the link.
  empty(
    () => sessionStorage,
    (name) => name === 'changePasswordCode' && location.hash === '#change-password',
  )
  for (const name of READER_COOKIES) if (readCookie(name) !== null) clearCookie(name)
  void forgetCopies().catch(() => {})
}

/** Storage may be closed to us; then nothing of ours is in it. */
function empty(open: () => Storage, isStaying: (name: string) => boolean): void {
  try {
    const storage = open()
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index))
    for (const name of names) if (name !== null && !isStaying(name)) storage.removeItem(name)
  } catch {
    // As above.
  }
}

/** The worker that holds them may not control this page yet. */
async function forgetCopies(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage({ kind: 'forget' })
}
