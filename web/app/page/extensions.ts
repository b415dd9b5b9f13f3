/**
 * Extensions of publications and of own rooms (docs/own-room.md): found by the build, each in a chunk of its own that only pages with
 * it load. A block that fails is left out and reported; the page appears without it.
 */
import { extensions, type ExtensionModule } from 'virtual:extensions'
import type { Block, ExtensionBlock } from '@lokalteil/contracts/content'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { LoadContext } from './page.ts'

export type { ExtensionBlock }

const loaded = new Map<string, ExtensionModule>()

/** `musterbote/pegelstand`; names such as `@sport` are the product's own. The block of an own room has the room's name. */
export function toExtensionKey({ code, ownRooms }: Pick<Publication, 'code' | 'ownRooms'>, name: string): string {
  if (isOwnBlock(name)) return name
  return ownRooms?.includes(name) === true ? `rooms/${name}/block` : `${code}/${name}`
}

/** Rendered by the server only on a first view, without any script. */
export function isOwnBlock(name: string): boolean {
  return name.startsWith('@')
}

/** Null: there is no extension of this name. */
export async function loadExtension(key: string): Promise<ExtensionModule | null> {
  const known = loaded.get(key)
  if (known !== undefined) return known
  const source = Object.hasOwn(extensions, key) ? extensions[key] : undefined
  if (source === undefined) return null
  const extension = await source()
  loaded.set(key, extension)
  return extension
}

/** Null: not loaded yet. */
export function peekExtension(key: string): ExtensionModule | null {
  return loaded.get(key) ?? null
}

/** Loads the data for blocks of extensions; other blocks are returned unchanged. */
export async function loadExtensionBlocks(blocks: readonly Block[], context: LoadContext): Promise<Block[]> {
  if (!blocks.some(({ kind }) => kind === 'extension')) return [...blocks]
  const found = await Promise.all(
    blocks.map(async (block) => (block.kind === 'extension' ? loadBlock(block, context) : block)),
  )
  return found.filter((block) => block !== null)
}

async function loadBlock(block: ExtensionBlock, context: LoadContext): Promise<ExtensionBlock | null> {
  const { content, publication, now, rooms } = context
  const key = toExtensionKey(publication, block.name)
  try {
    const extension = (await loadExtension(key))?.default
    if (extension === undefined) throw new Error('There is no such extension in this build')
    if (extension.name !== block.name) throw new Error(`Its file has another name than it: "${extension.name}"`)
    const parsed = await extension.options['~standard'].validate(block.options)
    if (parsed.issues !== undefined) throw new Error(`Its options: ${parsed.issues[0]?.message ?? 'wrong'}`)
    const data = await inTime(extension.load?.({ options: parsed.value, content, publication, now, rooms }))
    // Nothing to show.
    if (data === null && isOwnBlock(block.name)) return null
    return { ...block, options: parsed.value as ExtensionBlock['options'], ...(data === undefined ? {} : { data }) }
  } catch (error) {
    context.onExtensionError?.(key, error)
    return null
  }
}

/** Milliseconds; the whole page has to be there within two seconds. */
const LOAD_MS = 800

function inTime<T>(work: Promise<T> | T): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It did not load in time')), LOAD_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
