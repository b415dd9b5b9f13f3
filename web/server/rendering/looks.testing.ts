/** Looks of the demo's folders. */
import { join } from 'node:path'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { createLooks, type LiveLooks } from './looks.ts'

export async function openDemoLooks(root: string): Promise<LiveLooks> {
  const looks = createLooks()
  for (const code of PUBLICATION_CODES) {
    const { folder, files, findings } = await readFolder(join(root, 'demo/publications', code))
    if (folder === null) throw new Error(`The folder of ${code} is wrong: ${findings[0]?.message}`)
    await looks.set(folder, files)
  }
  return looks
}
