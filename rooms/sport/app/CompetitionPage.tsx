/** Tables and results: the list of competitions, and a matchday of one with its table. Both below `/ergebnisse`. */
import type { Competition, SportMatchday, SportOverview } from '../contract/sport.ts'
import { readMatchday, SPORT_PATH, toCompetitionPath } from '../domain/sport-paths.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { LoadContext, Loaded, PageProps } from '@lokalteil/web/app/page/page'
import type { RoomApi } from '@lokalteil/web/app/page/rooms/room-api'
import { sportTexts as texts } from './sport-texts.ts'
import { MatchList } from './MatchList.tsx'
import { SportTable, TableNotes } from './SportTable.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { SectionHeader } from '@lokalteil/web/app/pages/blocks/SectionHeader.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { EmptyState } from '@lokalteil/web/app/pages/lists/TeaserList.tsx'
import css from './SportPages.module.css'

export type CompetitionData =
  | { kind: 'all'; overviews: readonly SportOverview[] }
  | ({ kind: 'one'; isNamed: boolean } & SportMatchday)

function CompetitionPage({ data }: PageProps<'ergebnisse', CompetitionData>) {
  return data.kind === 'all' ? <All overviews={data.overviews} /> : <One data={data} />
}

/** Lines of a table in the overview. */
const EXCERPT = 5

function All({ overviews }: { overviews: readonly SportOverview[] }) {
  return (
    <>
      <PageHead title={texts.title} description={texts.intro} />
      <div className={`page ${css.page}`}>
        {overviews.length === 0 && <EmptyState icon="sport" title={texts.empty} />}
        {overviews.map(({ competition, table, latest, next }) => (
          <section key={competition.id}>
            <SectionHeader title={toTitle(competition)} target={toCompetitionPath(competition.id)} />
            <div className={css.columns}>
              <SportTable
                competition={competition.id}
                table={table}
                caption={`${texts.table}: ${competition.name}`}
                lines={table.lines.slice(0, EXCERPT)}
              />
              <div className={css.stack}>
                {latest.length > 0 && (
                  <div>
                    <h3 className={css.small}>{texts.latest}</h3>
                    <MatchList
                      competition={competition.id}
                      sport={competition.sport}
                      matches={latest.slice(0, EXCERPT)}
                    />
                  </div>
                )}
                {latest.length === 0 && next.length > 0 && (
                  <div>
                    <h3 className={css.small}>{texts.next}</h3>
                    <MatchList
                      competition={competition.id}
                      sport={competition.sport}
                      matches={next.slice(0, EXCERPT)}
                    />
                  </div>
                )}
              </div>
            </div>
          </section>
        ))}
      </div>
    </>
  )
}

export function toTitle({ name, season }: Pick<Competition, 'name' | 'season'>): string {
  return season === '' ? name : `${name} ${season}`
}

function One({ data }: { data: Extract<CompetitionData, { kind: 'one' }> }) {
  const { competition, matchday, matches, table } = data
  const label = competition.matchdays.find(({ number }) => number === matchday)?.label ?? ''
  return (
    <>
      <PageHead
        title={competition.name}
        breadcrumb={[{ label: texts.title, target: SPORT_PATH }]}
        {...(competition.season === '' ? {} : { meta: texts.season(competition.season) })}
      />
      <div className={`page ${css.page} ${css.columns}`}>
        <section aria-labelledby="spieltag">
          {matchday !== null && (
            <>
              <h2 id="spieltag" className={css.title}>
                {texts.matchday(matchday, label)}
              </h2>
              <Matchdays competition={competition} matchday={matchday} />
            </>
          )}
          {matches.length === 0 ? (
            <p>{texts.noMatches}</p>
          ) : (
            <MatchList competition={competition.id} sport={competition.sport} matches={matches} hasDays />
          )}
        </section>
        <section aria-labelledby="tabelle">
          <h2 id="tabelle" className={css.title}>
            {texts.table}
          </h2>
          <SportTable competition={competition.id} table={table} caption={`${texts.table}: ${competition.name}`} />
          <TableNotes table={table} source={competition.source} />
        </section>
      </div>
    </>
  )
}

function Matchdays({ competition: { id, matchdays }, matchday }: { competition: Competition; matchday: number }) {
  const at = matchdays.findIndex(({ number }) => number === matchday)
  const [before, after] = [matchdays[at - 1], matchdays[at + 1]]
  return (
    <nav aria-label={texts.matchdays} className={css.steps}>
      {before === undefined ? (
        <span />
      ) : (
        <a href={toCompetitionPath(id, before.number)} rel="prev">
          <Icon name="chevron-left" size="1em" /> {texts.earlier}
          <span className="visually-hidden">: {texts.matchday(before.number, before.label)}</span>
        </a>
      )}
      <details className={css.choose}>
        <summary>{texts.choose}</summary>
        <ol>
          {matchdays.map(({ number, label }) => (
            <li key={number}>
              <a
                href={toCompetitionPath(id, number)}
                aria-label={texts.matchday(number, label)}
                aria-current={number === matchday ? 'page' : undefined}
              >
                {number}
              </a>
            </li>
          ))}
        </ol>
      </details>
      {after === undefined ? (
        <span />
      ) : (
        <a href={toCompetitionPath(id, after.number)} rel="next">
          {texts.later}
          <span className="visually-hidden">: {texts.matchday(after.number, after.label)}</span>{' '}
          <Icon name="chevron-right" size="1em" />
        </a>
      )}
    </nav>
  )
}

async function loadAll({ ask }: RoomApi): Promise<Loaded<CompetitionData>> {
  const found = await ask('GET /api/sport')
  if (!found.ok) return toLoaded(found, (): CompetitionData => ({ kind: 'all', overviews: [] }))
  const read = await Promise.all(
    found.data.competitions
      .slice(0, MOST_SHOWN)
      .map(({ id }) => ask('GET /api/sport/{competition}/overview', { params: { competition: id } })),
  )
  return { kind: 'ok', data: { kind: 'all', overviews: read.flatMap((one) => (one.ok ? [one.data] : [])) } }
}

const MOST_SHOWN = 12

async function loadCompetition(
  competition: string | null,
  given: string | null,
  context: LoadContext,
): Promise<Loaded<CompetitionData>> {
  const rooms = toRoomApi(context)
  if (competition === null) return loadAll(rooms)
  const matchday = readMatchday(given)
  if (matchday === null) return { kind: 'missing' }
  const asked = { params: { competition }, query: { matchday } }
  return toLoaded(await rooms.ask('GET /api/sport/{competition}/matchday', asked), (found): CompetitionData => ({
    kind: 'one',
    isNamed: matchday !== undefined,
    ...found,
  }))
}

export const page = definePage('ergebnisse', {
  load: inRoom<'ergebnisse', CompetitionData>('sport', (route, context) =>
    loadCompetition(route.competition, route.matchday, context),
  ),
  Page: CompetitionPage,
  title(data) {
    if (data.kind === 'all') return { title: texts.title }
    const name = toTitle(data.competition)
    if (data.matchday === null || !data.isNamed) return { title: name }
    const label = data.competition.matchdays.find(({ number }) => number === data.matchday)?.label ?? ''
    return { title: `${name}: ${texts.matchday(data.matchday, label)}` }
  },
})
