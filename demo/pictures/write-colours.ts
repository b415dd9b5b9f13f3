/** Run by hand after a picture changed (`node demo/pictures/write-colours.ts`): draws all and writes `colours.ts`. */
import { readFile, writeFile } from 'node:fs/promises'
import { VIDEOS, videoFile } from '../media/videos.ts'
import { averageColour, PICTURES, PORTRAITS, renderPicture, renderPortraitOf } from './catalogue.ts'

const colours: [string, string][] = []
for (const { key } of PICTURES) colours.push([key, await averageColour((await renderPicture(key)).data)])
for (const { key } of PORTRAITS)
  colours.push([`portrait-${key}`, await averageColour((await renderPortraitOf(key)).data)])
for (const video of VIDEOS)
  colours.push([video.key, await averageColour(await readFile(new URL(video.poster, videoFile(video))))])

const lines = colours.map(([key, colour]) => `  '${key}': '${colour}',`)
await writeFile(
  new URL('./colours.ts', import.meta.url),
  `/** The average colour of every picture, shown until it has loaded. Written by \`write-colours.ts\`. */\nexport const COLOURS: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n}\n`,
)
