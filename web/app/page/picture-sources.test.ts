import { expect, it } from 'vitest'
import { ownSources } from './picture-sources.ts'

const picture = {
  baseUrl: '/demo/a.jpg',
  cropVal: '16:9',
  altText: '',
  width: 4000,
  height: 3000,
  credit: '',
  caption: '',
  colour: null,
}
const widthsOf = (srcset: string) => [...srcset.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))

it('R9-66 R9-67 R9-68 R9-70 offers a picture at every image breakpoint, as AVIF and WebP, in its quality', () => {
  for (const quality of [70, 75] as const) {
    const sources = ownSources(picture, { ratio: '16:9', quality })!
    for (const format of ['avif', 'webp'] as const) {
      expect(widthsOf(sources[format])).toEqual([320, 640, 768, 1024, 1280, 1536])
      expect(sources[format]).toContain(`/_ipx/w_320,h_180,f_${format},q_${quality}/demo/a.jpg 320w`)
    }
  }
})

it('R9-70 offers no width larger than the picture', () => {
  expect(widthsOf(ownSources({ ...picture, width: 800 }, { ratio: 'original', quality: 70 })!.avif)).toEqual([
    320, 640, 768,
  ])
})
