/**
 * One author: portrait, biography, articles. Only the id counts, the slug may be missing or wrong (S2.1-05, S2.1-12).
 */
import type { AuthorProfile, Teaser, TeaserPage } from '@lokalteil/contracts/content'
import { toAuthorName } from '@lokalteil/domain/german'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Pagination } from '../blocks/Pagination.tsx'
import { listSubjects } from './list-subjects.ts'
import { toPagePath } from '../blocks/pagination.ts'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { orEmpty, toLoaded } from '../lists/read-answer.ts'
import { FollowChips, type FollowChip } from '../lists/FollowChips.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { SquarePicture } from '../lists/SquarePicture.tsx'
import { EmptyState, ListLayout, MostRead, TeaserRows } from '../lists/TeaserList.tsx'
import css from './AuthorPage.module.css'

export type AuthorData = TeaserPage & {
  author: AuthorProfile
  mostRead: readonly Teaser[]
  /** The followable subjects among the author's articles. */ subjects: readonly FollowChip[]
}

function AuthorPage({ data }: PageProps<'author', AuthorData>) {
  const { author } = data
  const name = toAuthorName({ prename: author.prename, surname: author.surname })
  const isFirst = data.page <= 1
  return (
    <>
      <div className={css.profile}>
        <PageHead
          title={name}
          page={isFirst ? undefined : listTexts.pageSuffix(data.page)}
          breadcrumb={[{ label: listTexts.authors, target: '/autoren' }]}
          kicker={author.role === '' ? listTexts.author : author.role}
          description={isFirst ? author.bio : undefined}
          picture={
            <SquarePicture
              picture={author.portrait}
              alt={author.portrait?.altText ?? ''}
              name={name}
              size="large"
              isRound
              isPriority
            />
          }
        >
          {author.email !== '' && (
            <p>
              <a href={`mailto:${author.email}`} className={css.mail}>
                <Icon name="mail" size="1.15em" /> {author.email}
              </a>
            </p>
          )}
          <FollowChips label={listTexts.subjectsOf(name)} entries={data.subjects} />
        </PageHead>
      </div>
      <ListLayout aside={<MostRead teasers={data.mostRead} />}>
        {data.total === 0 ? (
          <EmptyState icon="epaper" title={listTexts.noArticlesBy(name)} />
        ) : (
          <>
            <SectionHeader title={listTexts.articlesBy(name)} target="" />
            <TeaserRows teasers={data.teasers} hasAds heading="h3" showSection />
          </>
        )}
        <Pagination page={data.page} pages={data.pages} toPath={(page) => toPagePath(author.urlPath, page)} />
      </ListLayout>
    </>
  )
}

export const page = definePage('author', {
  async load(route, { content }) {
    const [read, mostRead, regions, topics] = await Promise.all([
      content.getAuthor({ id: route.id }, { page: route.page ?? 1 }),
      content.listMostRead(),
      content.listPersonalRegions(),
      content.listPersonalTopics(),
    ])
    return toLoaded(read, (data) => ({
      ...data,
      mostRead: orEmpty(mostRead, ({ teasers }) => teasers.slice(0, 5)),
      subjects: listSubjects(data.teasers, {
        regions: orEmpty(regions, (nodes) => nodes),
        topics: orEmpty(topics, (nodes) => nodes),
      }),
    }))
  },
  Page: AuthorPage,
  title: ({ author }) => ({ prename: author.prename, surname: author.surname }),
  canonical: ({ author, page: number }) => toPagePath(author.urlPath, number),
})
