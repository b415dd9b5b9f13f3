/**
 * Deletes everything of a reader from this device: storage, cookies, and offline copies of pages. It makes no request
 * and needs no other part of the page, because a login may end before they are loaded. `domain/consent/device-data.ts`
 * lists what stays and why.
 */
import { DEVICE_STORAGE, isKept, READER_COOKIES } from '@lokalteil/domain/consent/device-data'
import { clearCookie, readCookie } from '../consent/cookies.ts'

/** Cookies of a login in progress: the code of a mail's link, and the target of the login. */
const RETURN_COOKIE = 'redirectAfterLogin'
const SIGN_ON: ReadonlySet<string> = new Set(['changePasswordCode', RETURN_COOKIE])

/**
 * `cookiesAtStart`: cookies at the page's start. A login target set later belongs to the page that replaces this one.
 */
export function forgetReader(cookiesAtStart: string): void {
  // The end of a session may be noticed on the page that asks for the next login; values for that login must stay.
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

/** Storage may be blocked; then nothing of ours is in it. */
function empty(open: () => Storage, isStaying: (name: string) => boolean): void {
  try {
    const storage = open()
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index))
    for (const name of names) if (name !== null && !isStaying(name)) storage.removeItem(name)
  } catch {
    // As above.
  }
}

/** The worker that holds the copies may not control this page yet. */
async function forgetCopies(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage({ kind: 'forget' })
}
