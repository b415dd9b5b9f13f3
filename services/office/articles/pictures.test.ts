import type { Picture } from '@lokalteil/contracts/content'
import { expect, it } from 'vitest'
import { changePictures, listPictures, listPosters } from './pictures.ts'
import { toTestDraft } from './records.testing.ts'

const picture = (name: string): Picture => ({
  baseUrl: `/import/aa/${name}.jpg`,
  cropVal: '16:9',
  altText: '',
  width: 1600,
  height: 900,
  credit: 'Foto: Vogt',
  caption: '',
  colour: null,
})
const video = (poster: string) => ({
  type: 'video' as const,
  src: '/film.mp4',
  mimeType: 'video/mp4',
  poster: picture(poster),
  caption: '',
  credit: '',
  duration: 10,
})
const live = {
  type: 'liveEntry' as const,
  id: 'a',
  label: '',
  time: '2026-11-28T10:00:00.000Z',
  headline: 'Anpfiff',
  paragraphs: [],
  isImportant: false,
}
const text = { type: 'paragraph' as const, html: 'Der Deich hält.' }
const DRAFT = toTestDraft({
  picture: picture('lead'),
  headerVideo: video('poster'),
  body: [
    text,
    { type: 'image', picture: picture('image') },
    { type: 'gallery', id: 'g', title: 'Am Deich', pictures: [picture('one'), picture('two')] },
    { ...live, picture: picture('live') },
    video('film'),
  ],
})
const without = (...names: string[]) =>
  changePictures(DRAFT, (one) => (names.some((name) => one.baseUrl.endsWith(`/${name}.jpg`)) ? null : one))

it('all pictures of a draft are found', () => {
  expect(listPictures(DRAFT).map(({ baseUrl }) => baseUrl.slice(11, -4))).toEqual([
    'lead',
    'image',
    'one',
    'two',
    'live',
  ])
  expect(listPosters(DRAFT).map(({ baseUrl }) => baseUrl.slice(11, -4))).toEqual(['poster', 'film'])
})

it('a draft in which no picture changes is the same object', () => {
  expect(without('other')).toBe(DRAFT)
})

it('without its picture an image block goes, a gallery keeps the others, a live entry and a film stay', () => {
  const body = without('image', 'one', 'live', 'film').body
  expect(body).toEqual([
    text,
    { type: 'gallery', id: 'g', title: 'Am Deich', pictures: [picture('two')] },
    live,
    { ...video('film'), poster: null },
  ])
  expect(without('lead').picture).toBeNull()
  expect(without('poster').headerVideo).toEqual({ ...video('poster'), poster: null })
})

it('a gallery without pictures goes', () => {
  expect(without('one', 'two').body.map(({ type }) => type)).toEqual(['paragraph', 'image', 'liveEntry', 'video'])
})

it('a picture changes wherever it stands, and nothing else', () => {
  const changed = changePictures(DRAFT, (one) => ({ ...one, credit: 'Foto: Stein' }))
  expect(listPictures(changed).map(({ credit }) => credit)).toEqual(Array.from({ length: 5 }, () => 'Foto: Stein'))
  expect(changed.body[0]).toBe(text)
})
