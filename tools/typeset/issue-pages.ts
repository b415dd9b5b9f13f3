/** What stands on which page of a demo issue: articles of the demo, in the order of a paper. */
import type { DemoArticle } from '@lokalteil/demo/article-notation'
import { PEOPLE } from '@lokalteil/demo/order'
import { ARTICLES, toPublications } from '@lokalteil/demo/publications-content'
import { PICTURES } from '@lokalteil/demo/pictures/catalogue'

export type PrintedArticle = {
  key: string
  contentId: string
  kicker: string
  title: string
  author: string
  /** Paragraphs as HTML; those that begin with `## ` are headings. */
  paragraphs: string[]
  picture: { file: string; caption: string; credit: string } | null
}
/** Cells of a row by how many of six columns they take; each holds articles one below the other. */
type Row = { span: number; articles: PrintedArticle[] }[]
export type PrintedPage = { number: number; section: string; rows: Row[] }

type Department = { section: string; paths: readonly string[] }

const PAGES: readonly Department[] = [
  { section: 'Titelseite', paths: ['lokales/auenburg', 'politik', 'wirtschaft', 'hafen'] },
  { section: 'Auenburg', paths: ['lokales/auenburg'] },
  { section: 'Region', paths: ['lokales', 'kommunalwahl-2027'] },
  { section: 'Hafen und Blaulicht', paths: ['hafen', 'blaulicht'] },
  { section: 'Politik und Wirtschaft', paths: ['politik', 'wirtschaft'] },
  { section: 'Sport', paths: ['sport'] },
  { section: 'Kultur und Wissen', paths: ['kultur', 'wissen'] },
  { section: 'Leben und Freizeit', paths: ['leben', 'freizeit', 'panorama', 'meinung'] },
]

/** What each paper leads with; the others take what is left. */
const FRONTS: Readonly<Record<string, readonly string[]>> = {
  fb: ['hafen', 'lokales/hafenrode', 'lokales/untere-aue'],
  ht: ['lokales/huegelland', 'lokales/tannau', 'lokales/talheim'],
  la: ['lokales/talheim', 'lokales/huegelland', 'lokales/tannau'],
}

/** Spans, and how many articles stand in each cell. More rows than fit: the last ones are left out. */
const SHAPES: readonly (readonly (readonly [span: number, stacked: number])[])[][] = [
  [
    [
      [4, 1],
      [2, 2],
    ],
    [
      [3, 1],
      [3, 1],
    ],
    [
      [2, 1],
      [2, 1],
      [2, 1],
    ],
    [
      [2, 1],
      [4, 1],
    ],
  ],
  [
    [
      [2, 2],
      [4, 1],
    ],
    [
      [3, 1],
      [3, 1],
    ],
    [
      [2, 1],
      [2, 1],
      [2, 1],
    ],
    [
      [4, 1],
      [2, 1],
    ],
  ],
  [
    [[6, 1]],
    [
      [2, 1],
      [2, 1],
      [2, 1],
    ],
    [
      [3, 1],
      [3, 1],
    ],
    [
      [2, 1],
      [4, 1],
    ],
    [
      [2, 1],
      [2, 1],
      [2, 1],
    ],
  ],
]

const PRINTABLE = new Set(['news', 'report', 'opinion', 'service', 'long-read', undefined])
const MOST_A_PAGE = 14

/** Between these hours before the edition; no article stands twice. */
export function listPages(code: string, hours: { from: number; to: number }): PrintedPage[] {
  const left = ARTICLES.filter(
    (article) =>
      (toPublications(article) as readonly string[]).includes(code) &&
      PRINTABLE.has(article.kind) &&
      article.soldContent !== true &&
      article.hoursAgo >= hours.from &&
      article.hoursAgo < hours.to &&
      lengthOf(article) > 350,
  ).toSorted((a, b) => a.hoursAgo - b.hoursAgo)
  const used = new Set<string>()
  return PAGES.map(({ section, paths: ofSection }, index) => {
    const paths = index === 0 ? (FRONTS[code] ?? ofSection) : ofSection
    const number = index + 1
    const shape = SHAPES[index === 0 ? 0 : 1 + (index % (SHAPES.length - 1))]!
    // The front page takes the newest and leaves enough for the pages behind it.
    const candidates = left.filter(({ id, section: at }) => !used.has(id) && paths.some((path) => isBelow(at, path)))
    const others = left.filter(({ id }) => !used.has(id) && !candidates.some((one) => one.id === id))
    const chosen = [...candidates, ...(index < 2 ? [] : others.slice(-6))].slice(0, MOST_A_PAGE)
    const rows = arrange(shape, chosen, number)
    for (const article of rows.flat().flatMap(({ articles }) => articles)) used.add(article.contentId)
    return { number, section, rows }
  })
}

const isBelow = (section: string, path: string) => section === path || section.startsWith(`${path}/`)
const lengthOf = ({ body }: DemoArticle) => body.filter((block) => typeof block === 'string').join(' ').length

/** The newest that is long enough and has a picture leads; the others keep their order. */
function arrange(shape: (typeof SHAPES)[number], articles: readonly DemoArticle[], page: number): Row[] {
  const rest = [...articles]
  const lead = rest.filter((article) => article.picture !== undefined && lengthOf(article) > 1100).slice(0, 1)
  let count = 0
  const take = (span: number, isFirst: boolean): PrintedArticle | null => {
    const wanted = isFirst && lead[0] !== undefined ? lead[0] : rest[0]
    const article = span >= 3 && !isFirst ? (rest.find(({ picture }) => picture !== undefined) ?? wanted) : wanted
    if (article === undefined) return null
    rest.splice(rest.indexOf(article), 1)
    return toPrinted(article, `${page}-${++count}`, span)
  }
  const widest = Math.max(...shape[0]!.map(([span]) => span))
  // The lead is taken first, wherever it stands in its row.
  const first = take(widest, true)
  return shape
    .map((cells, row) =>
      cells.map(([span, stacked]) => ({
        span,
        articles:
          row === 0 && span === widest && first !== null
            ? [first]
            : Array.from({ length: stacked }, (_one, place) => take(place === 0 ? span : 1, false)).filter(
                (article) => article !== null,
              ),
      })),
    )
    .filter((cells) => cells.every(({ articles: inside }) => inside.length > 0))
}

function toPrinted(article: DemoArticle, key: string, span: number): PrintedArticle {
  const picture = span === 1 ? undefined : PICTURES.find((one) => one.key === article.picture)
  return {
    key,
    contentId: article.id,
    kicker: article.prefix,
    title: article.title,
    author: article.authors
      .map((author) => PEOPLE.find((one) => one.key === author)?.name)
      .filter((name) => name !== undefined)
      .join(' und '),
    paragraphs: article.body.flatMap((block) =>
      typeof block === 'string' ? [block.replace(/<\/?a\b[^>]*>/g, '')] : 'h' in block ? [`## ${block.h}`] : [],
    ),
    picture:
      picture === undefined ? null : { file: picture.file, caption: article.caption ?? '', credit: picture.credit },
  }
}
