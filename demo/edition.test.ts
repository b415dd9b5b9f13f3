import { describe, expect, it } from 'vitest'
import { toBerlinIso } from '@lokalteil/domain/german'
import { openEdition } from './edition.ts'
import { ARTICLES } from './publications-content.ts'
import { PODCASTS } from './podcasts.ts'
import { toSportWidget } from './sport-table.ts'
import { TEST_REPORTS } from './test-reports.ts'

const STARTS = [
  ['on the day it was written for', '2026-11-21T11:00:00Z'],
  ['at two in the night', '2026-11-22T01:00:00Z'],
  ['before the newsroom opens', '2026-11-25T06:30:00Z'],
  ['in the morning', '2026-11-24T08:30:00Z'],
  ['in the evening', '2026-11-26T17:00:00Z'],
  ['on a Sunday', '2027-02-14T13:00:00Z'],
  ['just before midnight', '2026-12-04T22:58:00Z'],
  ['in the first minutes of a year', '2026-12-31T23:10:00Z'],
  ['on New Year’s Day', '2027-01-01T15:00:00Z'],
  ['when the clocks go forward', '2027-03-28T01:30:00Z'],
  ['the afternoon after they did', '2027-03-28T14:00:00Z'],
  ['when the clocks go back', '2026-10-25T00:30:00Z'],
  ['the day after they did', '2026-10-26T09:00:00Z'],
  ['in summer', '2028-07-05T16:00:00Z'],
  ['on a leap day', '2028-02-29T10:00:00Z'],
] as const

const WEEKDAYS = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Sonnabend']
const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')
const dayOf = (iso: string) => WEEKDAYS[new Date(`${iso.slice(0, 10)}T00:00:00Z`).getUTCDay()]!
const same = (name: string) => name.replace('Samstag', 'Sonnabend')

type Article = (typeof ARTICLES)[number]
const ALL: readonly Article[] = [...ARTICLES, ...(TEST_REPORTS as unknown as readonly Article[])]
const hoursOf = (article: Article) => [
  article.hoursAgo,
  ...(article.updatedHoursAgo === undefined ? [] : [article.updatedHoursAgo]),
  ...article.body.flatMap((block) => (typeof block === 'object' && 'live' in block ? [block.hoursAgo] : [])),
]
const HOURS = [...ALL.flatMap(hoursOf), ...PODCASTS.flatMap(({ episodes }) => episodes.map(({ hoursAgo }) => hoursAgo))]

