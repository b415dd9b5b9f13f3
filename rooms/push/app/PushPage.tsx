/** Push messages (R1-55): the same page for all; the browser loads the choices of this device or the account. */
import type { AuthorProfile, FeedNode } from '@lokalteil/contracts/content'
import { toAuthorName } from '@lokalteil/domain/german'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { useSurroundings } from '@lokalteil/web/app/page/portal'
import { PushPanel } from './PushPanel.tsx'
import type { PushCatalogue } from './PushChoices.tsx'
import { pushTexts } from './push-texts.ts'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import css from './PushPage.module.css'

export type PushData = { catalogue: PushCatalogue }

function PushPage({ data }: PageProps<'mitteilungen', PushData>) {
  const { publication } = useSurroundings()
  return (
    <>
      <PageHead title={pushTexts.title} description={pushTexts.description(publication.name)} />
      <div className={`page ${css.page}`}>
        <PushPanel catalogue={data.catalogue} />
        <p className={css.privacy}>
          {pushTexts.privacyMore} {pushTexts.privacy} <a href="/datenschutz">{pushTexts.privacyLink}</a>.
        </p>
      </div>
    </>
  )
}

export const page = definePage('mitteilungen', {
  load: inRoom('push', async (_route, { content }) => {
    const [topics, regions, authors] = await Promise.all([
      content.listPersonalTopics(),
      content.listPersonalRegions(),
      content.listAuthors(),
    ])
    if (!topics.ok) return { kind: 'unavailable', status: topics.status }
    if (!regions.ok) return { kind: 'unavailable', status: regions.status }
    if (!authors.ok) return { kind: 'unavailable', status: authors.status }
    return {
      kind: 'ok',
      data: {
        catalogue: {
          topic: topics.data.map(toNode),
          region: regions.data.map(toNode),
          author: authors.data.authors.map(toPerson),
        },
      },
    }
  }),
  Page: PushPage,
  title: () => ({ title: pushTexts.title }),
})

function toNode({ id, label, children }: FeedNode): PushCatalogue['topic'][number] {
  return { id, label, children: children.map(toNode) }
}

function toPerson(author: AuthorProfile): PushCatalogue['author'][number] {
  return { id: author.id, label: toAuthorName({ prename: author.prename, surname: author.surname }), children: [] }
}
