/**
 * Nothing of a reader is left for the next one on this device: storage, cookies and the offline copies of what was read.
 * It asks nobody and needs no other part of the page, because a login may end before any of them is there. What stays,
 * and why, is listed in `domain/consent/device-data.ts`.
 */
import { DEVICE_STORAGE, isKept, READER_COOKIES } from '@lokalteil/domain/consent/device-data'
import { clearCookie, readCookie } from '../consent/cookies.ts'

/** Of a login on its way: the code of a mail's link, and where the login leads. */
const RETURN_COOKIE = 'redirectAfterLogin'
const SIGN_ON: ReadonlySet<string> = new Set(['changePasswordCode', RETURN_COOKIE])

/** `cookiesAtStart`: of the page. Where a login leads that came later is for the page this one is giving way to. */
export function forgetReader(cookiesAtStart: string): void {
  // An end may be found on the very page that asks for the next login: what that one needs is not the last reader's.
  const isSigningOn = /^#(?:login|register|forgot-password|change-password)$/.test(location.hash)
  const isNext = (name: string) =>
    (isSigningOn && SIGN_ON.has(name)) ||
    (name === RETURN_COOKIE && readCookie(name) !== readCookie(name, cookiesAtStart))
  empty(
    () => localStorage,
    (name) => isKept(name, DEVICE_STORAGE),
  )
  empty(() => sessionStorage, isNext)
  for (const name of READER_COOKIES) if (!isNext(name) && readCookie(name) !== null) clearCookie(name)
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