describe.each(STARTS)('filled %s', (_name, start) => {
  const now = new Date(start)
  const edition = openEdition(now)
  const article = (id: string) => ARTICLES.find((candidate) => candidate.id === id)!

  it('has no article at night or in the future, and keeps the order', () => {
    const moments = HOURS.toSorted((a, b) => b - a).map((hours) => edition.toMoment(hours))
    const clocks = moments.map((moment) => toBerlinIso(moment).slice(11, 16))
    expect(clocks.filter((clock) => clock < '05:30' || clock > '23:00')).toEqual([])
    expect(moments.filter((moment) => moment >= now)).toEqual([])
    expect(moments.filter((moment, index) => index > 0 && moment < moments[index - 1]!)).toEqual([])
    expect(now.getTime() - moments.at(-1)!.getTime()).toBeLessThan(12 * 3_600_000)
  })

  it('has breaking news at any hour, never older than stated and never in the future', () => {
    for (const hours of [0.25, 0.6]) {
      const age = (now.getTime() - edition.toUrgentMoment(hours).getTime()) / 3_600_000
      expect(age).toBeGreaterThan(0)
      expect(age).toBeLessThanOrEqual(hours)
    }
  })

  it('names no date with the wrong day of the week', () => {
    const wrong = ALL.flatMap((written) => {
      const text = edition.toText(JSON.stringify(written), written)
      const published = edition.toMoment(written.hoursAgo).getTime()
      const named = text.matchAll(
        new RegExp(
          `(?<!und )(${WEEKDAYS.join('|')}|Samstag),(?: dem| den)? (\\d{1,2})\\. (?:und \\d{1,2}\\. )?(${MONTHS.join('|')})(?: (\\d{4}))?`,
          'g',
        ),
      )
      return [...named].flatMap(([whole, weekday, date, month, year]) => {
        const own = new Date(published).getUTCFullYear()
        const [nearest] = (year === undefined ? [own - 1, own, own + 1] : [Number(year)])
          .map((candidate) => Date.UTC(candidate, MONTHS.indexOf(month!), Number(date)))
          .toSorted((a, b) => Math.abs(a - published) - Math.abs(b - published))
        return dayOf(new Date(nearest!).toISOString()) === same(weekday!) || whole.includes(' und ')
          ? []
          : [`${written.id}: ${whole}`]
      })
    })
    expect(wrong).toEqual([])
  })

  it('names the days of this week correctly', () => {
    const dayAt = (hours: number) => dayOf(toBerlinIso(edition.toMoment(hours)))
    const text = (id: string) => edition.toText(JSON.stringify(article(id)), article(id))
    // The council met on the day of the report, the match was the evening before, the boars' cup two days before.
    expect(text('10001')).toContain(`Stadtrat am ${dayAt(1)} keine zwei Minuten`)
    expect(text('30031')).toContain(`Der ${dayAt(15)}abend am Mühlgrund`)
    expect(text('10018')).toContain(`Radfahrer müssen ab ${WEEKDAYS[(WEEKDAYS.indexOf(dayAt(1)) + 2) % 7]} absteigen`)
  })

  it('keeps the evening match in its evening', () => {
    const [played] = toSportWidget(now).results
    const kickoff = toBerlinIso(new Date(played!.kickoff))
    expect([kickoff.slice(11, 16), new Date(played!.kickoff) < now]).toEqual(['19:30', true])
    expect(dayOf(kickoff)).toBe(dayOf(toBerlinIso(edition.toMoment(15))))
  })
})

describe('days of the week as customs', () => {
  const edition = openEdition(new Date('2026-11-25T15:00:00Z'))
  it.each([
    ['Jeden Mittwoch sitzen sie dort', 'Jeden Mittwoch sitzen sie dort'],
    ['Montag bis Donnerstag 14 bis 18 Uhr', 'Montag bis Donnerstag 14 bis 18 Uhr'],
    ['Markttage bleiben Mittwoch und Sonnabend', 'Markttage bleiben Mittwoch und Sonnabend'],
    ['an jedem ersten Donnerstag', 'an jedem ersten Donnerstag'],
    ['Am Montag nach Totensonntag', 'Am Montag nach Totensonntag'],
    ['Montags um sieben, Montage, Donnerstagskränzchen', 'Montags um sieben, Montage, Donnerstagskränzchen'],
    ['am Donnerstagabend', 'am Montagabend'],
    ['seit Samstag', 'seit Mittwoch'],
    ['am Dienstag, 24. November, zwischen 8 und 14 Uhr', 'am Sonnabend, 28. November, zwischen 8 und 14 Uhr'],
    ['bis zum 30. November', 'bis zum 4. Dezember'],
    ['Sonnabend und Sonntag, 28. und 29. November', 'Mittwoch und Donnerstag, 2. und 3. Dezember'],
    ['Sonntag, 6. Dezember, 11 Uhr', 'Sonntag, 6. Dezember, 11 Uhr'],
    ['Am Donnerstag, dem 16. Januar 2025, stand', 'Am Donnerstag, dem 16. Januar 2025, stand'],
  ])('%s → %s', (written, read) => {
    expect(edition.toText(written, { hoursAgo: 3 })).toBe(read)
  })

  it('and all days of an old article, stay', () => {
    expect(edition.toText('am Donnerstag, bis zum 30. November', { hoursAgo: 900 })).toBe(
      'am Donnerstag, bis zum 30. November',
    )
    expect(edition.toText('am Donnerstag', { hoursAgo: 3, hasFixedDays: true })).toBe('am Donnerstag')
  })
})
