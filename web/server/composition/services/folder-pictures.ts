/** Copies the pictures of a publication's folder into the picture store, from which readers get them like any other. */
import type { Picture } from '@lokalteil/contracts/content'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { FolderPicture } from '@lokalteil/contracts/publication/values'
import { toImageStorePath } from '@lokalteil/domain/display/breakpoints'
import type { PictureFiles } from '@lokalteil/services/pictures/picture-files'
import { measurePicture, takePicture } from '@lokalteil/services/pictures/take-picture'
import {
  fileOf,
  listPictures,
  toPicture,
  type StoredPictures,
} from '@lokalteil/services/publications/publication-order'

type Stored = NonNullable<ReturnType<StoredPictures['get']>>

export type FolderPicturesOptions = {
  pictures: Pick<PictureFiles, 'locate' | 'put'>
  /** A file of a folder by its digest. */
  getFile: (digest: string) => Promise<Uint8Array | null>
  /** Called for a picture that cannot be used; `file`: its name in the folder. */
  onLeftOut: (file: string, reason: string) => void
}

/**
 * Stores pictures that a service reads of the folder; answers where a reader gets each of them, null for one that is left out.
 * `ratio`: its crop.
 */
export type StorePictures = (
  named: readonly FolderPicture[],
  ratio: string,
) => Promise<(picture: FolderPicture | undefined) => Picture | null>

export function toStorePictures(folder: PublicationFolder, options: FolderPicturesOptions): StorePictures {
  return async (named, ratio) => {
    const once = new Map(named.map((picture) => [fileOf(picture), picture]))
    const stored = await storeFolderPictures(folder, options, [...once.values()])
    return (picture) => toPicture(picture, ratio, stored)
  }
}

/** A picture that cannot be loaded is left out; the rest of the folder is stored. */
export async function storeFolderPictures(
  folder: PublicationFolder,
  { pictures, getFile, onLeftOut }: FolderPicturesOptions,
  named: readonly FolderPicture[] = listPictures(folder),
): Promise<StoredPictures> {
  const found = new Map<string, Stored>()
  for (const picture of named) {
    const file = fileOf(picture)
    const stored = await (
      file.startsWith('store:') ? findStored(file.slice('store:'.length), picture) : take(file)
    ).catch(
      (error: unknown) => `the picture store does not take it: ${error instanceof Error ? error.message : 'unknown'}`,
    )
    if (typeof stored === 'string') onLeftOut(file, stored)
    else found.set(file, stored)
  }
  return found

  async function findStored(name: string, picture: FolderPicture): Promise<Stored | string> {
    const path = toImageStorePath(name.replace(/^\//, ''))
    const located = path === null ? null : await pictures.locate(path)
    if (located === null) return 'there is no such picture in the picture store'
    if (typeof picture === 'object') {
      const { width, height, colour } = picture
      if (width !== undefined && height !== undefined && colour !== undefined)
        return { baseUrl: `/${path}`, width, height, colour }
    }
    const measures = await measurePicture('file' in located ? located.file : await located.read())
    return measures === null ? 'not a picture that can be read' : { baseUrl: `/${path}`, ...measures }
  }

  async function take(file: string): Promise<Stored | string> {
    const bytes = await getFile(folder.files[file] ?? '')
    if (bytes === null) return 'there is no such file in the folder'
    const taken = await takePicture(bytes)
    if ('reason' in taken) return taken.reason
    await pictures.put(taken.path, taken.bytes)
    const { path, width, height, colour, focus } = taken
    return { baseUrl: `/${path}`, width, height, colour, ...(focus && { focus }) }
  }
}
