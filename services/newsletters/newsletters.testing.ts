/** Shared by the tests of newsletters: a content service, and an outbox of mails. */
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT, type Newsletter, type Teaser } from '@lokalteil/contracts/content'
import { MailMessage, type MailMessageInput } from '@lokalteil/contracts/mail'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { renderMail } from '../mail/templates.ts'
import { serveContract } from '../platform/serve.ts'
import type { NewsletterServiceOptions } from './app.ts'

export const TABLES = [
  'address_changes',
  'subscriptions',
  'orders',
  'proofs',
  'schedules',
  'drafts',
  'issues',
  'counters',
]

/** As the mail service does. */
export async function showMail(message: MailMessageInput) {
  return renderMail(MailMessage.parse(message), 'https://www.auenkurier.example')
}

export const newsletter = (slug: string, rhythm: string, sections: string[] = []): Newsletter => ({
  slug,
  title: slug === 'hafenpost' ? 'Hafenpost' : 'Anpfiff',
  description: '',
  rhythm,
  sender: 'Henrik Petersen',
  img: null,
  sample: [],
  sections,
})
export const teaser = (documentId: string, publishDate: string, change: Partial<Teaser> = {}): Teaser => ({
  documentId,
  contentRestriction: 'free',
  targetPathOrUrl: `/artikel-${documentId}`,
  title: `Titel ${documentId}`,
  titlePrefix: 'Hafen',
  teaserTextHtml: 'Ein <b>Satz</b> &amp; noch einer.',
  isSoldContent: false,
  isOpinion: false,
  isPodcast: false,
  isVideoArticle: false,
  isGallery: false,
  isLive: false,
  isTestReport: false,
  authors: [],
  img: null,
  publishDate,
  updateDate: null,
  sectionName: 'Hafen',
  sectionPath: 'hafen',
  readingMinutes: 1,
  tagIds: [],
  regionIds: [],
  rating: null,
  ...change,
})

/** A content service with these lists, behind the real contract; all their articles are visible, but for `hidden`. */
export function createContent() {
  const state = {
    newsletters: [] as Newsletter[],
    sections: new Map<string, Teaser[]>(),
    newest: [] as Teaser[],
    /** Ids of articles that are withdrawn or under embargo. */
    hidden: new Set<string>(),
    isDown: false,
    /** Runs before each answer. */
    onRequest: async (_url: string) => {},
  }
  const { listNewsletters, getNewsletter, getChannel, listNewestArticles, listTeasers } = CONTENT
  const contract = { listNewsletters, getNewsletter, getChannel, listNewestArticles, listTeasers }
  const visible = (teasers: readonly Teaser[]) => teasers.filter(({ documentId }) => !state.hidden.has(documentId))
  const page = (teasers: Teaser[]) => ({ teasers, page: 1, pages: 1, total: teasers.length })
  const app = serveContract<typeof contract, null>(
    contract,
    {
      listNewsletters: () => ({ newsletters: state.newsletters }),
      getNewsletter: ({ params }) => state.newsletters.find(({ slug }) => slug === params.slug)!,
      getChannel: ({ params: { path } }) => ({
        kind: 'channel',
        path,
        displayName: path,
        seoTitle: '',
        description: '',
        breadcrumb: [],
        children: [],
        blocks: [],
        ...page(visible(state.sections.get(path)!)),
      }),
      listNewestArticles: () => page(visible(state.newest)),
      listTeasers({ query }) {
        const all = visible([...state.newest, ...[...state.sections.values()].flat()])
        const ids = [...new Set(query.ids.split(','))]
        return { teasers: ids.flatMap((id) => all.find(({ documentId }) => documentId === id) ?? []) }
      },
    },
    { base: '/:publication', toContext: () => null },
  )
  const fetch = async (request: Request) => {
    await state.onRequest(request.url)
    if (state.isDown) return new Response('{}', { status: 503 })
    const section = /channels\/(\w+)/.exec(request.url)?.[1]
    return section !== undefined && !state.sections.has(section)
      ? new Response('{}', { status: 404 })
      : app.fetch(request)
  }
  return {
    state,
    contentOf: (publication: PublicationCode) =>
      createTestClient(contract, { fetch, base: `http://content.local/${publication}` }) as ReturnType<
        NewsletterServiceOptions['contentOf']
      >,
  }
}
