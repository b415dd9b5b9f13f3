/** A team: its place in the table, and all its matches. */
import type { SportTeam } from '@lokalteil/contracts/sport'
import { hasScore } from '@lokalteil/domain/sport/sport'
import { SPORT_PATH, toCompetitionPath } from '@lokalteil/domain/sport/sport-paths'
import { definePage } from '../../page/define-page.ts'
import { inRoom, toRoomApi } from '../../page/rooms/in-room.ts'
import type { PageProps } from '../../page/page.ts'
import { sportTexts as texts } from '../../messages/rooms/sport.ts'
import { MatchList } from '../../features/sport/MatchList.tsx'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { toLoaded } from '../lists/read-answer.ts'
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
                <MatchList competition={competition.id} matches={list} team={team.id} />
              </section>
            ),
        )}
      </div>
    </>
  )
}

export const page = definePage('ergebnisse/verein', {
  load: inRoom<'ergebnisse/verein', SportTeam>('sport', async ({ competition, team }, context) =>
    toLoaded(await toRoomApi(context).sport.getTeam(competition, team)),
  ),
  Page: TeamPage,
  title: ({ team, competition }) => ({ title: `${team.name}, ${competition.name}` }),
})
