/** A match: score, goals, cards, line-ups and ticker. While it is played the page polls for updates. */
import { Fragment, useEffect, useState, type ReactNode } from 'react'
import type { Card, Goal, LineUp, Match, SportMatch, Substitution, TickerEntry } from '../contract/sport.ts'
import { formatTime } from '@lokalteil/domain/german'
import { formatNumber } from '@lokalteil/domain/german-numbers'
import { isRunning, toShownScore, type Sport } from '../domain/sport.ts'
import { SPORT_PATH, toCompetitionPath, toTeamPath } from '../domain/sport-paths.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { sportTexts as texts } from './sport-texts.ts'
import { ScoreBox } from './MatchList.tsx'
import { Breadcrumb } from '@lokalteil/web/app/pages/blocks/Breadcrumb.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import css from './SportPages.module.css'

function MatchPage({ data }: PageProps<'ergebnisse/spiel', SportMatch>) {
  const { competition } = data
  const { match, told } = useMatch(data)
  const { goals, cards, substitutions, lineUps, ticker } = match
  return (
    <>
      <Head competition={competition} match={match} />
      <p role="status" className="visually-hidden">
        {told}
      </p>
      <div className={`page ${css.page} ${css.matchBody}`}>
        {goals.length > 0 && (
          <Part title={texts.goalList}>
            <Events match={match} events={goals} toText={(goal) => toGoalText(goal, competition.sport)} />
          </Part>
        )}
        {ticker.length > 0 && (
          <Part title={texts.ticker}>
            <Ticker entries={ticker} />
          </Part>
        )}
        {lineUps !== null && (
          <Part title={texts.lineUps}>
            <div className={css.sides}>
              <Players name={match.home.name} lineUp={lineUps.home} />
              <Players name={match.away.name} lineUp={lineUps.away} />
            </div>
          </Part>
        )}
        {substitutions.length > 0 && (
          <Part title={texts.substitutions}>
            <Events match={match} events={substitutions} toText={toSubstitutionText} />
          </Part>
        )}
        {cards.length > 0 && (
          <Part title={texts.cards}>
            <Events match={match} events={cards} toText={toCardText} />
          </Part>
        )}
        <Facts match={match} />
      </div>
    </>
  )
}

/** The newest state of the match; `told`: a new score to announce. */
function useMatch(data: SportMatch): { match: Match; told: string } {
  const [newer, setNewer] = useState<{ match: Match; told: string } | null>(null)
  const { competition, match } = data
  const shown = newer !== null && newer.match.id === match.id && newer.match.updated >= match.updated ? newer : null
  const isLive = isRunning((shown?.match ?? match).status)
  useEffect(() => {
    if (!isLive) return
    let stop = () => {}
    let isOver = false
    void import('./follow-match.lazy.ts').then(({ followMatch }) => {
      if (isOver) return
      stop = followMatch(competition.id, match, (next, told) => setNewer({ match: next, told }))
    })
    return () => {
      isOver = true
      stop()
    }
  }, [isLive, competition.id, match])
  return shown ?? { match, told: '' }
}

function Head({ competition, match }: SportMatch) {
  const { home, away, status, kickoff, isTimeOpen, matchday, round } = match
  return (
    <header className={`page ${css.head}`}>
      <Breadcrumb
        entries={[
          { label: texts.title, target: SPORT_PATH },
          { label: competition.name, target: toCompetitionPath(competition.id, matchday) },
        ]}
      />
      <p className={css.kicker}>
        {texts.matchday(matchday, round)} · <time dateTime={kickoff}>{texts.at(new Date(kickoff), isTimeOpen)}</time>
      </p>
      <h1 className={css.pairing}>
        <a href={toTeamPath(competition.id, home.id)}>{home.name}</a>
        <ScoreBox match={match} />
        <a href={toTeamPath(competition.id, away.id)}>{away.name}</a>
      </h1>
      <p className={css.state} data-running={isRunning(status) ? '' : undefined}>
        {toState(match, competition.sport)}
      </p>
      {isRunning(status) && <p className={`${css.follows} js-only`}>{texts.follows}</p>}
    </header>
  )
}

