/**
 * Brings pictures into the store (`import/…`, see `services/pictures`): https only, public addresses only (see
 * `guarded-request`), at most 20 MB and 25 megapixels, decoded and re-encoded as JPEG. Files beside a document are
 * taken, too, never from above its folder. A picture that cannot be had is left out with a note; the article is still
 * imported. Chapters of sound at an address of their own are fetched the same way.
 */
import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { MAX_PICTURE_BYTES, takePicture } from '../../pictures/take-picture.ts'
import { readChaptersFile } from '../formats/chapters.ts'
import { requestGuarded } from '../../platform/guarded-request.ts'
import { formatsOf } from './deliver-room.ts'
import { describeFault } from './set-aside.ts'
import { toStoredCaptions, toStoredSound, type StoredMedia } from './stored-media.ts'
import type {
  Captions,
  ContentItem,
  FoundPicture,
  IncomingAudio,
  ParsedDocument,
  RoomDocument,
} from '../parsed-document.ts'

const TIMEOUT = 15_000

export type Fetched = { kind: 'bytes'; bytes: Buffer } | { kind: 'failed'; reason: string }

export async function fetchBytes(
  address: string,
  internalHosts: ReadonlySet<string> = new Set(),
  signal?: AbortSignal,
): Promise<Fetched> {
  const answer = await requestGuarded(address, {
    accept: 'image/*, audio/*, text/vtt, application/json+chapters',
    maxBytes: MAX_PICTURE_BYTES,
    timeout: TIMEOUT,
    reach: 'https of one host',
    internalHosts,
    signal,
  })
  if (answer.kind === 'failed') return answer
  return answer.status === 200
    ? { kind: 'bytes', bytes: answer.bytes }
    : { kind: 'failed', reason: `the host answered ${answer.status}` }
}

/** A gap in an imported document. `address`: of the picture or the chapters. */
export type PictureNote = { sourceId: string; address: string; reason: string }

export type PictureStore = {
  /** Returns the document with its pictures in the store, and the ones left out. `folder`: folder of the document. */
  settle(document: ParsedDocument, folder: string | null): Promise<{ document: ParsedDocument; notes: PictureNote[] }>
  /** Settles the pictures of a room's document in the same way. */
  settleRoom(document: RoomDocument, folder: string | null): Promise<{ document: RoomDocument; notes: PictureNote[] }>
}

export type PictureStoreOptions = {
  /** Without `keep`, pictures go to the folder `pictures` in it. */
  dataDir: string
  /** Stores a picture; rejects with a reason. */
  keep?: (path: string, bytes: Uint8Array) => Promise<void>
  /** False: pictures at other hosts are left out without a note; files beside the document are still taken. */
  isFetching: boolean
  /** True: they are named in notes all the same, because the sender could not choose. */
  isNamingLeft?: boolean
  fetchBytes?: (address: string) => Promise<Fetched>
}

const toLeft = (sourceId: string, address: string, reason: string): PictureNote => ({
  sourceId,
  address: address.replace(/\?.*$/, ''),
  reason,
})

