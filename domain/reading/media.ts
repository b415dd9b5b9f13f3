/**
 * Pictures, recordings and films of this site by one name each, however their address is written: what is only in paid
 * texts is known by these names (S7.7-03). Lower case, because some disks do not tell `A.jpg` from `a.jpg`.
 */

const IMAGE_ROUTE = '/_ipx/'

/** From an address in content: `/demo/bruecke.jpg` → `demo/bruecke.jpg`. Null for other hosts and for nothing. */
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

/** From the path of a request: `/_ipx/{modifiers}/demo/bruecke.jpg` and `/_ipx/gift/demo/bruecke.jpg` are that picture. */
export function toRequestedMediaName(path: string): string | null {
  if (!path.startsWith(IMAGE_ROUTE)) return toMediaName(path)
  const slash = path.indexOf('/', IMAGE_ROUTE.length)
  return slash === -1 ? null : toMediaName(path.slice(slash))
}