function toState(match: Match, sport: Sport): string {
  const { status, score, halfTime, afterExtraTime } = match
  return [
    status === 'finished' && score === null ? texts.scoreToCome : texts.status[status],
    texts.decision(sport, match),
    afterExtraTime === null || score === null ? '' : texts.regularTime(score.home, score.away),
    halfTime === null ? '' : texts.halfTime(halfTime.home, halfTime.away),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={css.title}>{title}</h2>
      {children}
    </section>
  )
}

type Event = { minute: number | null; stoppage: number; side: 'home' | 'away' }

function Events<E extends Event>({
  match,
  events,
  toText,
}: {
  match: Match
  events: readonly E[]
  toText: (event: E) => string
}) {
  return (
    <ol className={css.events}>
      {events.map((event, index) => (
        // The index is in the key, because goals without minute and name look alike.
        <li key={`${index} ${event.minute} ${event.side} ${toText(event)}`} data-side={event.side}>
          <span className={css.minute}>{texts.minute(event.minute, event.stoppage)}</span>
          <span>
            {toText(event)}
            <span className={css.team}> {match[event.side].short || match[event.side].name}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function toGoalText({ score, scorer, kind: given }: Goal, sport: Sport): string {
  const kind = texts.kind(sport, given)
  const name = scorer === '' ? texts.unknownScorer : scorer
  const stands = score === null ? '' : `${texts.scored(score.home, score.away)} `
  return `${stands}${name}${kind === '' ? '' : ` (${kind})`}`
}

function toCardText({ card, player }: Card): string {
  return player === '' ? texts.cardNames[card] : `${texts.cardNames[card]}: ${player}`
}

function toSubstitutionText({ on, off }: Substitution): string {
  return texts.substitution(on, off)
}

function Ticker({ entries }: { entries: readonly TickerEntry[] }) {
  return (
    <ol className={css.ticker}>
      {entries.map(({ id, time, label, headline, text, isImportant }) => (
        <li key={id} data-important={isImportant ? '' : undefined}>
          <time dateTime={time} className={css.minute}>
            {label === '' ? formatTime(new Date(time)) : label}
          </time>
          <div>
            {headline !== '' && <h3 className={css.headline}>{headline}</h3>}
            {text.split(/\n+/).map((line, index) => (
              <Fragment key={`${index} ${line}`}>{line !== '' && <p>{line}</p>}</Fragment>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Players({ name, lineUp: { start, bench, coach } }: { name: string; lineUp: LineUp }) {
  return (
    <div>
      <h3 className={css.small}>{name}</h3>
      <ul className={css.players}>
        {start.map((player) => (
          <PlayerLine key={player.name} player={player} />
        ))}
      </ul>
      {bench.length > 0 && (
        <>
          <h4 className={css.bench}>{texts.bench}</h4>
          <ul className={css.players}>
            {bench.map((player) => (
              <PlayerLine key={player.name} player={player} />
            ))}
          </ul>
        </>
      )}
      {coach !== '' && (
        <p className={css.bench}>
          {texts.coach}: {coach}
        </p>
      )}
    </div>
  )
}

function PlayerLine({ player: { number, name, isCaptain } }: { player: LineUp['start'][number] }) {
  return (
    <li>
      <span className={css.number}>{number}</span>
      <span>
        {name}
        {isCaptain && <abbr title={texts.captain}> (C)</abbr>}
      </span>
    </li>
  )
}

function Facts({ match: { place, referee, spectators } }: { match: Match }) {
  const facts = [
    [texts.place, place],
    [texts.referee, referee],
    [texts.spectators, spectators === null ? '' : formatNumber(spectators)],
  ].filter(([, value]) => value !== '')
  if (facts.length === 0) return null
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export const page = definePage('ergebnisse/spiel', {
  load: inRoom<'ergebnisse/spiel', SportMatch>('sport', async ({ competition, match }, context) =>
    toLoaded(
      await toRoomApi(context).ask('GET /api/sport/{competition}/matches/{match}', { params: { competition, match } }),
    ),
  ),
  Page: MatchPage,
  title: ({ match, competition }) => ({
    title: `${texts.pairing(match.home.name, match.away.name)}${toResult(match, competition.sport)}`,
  }),
})

function toResult(match: Match, sport: Sport): string {
  const score = toShownScore(match)
  const decision = texts.decision(sport, match)
  return score === null ? '' : ` ${texts.scored(score.home, score.away)}${decision === '' ? '' : ` ${decision}`}`
}
