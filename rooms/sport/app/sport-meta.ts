/** Metadata of sport: competitions, teams and matches; a ticker like a live report. */
import type { Match, MatchLine, SportMatch, SportTeam, Team } from '../contract/sport.ts'
import { toBerlinIso } from '@lokalteil/domain/german'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { Sport } from '../domain/sport.ts'
import { SPORT_PATH, toCompetitionPath, toMatchPath, toTeamPath } from '../domain/sport-paths.ts'
import { sportTexts } from './sport-texts.ts'
import type { ToMeta } from '@lokalteil/web/app/page/page'
import { toBreadcrumbList, toPublisher } from '@lokalteil/web/app/pages/structured-data'
import type { CompetitionData } from './CompetitionPage.tsx'

type Node = Record<string, unknown>

const START = { label: sportTexts.title, path: SPORT_PATH }

export const competitionMeta: ToMeta<CompetitionData, 'ergebnisse'> = (data, _route, { origin }) => {
  if (data.kind === 'all') return { description: sportTexts.intro }
  const { competition, matches } = data
  const trail = [START, { label: competition.name, path: toCompetitionPath(competition.id) }]
  return {
    description: sportTexts.description(competition.name),
    modified: competition.updated,
    jsonLd: [
      toBreadcrumbList(trail, origin),
      ...matches.map((match) => ({ '@context': 'https://schema.org', ...toEvent(match, competition, origin) })),
    ],
  }
}

export const matchMeta: ToMeta<SportMatch, 'ergebnisse/spiel'> = (
  { competition, match },
  _route,
  { publication, origin },
) => {
  const { home, away, matchday, round } = match
  const path = toMatchPath(competition.id, match.id)
  const trail = [
    START,
    { label: competition.name, path: toCompetitionPath(competition.id) },
    { label: sportTexts.pairing(home.name, away.name), path },
  ]
  const event = { '@context': 'https://schema.org', ...toEvent(match, competition, origin) }
  return {
    description: sportTexts.matchDescription(
      home.name,
      away.name,
      competition.name,
      sportTexts.matchday(matchday, round),
    ),
    modified: match.updated,
    jsonLd: [
      event,
      ...(match.ticker.length === 0 ? [] : [toLiveBlog(match, competition.id, publication, origin)]),
      toBreadcrumbList(trail, origin),
    ],
  }
}

export const teamMeta: ToMeta<SportTeam, 'ergebnisse/verein'> = ({ competition, team }, _route, { origin }) => ({
  description: sportTexts.teamDescription(team.name, competition.name),
  modified: competition.updated,
  jsonLd: [
    { '@context': 'https://schema.org', ...toTeamNode(team, competition, origin) },
    toBreadcrumbList(
      [
        START,
        { label: competition.name, path: toCompetitionPath(competition.id) },
        { label: team.name, path: toTeamPath(competition.id, team.id) },
      ],
      origin,
    ),
  ],
})

const STATES: Partial<Record<MatchLine['status'], string>> = {
  postponed: 'EventPostponed',
  cancelled: 'EventCancelled',
}

function toEvent(match: MatchLine, competition: { id: string; name: string; sport: Sport }, origin: string): Node {
  const { home, away, kickoff, isTimeOpen, place, status } = match
  const url = origin + toMatchPath(competition.id, match.id)
  const begin = toBerlinIso(new Date(kickoff))
  return {
    '@type': 'SportsEvent',
    '@id': url,
    url,
    name: sportTexts.pairing(home.name, away.name),
    startDate: isTimeOpen ? begin.slice(0, 10) : begin,
    eventStatus: `https://schema.org/${STATES[status] ?? 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    sport: competition.sport,
    superEvent: { '@type': 'SportsEvent', name: competition.name, url: origin + toCompetitionPath(competition.id) },
    homeTeam: toTeamNode(home, competition, origin),
    awayTeam: toTeamNode(away, competition, origin),
    location: { '@type': 'Place', name: place === '' ? home.name : place, ...(place === '' ? {} : { address: place }) },
  }
}

function toTeamNode(team: Team, competition: { id: string; sport: Sport }, origin: string): Node {
  const url = origin + toTeamPath(competition.id, team.id)
  return { '@type': 'SportsTeam', '@id': url, url, name: team.name, sport: competition.sport }
}

function toLiveBlog(match: Match, competition: string, publication: Publication, origin: string): Node {
  const url = origin + toMatchPath(competition, match.id)
  const times = match.ticker.map(({ time }) => time).toSorted()
  return {
    '@context': 'https://schema.org',
    '@type': 'LiveBlogPosting',
    headline: sportTexts.pairing(match.home.name, match.away.name),
    url,
    about: { '@id': url },
    datePublished: toBerlinIso(new Date(times[0] ?? match.kickoff)),
    dateModified: toBerlinIso(new Date(match.updated)),
    coverageStartTime: toBerlinIso(new Date(times[0] ?? match.kickoff)),
    coverageEndTime: toBerlinIso(new Date(times.at(-1) ?? match.kickoff)),
    author: [{ '@type': 'Organization', name: publication.name }],
    publisher: toPublisher(publication, origin),
    inLanguage: 'de',
    liveBlogUpdate: match.ticker.map(({ time, label, headline, text }) => ({
      '@type': 'BlogPosting',
      headline: headline === '' ? label : headline,
      datePublished: toBerlinIso(new Date(time)),
      articleBody: text,
    })),
  }
}
