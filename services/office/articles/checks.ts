/** Checks of a draft against the publication's settings and the index of articles. */
import type { ArticleDraft } from '@lokalteil/contracts/content'
import { listTexts } from '@lokalteil/contracts/content/block-texts'
import { checkDraft, type CheckResult } from '@lokalteil/domain/office/draft-checks'
import { isCutAsLead } from '@lokalteil/domain/office/media-rights'
import { toPlainText } from '@lokalteil/domain/plain-text'
import type { readRights } from './picture-rights.ts'
import { countBodyWords } from './draft-text.ts'
import { listPictures, listPosters } from './pictures.ts'

export function check(
  draft: ArticleDraft,
  known: {
    sections: ReadonlySet<string>
    deadLinks: number
    rightsOf: Awaited<ReturnType<typeof readRights>>
    now: Date
  },
): CheckResult {
  const { rightsOf } = known
  const { picture } = draft
  return checkDraft(
    {
      title: draft.title,
      teaserText: toPlainText(draft.teaserTextHtml),
      sectionPath: draft.sectionPath,
      words: countBodyWords(draft.body),
      tags: draft.tagIds.length,
      authors: draft.authors.length,
      source: draft.source,
      pictures: listPictures(draft).map((one) => ({
        altText: one.altText,
        credit: one.credit,
        rightsEnd: rightsOf(one).until?.getTime() ?? null,
      })),
      otherRightsEnds: listPosters(draft).flatMap((one) => rightsOf(one).until?.getTime() ?? []),
      isCutWithoutRight: picture !== null && !rightsOf(picture).mayBeCut && isCutAsLead(picture),
      embargo: draft.embargo === null ? null : Date.parse(draft.embargo),
      deadLinks: known.deadLinks,
    },
    known.sections,
    known.now.getTime(),
  )
}

const ARTICLE_LINK = /\bhref="\/[^"/?#]*-(\d{1,40})(?:[?#][^"]*)?"/g

/** Ids of the articles of this site that the text links to or shows. */
export function listLinkedIds({ body, relatedIds }: ArticleDraft): string[] {
  const linked = body.flatMap((item) =>
    item.type === 'articleReference'
      ? [item.articleId]
      : listTexts(item).flatMap(({ text }) => [...text.matchAll(ARTICLE_LINK)].map((match) => match[1]!)),
  )
  return [...new Set([...relatedIds, ...linked])].slice(0, 200)
}
