/**
 * Which files of this site are only in paid texts (S7.7-03). A file is paid when a paid text shows it and nothing that
 * everybody may see does. What was paid stays paid when its text drops it or is withdrawn; what was free counts no more
 * from then on.
 */
import { toMediaName } from '@lokalteil/domain/reading/media'

export type MediaUses = { free: string[]; paid: string[] }

const NAMES: ReadonlySet<string> = new Set(['baseUrl', 'src'])

/** Every file of this site that the value names, each once: pictures, posters, recordings, films. */
export function listMedia(value: unknown): string[] {
  const found = new Set<string>()
  collect(value, found)
  return [...found]
}

/** `whole` is null where everybody may see all there is. */
export function toMediaUses(open: unknown, whole: unknown): MediaUses {
  const free = listMedia(open)
  const known = new Set(free)
  return { free, paid: whole === null ? [] : listMedia(whole).filter((name) => !known.has(name)) }
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object') collect(inner, found)
    else if (typeof inner === 'string' && NAMES.has(name)) {
      const media = toMediaName(inner)
      if (media !== null) found.add(media)
    }
  }
}
