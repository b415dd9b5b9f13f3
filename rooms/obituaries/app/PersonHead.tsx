/** The head of a person's two pages: name and dates, links between notices and book of condolence. */
import type { Person } from '../contract/obituaries.ts'
import { OBITUARIES_PATH, toBookPath, toPersonPath } from '../domain/obituary-paths.ts'
import { LifeDates } from './LifeDates.tsx'
import { obituaryTexts } from './obituary-texts.ts'
import { Breadcrumb } from '@lokalteil/web/app/pages/blocks/Breadcrumb.tsx'
import css from './ObituaryPages.module.css'

const texts = obituaryTexts.person

export function PersonHead({ person, notices, at }: { person: Person; notices?: number; at: 'notices' | 'book' }) {
  const { id, name, birthName, place, condolences } = person
  return (
    <header className={`page ${css.personHead}`}>
      <div className={css.crumbs}>
        <Breadcrumb entries={[{ label: obituaryTexts.listTitle, target: OBITUARIES_PATH }]} />
      </div>
      <h1 className={css.personName}>{at === 'book' ? <BookTitle name={name} /> : name}</h1>
      {birthName !== '' && <p className={css.personBirth}>{obituaryTexts.birthName(birthName)}</p>}
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
