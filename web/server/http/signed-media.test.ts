import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Picture, PictureSources } from '@lokalteil/contracts/content'
import { createPaidMedia } from '../access/paid-media.ts'
import { createSignedMedia, type ImageCdn, type SignatureScheme } from './signed-media.ts'

const SECRET = 'a-secret-for-pictures-of-32-characters'
const HOUR = 3_600_000
const NOW = new Date('2026-11-21T12:00:00Z')
const PDF = '/_media/import/ab/ab/plan.pdf'
const PAID: ReadonlySet<string> = new Set(['paid/a.jpg', 'paid/film.mp4', PDF.slice(1)])
const picture = (baseUrl: string, width = 1600): Picture => ({
  baseUrl,
  cropVal: '16:9',
  altText: '',
  width,
  height: 900,
  credit: '',
  caption: '',
  colour: null,
})

function open(cdn: ImageCdn | null = null) {
  const clock = { now: NOW }
  const media = createSignedMedia({ secret: SECRET, isPaid: (name) => PAID.has(name), cdn, now: () => clock.now })
  const sourcesOf = (one: Picture): PictureSources | undefined => {
    media.addUnlockedAddresses({ contentItems: [{ type: 'image', picture: one }] })
    return one.sources
  }
  const permit = (address: string) => {
    const { pathname, search } = new URL(address, 'http://localhost')
    const permission = media.permit(pathname, search.slice(1))
    return permission.kind === 'refused' ? permission.reason : permission.kind
  }
  return { clock, media, sourcesOf, permit }
}
const listOf = (sources: PictureSources) => [
  ...[sources.avif, sources.webp].flatMap((set) => set.split(', ').map((entry) => entry.split(' ')[0]!)),
  sources.fallback,
  sources.share,
]

describe('R7.7-03 S7.7-03 addresses of media that only paid texts show', () => {
  it('are accepted as signed, in every signed width and format', () => {
    const { sourcesOf, permit } = open()
    const addresses = listOf(sourcesOf(picture('/paid/a.jpg'))!)
    expect(addresses.length).toBe(10)
    expect(addresses.map(permit)).toEqual(addresses.map(() => 'signed'))
    for (const address of addresses)
      expect(address).toMatch(/^\/_ipx\/w_\d+,f_(?:avif|webp|jpeg),q_70\/paid\/a\.jpg\?e=\d{10}&s=[0-9a-f]{64}$/)
  })

  it('carry the HMAC of path and query', () => {
    const { sourcesOf } = open()
    const [signed, signature] = sourcesOf(picture('/paid/a.jpg'))!.fallback.split('&s=')
    expect(signature).toBe(createHmac('sha256', SECRET).update(signed!).digest('hex'))
  })

  const given = open().sourcesOf(picture('/paid/a.jpg'))!.fallback
  const end = Number(/e=(\d+)/.exec(given)![1])
  it.each<[string, string, string]>([
    ['nothing', given.replace(/\?.*/, ''), 'unsigned'],
    ['another width with the old signature', given.replace('w_640', 'w_1024'), 'unsigned'],
    ['another format', given.replace('f_jpeg', 'f_avif'), 'unsigned'],
    ['a later end', given.replace(`e=${end}`, `e=${end + 1}`), 'unsigned'],
    ['no end', given.replace(`e=${end}&`, ''), 'unsigned'],
    ['an empty signature', given.replace(/s=.*/, 's='), 'unsigned'],
    ['a signature of zeros', given.replace(/s=.*/, `s=${'0'.repeat(64)}`), 'unsigned'],
    ['capital letters', given.replace(/s=(.*)/, (_all, digits: string) => `s=${digits.toUpperCase()}`), 'unsigned'],
    ['one more parameter', `${given}&x=1`, 'unsigned'],
    ['two signatures', given.replace('?', `?s=${'0'.repeat(64)}&`), 'unsigned'],
    ['a path in other letters, where the disk does not tell them apart', '/_ipx/w_640/PAID/A.jpg', 'unsigned'],
    ['the card of a gift', '/_ipx/gift/paid/a.jpg', 'unsigned'],
    ['a film', '/paid/film.mp4', 'unsigned'],
    ['a document', PDF, 'unsigned'],
    ['a document in other letters', PDF.toUpperCase(), 'unsigned'],
    ['a free picture', '/_ipx/w_640/free/a.jpg', 'open'],
    ['a free picture with somebody’s query', '/_ipx/w_640/free/a.jpg?e=1&s=2', 'open'],
    ['a script', '/assets/entry-1.js', 'open'],
  ])('%s: %s is %s', (_what, address, expected) => {
    expect(open().permit(address)).toBe(expected)
  })

  it('a signature made with another secret is invalid', () => {
    const other = createSignedMedia({
      secret: 'another-secret-of-thirty-two-characters',
      isPaid: () => true,
      cdn: null,
      now: () => NOW,
    })
    const foreign = picture('/paid/a.jpg')
    other.addUnlockedAddresses(foreign)
    expect(open().permit(foreign.sources!.fallback)).toBe('unsigned')
  })

  it('are the same for six hours, valid for at least twelve and at most eighteen', () => {
    const { clock, sourcesOf, permit } = open()
    for (const hour of [0, 1, 5.99]) {
      clock.now = new Date(NOW.getTime() + hour * HOUR)
      expect([hour, sourcesOf(picture('/paid/a.jpg'))!.fallback]).toEqual([hour, given])
    }
    const lives: [number, string][] = [
      [11.99, 'signed'],
      [17.99, 'signed'],
      [18, 'expired'],
      [48, 'expired'],
    ]
    for (const [hour, expected] of lives) {
      clock.now = new Date(NOW.getTime() + hour * HOUR)
      expect([hour, permit(given)]).toEqual([hour, expected])
    }
    clock.now = new Date(NOW.getTime() + 6 * HOUR)
    expect(sourcesOf(picture('/paid/a.jpg'))!.fallback).not.toBe(given)
  })

  it('are given in no width above the original’s', () => {
    expect(open().sourcesOf(picture('/paid/a.jpg', 700))!.avif.match(/ \d+w/g)).toEqual([' 320w', ' 640w'])
  })

  it('films, recordings and documents get signed addresses in place; free ones and other hosts are unchanged', () => {
    const { media, permit } = open()
    const document = { src: PDF }
    media.addUnlockedAddresses({ contentItems: [document] })
    expect(permit(document.src)).toBe('signed')
    const data = {
      headerVideo: { src: '/paid/film.mp4', poster: picture('/paid/a.jpg') },
      contentItems: [
        { src: '/free/film.mp4' },
        { src: 'https://x.example/film.mp4' },
        { picture: picture('https://x.example/a.jpg') },
        { picture: picture('/free/a.jpg') },
      ],
    }
    const free = structuredClone(data.contentItems)
    media.addUnlockedAddresses(data)
    expect([permit(data.headerVideo.src), permit(data.headerVideo.poster.sources!.share)]).toEqual(['signed', 'signed'])
    expect(data.contentItems).toEqual(free)
  })

  it('public media get none', () => {
    expect(open().media.addOpenAddresses).toBe(null)
  })
})

