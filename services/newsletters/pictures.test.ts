import type { Picture } from '@lokalteil/contracts/content'
import { expect, it } from 'vitest'
import { toIssuePicture } from './pictures.ts'

const PICTURE: Picture = {
  baseUrl: '/import/kran.jpg',
  cropVal: '16:9',
  altText: 'Der Kran\nam Kai',
  width: 1600,
  height: 900,
  credit: 'Emre Kaya',
  caption: '',
  colour: null,
}
const sources = { avif: '', webp: '', fallback: '/a', share: '/b' }

it.each<[string, Picture | null, boolean, string | null]>([
  ['the lead', PICTURE, true, '/_ipx/w_1024,h_576,f_jpeg,q_70/import/kran.jpg'],
  ['another one', PICTURE, false, '/_ipx/w_240,h_180,f_jpeg,q_70/import/kran.jpg'],
  [
    'one with a focal point',
    { ...PICTURE, focus: { x: 10, y: 80 } },
    false,
    '/_ipx/w_240,h_180,f_jpeg,q_70,fp_0x75/import/kran.jpg',
  ],
  ['no picture', null, true, null],
  ['one of another host', { ...PICTURE, baseUrl: 'https://bilder.example/kran.jpg' }, true, null],
  ['one of another host without a scheme', { ...PICTURE, baseUrl: '//bilder.example/kran.jpg' }, true, null],
  ['one whose address is signed', { ...PICTURE, sources }, true, null],
])('the picture of %s in an issue', (_name, picture, isLead, path) => {
  const found = toIssuePicture(picture, isLead)
  expect(found?.path ?? null).toBe(path)
  if (found !== null) expect([found.alt, found.credit]).toEqual(['Der Kran am Kai', 'Emre Kaya'])
})
