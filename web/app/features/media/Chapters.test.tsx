import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Chapters } from './Chapters.tsx'

const chapters = [
  { start: 0, title: 'Anfang' },
  { start: 17.9, title: 'Mitte' },
  { start: 3725, title: 'Ende' },
]
const render = (position?: number) =>
  renderToStaticMarkup(<Chapters src="/folge.mp3" chapters={chapters} position={position} onJump={() => undefined} />)

it('law-and-search B.6 chapters are links into the file, with their time', () => {
  const links = [...render().matchAll(/href="([^"]+)".*?>([\d:]+)<\/span> <span>([^<]+)</g)].map(
    ([, href, time, title]) => [href, time, title],
  )
  expect(links).toEqual([
    ['/folge.mp3#t=0', '0:00', 'Anfang'],
    ['/folge.mp3#t=17.9', '0:18', 'Mitte'],
    ['/folge.mp3#t=3725', '1:02:05', 'Ende'],
  ])
})

it.each([
  ['none before the first sound', undefined, undefined],
  ['the first from its first sound on', 0.1, 'Anfang'],
  ['the one that has just begun', 17.9, 'Mitte'],
  ['the one before until the next begins', 3724.9, 'Mitte'],
  ['the last until the end', 9999, 'Ende'],
])('law-and-search B.6 marks %s', (_, position, title) => {
  expect(/aria-current="true".*?<span>([^<]+)</.exec(render(position))?.[1]).toBe(title)
})
