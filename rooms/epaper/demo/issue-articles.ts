/** Articles for an issue of the demo: its own articles, with the days of the edition. */
import { findPictureFile, PICTURES } from '@lokalteil/demo/pictures/catalogue'
import type { DemoArticle } from '@lokalteil/demo/article-notation'
import type { DemoCode } from '@lokalteil/demo/codes'
import { openEdition } from '@lokalteil/demo/edition'
import { PEOPLE } from '@lokalteil/demo/order'
import { ARTICLES, toPublications } from '@lokalteil/demo/publications-content'

export type PrintedText = { kind: 'paragraph' | 'heading'; text: string }
export type PrintedArticle = {
  contentId: string
  section: string
  kicker: string
  title: string
  author: string
  texts: PrintedText[]
  picture: { file: string; caption: string; credit: string } | null
}

/** Kinds without video, sound or interaction can be printed. */
const PRINTABLE = new Set<DemoArticle['kind']>([
  'news',
  'report',
  'opinion',
  'interview',
  'service',
  'gallery',
  'long-read',
  undefined,
])
const SHORTEST = 350

/** Newest first, with their times of publication. `filled`: time at which the demo was filled. */
export function listPrintable(code: DemoCode, filled: Date): { at: Date; article: PrintedArticle }[] {
  const edition = openEdition(filled)
  return ARTICLES.filter(
    (article) => toPublications(article).includes(code) && PRINTABLE.has(article.kind) && article.soldContent !== true,
  )
    .toSorted((a, b) => a.hoursAgo - b.hoursAgo)
    .map((article) => ({
      at: edition.toMoment(article.hoursAgo),
      article: toPrinted(article, (text) => toPlain(edition.toText(text, article))),
    }))
    .filter(({ article: { texts } }) => texts.reduce((sum, { text }) => sum + text.length, 0) > SHORTEST)
}

function toPrinted(article: DemoArticle, toText: (text: string) => string): PrintedArticle {
  const picture = PICTURES.find((one) => one.key === article.picture)
  return {
    contentId: article.id,
    section: article.section,
    kicker: toText(article.prefix),
    title: toText(article.title),
    author: article.authors
      .map((author) => PEOPLE.find((one) => one.key === author)?.name)
      .filter((name) => name !== undefined)
      .join(' und '),
    texts: article.body.flatMap((block): PrintedText[] => {
      if (typeof block === 'string') return [{ kind: 'paragraph', text: toText(block) }]
      if ('h' in block) return [{ kind: 'heading', text: toText(block.h) }]
      if (!('q' in block)) return []
      const answers = block.a.map((answer): PrintedText => ({ kind: 'paragraph', text: toText(answer) }))
      return [{ kind: 'heading', text: toText(block.q) }, ...answers]
    }),
    picture:
      picture === undefined
        ? null
        : { file: findPictureFile(picture.path)!, caption: toText(article.caption ?? ''), credit: picture.credit },
  }
}

/** Without markup; soft joins become spaces in print. */
function toPlain(text: string): string {
  return text
    .replace(/<[^>]+>/g, '')
    .replaceAll('\u00A0', ' ')
    .replaceAll('&amp;', '&')
}
