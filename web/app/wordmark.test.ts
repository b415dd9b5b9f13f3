import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MANDATORS } from '@lokalteil/domain/publication/publications.testing'
import { getWordmark, toRelative } from './wordmark.ts'

describe.each(MANDATORS)('the wordmark of %s', (code) => {
  const { symbols, style } = getWordmark(code)
  const source = readFileSync(new URL(`brand/${code}/wordmark.svg`, import.meta.url), 'utf8')

  it('is drawn whole, every contour in one of its parts', () => {
    const contours = (text: string) => text.match(/M/g)!.length
    expect(contours(symbols.replace(/<symbol[^>]*>/g, ''))).toBe(contours(/ d="([^"]*)"/.exec(source)![1]!))
    expect(symbols).not.toMatch(/<text|font|NaN/)
  })

  it('has every contour inside the part that draws it', () => {
    for (const [, box, path] of symbols.matchAll(/viewBox="([^"]*)"><path d="([^"]*)"/g)) {
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
    const sizes = [...style.matchAll(/--wordmark-(\w+):([\d.]+)em/g)].map(([, name, size]) => [name, Number(size)])
    const wide = sizes.filter(([name]) => name !== 'height').reduce((sum, [, size]) => sum + Number(size), 0)
    expect(wide * 200).toBeCloseTo(width!, 0)
    expect(Number(sizes.find(([name]) => name === 'height')![1]) * 200).toBeCloseTo(height!, 0)
    expect(sizes.length).toBe(code === 'ht' || code === 'la' ? 3 : 2)
  })
})

it('lines and curves are written from where the pen is', () => {
  expect(toRelative('M10 20L10 20L15 20L15 12.5L14.5 12Q14 11 13.9 10')).toBe('M10 20h5v-7.5l-.5-.5q-.5-1-.6-2')
})
