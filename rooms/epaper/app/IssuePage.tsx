/**
 * An issue of the e-paper (R1-53, R1-17, R6-08, S1-08): pages and articles with access; without it the front page, the
 * contents, and how to get access. Also the issues of one edition, at the edition's address.
 */
import type { IssueCard } from '../contract/epaper.ts'
import type { IssueView } from '../contract/calls.ts'
import { toIssuePath } from '../domain/issues.ts'
import { Cover } from './Cover.tsx'
import { IssueContents } from './IssueContents.tsx'
import { IssueOffer } from './IssueOffer.tsx'
import { IssueReader } from './IssueReader.tsx'
import { epaperTexts } from './epaper-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { asReader } from '@lokalteil/web/app/page/rooms/as-reader'
import { inRoom } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { Breadcrumb } from '@lokalteil/web/app/pages/blocks/Breadcrumb.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { IssueArticlePage } from './IssueArticlePage.tsx'
import { IssueList } from './IssuesPage.tsx'
import { loadIssue, type IssueData } from './issue-data.ts'
import { useRenewed } from './use-renewed.ts'
import css from './EpaperPages.module.css'

function IssuePage({ data }: PageProps<'epaper/ausgabe', IssueData>) {
  switch (data.kind) {
    case 'issues':
      return <IssueList view={data.view} />
    case 'article':
      return <IssueArticlePage view={data.view} />
    case 'issue':
      return <Issue view={data.view} page={data.page} />
  }
}

function Issue({ view: loaded, page }: { view: IssueView; page: number | null }) {
  const { edition, day } = loaded.issue
  const [view, renew] = useRenewed(loaded, () =>
    asReader({})('GET /api/epaper/issues/{edition}/{day}', { params: { edition, day } }),
  )
  const { issue, reading, right } = view
  const breadcrumb = [{ label: epaperTexts.title, target: '/epaper' }]
  if (reading !== null)
    return (
      <>
        <header className={`page ${css.readingHead}`}>
          <Breadcrumb entries={breadcrumb} />
          <h1 className={css.readingTitle}>{epaperTexts.date(issue.day)}</h1>
          <p className={css.facts}>{issue.editionName}</p>
        </header>
        <div className={css.reading}>
          <IssueReader view={{ ...view, reading }} startPage={page ?? 1} isPageNamed={page !== null} onReload={renew} />
          <div className="page">
            <IssueContents view={view} />
          </div>
          <Neighbours view={view} />
        </div>
      </>
    )
  return (
    <>
      <PageHead
        title={epaperTexts.date(issue.day)}
        breadcrumb={breadcrumb}
        meta={[issue.editionName, epaperTexts.pages(issue.pageCount)].join(' · ')}
      />
      <div className={`page ${css.page}`}>
        <div className={css.locked}>
          <div className={css.lockedCover}>
            <Cover issue={issue} isFirst />
          </div>
          {right.kind === 'locked' && <IssueOffer issue={issue} right={right} />}
        </div>
        <IssueContents view={view} />
      </div>
      <Neighbours view={view} />
    </>
  )
}

function Neighbours({ view: { issue, previousDay, nextDay } }: { view: IssueView }) {
  if (previousDay === null && nextDay === null) return null
  const of = (day: string): string =>
    toIssuePath({ edition: issue.edition, day } satisfies Pick<IssueCard, 'edition' | 'day'>)
  return (
    <nav className={`page ${css.neighbours}`} aria-label={epaperTexts.neighbours}>
      {previousDay !== null && (
        <a rel="prev" href={of(previousDay)}>
          <Icon name="chevron-left" size="1.1em" /> {epaperTexts.previousIssue(previousDay)}
        </a>
      )}
      {nextDay !== null && (
        <a rel="next" href={of(nextDay)}>
          {epaperTexts.nextIssue(nextDay)} <Icon name="chevron-right" size="1.1em" />
        </a>
      )}
    </nav>
  )
}

function toTitle(data: IssueData): string {
  if (data.kind === 'issues')
    return [epaperTexts.title, data.view.editions.find(({ id }) => id === data.view.edition)?.name ?? ''].join(': ')
  const { issue } = data.view
  const title = epaperTexts.issueTitle(issue.editionName, epaperTexts.date(issue.day))
  return data.kind === 'article' ? `${data.view.teaser.title}, ${title}` : title
}

export const page = definePage('epaper/ausgabe', {
  load: inRoom<'epaper/ausgabe', IssueData>('epaper', loadIssue),
  Page: IssuePage,
  title: (data) => ({ title: toTitle(data) }),
  canonical: (data, { edition, day, part, key }) =>
    data.kind === 'issue'
      ? toIssuePath(data.view.issue)
      : `/epaper/${[edition, day, part, key].filter((segment) => segment !== null).join('/')}`,
})
