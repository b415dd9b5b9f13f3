/**
 * Recordings that editors upload. The format is decided by the bytes, never by name or declared type, and the name of the
 * stored file is the digest of its bytes. Readers get it from `/_media/`, with byte ranges.
 */
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { recogniseMedia } from '../../pictures/media-kinds.ts'
import { MAX_ORIGINAL_BYTES, toImportPath } from '../../pictures/originals.ts'
import type { PictureFiles } from '../../pictures/picture-files.ts'
import { busy, createReceiving, readFile } from './upload-picture.ts'

/** `src`: the address for readers. */
type SoundUpload = { src: string; bytes: number; fileName: string }
export type TakeSound = (request: Request) => Promise<SoundUpload | Refusal>

/** `store`: the picture store of the portal, which keeps recordings, too. */
export function createSoundUploads(store: Pick<PictureFiles, 'put'>, receiving = createReceiving()): TakeSound {
  return async (request) => {
    const taken = await receiving(async () => {
      const file = await readFile(request, MAX_ORIGINAL_BYTES, noSound)
      if (isRefusal(file)) return file
      const { bytes, fileName } = file
      const extension = recogniseMedia(bytes)
      if (extension === null || extension === 'vtt') return noSound()
      const path = toImportPath(bytes, extension)
      await store.put(path, bytes)
      return { src: `/_media/${path}`, bytes: bytes.length, fileName }
    })
    return taken ?? busy()
  }
}

const noSound = () => problem(415, 'NO_SOUND', 'Not an MP3, M4A or Ogg file')
