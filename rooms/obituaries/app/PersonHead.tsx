/** The head of a person's two pages: name and dates, links between notices and book of condolence. */
import type { Person } from '../contract/notices.ts'
import { NOTICES_PATH, toBookPath, toPersonPath } from '../domain/notice-paths.ts'
import { LifeDates } from './LifeDates.tsx'
import { noticeTexts } from './notice-texts.ts'
import { Breadcrumb } from '@lokalteil/web/app/pages/blocks/Breadcrumb.tsx'
import css from './NoticePages.module.css'

const texts = noticeTexts.person

export function PersonHead({ person, notices, at }: { person: Person; notices?: number; at: 'notices' | 'book' }) {
  const { id, name, birthName, place, condolences } = person
  return (
    <header className={`page ${css.personHead}`}>
      <div className={css.crumbs}>
        <Breadcrumb entries={[{ label: noticeTexts.listTitle, target: NOTICES_PATH }]} />
      </div>
      <h1 className={css.personName}>{at === 'book' ? <BookTitle name={name} /> : name}</h1>
      {birthName !== '' && <p className={css.personBirth}>{noticeTexts.birthName(birthName)}</p>}
      <LifeDates life={person} className={css.personDates} />
      {place !== '' && <p className={css.personPlace}>{place}</p>}
      <nav aria-label={texts.parts} className={`${css.tabs} no-print`}>
        <a href={toPersonPath(id)} aria-current={at === 'notices' ? 'page' : undefined}>
          {texts.notices(notices ?? 2)}
        </a>
        <a href={toBookPath(id)} aria-current={at === 'book' ? 'page' : undefined}>
          {texts.book}
          {condolences > 0 && <span className={css.count}> {condolences}</span>}
        </a>
      </nav>
    </header>
  )
}

function BookTitle({ name }: { name: string }) {
  return (
    <>
      <span className={css.bookKicker}>{texts.book}</span> {name}
    </>
  )
}
