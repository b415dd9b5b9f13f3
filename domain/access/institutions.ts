/**
 * Institutions: libraries and schools that read for their visitors. A reader counts as a visitor by the IP address of
 * the request or by a typed code. Promises: two spellings of an address (`::ffff:192.0.2.1`, `192.0.2.1`) are one
 * address; a range holds exactly the addresses of its prefix; a text that is not an address belongs to no institution.
 * Refused: ranges so wide that they can only be a mistake, and numbers with leading zeros, which some programs read as
 * octal.
 */

export type IpAddress = { version: 4 | 6; value: bigint }
export type IpRange = { version: 4 | 6; first: bigint; last: bigint }

export type Institution = { id: string; name: string; ranges: readonly IpRange[] }

/** An institution that the reader visits, and by which proof. */
export type InstitutionAccess = { id: string; name: string; by: 'address' | 'code' }

const BITS = { 4: 32, 6: 128 } as const
/** Shorter prefixes are refused as mistakes: no library has sixteen million addresses. */
const SHORTEST_PREFIX = { 4: 8, 6: 20 } as const
const MAPPED = 0xffffn << 32n
const LONGEST = 60

/** Hours for which a typed code opens articles. */
export const INSTITUTION_HOURS = 12

export function parseIpAddress(text: string): IpAddress | null {
  const plain = text.length > LONGEST ? '' : text.trim().replace(/%[\w.-]+$/, '')
  const four = parseFour(plain)
  if (four !== null) return { version: 4, value: four }
  const six = parseSix(plain)
  if (six === null) return null
  return six >> 32n === MAPPED >> 32n ? { version: 4, value: six & 0xffffffffn } : { version: 6, value: six }
}

/**
 * `192.0.2.0/24`, `2001:db8::/32`, or one address. Bits behind the prefix are ignored. Null: not a range, or too wide.
 */
export function parseIpRange(text: string): IpRange | null {
  const [head = '', tail, ...rest] = text.trim().split('/')
  if (rest.length > 0 || head.includes('%')) return null
  const address = parseIpAddress(head)
  if (address === null) return null
  const { version, value } = address
  const isMapped = version === 4 && head.includes(':')
  const whole = BITS[version]
  let prefix: number = whole
  if (tail !== undefined) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(tail)) return null
    prefix = Number(tail) - (isMapped ? 96 : 0)
  }
  if (prefix < SHORTEST_PREFIX[version] || prefix > whole) return null
  const free = BigInt(whole - prefix)
  const first = (value >> free) << free
  return { version, first, last: first + (1n << free) - 1n }
}

export function isInRange(address: IpAddress, range: IpRange): boolean {
  return address.version === range.version && address.value >= range.first && address.value <= range.last
}

/** The first institution whose ranges hold the address. */
export function findInstitution(institutions: readonly Institution[], address: string): Institution | null {
  if (institutions.length === 0) return null
  const parsed = parseIpAddress(address)
  return parsed === null
    ? null
    : (institutions.find(({ ranges }) => ranges.some((range) => isInRange(parsed, range))) ?? null)
}

/** The form in which codes are compared: no blanks, no hyphens, lower case. */
export function toPlainCode(code: string): string {
  return code.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase()
}

function parseFour(text: string): bigint | null {
  const groups = text.split('.')
  if (groups.length !== 4 || !groups.every((group) => /^(?:0|[1-9]\d{0,2})$/.test(group) && Number(group) < 256))
    return null
  return groups.reduce((value, group) => value * 256n + BigInt(group), 0n)
}

function parseSix(text: string): bigint | null {
  const sides = text.split('::')
  if (!text.includes(':') || sides.length > 2) return null
  const [left, right] = [toGroups(sides[0]!, sides.length === 1), toGroups(sides[1] ?? '', true)]
  if (left === null || right === null) return null
  const missing = 8 - left.length - right.length
  if (sides.length === 1 ? missing !== 0 : missing < 1) return null
  return [...left, ...Array<bigint>(missing).fill(0n), ...right].reduce((value, group) => (value << 16n) | group, 0n)
}

/** The last group may be an IPv4 address, but only where the whole address ends. */
function toGroups(side: string, isEnd: boolean): bigint[] | null {
  if (side === '') return []
  const groups: bigint[] = []
  const parts = side.split(':')
  for (const [index, part] of parts.entries()) {
    const four = isEnd && index === parts.length - 1 && part.includes('.') ? parseFour(part) : null
    if (four !== null) groups.push(four >> 16n, four & 0xffffn)
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(BigInt(`0x${part}`))
    else return null
  }
  return groups
}
