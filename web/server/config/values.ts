/** Types of values shared by several areas of the configuration. */
import { z } from 'zod'

export const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'false', 'true', ''])
    .default(fallback ? '1' : '0')
    .transform((value) => value === '1' || value === 'true')

export const count = (fallback: number, least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).default(fallback)

/** A key shared with a service. */
export const serviceKey = z.string().min(16)
/** Signs or encrypts; the same in every process. */
export const secret = z.string().min(32)

export const httpAddress = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))
export const origin = httpAddress.refine((value) => new URL(value).pathname === '/', 'must be an origin without a path')

/** `{mandator}` stands for the code of the publication. */
export const addressPerPublication = z
  .string()
  .refine(
    (value) => httpAddress.safeParse(toExample(value)).success,
    'must be an http(s) address; {mandator} may stand for the publication',
  )

/** JSON in a variable. */
export const json = (example: string) =>
  z.string().transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: `must be JSON like ${example}` })
      return z.NEVER
    }
  })

export const listByBlanks = z.string().transform((value) => value.split(/\s+/).filter((item) => item !== ''))

export const listByCommas = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

function toExample(address: string): string {
  return address.replaceAll('{mandator}', 'code')
}

/** https, or an address of this machine. */
export function isSafe(address: string): boolean {
  const example = toExample(address)
  return example.startsWith('https:') || !URL.canParse(example) || isThisMachine(example)
}

export function isThisMachine(address: string): boolean {
  const { hostname } = new URL(address)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

/** Whether an address to listen on is reachable only from this machine. */
export function isLocalHost(host: string): boolean {
  const address = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`
  return URL.canParse(address) && isThisMachine(address)
}
