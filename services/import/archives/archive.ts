/**
 * Exports of whole sites, recognised by the beginning of a file and not by its name. They may be far larger than a
 * document and are read in parts.
 */
import { open } from 'node:fs/promises'
import type { ParseResult } from '../formats/parse.ts'
import type { ParseContext } from '../parsed-document.ts'
import { isGhostExport, isWordpressExport } from '../formats/archive-kinds.ts'
import { readGhost } from './ghost.ts'
import { readWordpress } from './wordpress.ts'

const HEAD = 64 * 1024

/** Finds the reader for an export; null: the file is no export of a known system. */
export async function findArchive(
  path: string,
  bytes: number,
): Promise<((context: ParseContext) => AsyncGenerator<ParseResult & { bytes: number }>) | null> {
  const head = await readHead(path)
  if (isWordpressExport(head)) return (context) => readWordpress(path, context)
  if (isGhostExport(head)) return (context) => readGhost(path, bytes, context)
  return null
}

async function readHead(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}
