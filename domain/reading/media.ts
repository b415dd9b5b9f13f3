/**
 * One name for each picture, recording and film of this site, however its address is written. Media that occur only in
 * paid texts are protected by these names (S7.7-03). Lower case, because some file systems treat `A.jpg` and `a.jpg` as
 * the same file.
 */

const IMAGE_ROUTE = '/_ipx/'
const DOCUMENT = /^\/_media\/import\/[0-9a-f]{2}\/[0-9a-f]{32}\/[a-z0-9-]+\.pdf$/

/** From an address in content: `/demo/bruecke.jpg` → `demo/bruecke.jpg`. Null for other hosts and empty addresses. */
export function toMediaName(address: string): string | null {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)) return null
  const path = address.replace(/[?#].*$/s, '')
  const name = path
    .split('/')
    .filter((segment) => segment !== '')
    .join('/')
    .toLowerCase()
  return name === '' ? null : name
}

/**
 * From the path of a request: `/_ipx/{modifiers}/demo/bruecke.jpg` and `/_ipx/gift/demo/bruecke.jpg` have the name of
 * that picture.
 */
export function toRequestedMediaName(path: string): string | null {
  if (!path.startsWith(IMAGE_ROUTE)) return toMediaName(path)
  const slash = path.indexOf('/', IMAGE_ROUTE.length)
  return slash === -1 ? null : toMediaName(path.slice(slash))
}

/** The address that the store gives a PDF document, whose last part is the name under which readers save it. */
export function isDocumentAddress(address: string): boolean {
  return DOCUMENT.test(address)
}
