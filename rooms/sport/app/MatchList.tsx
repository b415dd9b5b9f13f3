/** A list of matches by day: teams, score, kick-off. */
import type { MatchLine } from '../contract/sport.ts'
import { toDayKey } from '@lokalteil/domain/german'
import { toMatchPath } from '../domain/sport-paths.ts'
import { isDecided, isRunning, toShownScore, type Sport } from '../domain/sport.ts'
import { sportTexts as texts } from './sport-texts.ts'
import { TeamName } from './SportTable.tsx'
import css from './Sport.module.css'

type MatchListProps = {
  competition: string
  sport: Sport
  matches: readonly MatchLine[]
  /** True: a heading above each day; else every match has its own date. */
  hasDays?: boolean
  /** Id of the team to highlight. */
  team?: string
}

export function MatchList({ competition, sport, matches, hasDays = false, team }: MatchListProps) {
  const days = hasDays
    ? [...Map.groupBy(matches, ({ kickoff }) => toDayKey(new Date(kickoff)))]
    : [['', matches] as const]
  return (
    <div className={css.days}>
      {days.map(([day, list]) => (
        <div key={day}>
          {day !== '' && <h3 className={css.day}>{texts.dayOf(new Date(list[0]!.kickoff))}</h3>}
          <ul className={css.matches}>
            {list.map((match) => (
              <Row key={match.id} competition={competition} sport={sport} match={match} hasDay={!hasDays} team={team} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

type RowProps = { competition: string; sport: Sport; match: MatchLine; hasDay: boolean; team: string | undefined }

function Row({ competition, sport, match, hasDay, team }: RowProps) {
  const { id, home, away, kickoff, isTimeOpen, status, score } = match
  const begin = new Date(kickoff)
  const decision = texts.decision(sport, match)
  const state = status !== 'finished' ? texts.status[status] : score === null ? texts.scoreToCome : ''
  const when = hasDay ? texts.at(begin, isTimeOpen) : texts.time(begin, isTimeOpen)
  return (
    <li className={css.match} data-status={status}>
      <a href={toMatchPath(competition, id)} className={css.link}>
        <span className={css.home} data-marked={home.id === team ? '' : undefined}>
          <TeamName team={home} />
        </span>
        <ScoreBox match={match} />
        <span className={css.away} data-marked={away.id === team ? '' : undefined}>
          <TeamName team={away} />
        </span>
        <span className={css.when}>
          <time dateTime={kickoff}>{when}</time>
          {state !== '' && (
            <span className={css.status} data-running={isRunning(status) ? '' : undefined}>
              {state}
            </span>
          )}
          {decision !== '' && <span className={css.status}>{decision}</span>}
        </span>
      </a>
    </li>
  )
}

type Standing = Pick<MatchLine, 'score' | 'afterExtraTime' | 'status'>

/** The final score, such as "3:1", or a placeholder. */
export function ScoreBox({ match }: { match: Standing }) {
  const { status } = match
  const score = toShownScore(match)
  return (
    <span
      className={css.score}
      data-open={score === null ? '' : undefined}
      data-running={isRunning(status) ? '' : undefined}
    >
      {score === null ? (
        <>
          <span aria-hidden="true">{texts.open}</span>
          {!isDecided(status) && <span className="visually-hidden">{texts.notPlayed}</span>}
        </>
      ) : (
        texts.scored(score.home, score.away)
      )}
    </span>
  )
}
