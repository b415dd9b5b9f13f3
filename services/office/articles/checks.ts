/** Checks of a draft, with what the publication and the index know. */
import type { ArticleDraft, Picture } from '@lokalteil/contracts/content'
import { listTexts } from '@lokalteil/contracts/content/block-texts'
import { checkDraft, type CheckResult } from '@lokalteil/domain/office/draft-checks'
import { toPlainText } from '@lokalteil/domain/plain-text'
import { countBodyWords } from './draft-text.ts'

export function check(
  draft: ArticleDraft,
  known: { sections: ReadonlySet<string>; deadLinks: number; now: Date },
): CheckResult {
  return checkDraft(
    {
      title: draft.title,
      teaserText: toPlainText(draft.teaserTextHtml),
      sectionPath: draft.sectionPath,
      words: countBodyWords(draft.body),
      tags: draft.tagIds.length,
      authors: draft.authors.length,
      source: draft.source,
      // The rights of a picture are not kept yet.
      pictures: listPictures(draft).map(({ altText, credit }) => ({ altText, credit, rightsEnd: null })),
      embargo: draft.embargo === null ? null : Date.parse(draft.embargo),
      deadLinks: known.deadLinks,
    },
    known.sections,
    known.now.getTime(),
  )
}

/** The lead picture first. */
function listPictures({ picture, body }: ArticleDraft): Picture[] {
  return [
    picture,
    ...body.flatMap((item) => {
      if (item.type === 'image') return [item.picture]
      if (item.type === 'gallery') return item.pictures
      return item.type === 'liveEntry' ? [item.picture ?? null] : []
    }),
  ].filter((one) => one !== null)
}

const ARTICLE_LINK = /\bhref="\/[^"/?#]*-(\d{1,40})(?:[?#][^"]*)?"/g

/** Ids of the articles of this site that the text links to or shows. */
export function listLinkedIds({ body, relatedIds }: ArticleDraft): string[] {
  const linked = body.flatMap((item) =>
    item.type === 'articleReference'
      ? [item.articleId]
      : listTexts(item).flatMap((html) => [...html.matchAll(ARTICLE_LINK)].map((match) => match[1]!)),
  )
  return [...new Set([...relatedIds, ...linked])].slice(0, 200)
}
