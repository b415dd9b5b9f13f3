/**
 * The table of a league, complete or an excerpt. On a phone it shows only the main columns and never scrolls sideways.
 */
import type { SportTable as Table, TableLine } from '../contract/sport.ts'
import { toTeamPath } from '../domain/sport-paths.ts'
import { sportTexts as texts } from './sport-texts.ts'
import { toSignedNumber } from './signed-number.ts'
import css from './Sport.module.css'

type SportTableProps = {
  competition: string
  table: Table
  caption: string
  /** Only these lines, in order. */
  lines?: readonly TableLine[]
  /** Id of the team to highlight. */
  team?: string
}

export function SportTable({ competition, table, caption, lines = table.lines, team }: SportTableProps) {
  return (
    <table className={css.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <Head short={texts.rankShort} long={texts.rank} />
          <th scope="col" className={css.name}>
            {texts.team}
          </th>
          <Head short={texts.playedShort} long={texts.played} />
          <Head short={texts.wonShort} long={texts.won} isWide />
          <Head short={texts.drawnShort} long={texts.drawn} isWide />
          <Head short={texts.lostShort} long={texts.lost} isWide />
          <th scope="col" className={css.wide}>
            {texts.goals}
          </th>
          <Head short={texts.differenceShort} long={texts.difference} />
          <Head short={texts.pointsShort} long={texts.points} />
          <th scope="col" className={css.widest}>
            {texts.form}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.team.id} line={line} competition={competition} isMarked={line.team.id === team} />
        ))}
      </tbody>
    </table>
  )
}

function Head({ short, long, isWide = false }: { short: string; long: string; isWide?: boolean }) {
  return (
    <th scope="col" className={isWide ? css.wide : undefined}>
      <abbr title={long}>{short}</abbr>
    </th>
  )
}

function Line({ line, competition, isMarked }: { line: TableLine; competition: string; isMarked: boolean }) {
  const { rank, team, played, won, drawn, lost, scored, conceded, points, form, zone } = line
  return (
    <tr data-zone={zone ?? undefined} data-marked={isMarked ? '' : undefined}>
      <td>
        {rank}
        {zone !== null && <span className="visually-hidden"> ({texts.zones[zone]})</span>}
      </td>
      <th scope="row" className={css.name}>
        <a href={toTeamPath(competition, team.id)}>
          <TeamName team={team} />
        </a>
      </th>
      <td>{played}</td>
      <td className={css.wide}>{won}</td>
      <td className={css.wide}>{drawn}</td>
      <td className={css.wide}>{lost}</td>
      <td className={css.wide}>
        {scored}:{conceded}
      </td>
      <td>{toSignedNumber(scored - conceded)}</td>
      <td className={css.points}>{points}</td>
      <td className={css.widest}>
        <Form form={form} />
      </td>
    </tr>
  )
}

/** The short name if there is no room for the full one. */
export function TeamName({ team: { name, short } }: { team: TableLine['team'] }) {
  if (short === '' || short === name) return <>{name}</>
  return (
    <>
      <span className={css.long}>{name}</span>
      <span className={css.short}>{short}</span>
    </>
  )
}

/** Results, the oldest first; letters, so that colour is not the only difference. */
function Form({ form }: { form: TableLine['form'] }) {
  return (
    <ol className={css.form}>
      {form.map((result, index) => (
        <li key={`${index}-${result}`} data-result={result}>
          <abbr title={texts.forms[result]}>{texts.formLetters[result]}</abbr>
        </li>
      ))}
    </ol>
  )
}

/** Deductions, and the source of the table or that it was computed. */
export function TableNotes({ table, source }: { table: Table; source: string }) {
  return (
    <div className={css.notes}>
      {table.deductions.map(({ team, points, reason }) => (
        <p key={`${team} ${points} ${reason}`}>{texts.deduction(team, points, reason)}</p>
      ))}
      {!table.isOfficial && <p>{texts.computed}</p>}
      {source !== '' && <p>{texts.source(source)}</p>}
    </div>
  )
}
