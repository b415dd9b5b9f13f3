import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readDrawing } from './drawing.ts'
import { breakName, drawName, isHyphenated, shippedFace } from './lettering.ts'
import { toRelative, toWordmark } from './wordmark.ts'

const FIRST_PARTS = { ak: null, fb: null, ht: 1068, la: 593 } as const
const read = (code: string) =>
  readFileSync(new URL(`../../../demo/publications/${code}/brand/wordmark.svg`, import.meta.url))
const toMark = (code: string) => toWordmark(readDrawing(read(code), 'wm-', false).drawing!, 1)

describe.each(Object.entries(FIRST_PARTS))('the wordmark of %s', (code, breakAt) => {
  const { symbols, style } = toMark(code)
  const source = read(code).toString()

  it('is drawn completely, every contour in one of its parts', () => {
    const contours = (text: string) => text.match(/M/g)!.length
    const drawn = [...source.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path).join('')
    expect(contours(symbols.replace(/<symbol[^>]*>/g, ''))).toBe(contours(drawn))
    expect(symbols).not.toMatch(/<text|font|NaN/)
    expect(symbols.match(/<symbol/g)!.length).toBe(breakAt === null ? 1 : 2)
  })

  it('has every contour inside the part that draws it', () => {
    for (const [, box, path] of symbols.matchAll(/viewBox="([^"]*)"><path[^>]* d="([^"]*)"/g)) {
      const [left, , width] = box!.split(' ').map(Number) as [number, number, number]
      for (const contour of path!.split(/(?=M)/)) {
        let x = 0
        for (const [, command, numbers] of contour.matchAll(/([Mlhvq])([^Mlhvq]*)/g)) {
          const values = (numbers!.match(/-?\d*\.?\d+/g) ?? []).map(Number)
          x = command === 'M' ? values[0]! : x + (command === 'v' ? 0 : values.at(command === 'h' ? -1 : -2)!)
          expect(x, contour.slice(0, 30)).toBeGreaterThanOrEqual(left - 1)
          expect(x, contour.slice(0, 30)).toBeLessThanOrEqual(left + width + 1)
        }
      }
    }
  })

  it('has the width and height of its source', () => {
    const [, , width, height] = /viewBox="([^"]*)"/.exec(source)![1]!.split(' ').map(Number)
    expect(sizeOf(style, 'width') * 200).toBeCloseTo(width!, 0)
    expect(sizeOf(style, 'height') * 200).toBeCloseTo(height!, 0)
  })
})

it('on phones the four are as large as the room allows, the longest in two lines', () => {
  expect(
    Object.keys(FIRST_PARTS).map((code) => [code, sizeOf(toMark(code).style, 'phone'), toMark(code).stack]),
  ).toEqual([
    ['ak', 1.1, 'never'],
    ['fb', 1.4, 'never'],
    ['ht', 0.92, 'phone'],
    ['la', 0.921, 'never'],
  ])
})

it('lines and curves are written relative to the current point', () => {
  expect(toRelative('M10 20L10 20L15 20L15 12.5L14.5 12Q14 11 13.9 10')).toBe('M10 20h5v-7.5l-.5-.5q-.5-1-.6-2')
  expect(toRelative('M0 0C1 1 2 2 3 3ZM9 9L10 9')).toBe('M0 0c1 1 2 2 3 3zM9 9h1')
  expect(toRelative('M0 0A5 5 0 0 1 9 9')).toBe('M0 0A5 5 0 0 1 9 9')
})

describe('a name without a drawing', () => {
  it.each([
    ['Elbblick', ['Elbblick']],
    ['Neue Märkische Nachrichten', ['Neue Märkische ', 'Nachrichten']],
    ['Hügelland-Tageblatt', ['Hügelland-', 'Tageblatt']],
    ['Donaudampfschifffahrtsgesellschaftsbote', ['Donaudampfschifffah-', 'rtsgesellschaftsbote']],
  ])('%s is broken so that it fits', (name, lines) => {
    const broken = breakName(name)
    expect(broken.join('').replaceAll('-', '')).toBe(name.replaceAll('-', ''))
    expect(broken.length).toBe(lines.length)
    if (!isHyphenated(name)) expect(broken).toEqual(lines)
    else expect(Math.max(...broken.map(({ length }) => length))).toBeLessThan(24)
  })

  it.each(['newsreader', 'source-serif', 'source-sans', 'libre-franklin', 'barlow-semi-condensed'] as const)(
    'is drawn in %s as outlines, and a name of 40 letters fits a phone of 360 px',
    async (family) => {
      const face = await shippedFace(family, 700)
      for (const name of [
        'Öß',
        'Süd-Östlicher Überlandbote für Münzenfel',
        'Donaudampfschifffahrtsgesellschaftsbote',
      ]) {
        const drawing = (await drawName(name, face, -0.01))!
        expect(drawing.parts.every((part) => part.length > 200)).toBe(true)
        expect(drawing.parts.join('')).not.toContain('NaN')
        const { style, stack } = toWordmark(drawing, 1, isHyphenated(name))
        const size = sizeOf(style, 'phone')
        const widest = stack === 'never' ? sizeOf(style, 'width') : Math.max(sizeOf(style, '1'), sizeOf(style, '2'))
        expect(size * widest, name).toBeLessThanOrEqual(6.1)
        // 1 rem is 18 px here.
        expect(size * 18, name).toBeGreaterThan(7.5)
      }
    },
  )

  it('reports letters that the face lacks', async () => {
    expect(await drawName('Вести', await shippedFace('barlow-semi-condensed', 600), 0)).toBeNull()
  })
})

function sizeOf(style: string, name: string): number {
  return Number(new RegExp(`--wordmark-${name}:([\\d.]+)`).exec(style)?.[1] ?? 0)
}
