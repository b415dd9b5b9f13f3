/**
 * Structured log: one JSON line for each event. It never contains a token, a person's address, a body or the values of
 * a query: fields that might are redacted by key and by pattern.
 */
type LogLevel = 'info' | 'warn' | 'error'
export type Log = (level: LogLevel, event: string, fields?: Readonly<Record<string, unknown>>) => void

const SECRET_KEY = /token|secret|password|authorization|cookie|key$|email|iban|code$/i
const PATTERNS: readonly [RegExp, string][] = [
  [/\/\/[^/\s:@]{1,100}:[^/\s@]{1,200}@/g, '//…@'],
  [/\beyJ[\w-]{5,}(?:\.[\w-]*){0,2}/g, '[token]'],
  [/[\w.+-]{1,64}@[\w.-]*/g, '[address]'],
  [/([?&][\w-]+)=[^&\s]*/g, '$1=…'],
  // Codes in links are as good as a password until they are used.
  [
    /(\/(?:change-password|password-code|email-confirmation|link-confirmation|erasure-undo|link|vorschau|widerspruch\/[\w-]+)\/)[^/?#\s"]+/g,
    '$1[code]',
  ],
]
/** Cut before patterns are applied, because their cost grows with the text, and a text may come from outside. */
const MAX_TEXT = 4000

export function createLog(write: (line: string) => void, now: () => Date): Log {
  return (level, event, fields = {}) => {
    write(`${JSON.stringify({ time: now().toISOString(), level, event, ...redact(fields) })}\n`)
  }
}

function redact(value: unknown, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([key, field]) => [
      key,
      SECRET_KEY.test(key) && key !== 'code' ? '[removed]' : redactValue(field, depth),
    ]),
  )
}

function redactValue(value: unknown, depth: number): unknown {
  if (value instanceof Error)
    return { name: value.name, message: redactText(value.message), stack: redactText(value.stack ?? '').slice(0, 2000) }
  if (typeof value === 'string') return redactText(value)
  if (Array.isArray(value)) return depth > 3 ? '[…]' : value.slice(0, 20).map((item) => redactValue(item, depth + 1))
  if (typeof value === 'object' && value !== null) return depth > 3 ? '[…]' : redact(value, depth + 1)
  return value
}

function redactText(text: string): string {
  return PATTERNS.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    text.slice(0, MAX_TEXT),
  )
}
