/** Results and table of a league for a frame on any site; reads and sets no cookies (S2.1-14). */
import type { SportWidget } from '@lokalteil/contracts/content'
import { formatDate, formatTime } from '@lokalteil/domain/german'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { usePortal } from '@lokalteil/web/app/page/portal'
import { sportTexts } from './sport-texts.ts'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { toSignedNumber } from './signed-number.ts'
import css from './SportWidgetPage.module.css'

function SportWidgetPage({ data }: PageProps<'sport-widget', SportWidget>) {
  const { publication } = usePortal()
  return (
    <div className={css.widget}>
      <header className={css.head}>
        <h1 className={css.league}>{data.league}</h1>
        <p className={css.matchday}>{data.matchday}</p>
      </header>
      <section aria-labelledby="results">
        <h2 id="results" className={css.title}>
          {sportTexts.results}
        </h2>
        <ul className={css.results}>
          {data.results.map((result) => (
            <Result key={`${result.home} ${result.away}`} result={result} />
          ))}
        </ul>
      </section>
      <div>
        <h2 id="table" className={css.title}>
          {sportTexts.table}
        </h2>
        <div className={css.scroll} role="region" aria-labelledby="table" tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <HeadCell short={sportTexts.rankShort} long={sportTexts.rank} />
                <th scope="col">{sportTexts.team}</th>
                <HeadCell short={sportTexts.playedShort} long={sportTexts.played} />
                <th scope="col" className={css.wide}>
                  {sportTexts.goals}
                </th>
                <HeadCell short={sportTexts.differenceShort} long={sportTexts.difference} />
                <HeadCell short={sportTexts.pointsShort} long={sportTexts.points} />
              </tr>
            </thead>
            <tbody>
              {data.table.map((row) => (
                <tr key={row.team}>
                  <td>{row.rank}</td>
                  <th scope="row">{row.team}</th>
                  <td>{row.played}</td>
                  <td className={css.wide}>{row.goals}</td>
                  <td>{toSignedNumber(row.difference)}</td>
                  <td className={css.points}>{row.points}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <p className={css.from}>{sportTexts.from(publication.name)}</p>
    </div>
  )
}

function HeadCell({ short, long }: { short: string; long: string }) {
  return (
    <th scope="col">
      <abbr title={long}>{short}</abbr>
    </th>
  )
}

function Result({ result }: { result: SportWidget['results'][number] }) {
  const kickoff = new Date(result.kickoff)
  const isPlayed = result.homeGoals !== null && result.awayGoals !== null
  return (
    <li className={css.result}>
      <span className={css.home}>{result.home}</span>
      <span className={css.score} data-open={isPlayed ? undefined : ''}>
        {isPlayed ? (
          `${result.homeGoals}:${result.awayGoals}`
        ) : (
          <>
            <span aria-hidden="true">{sportTexts.open}</span>
            <span className="visually-hidden">{sportTexts.notPlayed}</span>
          </>
        )}
      </span>
      <span className={css.away}>{result.away}</span>
      <time className={css.kickoff} dateTime={result.kickoff}>
        {sportTexts.kickoff(formatDate(kickoff), formatTime(kickoff))}
      </time>
    </li>
  )
}

export const page = definePage('sport-widget', {
  load: async (_route, { content }) => toLoaded(await content.getSportWidget()),
  Page: SportWidgetPage,
  title: ({ league }) => ({ title: league }),
})
