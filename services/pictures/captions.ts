/**
 * Captions of films: WebVTT, or SubRip, which many editing programs write. Read cue by cue and re-encoded: times, lines
 * and speakers are kept; styles, regions and notes are not.
 */

export const MAX_CAPTIONS_BYTES = 512 * 1024
const MOST_CUES = 10_000
const LONGEST_CUE = 500
const TIME = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{3})$/

export type CleanCaptions = { text: string } | { reason: string }

export function cleanCaptions(bytes: Uint8Array): CleanCaptions {
  if (bytes.length > MAX_CAPTIONS_BYTES) return { reason: `captions larger than ${MAX_CAPTIONS_BYTES / 1024} kB` }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { reason: 'captions that are not UTF-8' }
  }
  const cues = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => toCue(block) ?? [])
  if (cues.length === 0) return { reason: 'no captions: neither WebVTT nor SubRip' }
  if (cues.length > MOST_CUES) return { reason: `more than ${MOST_CUES} captions` }
  return { text: ['WEBVTT', ...cues].join('\n\n') + '\n' }
}

/** Null if it could have been written here; else the fault. */
export function findCaptionsFault(bytes: Uint8Array): string | null {
  const clean = cleanCaptions(bytes)
  if ('reason' in clean) return clean.reason[0]!.toUpperCase() + clean.reason.slice(1)
  return /^(?:STYLE|REGION)\b/m.test(Buffer.from(bytes).toString('utf8'))
    ? 'Captions without styles and regions only'
    : null
}

function toCue(block: string): string | null {
  const lines = block.split('\n')
  const at = lines.findIndex((line) => line.includes('-->'))
  if (at === -1 || at > 1) return null
  const [from, to] = lines[at]!.split('-->').map((part) => toSeconds(part.trim().split(/\s+/, 1)[0] ?? ''))
  if (typeof from !== 'number' || typeof to !== 'number' || to <= from) return null
  const words = lines
    .slice(at + 1)
    .map((line) => toWords(line))
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, LONGEST_CUE)
  return words === '' ? null : `${toTime(from)} --> ${toTime(to)}\n${words}`
}

/** Markup is removed except the speaker; an arrow would begin another cue. */
function toWords(line: string): string {
  return line
    .replace(/<v(?:\.[\w.-]+)?\s+([^>]{1,80})>/gi, '$1: ')
    .replace(/<[^>]*>|\{\\[^}]*\}/g, '')
    .replace(/-->/g, '→')
    .replace(/[<>]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

function toSeconds(text: string): number | null {
  const [, hours = '0', minutes, seconds, fraction] = TIME.exec(text) ?? []
  if (minutes === undefined) return null
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(fraction) / 1000
}

function toTime(seconds: number): string {
  const whole = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}.${String(whole % 1000).padStart(3, '0')}`
}
