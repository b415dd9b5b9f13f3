/** A person's page: all notices, the newest first, burning candles, and the reader's actions. No texts of mourners. */
import type { PersonPage as PersonData } from '../contract/obituaries.ts'
import { toBookPath, toObituaryPath, toPersonPath } from '../domain/obituary-paths.ts'
import { toYears } from '../domain/obituaries.ts'
import { Candles } from './Candles.tsx'
import { ObituarySheet } from './ObituarySheet.tsx'
import { ReminderButton } from './ReminderButton.tsx'
import { ShareMenu } from '@lokalteil/web/app/features/share/ShareMenu.tsx'
import { obituaryTexts } from './obituary-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { PersonHead } from './PersonHead.tsx'
import css from './ObituaryPages.module.css'

const texts = obituaryTexts.person

function PersonPage({ data: { person, notices } }: PageProps<'trauer/person', PersonData>) {
  return (
    <div>
      <PersonHead person={person} notices={notices.length} at="notices" />
      <div className={`page ${css.person}`}>
        <ol className={css.notices}>
          {notices.map((notice, index) => (
            <li key={notice.id}>
              <article aria-label={obituaryTexts.obituaryOf(notice.kind, person.name)}>
                <ObituarySheet notice={notice} isFirst={index === 0} />
                <p className={`${css.noticeLine} no-print`}>
                  <span>
                    {obituaryTexts.kinds[notice.kind]} · {obituaryTexts.published(notice.published)}
                  </span>
                  <a href={toObituaryPath(notice.id)}>{texts.whole}</a>
                </p>
              </article>
            </li>
          ))}
        </ol>
        <aside className={`${css.aside} no-print`}>
          <section className={css.asidePart} aria-label={obituaryTexts.book.candlesOf}>
            <Candles count={person.candles} />
            <ButtonLink href={toBookPath(person.id)}>{person.isBookOpen ? texts.writeInBook : texts.toBook}</ButtonLink>
            {person.condolences > 0 && <p className={css.quiet}>{texts.condolences(person.condolences)}</p>}
          </section>
          <ReminderButton person={person.id} died={person.died} />
          <PersonActions path={toPersonPath(person.id)} name={person.name} />
        </aside>
      </div>
    </div>
  )
}

export function PersonActions({ path, name }: { path: string; name: string }) {
  return (
    <div className={css.actions} role="group" aria-label={obituaryTexts.actions}>
      <ShareMenu path={path} title={obituaryTexts.share(name)} />
      <button type="button" className={`${css.action} js-only`} onClick={() => window.print()}>
        <Icon name="print" size="1.2em" /> <span>{obituaryTexts.print}</span>
      </button>
    </div>
  )
}

export const page = definePage('trauer/person', {
  load: inRoom<'trauer/person', PersonData>('notices', async ({ person }, context) =>
    toLoaded(await toRoomApi(context).ask('GET /api/notices/persons/{person}', { params: { person } })),
  ),
  Page: PersonPage,
  title({ person }) {
    const years = toYears(person)
    return { title: years === '' ? person.name : `${person.name} (${years})` }
  },
})
