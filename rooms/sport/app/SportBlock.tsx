/** A table, results or fixtures on a front. Rendered by the server, without a script. */
import type { MatchLine, SportOverview, SportTable as Table, TableLine } from '../contract/sport.ts'
import type { Sport } from '../domain/sport.ts'
import { toCompetitionPath } from '../domain/sport-paths.ts'
import { defineBlock } from '@lokalteil/web/app/page/define-block'
import { toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import { sportTexts as texts } from './sport-texts.ts'
import { MatchList } from './MatchList.tsx'
import { SportTable } from './SportTable.tsx'
import { SectionHeader } from '@lokalteil/web/app/pages/blocks/SectionHeader.tsx'
import css from './SportBlock.module.css'

type Options = { competition: string; show: 'table' | 'results' | 'fixtures'; team?: string; count: number }
type Data = {
  id: string
  name: string
  sport: Sport
  lines: readonly TableLine[]
  matches: readonly MatchLine[]
} | null

const NO_TABLE: Table = { lines: [], deductions: [], isOfficial: true }

function SportBlock({ heading, options, data }: { heading: string; options: Options; data: Data }) {
  if (data === null) return null
  const { show, team } = options
  const { id, name, sport, lines, matches } = data
  return (
    <div className={css.block}>
      <SectionHeader title={heading === '' ? name : heading} target={toCompetitionPath(id)} />
      {show === 'table' ? (
        <SportTable competition={id} table={NO_TABLE} lines={lines} caption={`${texts.table}: ${name}`} team={team} />
      ) : (
        <div className={css.matches}>
          <MatchList competition={id} sport={sport} matches={matches} team={team} />
        </div>
      )}
    </div>
  )
}

function toData({ competition, table, latest, next }: SportOverview, { show, team, count }: Options): Data {
  const matches = (show === 'results' ? latest : next)
    .filter(({ home, away }) => team === undefined || home.id === team || away.id === team)
    .slice(0, count)
  const lines = show === 'table' ? cutAround(table.lines, team, count) : []
  if (show === 'table' ? lines.length === 0 : matches.length === 0) return null
  const { id, name, sport } = competition
  return { id, name, sport, lines, matches: show === 'table' ? [] : matches }
}

/** `count` lines with the team in the middle, as far as possible. */
function cutAround(lines: readonly TableLine[], team: string | undefined, count: number): readonly TableLine[] {
  const at = lines.findIndex((line) => line.team.id === team)
  const from = at === -1 ? 0 : Math.max(0, Math.min(at - Math.floor(count / 2), lines.length - count))
  return lines.slice(from, from + count)
}

/** `load` returns null if there is nothing to show. */
export default defineBlock<Options, Data>({
  name: '@sport',
  options: { '~standard': { validate: (value) => ({ value: value as Options }) } },
  async load({ options, rooms, publication }) {
    if (!publication.rooms.includes('sport')) return null
    const { ask } = toRoomApi(rooms === undefined ? {} : { rooms })
    const found = await ask('GET /api/sport/{competition}/overview', { params: { competition: options.competition } })
    return found.ok ? toData(found.data, options) : null
  },
  Component: SportBlock,
})