describe.each<[SignatureScheme, (text: string, secret: string) => string]>([
  ['sha256', (text, secret) => createHmac('sha256', secret).update(text).digest('hex')],
  [
    'md5',
    (text, secret) =>
      createHash('md5')
        .update(secret + text)
        .digest('hex'),
  ],
])('R7.7-03 S7.7-03 a picture service that signs by %s', (scheme, toExpected) => {
  const cdn: ImageCdn = { url: 'https://bilder.example/lokalteil', secret: 'shared-with-the-service', scheme }
  const { media } = open(cdn)
  const data = { teasers: [{ img: picture('/free/a.jpg') }, { img: picture('/paid/a.jpg') }, { img: null }] }
  media.addOpenAddresses!(data)
  const check = (address: string) => {
    const { pathname, search } = new URL(address)
    const [query, signature] = search.slice(1).split('&s=')
    return signature === toExpected(`${pathname}?${query}`, cdn.secret)
  }

  it('gets every width with its own signature, and accepts no other', () => {
    const addresses = listOf(data.teasers[0]!.img!.sources!)
    expect(addresses.every((address) => address.startsWith('https://bilder.example/lokalteil/free/a.jpg?w='))).toBe(
      true,
    )
    expect(addresses.map(check)).toEqual(addresses.map(() => true))
    expect(addresses.map((address) => check(address.replace(/w=\d+/, 'w=2000')))).toEqual(addresses.map(() => false))
    expect(JSON.stringify(data).includes(cdn.secret)).toBe(false)
  })

  it('addresses a picture of a paid text only if that text is open, with an expiry time', () => {
    expect(data.teasers[1]!.img!.sources).toBe(undefined)
    const unlocked = picture('/paid/a.jpg')
    media.addUnlockedAddresses([unlocked])
    const addresses = listOf(unlocked.sources!)
    expect(
      addresses.every(
        (address) =>
          /&expires=\d{10}&s=/.test(address) && check(address) && !check(address.replace(/expires=\d/, 'expires=9')),
      ),
    ).toBe(true)
  })
})

describe('S7.7-03 the list of paid media', () => {
  const answer = (last: number, isWhole: boolean, paid: string[], freed: string[] = []) => ({
    last,
    isWhole,
    paid,
    open: freed,
  })

  it('counts everything as paid before the first answer, then follows changes', async () => {
    const asked: number[] = []
    const answers = [null, answer(5, true, ['a', 'b']), answer(7, false, ['c'], ['a']), null, answer(9, true, ['d'])]
    const troubles: unknown[] = []
    const media = createPaidMedia({
      async list(after) {
        asked.push(after)
        const next = answers.shift()
        if (!next) throw new Error('silent')
        return next
      },
      onError: (error) => troubles.push(error),
    })
    const known = () => ['a', 'b', 'c', 'd'].filter(media.has).join('')
    const seen = [known()]
    for (let round = 0; round < 5; round++) {
      await media.refresh()
      seen.push(known())
    }
    // A failure keeps the known list, and the same call is repeated.
    expect([seen, asked, troubles.length]).toEqual([['abcd', 'abcd', 'ab', 'bc', 'bc', 'd'], [0, 0, 5, 7, 7], 2])
  })

  it('loads one update after the other, so that an older answer never wins', async () => {
    const answers = [answer(1, true, ['a']), answer(2, false, [], ['a'])]
    const media = createPaidMedia({
      list: async (after) => (
        await new Promise((resolve) => setTimeout(resolve, after === 0 ? 30 : 0)),
        answers.shift()!
      ),
      onError: () => {},
    })
    await Promise.all([media.refresh(), media.refresh()])
    expect(media.has('a')).toBe(false)
  })
})
