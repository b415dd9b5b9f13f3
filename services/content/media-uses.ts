/**
 * Finds the files of this site that only paid texts show (S7.7-03). A file is paid if a paid text shows it and no free
 * content does. It stays paid when its text drops it or is withdrawn; free uses count no more once they end.
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

/** `whole` is null if everybody may see all of it. */
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
