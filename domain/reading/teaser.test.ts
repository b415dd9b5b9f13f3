import { describe, expect, it } from 'vitest'
import { parseColourPreference } from '../display/colour-mode.ts'
import { decideFeedKind, flattenFeed, sortKnownTopicsFirst, toFeedEntry } from './feeds.ts'
import type { FeedNode } from './feeds.ts'
import {
  DEFAULT_FONT_SIZE,
  FONT_SIZE_STEPS,
  decideFontSizeCookie,
  parseFontSize,
  stepFontSize,
} from '../display/font-size.ts'
import {
  decideTeaserMarks,
  decideTeaserParts,
  fallbackImage,
  toAuthorsLine,
  toBylineName,
  toRelatedTopics,
  toTeaserTarget,
} from './teaser.ts'

describe('teaser', () => {
  const lena = { prename: 'Lena', surname: 'Vogt', shortname: 'lv', urlPath: '/autor/lena-vogt-11' }
  const paul = { prename: 'Paul', surname: 'Kern', urlPath: '' }
  const print = (authors: (typeof lena | typeof paul)[], isOpinion = false) => {
    const line = toAuthorsLine({ authors, isOpinion }, 'desktop')
    return line && `${line.introduction}: ${line.names.map(({ separator, name }) => separator + name).join('')}`
  }

  it('R2.12-06 R2.12-07 R2.12-08 R2.12-11 introduces and joins the authors', () => {
    expect(print([])).toBeNull()
    expect(print([paul])).toBe('of: Paul Kern')
    expect(print([paul, lena], true)).toBe('commentOf: Paul Kern und Lena Vogt (lv)')
    expect(print([paul, lena, paul])).toBe('of: Paul Kern, Lena Vogt (lv) und Paul Kern')
    expect(print([{ ...paul, prename: ' ', surname: '' }, lena])).toBe('of: Lena Vogt (lv)')
  })

  it('above a text stands the name without the signature, which would repeat it', () => {
    const names = (authors: { prename: string; surname: string; shortname?: string; urlPath: string }[]) =>
      toAuthorsLine({ authors, isOpinion: false }, 'mobile', toBylineName)?.names.map(({ name }) => name)
    expect(names([lena, paul])).toEqual(['Lena Vogt', 'Paul Kern'])
    expect(names([{ prename: '', surname: '', shortname: 'lv', urlPath: '' }])).toEqual(['lv'])
    expect(names([{ prename: '', surname: ' ', urlPath: '' }])).toBeUndefined()
  })

  it('R2.12-09 R2.12-10 links authors with a page, except on mobile', () => {
    const teaser = { authors: [lena, paul, { ...lena, urlPath: 'javascript:alert(1)' }], isOpinion: false }
    const links = (device: 'mobile' | 'desktop') => toAuthorsLine(teaser, device)?.names.map(({ href }) => href)
    expect(links('desktop')).toEqual(['/autor/lena-vogt-11', null, null])
    expect(links('mobile')).toEqual([null, null, null])
  })

  it.each([
    ['/rathaus-12', { kind: 'internal', path: '/rathaus-12' }],
    ['https://other.example/a', { kind: 'external', url: 'https://other.example/a' }],
    ['HTTP://other.example', { kind: 'external', url: 'http://other.example/' }],
    ['//evil.example', { kind: 'none' }],
    ['/\\evil.example', { kind: 'none' }],
    ['javascript:alert(1)', { kind: 'none' }],
    ['data:text/html,x', { kind: 'none' }],
    ['https://', { kind: 'none' }],
    ['rathaus-12', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('R3.6-03 S2.12-07 links %j as %o', (address, target) => {
    expect(toTeaserTarget(address)).toEqual(target)
  })

  it.each([
    ['R3.6-02 S3.6-01', 'paid', {}, { isSold: false, isPlus: true, medium: null }],
    ['R3.6-02', 'free', {}, { isSold: false, isPlus: false, medium: null }],
    ['S3.5-02', undefined, {}, { isSold: false, isPlus: true, medium: null }],
    ['R2.12-01', 'paid', { isSoldContent: true }, { isSold: true, isPlus: false, medium: null }],
    ['R3.6-05', 'free', { isVideoArticle: true, isPodcast: true }, { isSold: false, isPlus: false, medium: 'video' }],
    ['R3.6-05', 'free', { isPodcast: true }, { isSold: false, isPlus: false, medium: 'audio' }],
  ])('%s marks a teaser that is %s with %o', (_ids, contentRestriction, given, marks) => {
    const plain = { isSoldContent: false, isVideoArticle: false, isPodcast: false, contentRestriction }
    expect(decideTeaserMarks({ ...plain, ...given })).toEqual(marks)
  })

  it('R2.12-04 R2.12-05 R2.12-12 hides the text and shows the button on demand', () => {
    expect(decideTeaserParts()).toEqual({ hasText: true, hasBookmark: false })
    expect(decideTeaserParts(['desc', 'x'], ['bookmark'])).toEqual({ hasText: false, hasBookmark: true })
    expect(decideTeaserParts(['bookmark'], ['desc'])).toEqual({ hasText: true, hasBookmark: false })
  })

  it('R2.12-14 has a fallback picture for each publication, R3.5-06 splits topic names', () => {
    expect(fallbackImage('ht')).toBe('/assets/fallback-ht.svg')
    expect(toRelatedTopics(' A, ,B,')).toEqual(['A', 'B'])
  })
})

describe('feeds', () => {
  const node = (id: string, ...children: FeedNode[]): FeedNode => ({ id, label: `L${id}`, target: `/${id}`, children })
  const entry = (id: string) => ({ id, label: `L${id}`, target: `/${id}` })

  it('R3.3-03 R3.3-04 flattens depth first and keeps the first of equal ids', () => {
    const tree = [node('1', node('2', node('3')), node('4')), { ...node('2'), label: 'anders' }, node('5', node('1'))]
    expect(flattenFeed(tree)).toEqual(['1', '2', '3', '4', '5'].map(entry))
  })

  it('S3.3-01 ends on a list that contains itself', () => {
    const children: FeedNode[] = []
    const loop: FeedNode = { ...node('1'), children }
    children.push(loop, node('2'))
    expect(flattenFeed([loop]).map(({ id }) => id)).toEqual(['1', '2'])
  })

  it('R3.3-06 R3.3-07 turns a looked-up tag into an entry', () => {
    expect(toFeedEntry('9', { displayName: 'Hochwasser', fullPath: '/hochwasser' })).toEqual({
      id: '9',
      label: 'Hochwasser',
      target: '/hochwasser',
    })
  })

  it('R4.3-16 R4.3-17 S4.3-05 follows known regions as regions, everything else as tags', () => {
    expect(['1', '2'].map((id) => decideFeedKind(id, [entry('1')]))).toEqual(['region', 'tag'])
  })

  it('R4.3-18 lists known topics first', () => {
    const sorted = sortKnownTopicsFirst([entry('1'), entry('2'), entry('3'), entry('4')], [entry('4'), entry('2')])
    expect(sorted.map(({ id }) => id)).toEqual(['2', '4', '1', '3'])
  })
})

describe('reading preferences', () => {
  it.each([
    ['light', 'light'],
    ['dark', 'dark'],
    ['system', 'system'],
    ['LIGHT', 'system'],
    ['', 'system'],
    [null, 'system'],
  ] as const)('R3.15-02 S3.15-01 reads %j as %s', (stored, preference) => {
    expect(parseColourPreference(stored)).toBe(preference)
  })

  it.each([
    ['125', 125],
    ['112.50', 112.5],
    ['113', 112.5],
    ['1000', 112.5],
    ['groß', 112.5],
    ['', 112.5],
    [null, 112.5],
  ])('S3.2-02 reads the font size %j as %s', (stored, size) => {
    expect(parseFontSize(stored)).toBe(size)
  })

  it('S3.2-02 steps through five sizes and stops at the ends', () => {
    const up = [100, 112.5, 125, 137.5, 150] as const
    expect(FONT_SIZE_STEPS.map((size) => stepFontSize(size, 1))).toEqual([...up.slice(1), 150])
    expect(FONT_SIZE_STEPS.map((size) => stepFontSize(size, -1))).toEqual([100, ...up.slice(0, -1)])
  })

  it('R9-45 clears the cookie at the default of 112.5', () => {
    expect(DEFAULT_FONT_SIZE).toBe(112.5)
    expect(decideFontSizeCookie(Number('112.50'))).toEqual({ kind: 'clear' })
    expect(decideFontSizeCookie(125)).toEqual({ kind: 'set', value: '125' })
  })
})
