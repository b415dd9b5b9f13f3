/** The week in town: the paper's articles day by day, the newest first. */
import { definePage, Teaser, toLoaded, useMoment, type PageContext } from '@lokalteil/web/app/extension'
import css from './woche.module.css'

type Section = Extract<Awaited<ReturnType<PageContext['content']['getChannel']>>, { ok: true }>['data']
type Articles = Section['teasers']

const SECTION = { path: 'lokales' }
const DAYS = 7
const MOST_A_DAY = 5
const LISTS = [1, 2, 3, 4]
const DAY_MS = 24 * 3_600_000

const toDay = new Intl.DateTimeFormat('de-DE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/Berlin',
})

export const page = definePage({
  path: '/woche',
  title: 'Die Woche in Auenburg',
  description: 'Was in der Stadt und rundherum geschehen ist, Tag für Tag.',
  async load({ content }) {
    const [first, ...others] = await Promise.all(LISTS.map((list) => content.getChannel(SECTION, { page: list })))
    // Without the first list there is no page; if another one fails, the page is shorter.
    const older = others.flatMap((read) => (read.ok ? read.data.teasers : []))
    return toLoaded(first!, (section) => newestFirst([...listTeasers(section), ...older]))
  },
  Component({ data }) {
    const { now } = useMoment()
    return (
      <ol className={css.days}>
        {toDays(data).map(({ day, teasers }) => (
          <li key={day} className={css.day}>
            <h2 className={css.heading}>{toName(day, new Date(now))}</h2>
            <div className={css.teasers}>
              {teasers.map((teaser) => (
                <Teaser key={teaser.documentId} teaser={teaser} size="row" hiddenAttributes={['desc']} />
              ))}
            </div>
          </li>
        ))}
      </ol>
    )
  },
})

/** The first page of a section shows most articles in blocks. */
function listTeasers(section: Section): Articles {
  const inBlocks = section.kind !== 'channel' ? [] : section.blocks
  return [
    ...inBlocks.flatMap((block) => [
      ...(block.kind === 'lead' ? [block.teaser, ...block.related] : []),
      ...('teasers' in block ? block.teasers : []),
    ]),
    ...section.teasers,
  ]
}

function newestFirst(articles: Articles): Articles {
  const once = new Map(articles.map((teaser) => [teaser.documentId, teaser]))
  return [...once.values()].toSorted((a, b) => b.publishDate.localeCompare(a.publishDate))
}

/** The last days with articles. */
function toDays(articles: Articles): { day: string; teasers: Articles }[] {
  const days = new Map<string, Articles>()
  for (const teaser of articles) {
    const day = toDay.format(new Date(teaser.publishDate))
    days.set(day, [...(days.get(day) ?? []), teaser])
  }
  return [...days].slice(0, DAYS).map(([day, teasers]) => ({ day, teasers: teasers.slice(0, MOST_A_DAY) }))
}

function toName(day: string, now: Date): string {
  if (day === toDay.format(now)) return `Heute, ${day}`
  return day === toDay.format(new Date(now.getTime() - DAY_MS)) ? `Gestern, ${day}` : day
}
