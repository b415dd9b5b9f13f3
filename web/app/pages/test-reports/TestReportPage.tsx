/**
 * A test report: an article with a product. It has the same access decision as an article; a locked one shows the
 * product and its rating (as the teaser does), but neither verdict nor pros and cons.
 */
import type { TestReport } from '@lokalteil/contracts/content'
import { formatRating } from '@lokalteil/domain/german-numbers'
import type { AccessView } from '../../page/article-access.ts'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import type { PaywallOffer } from '../../features/article/PaywallLayer.tsx'
import { ReadingProgress } from '../../features/article/ReadingProgress.tsx'
import { testReportTexts } from '../../messages/reading/test-reports.ts'
import { Icon } from '../../ui/Icon.tsx'
import { DiscussionPlace } from '../../features/comments/DiscussionPlace.tsx'
import {
  AdBelow,
  ArticleFrame,
  ArticleText,
  drawContext,
  drawInserts,
  findDiscussion,
  Recommended,
  Related,
  type ArticleData,
} from '../article/ArticlePage.tsx'
import { ArticleHead } from '../article/ArticleHead.tsx'
import { withOffer } from '../article/paywall-offer.ts'
import { toLoaded } from '../lists/read-answer.ts'
import { RatingStars } from './RatingStars.tsx'
import css from './TestReportPage.module.css'

export type TestReportData = {
  article: TestReport
  access: AccessView
  offer?: PaywallOffer | null
  discussion?: ArticleData['discussion']
}

function TestReportPage({ data }: PageProps<'testbericht', TestReportData>) {
  const { article: report, access, offer, discussion } = data
  return (
    <>
      <ReadingProgress />
      <ArticleFrame article={report}>
        <ArticleHead article={report} discussion={discussion} />
        <ProductBox report={report} />
        <ArticleText article={report} access={access} offer={offer}>
          {!access.isLocked && <Verdict report={report} />}
        </ArticleText>
      </ArticleFrame>
      <AdBelow article={report} />
      <Related article={report} />
      <Recommended article={report} />
      <DiscussionPlace article={report} discussion={discussion} />
    </>
  )
}

function ProductBox({ report }: { report: TestReport }) {
  const facts = [
    [testReportTexts.name, report.product.name],
    [testReportTexts.manufacturer, report.product.manufacturer],
    [testReportTexts.price, report.product.price],
  ].filter(([, value]) => value !== '')
  return (
    <section className={`page ${css.product}`} aria-label={testReportTexts.product}>
      <div className={css.box}>
        <dl className={css.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={css.overall}>
          <p className={css.label}>{testReportTexts.overall}</p>
          <p className={css.value} aria-hidden="true">
            {formatRating(report.rating)}
          </p>
          <RatingStars rating={report.rating} />
        </div>
      </div>
    </section>
  )
}

function Verdict({ report }: { report: TestReport }) {
  const weights = report.criteria.reduce((sum, { weight }) => sum + weight, 0)
  if (report.verdict === '' && report.pros.length + report.cons.length + report.criteria.length === 0) return null
  return (
    <section className={`page ${css.verdict}`} aria-labelledby="fazit">
      <div className={css.verdictBox}>
        <h2 id="fazit" className={css.heading}>
          {testReportTexts.verdict}
        </h2>
        {report.verdict !== '' && <p className={css.text}>{report.verdict}</p>}
        <div className={css.sides}>
          <Points title={testReportTexts.pros} points={report.pros} icon="plus" />
          <Points title={testReportTexts.cons} points={report.cons} icon="minus" />
        </div>
        {report.criteria.length > 0 && (
          <>
            <h3 className={css.subheading}>{testReportTexts.criteria}</h3>
            <ul className={css.criteria}>
              {report.criteria.map(({ name, rating, weight }) => (
                <li key={name} className={css.criterion}>
                  <span className={css.criterionName}>
                    {name}
                    {weights > 0 && weight > 0 && (
                      <span className={css.weight}>{testReportTexts.weight(Math.round((weight / weights) * 100))}</span>
                    )}
                  </span>
                  <span className={css.bar} aria-hidden="true">
                    <span style={{ inlineSize: `${Math.min(100, Math.max(0, (rating / 5) * 100))}%` }} />
                  </span>
                  <span className={css.criterionValue}>{testReportTexts.ofFive(formatRating(rating))}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        <p>
          <a href="/testberichte" className={css.all}>
            {testReportTexts.all} <Icon name="chevron-right" size="0.9em" />
          </a>
        </p>
      </div>
    </section>
  )
}

function Points({ title, points, icon }: { title: string; points: readonly string[]; icon: 'plus' | 'minus' }) {
  if (points.length === 0) return null
  return (
    <div className={css.side} data-side={icon}>
      <h3 className={css.subheading}>{title}</h3>
      <ul className={css.points}>
        {points.map((point) => (
          <li key={point}>
            <Icon name={icon} size="1.1em" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const page = definePage('testbericht', {
  async load(route, { content, access, offers, community, publication }) {
    const [read] = await Promise.all([content.getTestReport({ id: route.id }), drawContext()])
    if (!read.ok) return toLoaded(read, () => ({}) as TestReportData)
    const decided = await withOffer(access(read.data), offers)
    await drawInserts(decided.article)
    // The verdict is part of the paid content.
    const article = decided.access.isLocked
      ? { ...decided.article, verdict: '', pros: [], cons: [], criteria: [] }
      : decided.article
    return {
      kind: 'ok',
      data: { ...decided, article, discussion: await findDiscussion(read.data, { community, publication }) },
    }
  },
  Page: TestReportPage,
  title: ({ article }) => ({ title: article.title, titlePrefix: article.titlePrefix }),
  canonical: ({ article }) => article.path,
})
