/** `backup.json`: facts about a backup that are needed before its first row. */
import { z } from 'zod'
import { UnusableBackup } from './archive.ts'
import { Catalogue } from './catalogue.ts'

export const FORMAT = 1

export const Header = z.object({
  format: z.literal(FORMAT),
  /** Of the product that wrote it. */
  version: z.string().max(100),
  writtenAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'postgres']),
  /** Names of the variables with secrets that were set; a backup does not hold their values. */
  secrets: z.array(z.string().max(100)).max(100),
  /** Whether PUBLICATIONS_DIR is in it. */
  hasPublications: z.boolean(),
  catalogue: Catalogue,
})
export type Header = z.infer<typeof Header>

export function parseHeader(text: string): Header {
  const found = z.object({ format: z.number(), version: z.string() }).safeParse(toJson(text))
  if (found.success && found.data.format > FORMAT)
    throw new UnusableBackup(
      `Version ${found.data.version} wrote it in format ${found.data.format}, and this version reads up to ${FORMAT}. Use that version or a later one`,
    )
  const header = Header.safeParse(toJson(text))
  if (header.success) return header.data
  const { path, message } = header.error.issues[0]!
  throw new UnusableBackup(`backup.json is none of a backup: ${path.join('.')}: ${message}`)
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
