/** Issues of the e-paper by date and edition with their front pages (R1-53, S1-08); the same for everybody. */
import type { IssueCard } from '@lokalteil/contracts/epaper'
import type { IssuesView } from '@lokalteil/contracts/portal'
import { toIssuePath } from '@lokalteil/domain/epaper/issues'
import { Cover } from '../../features/epaper/Cover.tsx'
import { IssueSearchForm } from '../../features/epaper/IssueSearchForm.tsx'
import { epaperTexts } from '../../messages/rooms/epaper.ts'
import { definePage } from '../../page/define-page.ts'
import { toEpaperApi } from '../../page/rooms/epaper-api.ts'
import { inRoom } from '../../page/rooms/in-room.ts'
import type { PageProps } from '../../page/page.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import { EmptyState } from '../lists/TeaserList.tsx'
import css from './EpaperPages.module.css'

function IssuesPage({ data }: PageProps<'epaper', IssuesView>) {
  return <IssueList view={data} />
}

export function IssueList({ view }: { view: IssuesView }) {
  const { issues, editions, edition, month } = view
  const [newest, ...others] = issues
  const isWhole = month === null
  const listed = isWhole ? others : issues
  return (
    <>
      <PageHead title={epaperTexts.title} description={epaperTexts.intro}>
        <IssueSearchForm edition={edition} />
      </PageHead>
      <div className={`page ${css.page}`}>
        {newest === undefined && (
          <EmptyState icon="epaper" title={epaperTexts.nothing}>
            <p>{epaperTexts.nothingAdvice}</p>
          </EmptyState>
        )}
        {isWhole && newest !== undefined && <Newest issue={newest} hasEditions={editions.length > 1} />}
        {(view.months.length > 1 || editions.length > 1) && <Filters view={view} />}
        {listed.length > 0 && (
          <section>
            <SectionHeader
              title={isWhole ? epaperTexts.earlier : epaperTexts.issuesOf(epaperTexts.month(month))}
              target=""
            />
            <ul className={css.grid}>
              {listed.map((issue) => (
                <li key={toIssuePath(issue)}>
                  <a href={toIssuePath(issue)} className={css.issue}>
                    <Cover issue={issue} />
                    <time className={css.issueDate} dateTime={issue.day}>
                      {epaperTexts.date(issue.day)}
                    </time>
                    <span className={css.issueFacts}>{toFacts(issue, editions.length > 1)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  )
}

function Newest({ issue, hasEditions }: { issue: IssueCard; hasEditions: boolean }) {
  return (
    <section className={css.newest} aria-labelledby="epaper-newest">
      <a href={toIssuePath(issue)} tabIndex={-1} aria-hidden>
        <Cover issue={issue} isFirst />
      </a>
      <div className={css.newestText}>
        <p className={css.facts}>{epaperTexts.newest}</p>
        <h2 id="epaper-newest" className={css.newestTitle}>
          <time dateTime={issue.day}>{epaperTexts.date(issue.day)}</time>
        </h2>
        <p className={css.facts}>{toFacts(issue, hasEditions)}</p>
        <ButtonLink href={toIssuePath(issue)}>{epaperTexts.read}</ButtonLink>
      </div>
    </section>
  )
}

/** A plain form, so that a month of the archive and an edition have an address. */
function Filters({ view: { editions, edition, months, month } }: { view: IssuesView }) {
  return (
    <form action="/epaper" method="get" className={css.filters}>
      {editions.length > 1 && (
        <label className={css.filter}>
          {epaperTexts.editions}
          <select name="ausgabe" defaultValue={edition ?? ''}>
            <option value="">{epaperTexts.allEditions}</option>
            {editions.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className={css.filter}>
        {epaperTexts.months}
        <select name="monat" defaultValue={month ?? ''}>
          <option value="">{epaperTexts.allMonths}</option>
          {months.map((one) => (
            <option key={one.month} value={one.month}>
              {epaperTexts.month(one.month)}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" variant="secondary">
        {epaperTexts.show}
      </Button>
    </form>
  )
}

function toFacts({ editionName, pageCount }: IssueCard, hasEditions: boolean): string {
  return [...(hasEditions ? [editionName] : []), epaperTexts.pages(pageCount)].join(' · ')
}

export const page = definePage('epaper', {
  load: inRoom<'epaper', IssuesView>('epaper', async (_route, context) => {
    const month = context.query.get('monat') || null
    const edition = context.query.get('ausgabe') || null
    return toLoaded(await toEpaperApi(context).listIssues(edition, month))
  }),
  Page: IssuesPage,
  title: () => ({ title: epaperTexts.title }),
  canonical: () => '/epaper',
})
