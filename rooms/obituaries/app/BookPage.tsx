/** A person's book of condolence: approved entries, candles with their names, and the reader's own entries. */
import type { Book, BookEntry } from '../contract/obituaries.ts'
import { toReportPath } from '@lokalteil/domain/community/case-paths'
import { toBookPath } from '../domain/obituary-paths.ts'
import { BookDesk } from './BookDesk.tsx'
import { Candle } from './Candles.tsx'
import { FamilyRequest } from './FamilyRequest.tsx'
import { Paragraphs } from './ObituarySheet.tsx'
import { obituaryTexts } from './obituary-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { Pagination } from '@lokalteil/web/app/pages/blocks/Pagination.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { PersonHead } from './PersonHead.tsx'
import css from './ObituaryPages.module.css'

const texts = obituaryTexts.book
/** Most names of candles that are listed. */
const NAMED = 40

function BookPage({ data: { person, entries, candles, page, pages } }: PageProps<'trauer/kondolenz', Book>) {
  return (
    <div>
      <PersonHead person={person} at="book" />
      <div className={`page ${css.book}`}>
        <div className={css.entries}>
          {person.isBookOpen && (
            <p className={`${css.jump} no-print`}>
              <a href="#schreiben">{texts.jump}</a>
            </p>
          )}
          {!person.isBookOpen && <p className={css.closed}>{texts.closed}</p>}
          {entries.length === 0 && <p className={css.emptyBook}>{texts.empty}</p>}
          <ol className={css.entryList}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
          <Pagination page={page} pages={pages} toPath={(number) => toBookPath(person.id, number)} />
          {candles.length > 0 && (
            <section aria-labelledby="kerzen" className={css.candleList}>
              <h2 id="kerzen" className={css.small}>
                {obituaryTexts.person.candles(person.candles)}
              </h2>
              <ul>
                {candles.slice(0, NAMED).map(({ id, name }) => (
                  <li key={id}>
                    <Candle /> <span>{name}</span> <ReportLink entry={id} name={name} />
                  </li>
                ))}
              </ul>
              {person.candles > NAMED && <p className={css.quiet}>{texts.moreCandles(person.candles - NAMED)}</p>}
            </section>
          )}
        </div>
        <aside className={`${css.desk} no-print`} id="schreiben">
          <BookDesk person={person.id} isOpen={person.isBookOpen} />
          <FamilyRequest person={person.id} isOpen={person.isBookOpen} />
        </aside>
      </div>
    </div>
  )
}

function Entry({ entry: { id, name, text, at } }: { entry: BookEntry }) {
  return (
    <li className={css.entry}>
      <article>
        <div className={css.entryText}>
          <Paragraphs text={text} />
        </div>
        <p className={css.entryName}>{name}</p>
        <p className={css.entryLine}>
          <time dateTime={at}>{texts.at(at)}</time> <ReportLink entry={id} name={name} />
        </p>
      </article>
    </li>
  )
}

/** Reports need no account (DSA Art. 16). */
function ReportLink({ entry, name }: { entry: string; name: string }) {
  return (
    <a
      className={`${css.reportLink} no-print`}
      href={toReportPath('entry', entry)}
      rel="nofollow"
      aria-label={texts.reportOf(name)}
    >
      {texts.report}
    </a>
  )
}

export const page = definePage('trauer/kondolenz', {
  load: inRoom<'trauer/kondolenz', Book>('notices', async ({ person, page: number }, context) =>
    toLoaded(
      await toRoomApi(context).ask('GET /api/notices/persons/{person}/book', {
        params: { person },
        query: { page: number ?? 1 },
      }),
    ),
  ),
  Page: BookPage,
  title: ({ person }) => ({ title: texts.title(person.name) }),
  canonical: ({ person, page: number }) => toBookPath(person.id, number),
})
