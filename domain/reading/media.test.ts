import { expect, it } from 'vitest'
import { toMediaName, toRequestedMediaName } from './media.ts'

it.each([
  ['/demo/bruecke.jpg', 'demo/bruecke.jpg'],
  ['demo/bruecke.jpg', 'demo/bruecke.jpg'],
  ['/Demo//Bruecke.JPG?x=1#y', 'demo/bruecke.jpg'],
  ['/assets/demo/media/film.mp4', 'assets/demo/media/film.mp4'],
  ['https://bilder.example/a.jpg', null],
  ['//bilder.example/a.jpg', null],
  ['data:image/png;base64,AA', null],
  ['', null],
  ['/?x', null],
])('S7.7-03 an address %j in content has the media name %j', (address, name) => {
  expect(toMediaName(address)).toBe(name)
})

it.each([
  ['/_ipx/w_320,f_avif/demo/bruecke.jpg', 'demo/bruecke.jpg'],
  ['/_ipx/gift/demo/bruecke.jpg', 'demo/bruecke.jpg'],
  ['/_ipx/w_320/DEMO/bruecke.jpg', 'demo/bruecke.jpg'],
  ['/_ipx/w_320', null],
  ['/_ipx/', null],
  ['/assets/demo/media/film.mp4', 'assets/demo/media/film.mp4'],
])('S7.7-03 a request for %j has the media name %j', (path, name) => {
  expect(toRequestedMediaName(path)).toBe(name)
})
