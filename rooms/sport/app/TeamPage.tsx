/** A team: its place in the table, and all its matches. */
import type { SportTeam } from '../contract/sport.ts'
import { hasScore } from '../domain/sport.ts'
import { SPORT_PATH, toCompetitionPath } from '../domain/sport-paths.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { sportTexts as texts } from './sport-texts.ts'
import { MatchList } from './MatchList.tsx'
import { SectionHeader } from '@lokalteil/web/app/pages/blocks/SectionHeader.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import css from './SportPages.module.css'

function TeamPage({ data: { competition, team, line, matches } }: PageProps<'ergebnisse/verein', SportTeam>) {
  const played = matches.filter(({ status }) => hasScore(status)).toReversed()
  const open = matches.filter(({ status }) => !hasScore(status))
  return (
    <>
      <PageHead
        title={team.name}
        breadcrumb={[
          { label: texts.title, target: SPORT_PATH },
          { label: competition.name, target: toCompetitionPath(competition.id) },
        ]}
        {...(line === null ? {} : { meta: texts.rankLine(line.rank, line.points) })}
      />
      <div className={`page ${css.page} ${css.columns}`}>
        {[
          { title: texts.next, list: open },
          { title: texts.results, list: played },
        ].map(
          ({ title, list }) =>
            list.length > 0 && (
              <section key={title}>
                <SectionHeader title={title} target="" />
                <MatchList competition={competition.id} sport={competition.sport} matches={list} team={team.id} />
              </section>
            ),
        )}
      </div>
    </>
  )
}

export const page = definePage('ergebnisse/verein', {
  load: inRoom<'ergebnisse/verein', SportTeam>('sport', async ({ competition, team }, context) =>
    toLoaded(
      await toRoomApi(context).ask('GET /api/sport/{competition}/teams/{team}', { params: { competition, team } }),
    ),
  ),
  Page: TeamPage,
  title: ({ team, competition }) => ({ title: `${team.name}, ${competition.name}` }),
})
