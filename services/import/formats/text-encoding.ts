/**
 * Decodes bytes to text. Senders often declare a wrong encoding, so valid UTF-8 is read as UTF-8 whatever is declared.
 * Other bytes are read as the HTTP header says (RFC 7303), then as the XML declaration says, then as Windows-1252.
 * UTF-8 with a few bad bytes stays UTF-8: they become U+FFFD, and emoji of an old MySQL (CESU-8) are repaired.
 */
import { isAscii, isUtf8 } from 'node:buffer'

export type Decoded = {
  text: string
  /** For the report, in English: the encoding used, if it is not the declared one; '' otherwise. */
  note: string
  /** Some bytes were invalid and became U+FFFD. */
  isBroken: boolean
}

/** Counts of valid multi-byte sequences and of invalid bytes, read as UTF-8. */
export type Utf8Count = { valid: number; invalid: number }

const DECLARATION = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]{2,40})["']/i
/** Ratio of valid to invalid sequences that no other encoding reaches by chance. */
const SURELY_UTF8 = 4
/** Ratio of invalid to valid ones: German in another encoding has hardly any valid sequence. */
const HARDLY_UTF8 = 10

/** `charset` of a Content-Type header; '' if it has none. */
export const charsetOf = (contentType: string | null | undefined): string =>
  /;\s*charset\s*=\s*["']?([\w.:-]{2,40})/i.exec(contentType ?? '')?.[1] ?? ''

/** The encoding in the XML declaration at the beginning of `bytes`; '' if there is none. */
export const findDeclared = (bytes: Uint8Array): string =>
  DECLARATION.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 400)))?.[1] ?? ''

/**
 * Null: no text. `named`: encodings of the header and the declaration, in this order; default: the bytes' own
 * declaration. `around`: counts of the whole file, if `bytes` are too short a part to decide.
 */
export function decodeText(
  bytes: Uint8Array,
  named: readonly string[] = [findDeclared(bytes)],
  around?: Utf8Count,
): Decoded | null {
  const wide = findUtf16(bytes)
  if (wide !== null) return { text: new TextDecoder(wide).decode(bytes), note: '', isBroken: false }
  if (bytes.includes(0)) return null
  if (isUtf8(bytes)) return decodeUtf8(bytes, named)
  const mended = mendSurrogates(bytes)
  if (isUtf8(mended)) return decodeUtf8(mended, [])
  const own = countUtf8(mended)
  // One post in another encoding inside a file of UTF-8.
  const { valid, invalid } = own.valid === 0 && own.invalid > SURELY_UTF8 ? own : (around ?? own)
  if (valid > 0 && valid >= invalid * SURELY_UTF8) return decodeLossy(mended)
  for (const label of named) {
    const decoded = decodeLegacy(bytes, label)
    if (decoded !== null) return { text: decoded, note: '', isBroken: false }
  }
  if (valid * HARDLY_UTF8 >= invalid) return decodeLossy(mended)
  const declared = named.find((label) => label !== '')
  const text = new TextDecoder('windows-1252').decode(bytes).replace(/^ï»¿/, '')
  return { text, note: `read as Windows-1252: it is not ${declared ?? 'UTF-8'}`, isBroken: false }
}

/** By the byte order mark, or by a zero byte beside the first character. */
function findUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (second === 0 && first !== undefined && first !== 0) return 'utf-16le'
  return first === 0 && second !== undefined && second !== 0 ? 'utf-16be' : null
}

function decodeUtf8(bytes: Uint8Array, named: readonly string[]): Decoded {
  // Seven-bit encodings are valid UTF-8 with another meaning.
  const escaped = named.find((label) => /^(?:iso-2022-jp|csiso2022jp)$/i.test(label))
  const text = escaped === undefined ? null : decodeLegacy(bytes, escaped)
  if (text !== null) return { text, note: '', isBroken: false }
  const declared = named.find((label) => label !== '')
  const isOther = declared !== undefined && !isAscii(bytes) && toEncoding(declared) !== 'utf-8'
  return {
    text: new TextDecoder().decode(bytes),
    note: isOther ? `read as UTF-8, although it says ${declared}` : '',
    isBroken: false,
  }
}

const decodeLossy = (bytes: Uint8Array): Decoded => ({
  text: new TextDecoder().decode(bytes),
  note: 'some bytes are not UTF-8 and stand as "\ufffd"',
  isBroken: true,
})

function toEncoding(label: string): string | null {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/** Null: the encoding is unknown or not an eight-bit one, or the bytes do not fit it. */
function decodeLegacy(bytes: Uint8Array, label: string): string | null {
  const encoding = label === '' ? null : toEncoding(label)
  if (encoding === null || /^utf-/.test(encoding)) return null
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

export function countUtf8(bytes: Uint8Array): Utf8Count {
  const count = { valid: 0, invalid: 0 }
  for (let at = 0; at < bytes.length;) {
    const length = measureSequence(bytes, at)
    if (length > 1) count.valid += 1
    else if (length === 0) count.invalid += 1
    at += Math.max(1, length)
  }
  return count
}

/** Bytes of the character that begins at `at`; 0: none does. */
function measureSequence(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!
  if (lead < 0x80) return 1
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[at + index] ?? 0
    if (byte < (index === 1 ? least : 0x80) || byte > (index === 1 ? most : 0xbf)) return 0
  }
  return length
}

/** CESU-8: a character beyond U+FFFF written as two surrogates of three bytes each. */
function mendSurrogates(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let from = 0
  for (let at = bytes.indexOf(0xed); at !== -1; at = bytes.indexOf(0xed, at + 1)) {
    const high = toSurrogate(bytes, at)
    const low = toSurrogate(bytes, at + 3)
    if (high < 0xd800 || high > 0xdbff || low < 0xdc00) continue
    const character = String.fromCharCode(high, low)
    parts.push(bytes.subarray(from, at), new TextEncoder().encode(character))
    from = at + 6
    at += 5
  }
  return from === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(from)])
}

function toSurrogate(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  if (first !== 0xed || second < 0xa0 || second > 0xbf || third < 0x80 || third > 0xbf) return 0
  return 0xd000 | ((second & 0x3f) << 6) | (third & 0x3f)
}
