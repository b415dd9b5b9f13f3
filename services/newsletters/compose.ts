/** The content of an issue: of a draft, or of new articles. */
import type { Newsletter, Teaser } from '@lokalteil/contracts/content'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { IssueDraft } from '@lokalteil/contracts/newsletter-issues'
import { isPaid } from '@lokalteil/domain/access/content-restriction'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { chooseArticles } from '@lokalteil/domain/reading/newsletters'
import { arrangeIssue, toIssueSubject, toParagraphs } from '@lokalteil/domain/reading/newsletter-issues'
import { toTeaserTarget } from '@lokalteil/domain/reading/teaser'
import { NoContent, type NewsletterContext } from './context.ts'
import { toIssuePicture } from './pictures.ts'
import type { IssueContent } from './store/issues.ts'
import { MAIL_PATH, toLine, toTeaserText } from './text.ts'

export type Composition = { content: IssueContent; articleIds: string[]; subject: string }

/** Articles for an automatic issue: newer than `since`, and not in an earlier issue (`told`). */
export type Period = { since: Date; told?: ReadonlySet<string> }

const SECTIONS_AT_MOST = 10

/** `from`: a draft, or the period of an issue that composes itself. Null: there is no article. */
export async function compose(
  context: NewsletterContext,
  publication: PublicationCode,
  newsletter: Newsletter,
  from: IssueDraft | Period,
  isTest = false,
): Promise<Composition | null> {
  const draft = 'items' in from ? from : null
  const chosen =
    'items' in from
      ? await arrangeDraft(context, publication, from)
      : (await chooseTeasers(context, publication, newsletter, from)).map((article) => ({ article, heading: '' }))
  if (chosen.length === 0) return null
  const articles = chosen.map(({ article, heading }, index) => ({
    prefix: toLine(article.titlePrefix, 200),
    title: toLine(article.title, 500),
    text: toTeaserText(article.teaserTextHtml, 400),
    path: article.targetPathOrUrl,
    isPaid: isPaid(article.contentRestriction),
    heading: toLine(heading, 200),
    picture: toIssuePicture(article.img, index === 0),
  }))
  const content: IssueContent = {
    newsletter: toLine(newsletter.title, 200),
    sender: toLine(newsletter.sender, 200),
    at: context.now().toISOString(),
    subject: toLine(draft?.subject ?? '', 200),
    preheader: toLine(draft?.preheader ?? '', 200),
    introduction: toParagraphs(draft?.introduction ?? '').map((line) => toLine(line, 4000)),
    articles,
    managePath: context.paths.manage,
    isTest,
  }
  return {
    content,
    articleIds: chosen.map(({ article }) => article.documentId),
    subject: toIssueSubject({ ...content, title: articles[0]!.title }),
  }
}

/** For a preview or a test: no subscription ends by its links. */
export function toSampleMail(publication: PublicationCode, content: IssueContent, address: string): MailMessageInput {
  return {
    template: 'newsletter-issue',
    mandator: publication,
    to: { address },
    data: { ...content, unsubscribePath: content.managePath },
  }
}

async function arrangeDraft(context: NewsletterContext, publication: PublicationCode, { items }: IssueDraft) {
  const ids = items.flatMap((item) => (item.type === 'article' ? [item.id] : []))
  const teasers = await findTeasers(context, publication, ids)
  return arrangeIssue(items, (id) => {
    const teaser = teasers.get(id)
    return teaser !== undefined && isSendable(teaser) ? teaser : null
  })
}

/** Articles that readers can see now, by id. */
export async function findTeasers(
  context: NewsletterContext,
  publication: PublicationCode,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Teaser>> {
  if (ids.length === 0) return new Map()
  const answer = await context.contentOf(publication).listTeasers({ query: { ids: ids.join(',') } })
  if (!answer.ok)
    throw new NoContent(`The articles of ${publication} cannot be read: ${answer.status} ${answer.problem.code}`)
  return new Map(answer.data.teasers.map((teaser) => [teaser.documentId, teaser]))
}

/** No advertisement, and a page of this publication. */
export function isSendable({ isSoldContent, targetPathOrUrl }: Teaser): boolean {
  return !isSoldContent && toTeaserTarget(targetPathOrUrl).kind === 'internal' && MAIL_PATH.test(targetPathOrUrl)
}

export async function chooseTeasers(
  context: NewsletterContext,
  publication: PublicationCode,
  { sections = [] }: Newsletter,
  { since, told }: Period,
): Promise<Teaser[]> {
  const content = context.contentOf(publication)
  const answers = await Promise.all(
    sections.length === 0
      ? [content.listNewestArticles({})]
      : sections.slice(0, SECTIONS_AT_MOST).map((path) => content.getChannel({ params: { path } })),
  )
  const lists: Teaser[][] = []
  for (const answer of answers) {
    if (answer.ok)
      lists.push(answer.data.teasers.filter((one) => isSendable(one) && told?.has(one.documentId) !== true))
    // A section that this publication lacks is skipped; other failures throw.
    else if (answer.status !== 404)
      throw new NoContent(
        `The articles of a newsletter of ${publication} cannot be read: ${answer.status} ${answer.problem.code}`,
      )
  }
  return chooseArticles(lists, since, context.now())
}
