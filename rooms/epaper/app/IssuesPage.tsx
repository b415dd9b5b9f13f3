/** Issues of the e-paper by date and edition with their front pages (R1-53, S1-08); the same for everybody. */
import type { IssueCard } from '../contract/epaper.ts'
import type { IssuesView } from '../contract/calls.ts'
import { toIssuePath } from '../domain/issues.ts'
import { Cover } from './Cover.tsx'
import { IssueSearchForm } from './IssueSearchForm.tsx'
import { epaperTexts } from './epaper-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { Button, ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { SectionHeader } from '@lokalteil/web/app/pages/blocks/SectionHeader.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { EmptyState } from '@lokalteil/web/app/pages/lists/TeaserList.tsx'
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
    const month = context.query.get('monat') || undefined
    const edition = context.query.get('ausgabe') || undefined
    return toLoaded(await toRoomApi(context).ask('GET /api/epaper/issues', { query: { edition, month } }))
  }),
  Page: IssuesPage,
  title: () => ({ title: epaperTexts.title }),
  canonical: () => '/epaper',
})
