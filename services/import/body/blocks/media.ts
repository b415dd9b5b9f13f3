/** Sound and film in the text: `<audio>`, `<video>`, files in an `<object>`. */
import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { escapeHtml, toLine } from '../house-style.ts'
import { toLink } from '@lokalteil/domain/reading/embed-addresses'
import { escapeAttribute } from '../links.ts'
import { toMediaAddress } from '../renditions.ts'
import { note, putBeside, visitChildren } from '../context.ts'
import type { Context, Handler } from '../context.ts'
import type { Captions } from '../../parsed-document.ts'
import { attribute, findInside, findOwn, sourceOf, textOf } from '../elements.ts'
import { putEmbed } from './embeds.ts'

const MIME_TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
}

type MediaFile = { address: string; mimeType: string }

/** The files of the element, formats that every browser plays first. */
function findFile(context: Context, element: Element, kind: 'audio' | 'video'): MediaFile | null {
  const elements = [
    element,
    ...findOwn(
      element,
      ({ name }) => name === 'source',
      () => false,
    ),
  ]
  const files = elements.flatMap((source) => {
    const link = toLink(sourceOf(source), context.document.options.baseUrl)
    // WordPress numbers the players of a page in the address.
    const address = link.startsWith('/') ? link : toMediaAddress(link.replace(/\?_=\d+$/, ''))
    return address === '' ? [] : [{ address, mimeType: toMimeType(address, attribute(source, 'type'), kind) }]
  })
  return files.find(({ mimeType }) => /mpeg|mp4/.test(mimeType)) ?? files[0] ?? null
}

function toMimeType(address: string, given: string, kind: 'audio' | 'video'): string {
  const written = given.toLowerCase().replace(/;.*$/, '').trim()
  if (written.startsWith(`${kind}/`)) return written.replace('audio/mp3', 'audio/mpeg')
  const extension = /\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(address)?.[1]?.toLowerCase() ?? ''
  return MIME_TYPES[extension] ?? (kind === 'audio' ? 'audio/mpeg' : 'video/mp4')
}

const nameOf = (element: Element): string => toLine(attribute(element, 'title') || attribute(element, 'aria-label'))

export const visitAudio: Handler = (context, element) => {
  const file = findFile(context, element, 'audio')
  if (file === null) return note(context, `sound without usable address left out: ${nameOf(element) || 'no name'}`)
  const title = nameOf(element) || 'Tonaufnahme'
  putBeside(context, { type: 'audio', src: file.address, mimeType: file.mimeType, title, duration: 0, voiceLabel: '' })
}

/** `<track>`s with captions or subtitles; not chapters and descriptions. */
function findCaptions(context: Context, element: Element): Captions[] {
  const tracks = findOwn(
    element,
    ({ name }) => name === 'track',
    () => false,
  )
  return tracks.slice(0, 10).flatMap((track) => {
    const src = toMediaAddress(toLink(attribute(track, 'src'), context.document.options.baseUrl))
    const language = attribute(track, 'srclang') || 'de'
    const isCaptions = /^(?:captions|subtitles|)$/i.test(attribute(track, 'kind'))
    if (src === '' || !isCaptions || !/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(language)) return []
    return [{ src, language, label: toLine(attribute(track, 'label')).slice(0, 100) }]
  })
}

export const visitVideo: Handler = (context, element) => {
  const file = findFile(context, element, 'video')
  if (file === null) return note(context, `film without usable address left out: ${nameOf(element) || 'no name'}`)
  const captions = findCaptions(context, element)
  const poster = attribute(element, 'poster')
  const picture = poster === '' ? null : (context.document.options.findPicture?.({ src: poster }) ?? null)
  putBeside(context, {
    type: 'video',
    src: file.address,
    mimeType: file.mimeType,
    poster: picture,
    caption: nameOf(element),
    credit: '',
    duration: 0,
    ...(captions.length === 0 ? {} : { captions }),
  })
}

/**
 * A file shown inside the page (PDF) becomes a link, an old player an embed; otherwise the fallback content is read.
 */
export const visitObject: Handler = (context, element) => {
  const parameter = findInside(
    element,
    ({ name, attribs }) => name === 'param' && /^(?:movie|src)$/i.test(attribs.name ?? ''),
  )
  const given = attribute(element, 'data') || attribute(element, 'src') || (parameter?.attribs.value ?? '')
  const link = toLink(given, context.document.options.baseUrl)
  if (/youtube(?:-nocookie)?\.com|vimeo\.com/i.test(link))
    return putEmbed(context, { address: link, title: nameOf(element) })
  // WordPress already writes a link beside the file.
  if (element.children.length > 0 && (textOf(element) !== '' || link === '')) return visitChildren(context, element)
  if (hasLinkBeside(element, link)) return
  if (link === '')
    return note(context, `embedded file without usable address left out${given === '' ? '' : `: ${given}`}`)
  const name = nameOf(element).replace(/^Embed of\s+/i, '') || decodeName(link)
  putBeside(context, { type: 'paragraph', html: `<a href="${escapeAttribute(link)}">${escapeHtml(name)}</a>` })
}

function hasLinkBeside(element: Element, link: string): boolean {
  const { parent } = element
  if (link === '' || parent === null || !isTag(parent)) return false
  return findInside(parent, ({ name, attribs }) => name === 'a' && attribs.href === attribute(element, 'data')) !== null
}

function decodeName(link: string): string {
  const name =
    link
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? ''
  try {
    return toLine(decodeURIComponent(name)) || link
  } catch {
    return name
  }
}
