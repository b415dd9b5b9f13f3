/**
 * The rules of discussions under articles: where readers may comment, the order of comments, and who speaks for the
 * paper. Visibility and editing times are decided here once, for the service and the page.
 */

export const DISCUSSION_MODES = ['open', 'moderated', 'closed'] as const
/**
 * `moderated`: a moderator reads each text before others see it. `closed`: existing texts stay, new ones are refused.
 */
export type DiscussionMode = (typeof DISCUSSION_MODES)[number]

export const SORTS = ['newest', 'helpful', 'picks'] as const
/** `picks`: threads with a comment the editors picked. */
export type CommentSort = (typeof SORTS)[number]

export const COMMENT_MAX = 2000
export const REVIEW_MAX = 1500
export const DISPLAY_NAME_MIN = 3
export const DISPLAY_NAME_MAX = 30
const EDIT_MS = 5 * 60_000
export const THREADS_ON_A_PAGE = 20
/** Replies shown with each thread; the others are loaded on request. */
export const FIRST_REPLIES = 3
export const REPLIES_ON_A_PAGE = 50
export const REVIEWS_ON_A_PAGE = 10

export type DiscussionRules = {
  mode: DiscussionMode
  /** By path. The nearest section above an article decides. */
  sections: Readonly<Record<string, DiscussionMode>>
  /** Days after publication; 0: it stays open. */
  closeAfterDays: number
}

export type DiscussedArticle = {
  section: string
  publishDate: string
  /** The editors' setting for this one article. */
  comments?: DiscussionMode | undefined
}

export function decideMode(rules: DiscussionRules, article: DiscussedArticle, now: Date): DiscussionMode {
  const mode = article.comments ?? findSectionMode(rules.sections, article.section) ?? rules.mode
  const age = now.getTime() - new Date(article.publishDate).getTime()
  return rules.closeAfterDays > 0 && age > rules.closeAfterDays * 86_400_000 ? 'closed' : mode
}

function findSectionMode(sections: DiscussionRules['sections'], path: string): DiscussionMode | undefined {
  const parts = path.split('/')
  for (let length = parts.length; length > 0; length -= 1) {
    const key = parts.slice(0, length).join('/')
    if (Object.hasOwn(sections, key)) return sections[key]
  }
  return undefined
}

/** The time until which the author may change a text. */
export function toEditableUntil(writtenAt: Date): Date {
  return new Date(writtenAt.getTime() + EDIT_MS)
}

/**
 * Helpfulness of a comment: the lower bound of the Wilson score interval (95 %) for the share of yes votes, so that one
 * of one does not rank above ninety of a hundred.
 */
export function toHelpfulness(up: number, down: number): number {
  const votes = up + down
  if (votes === 0) return 0
  const z = 1.96
  const share = up / votes
  const centre = share + (z * z) / (2 * votes)
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * votes)) / votes)
  return (centre - spread) / (1 + (z * z) / votes)
}

/** Threads are two levels deep: a reply to a reply belongs to the thread of the first comment. */
export function toParent(answered: { id: string; parent: string | null }): string {
  return answered.parent ?? answered.id
}

/** `author`: of this article; `editorial`: of another one. */
export type Voice = 'author' | 'editorial' | null

/** Decided by the author's page that the publication linked to the account, never by a name. */
export function toVoice(authorPath: string | null, authors: readonly { path: string }[]): Voice {
  if (authorPath === null) return null
  return authors.some(({ path }) => path === authorPath) ? 'author' : 'editorial'
}

export type MentionPart = { text: string; isMention: boolean }

/** `@` and one of these names, the longest first. The joined parts give the text again. */
export function splitMentions(text: string, names: readonly string[]): MentionPart[] {
  const known = [...new Set(names)].filter((name) => name !== '').toSorted((a, b) => b.length - a.length)
  const parts: MentionPart[] = []
  let plain = ''
  for (let at = 0; at < text.length;) {
    const name =
      text[at] === '@' && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')
        ? known.find(
            (one) =>
              text.startsWith(one, at + 1) &&
              !/[\p{L}\p{N}]/u.test(text.slice(at + 1 + one.length, at + 2 + one.length)),
          )
        : undefined
    if (name === undefined) {
      plain += text[at]
      at += 1
      continue
    }
    if (plain !== '') parts.push({ text: plain, isMention: false })
    parts.push({ text: `@${name}`, isMention: true })
    plain = ''
    at += name.length + 1
  }
  if (plain !== '') parts.push({ text: plain, isMention: false })
  return parts
}

/** One or two letters shown instead of a portrait. */
export function toInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const first = toFirst(words[0] ?? '?')
  const last = words.length > 1 ? toFirst(words.at(-1)!) : ''
  return (first + last).toLocaleUpperCase('de')
}

const toFirst = (word: string): string => String.fromCodePoint(word.codePointAt(0)!)
