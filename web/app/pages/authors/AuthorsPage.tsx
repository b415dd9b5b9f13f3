/** All authors by the initial of the surname (S2.1-23). */
import type { AuthorProfile } from '@lokalteil/contracts/content'
import { toAuthorName } from '@lokalteil/domain/german'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { SquarePicture } from '../lists/SquarePicture.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import { groupByInitial } from './group-by-initial.ts'
import css from './AuthorsPage.module.css'

export type AuthorsData = { authors: readonly AuthorProfile[] }

function AuthorsPage({ data }: PageProps<'authors', AuthorsData>) {
  const groups = groupByInitial(data.authors)
  return (
    <>
      <PageHead title={listTexts.authors} description={listTexts.authorsIntro} />
      {groups.length === 0 && (
        <ListLayout>
          <EmptyState icon="user" title={listTexts.empty} />
        </ListLayout>
      )}
      {groups.length > 3 && (
        <nav className={`page ${css.letters}`} aria-label={listTexts.authorLetters}>
          <ul className={css.letterList}>
            {groups.map(({ initial }) => (
              <li key={initial}>
                <a href={`#${toAnchor(initial)}`} className={css.letter}>
                  {initial}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className={`page ${css.groups}`}>
        {groups.map(({ initial, people }) => (
          <section
            key={initial}
            className={css.group}
            id={toAnchor(initial)}
            aria-labelledby={`${toAnchor(initial)}-title`}
          >
            <h2 className={css.initial} id={`${toAnchor(initial)}-title`}>
              {initial}
            </h2>
            <ul className={css.people}>
              {people.map((author) => (
                <Person key={author.id} author={author} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

function Person({ author }: { author: AuthorProfile }) {
  const name = toAuthorName({ prename: author.prename, surname: author.surname })
  return (
    <li className={css.person}>
      <SquarePicture picture={author.portrait} alt="" name={name} size="small" isRound />
      <div className={css.text}>
        <h3 className={css.name}>{author.urlPath === '' ? name : <a href={author.urlPath}>{name}</a>}</h3>
        <p className={css.role}>{author.role}</p>
      </div>
    </li>
  )
}

function toAnchor(initial: string): string {
  return initial === '#' ? 'buchstabe-andere' : `buchstabe-${initial.toLowerCase()}`
}

export const page = definePage('authors', {
  load: async (_route, { content }) => toLoaded(await content.listAuthors()),
  Page: AuthorsPage,
  title: () => ({ title: listTexts.authors }),
})