/** Long, because results by address are cached for the whole run. */
export function createPictureStore(options: PictureStoreOptions): PictureStore {
  const get = options.fetchBytes ?? fetchBytes
  const keep =
    options.keep ?? ((path: string, bytes: Uint8Array) => writeOnce(join(options.dataDir, 'pictures', path), bytes))
  /** Memoised: one fetch per address and run, because several texts often share a picture. */
  const known = new Map<string, Promise<{ stored: FoundPicture } | { reason: string }>>()

  const bring = async (
    address: string,
    folder: string | null,
  ): Promise<{ stored: FoundPicture } | { reason: string }> => {
    const isRemote = /^https:\/\//i.test(address)
    const fetched = isRemote
      ? await get(address)
      : folder === null
        ? ({ kind: 'failed', reason: 'not an https address' } as const)
        : await readBeside(address, folder)
    return fetched.kind === 'failed' ? { reason: fetched.reason } : storePicture(fetched.bytes, keep)
  }

  const take = async (
    picture: FoundPicture,
    folder: string | null,
    notes: PictureNote[],
    sourceId: string,
  ): Promise<FoundPicture | null> => {
    if (picture.baseUrl === '') return null
    // The document was kept after its pictures had been stored; a source cannot name such a path.
    if (picture.baseUrl.startsWith('/')) return picture
    const isRemote = /^https:\/\//i.test(picture.baseUrl)
    if (isRemote && !options.isFetching) {
      if (options.isNamingLeft) notes.push(toLeft(sourceId, picture.baseUrl, 'pictures at other hosts are not fetched'))
      return null
    }
    const key = isRemote ? picture.baseUrl : `${folder ?? ''}\u0000${picture.baseUrl}`
    const pending = known.get(key) ?? bring(picture.baseUrl, folder)
    if (known.size > 5000) known.clear()
    known.set(key, pending)
    const result = await pending
    if ('reason' in result) {
      // Not cached: the host may answer the next delivery.
      known.delete(key)
      notes.push(toLeft(sourceId, picture.baseUrl, result.reason))
      return null
    }
    return {
      ...picture,
      baseUrl: result.stored.baseUrl,
      width: result.stored.width,
      height: result.stored.height,
      colour: result.stored.colour,
      ...toFocus(picture.focus ?? result.stored.focus),
    }
  }

  /** The sound with its chapters, or unchanged. */
  const bringChapters = async (
    sound: Extract<ContentItem, { type: 'audio' }>,
    chaptersAddress: string | undefined,
    sourceId: string,
    notes: PictureNote[],
  ): Promise<ContentItem> => {
    if (chaptersAddress === undefined || !options.isFetching) return sound
    const fetched = await get(chaptersAddress)
    const chapters = fetched.kind === 'bytes' ? readChaptersFile(fetched.bytes) : null
    if (chapters !== null) return chapters.length === 0 ? sound : { ...sound, chapters }
    const reason = fetched.kind === 'failed' ? fetched.reason : 'not a file of chapters'
    notes.push({ sourceId, address: chaptersAddress.replace(/\?.*$/, ''), reason })
    return sound
  }

  /** Stores a file of the document under a name made of its bytes; null: left out, with a note. */
  const bringFile = async (
    address: string,
    folder: string | null,
    sourceId: string,
    notes: PictureNote[],
    toStored: (bytes: Buffer) => StoredMedia | { reason: string },
  ): Promise<string | null> => {
    if (address.startsWith('/')) return address
    const isRemote = /^https:\/\//i.test(address)
    const fetched = isRemote
      ? await get(address)
      : folder === null
        ? ({ kind: 'failed', reason: 'not an https address' } as const)
        : await readBeside(address, folder)
    const file = fetched.kind === 'failed' ? { reason: fetched.reason } : toStored(fetched.bytes)
    if (!('reason' in file)) {
      try {
        await keep(file.path, file.bytes)
        return `/_media/${file.path}`
      } catch (error) {
        notes.push({ sourceId, address, reason: `it could not be stored (${describeFault(error)})` })
        return null
      }
    }
    notes.push({ sourceId, address: address.replace(/\?.*$/, ''), reason: file.reason })
    return null
  }

  /** If sound of other hosts is not fetched, its address stays and readers get a link. */
  const bringReading = async (
    audio: IncomingAudio,
    folder: string | null,
    sourceId: string,
    notes: PictureNote[],
  ): Promise<IncomingAudio | null> => {
    if (/^https:\/\//i.test(audio.src) && !options.isFetching) return audio
    const src = await bringFile(audio.src, folder, sourceId, notes, toStoredSound)
    return src === null ? null : { ...audio, src }
  }

  const bringCaptions = async (
    captions: readonly Captions[],
    folder: string | null,
    sourceId: string,
    notes: PictureNote[],
  ): Promise<Captions[]> => {
    const kept: Captions[] = []
    for (const one of captions) {
      if (/^https:\/\//i.test(one.src) && !options.isFetching) continue
      const src = await bringFile(one.src, folder, sourceId, notes, toStoredCaptions)
      if (src !== null) kept.push({ ...one, src })
    }
    return kept
  }

  return {
    async settleRoom(document, folder) {
      const notes: PictureNote[] = []
      const delivery = await formatsOf(document).settlePictures(document.delivery, async (picture) =>
        picture === null ? null : take(picture, folder, notes, document.sourceId),
      )
      return { document: { ...document, delivery }, notes }
    },
    async settle({ chaptersAddress, notes: _notes, ...document }, folder) {
      const notes: PictureNote[] = []
      const own = document.picture === null ? null : await take(document.picture, folder, notes, document.sourceId)
      // If the picture is the content, its caption and credit are worth publishing without it.
      const picture =
        own ??
        (document.picture !== null && document.kind === 'picture'
          ? { ...document.picture, baseUrl: '', width: 0, height: 0 }
          : null)
      const contentItems: ParsedDocument['contentItems'] = []
      for (const item of document.contentItems) {
        if (item.type === 'image') {
          const stored = await take(item.picture, folder, notes, document.sourceId)
          if (stored) contentItems.push({ ...item, picture: stored })
        } else if (item.type === 'gallery') {
          const pictures: FoundPicture[] = []
          for (const one of item.pictures) {
            const stored = await take(one, folder, notes, document.sourceId)
            if (stored) pictures.push(stored)
          }
          if (pictures.length > 0) contentItems.push({ ...item, pictures })
        } else if (item.type === 'video') {
          const { captions = [], ...film } = item
          const kept = await bringCaptions(captions, folder, document.sourceId, notes)
          contentItems.push({
            ...film,
            poster: item.poster === null ? null : await take(item.poster, folder, notes, document.sourceId),
            ...(kept.length === 0 ? {} : { captions: kept }),
          })
        } else if (item.type === 'liveEntry' && item.picture) {
          const { picture: asked, ...entry } = item
          const stored = await take(asked, folder, notes, document.sourceId)
          contentItems.push(stored ? { ...entry, picture: stored } : entry)
        } else if (item.type === 'audio')
          contentItems.push(await bringChapters(item, chaptersAddress, document.sourceId, notes))
        else contentItems.push(item)
      }
      const portraits: NonNullable<ParsedDocument['portraits']> = []
      for (const portrait of document.portraits ?? []) {
        const stored = await take(portrait.picture, folder, notes, document.sourceId)
        if (stored) portraits.push({ ...portrait, picture: stored })
      }
      const { portraits: _found, audio: asked, ...rest } = document
      const audio = asked && (await bringReading(asked, folder, document.sourceId, notes))
      return {
        document: {
          ...rest,
          picture,
          contentItems,
          ...(audio ? { audio } : {}),
          ...(portraits.length === 0 ? {} : { portraits }),
        },
        notes,
      }
    },
  }
}

/** The document's own value wins over that of the picture file. */
const toFocus = (focus: FoundPicture['focus']) => (focus === undefined ? {} : { focus })

async function writeOnce(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  // Written to a temporary name and renamed: half a file under its final name would never be repaired.
  const part = `${file}.${process.pid}.part`
  try {
    await writeFile(part, bytes)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

async function readBeside(name: string, folder: string): Promise<Fetched> {
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, decodeURIComponent(name.replace(/[?#].*$/, ''))))
    if (!file.startsWith(root + sep)) return { kind: 'failed', reason: 'outside the folder of the document' }
    const { size } = await stat(file)
    if (size > MAX_PICTURE_BYTES) return { kind: 'failed', reason: 'larger than 20 MB' }
    return { kind: 'bytes', bytes: await readFile(file) }
  } catch (error) {
    return {
      kind: 'failed',
      reason:
        (error as { code?: string }).code === 'ENOENT'
          ? 'there is no such file beside the document'
          : 'the file cannot be read',
    }
  }
}

async function storePicture(
  bytes: Buffer,
  keep: NonNullable<PictureStoreOptions['keep']>,
): Promise<{ stored: FoundPicture } | { reason: string }> {
  const taken = await takePicture(bytes)
  if ('reason' in taken) return taken
  const { path, width, height, colour, focus } = taken
  try {
    await keep(path, taken.bytes)
  } catch (error) {
    return { reason: `it could not be stored (${describeFault(error)})` }
  }
  return {
    stored: {
      baseUrl: `/${path}`,
      cropVal: '16:9',
      altText: '',
      width,
      height,
      credit: '',
      caption: '',
      colour,
      ...toFocus(focus),
    },
  }
}
