/** The app on a person's telephone: one-time codes of RFC 6238 (SHA-1, six digits, 30 seconds), independent of the product's code. */
import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PERIOD_MS = 30_000

/** `later`: so many periods from now. The office takes the codes of one period before and after, and each code once. */
export function toOneTimeCode(secret: string, later = 0): string {
  const bits = secret.replaceAll(/./g, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'))
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / PERIOD_MS) + later))
  const digest = createHmac('sha1', key).update(step).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}
