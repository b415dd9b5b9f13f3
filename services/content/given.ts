/**
 * Converts a stored article to the office's draft (`ArticleDraft`) and back. Parts that this service computes are not in a
 * draft: anchors of headings, no-break spaces at numbers, pages of people. No I/O, no clock.
 */
import type { BodyItem } from '@lokalteil/contracts/content/records'
import type { ArticleDraft, Picture, Teaser, TestReport, Video } from '@lokalteil/contracts/content'
import { toPublicationCode, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { unbindNumbers, unbindNumbersInHtml } from '@lokalteil/domain/reading/no-break'
import { toPlainAuthor, type ArticleRecord, type StoredArticle } from './article-record.ts'
import { fromCarriers, type ArticleRow } from './schema.ts'
import type { Taxonomy } from './taxonomy.ts'

type Stored = StoredArticle & Partial<Pick<TestReport, 'product' | 'rating' | 'verdict' | 'pros' | 'cons' | 'criteria'>>
type StoredRow = Pick<
  ArticleRow,
  'owner' | 'publications' | 'later' | 'title' | 'urgency' | 'shown' | 'teaser' | 'article' | 'full_article'
>

/** The row of an article that is not withdrawn. */
export function toDraft(row: StoredRow, now: Date): ArticleDraft {
  const article = JSON.parse(row.full_article ?? row.article) as Stored
  const teaser = JSON.parse(row.teaser) as Teaser
  const title = unbindNumbers(row.title)
  const { provenance, comments } = article
  return {
    kind: article.kind,
    title,
    frontTitle: teaser.title === article.title ? '' : unbindNumbers(teaser.title),
    seoTitle: unbindNumbers(article.seoTitle) === title ? '' : article.seoTitle,
    shareTitle: article.shareTitle ?? '',
    titlePrefix: unbindNumbers(article.titlePrefix),
    teaserTextHtml: unbindNumbersInHtml(article.teaserTextHtml),
    sectionPath: article.section.path,
    tagIds: [...teaser.tagIds],
    regionIds: [...teaser.regionIds],
    authors: article.authors.flatMap((author) => {
      const name = toName(author)
      return name === '' ? [] : [{ id: author.id === '' ? null : author.id, name }]
    }),
    source: article.source,
    publications: fromCarriers(row).filter((code) => code !== row.owner),
    contentRestriction: article.contentRestriction,
    isSoldContent: article.isSoldContent,
    picture: toGivenPicture(article.img),
    headerVideo: article.headerVideo === null ? null : toGivenVideo(article.headerVideo),
    body: article.contentItems.map(toGivenItem),
    relatedIds: article.relatedIds,
    urgency: row.urgency,
    // An article that waits was given a date that an earlier end of its embargo must not keep.
    publishDate: row.shown > now ? null : article.publishDate,
    embargo: row.shown > now ? article.publishDate : null,
    comments,
    provenance,
    aiUse: article.aiUse,
    corrections: toCorrections(article),
    testResult: toTestResult(article),
    isPushed: teaser.isPushed !== false,
  }
}

/** An article that knows only the text of its correction dates it with its last change. */
function toCorrections({ corrections, correction, updateDate, publishDate }: Stored): ArticleDraft['corrections'] {
  if (corrections !== undefined) return corrections
  return correction === '' ? [] : [{ date: updateDate ?? publishDate, text: correction }]
}

function toTestResult({ product, rating, verdict, pros, cons, criteria }: Stored): ArticleDraft['testResult'] {
  if (product === undefined || rating === undefined) return null
  return { product, rating, verdict: verdict ?? '', pros: pros ?? [], cons: cons ?? [], criteria: criteria ?? [] }
}

function toGivenPicture<P extends Picture | null>(picture: P): P {
  return picture === null ? picture : ({ ...picture, caption: unbindNumbers(picture.caption) } as P)
}

function toGivenVideo<V extends Video>(video: V): V {
  return { ...video, poster: toGivenPicture(video.poster) }
}

/** The reverse of `sanitiseItem`. */
function toGivenItem(item: BodyItem): BodyItem {
  switch (item.type) {
    case 'paragraph':
      return { ...item, html: unbindNumbersInHtml(item.html) }
    case 'heading': {
      const { anchor: _anchor, ...heading } = item
      return { ...heading, text: unbindNumbers(item.text) }
    }
    case 'list':
      return { ...item, items: item.items.map(unbindNumbersInHtml) }
    case 'quote':
      return {
        ...item,
        text: unbindNumbers(item.text),
        paragraphs: item.paragraphs?.map(unbindNumbersInHtml),
      }
    case 'table': {
      const free = item.cells === undefined ? unbindNumbers : unbindNumbersInHtml
      return {
        ...item,
        caption: unbindNumbers(item.caption),
        head: item.head.map(free),
        rows: item.rows.map((row) => row.map(free)),
      }
    }
    case 'infoBox':
      return {
        ...item,
        title: unbindNumbers(item.title),
        items: item.items.map((inner) => toGivenItem(inner)) as typeof item.items,
      }
    case 'timeline':
      return { ...item, entries: item.entries.map((entry) => ({ ...entry, text: unbindNumbers(entry.text) })) }
    case 'people':
      return { ...item, people: item.people.map(({ name, role }) => ({ name, role: unbindNumbers(role) })) }
    case 'match':
      return { ...item, competition: unbindNumbers(item.competition) }
    case 'question':
      return { ...item, question: unbindNumbers(item.question), answer: item.answer.map(unbindNumbersInHtml) }
    case 'liveEntry':
      return {
        ...item,
        headline: unbindNumbers(item.headline),
        paragraphs: item.paragraphs.map(unbindNumbersInHtml),
        picture: item.picture && toGivenPicture(item.picture),
      }
    case 'image':
      return { ...item, picture: toGivenPicture(item.picture) }
    case 'gallery':
      return { ...item, pictures: item.pictures.map(toGivenPicture) }
    case 'video':
      return toGivenVideo(item)
    default:
      return item
  }
}

export type Dates = { published: Date; updated: Date | null }
/** Identity of an article at its source. */
type OfSource = Pick<ArticleRecord, 'sourceId' | 'sourceVersion'>

/** `stored`: the article as it is online, for portraits that came with it; null: it is not. */
export function toRecordOfDraft(
  draft: ArticleDraft,
  {
    id,
    owner,
    stored,
    sourceId,
    sourceVersion,
  }: OfSource & { id: string; owner: PublicationCode; stored: StoredRow | null },
  { published, updated }: Dates,
  taxonomy: Taxonomy,
): ArticleRecord {
  const before = stored === null ? null : (JSON.parse(stored.full_article ?? stored.article) as Stored)
  const byline = draft.authors.map(({ id: authorId, name }) =>
    authorId !== null && taxonomy.getAuthor(authorId) !== null
      ? authorId
      : (before?.authors.find((one) => one.id === '' && toName(one) === name) ?? toPlainAuthor(name, null)),
  )
  const corrections = draft.corrections
  const isUndated =
    before !== null &&
    before.corrections === undefined &&
    JSON.stringify(toCorrections(before)) === JSON.stringify(corrections)
  return {
    id,
    owner,
    kind: draft.kind,
    title: draft.title.trim(),
    frontTitle: draft.frontTitle.trim(),
    seoTitle: draft.seoTitle.trim(),
    shareTitle: draft.shareTitle.trim(),
    titlePrefix: draft.titlePrefix.trim(),
    teaserTextHtml: draft.teaserTextHtml,
    sectionPath: draft.sectionPath,
    authorIds: byline.filter((author) => typeof author === 'string'),
    plainAuthors: byline.filter((author) => typeof author !== 'string'),
    byline,
    portraits: new Map(
      (before?.authors ?? []).flatMap((author) =>
        author.id === '' || author.portrait === null ? [] : [[author.id, author.portrait] as const],
      ),
    ),
    source: draft.source.trim(),
    publishDate: published,
    updateDate: updated,
    visibleFrom: draft.embargo === null ? null : new Date(draft.embargo),
    contentRestriction: draft.contentRestriction,
    picture: draft.picture,
    headerVideo: draft.headerVideo,
    tagIds: [...new Set(draft.tagIds)],
    regionIds: [...new Set(draft.regionIds)],
    publications: [...new Set([owner, ...draft.publications.flatMap((code) => toPublicationCode(code) ?? [])])],
    isSoldContent: draft.isSoldContent,
    urgency: draft.urgency,
    correction: corrections[0]?.text ?? '',
    ...(isUndated ? {} : { corrections }),
    provenance: draft.provenance,
    comments: draft.comments,
    aiUse: draft.aiUse,
    relatedIds: draft.relatedIds,
    views: 0,
    body: draft.body,
    testResult: draft.testResult,
    isPushed: draft.isPushed,
    sourceId,
    sourceVersion,
  }
}

const toName = ({ prename, surname }: { prename: string; surname: string }): string => `${prename} ${surname}`.trim()
