import { expect, it } from 'vitest'
import {
  IMAGE_BREAKPOINTS,
  IMAGE_WIDTHS,
  imageAddress,
  parseImageModifiers,
  toAllowedWidth,
  toCropRatio,
  toAspectRatio,
  toImageStorePath,
} from './breakpoints.ts'

it('R9-69 R9-70 S7.7-02 produces few widths, including every breakpoint in both densities', () => {
  expect(IMAGE_WIDTHS.length).toBeLessThan(20)
  expect(IMAGE_BREAKPOINTS).toEqual({ xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536, '2xl': 1536 })
  const needed = Object.values(IMAGE_BREAKPOINTS).flatMap((width) => [width, 2 * width])
  expect(IMAGE_WIDTHS).toEqual(expect.arrayContaining(needed))
  expect([1, 320, 321, 9999].map(toAllowedWidth)).toEqual([64, 320, 480, 3072])
})

it.each([
  ['w_320', { width: 320, height: null, quality: 70, format: 'jpeg', fit: 'inside' }],
  ['w_640,h_360,f_avif,q_75', { width: 640, height: 360, quality: 75, format: 'avif', fit: 'cover' }],
  ['f_webp,fit_inside,w_768', { width: 768, height: null, quality: 70, format: 'webp', fit: 'inside' }],
  ['w_96,h_96', { width: 96, height: 96, quality: 70, format: 'jpeg', fit: 'cover' }],
  [
    'w_640,h_360,fp_75x0',
    { width: 640, height: 360, quality: 70, format: 'jpeg', fit: 'cover', focus: { x: 75, y: 0 } },
  ],
  ['w_640,h_480', { width: 640, height: 480, quality: 70, format: 'jpeg', fit: 'cover' }],
])('R7.7-04 S7.7-02 accepts %s', (text, modifiers) => {
  expect(parseImageModifiers(text)).toEqual({ kind: 'ok', modifiers })
})

it.each([
  '',
  '_',
  'w_321',
  'w_99999',
  'w_0640',
  'w_640,w_640',
  'w_640,h_361',
  'h_360',
  'w_640,q_71',
  'w_640,q_100',
  'w_640,f_png',
  'w_640,f_auto',
  'w_640,fit_fill',
  'w_640,blur_5',
  'w_640,',
  's_640x480',
  'W_640',
  'w_640 ',
  'w_6e2',
  'w_640,h_NaN',
  'w_640,fp_50x50',
  'w_640,h_360,fp_51x50',
  'w_640,h_360,fp_50',
  'w_640,h_360,fit_inside,fp_50x50',
  'w_640,'.repeat(1000),
])('S7.7-02 refuses %j', (text) => {
  expect(parseImageModifiers(text)).toEqual({ kind: 'invalid' })
})

it('R7.7-04 writes addresses that its own grammar accepts', () => {
  for (const ratio of ['16:9', '1:1', '4:3', '16:12', null] as const) {
    for (const width of [1, ...IMAGE_WIDTHS, 5000]) {
      const [, , modifiers = ''] = imageAddress('a/b.jpg', { width, ratio, format: 'webp', quality: 75 }).split('/')
      expect(parseImageModifiers(modifiers).kind).toBe('ok')
    }
  }
})

it.each([
  ['/x/a.jpg', { width: 320, ratio: '16:9', format: 'avif', quality: 75 }, '/_ipx/w_320,h_180,f_avif,q_75/x/a.jpg'],
  ['/a.jpg', { width: 320, ratio: '1:1', focus: { x: 30, y: 92.5 } }, '/_ipx/w_320,h_320,f_jpeg,q_70,fp_25x100/a.jpg'],
  ['/a.jpg', { width: 320, focus: { x: 30, y: 90 } }, '/_ipx/w_320,f_jpeg,q_70/a.jpg'],
  ['demo/rat haus.jpg', { width: 300 }, '/_ipx/w_320,f_jpeg,q_70/demo/rat%20haus.jpg'],
  ['https://bilder.example/a.jpg?s=1', { width: 300 }, 'https://bilder.example/a.jpg?s=1'],
] as const)('R7.7-04 addresses %s with %o', (baseUrl, options, address) => {
  expect(imageAddress(baseUrl, options)).toBe(address)
})

it('R9-72 crops to 16:9, squares to 1:1', () => {
  expect(['16:9', '1:1', 'square', '', '4:3'].map(toCropRatio)).toEqual(['16:9', '1:1', '1:1', '16:9', '16:9'])
})

it.each([
  ['its own', 1600, 900, '1600 / 900'],
  ['R8-50 R9-71 no height', 1600, 0, '16 / 12'],
  ['R8-50 R9-71 no width', 0, 900, '16 / 12'],
])('reserves for a picture the ratio %s', (_what, width, height, ratio) => {
  expect(toAspectRatio({ width, height })).toBe(ratio)
})

it.each([
  ['demo/rathaus-1.jpg', true],
  ['a.b_c/1.webp', true],
  ['../etc/passwd', false],
  ['a/../b.jpg', false],
  ['a..b/c.jpg', false],
  ['.env', false],
  ['a/.git/config', false],
  ['/etc/passwd', false],
  ['a//b.jpg', false],
  ['a\\b.jpg', false],
  ['http://169.254.169.254/x', false],
  ['a%2fb.jpg', false],
  ['a\u0000.jpg', false],
  ['', false],
  [`${'a/'.repeat(200)}b.jpg`, false],
])('S7.7-02 %j as a path in the store: %s', (path, isSafe) => {
  expect(toImageStorePath(path)).toBe(isSafe ? path : null)
})
