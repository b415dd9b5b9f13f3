/** The child process that draws demo pictures: a job in, a file in place and an answer out, one at a time. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { videoFile, VIDEOS } from '@lokalteil/demo/media/videos'
import { renderPicture, renderPortraitOf, PORTRAITS } from '@lokalteil/demo/pictures/catalogue'
import { toPortraitPath, toPosterPath } from './seed-picture-list.ts'
import type { PictureAnswer, PictureJob } from './seed-pictures.ts'

process.on('message', ({ name, file }: PictureJob) => {
  put(name, file).then(
    () => answer({ name }),
    (error: unknown) => answer({ name, error: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))

function answer(message: PictureAnswer): void {
  if (process.connected) process.send?.(message)
}

async function put(name: string, file: string): Promise<void> {
  const data = await render(name)
  const temporary = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(temporary, data, { flush: true })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function render(name: string): Promise<Buffer> {
  const portrait = PORTRAITS.find(({ key }) => toPortraitPath(key) === name)
  if (portrait !== undefined) return (await renderPortraitOf(portrait.key)).data
  const video = VIDEOS.find(({ key }) => toPosterPath(key) === name)
  if (video !== undefined) return readFile(new URL(video.poster, videoFile(video)))
  return (await renderPicture(name.replace(/^demo\//, '').replace(/\.jpg$/, ''))).data
}
