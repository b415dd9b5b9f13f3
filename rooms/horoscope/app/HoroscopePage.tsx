/** The horoscope (R1-76): the twelve signs, and a page for each with its day and week. Marked as entertainment. */
import { shiftDay } from '../domain/days.ts'
import type { Horoscope } from '../domain/compose.ts'
import { findSign, SIGNS, type Sign, type SignKey } from '../domain/signs.ts'
import { toDayKey } from '@lokalteil/domain/german'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom } from '@lokalteil/web/app/page/rooms/in-room'
import type { Loaded, PageProps } from '@lokalteil/web/app/page/page'
import { horoscopeTexts } from './horoscope-texts.ts'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toHoroscopeDay, toHoroscopePath } from './horoscope-paths.ts'
import css from './HoroscopePage.module.css'

export type HoroscopeData = {
  today: string
  day: string
  /** Null: the overview. */
  sign: SignKey | null
  /** One for each sign on the overview, else that of the sign. */
  horoscopes: readonly Pick<Horoscope, 'mood'>[] | readonly [Horoscope]
}

function HoroscopePage({ data }: PageProps<'horoskop', HoroscopeData>) {
  const sign = data.sign === null ? null : findSign(data.sign)
  return sign === null ? <Overview data={data} /> : <SignPage data={data} sign={sign} />
}

function Overview({ data: { day, horoscopes } }: { data: HoroscopeData }) {
  return (
    <>
      <PageHead title={horoscopeTexts.title} description={horoscopeTexts.intro} meta={horoscopeTexts.day(day)} />
      <div className={`page ${css.page}`}>
        <Fun />
        <ul className={css.signs}>
          {SIGNS.map((sign, index) => (
            <li key={sign.key} className={css.sign}>
              <Symbol sign={sign} />
              <div>
                <h2 className={css.name}>
                  <a href={`/horoskop/${sign.key}`}>{sign.name}</a>
                </h2>
                <p className={css.period}>{horoscopeTexts.period(sign.from, sign.to)}</p>
                <p>{horoscopes[index]?.mood}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function SignPage({ data: { today, day, horoscopes }, sign }: { data: HoroscopeData; sign: Sign }) {
  const { mood, love, work, week } = horoscopes[0] as Horoscope
  return (
    <>
      <PageHead
        title={sign.name}
        kicker={horoscopeTexts.title}
        meta={`${horoscopeTexts.period(sign.from, sign.to)} · ${horoscopeTexts.day(day)}`}
        picture={<Symbol sign={sign} />}
      />
      <div className={`page ${css.page}`}>
        <Fun />
        <dl className={css.text}>
          {(
            [
              [horoscopeTexts.mood, mood],
              [horoscopeTexts.love, love],
              [horoscopeTexts.work, work],
              [horoscopeTexts.week, week],
            ] as const
          ).map(([name, sentence]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{sentence}</dd>
            </div>
          ))}
        </dl>
        <OtherDays sign={sign} day={day} today={today} />
        <nav aria-label={horoscopeTexts.signs}>
          <ul className={css.others}>
            {SIGNS.map(({ key, name, symbol }) => (
              <li key={key}>
                <a
                  href={`/horoskop/${key}`}
                  className={css.other}
                  aria-current={key === sign.key && day === today ? 'page' : undefined}
                >
                  <span aria-hidden>{symbol}&#xFE0E;</span> {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  )
}

function OtherDays({ sign, day, today }: { sign: Sign; day: string; today: string }) {
  const earlier = shiftDay(day, -1)
  const hasEarlier = toHoroscopeDay(earlier, today) !== null
  return (
    <nav aria-label={horoscopeTexts.days} className={css.days}>
      {hasEarlier && (
        <a href={toHoroscopePath(sign.key, earlier, today)} rel="prev">
          <Icon name="chevron-left" size="1em" /> {horoscopeTexts.earlier}
        </a>
      )}
      {day !== today && (
        <>
          <a href={toHoroscopePath(sign.key, shiftDay(day, 1), today)} rel="next">
            {horoscopeTexts.later} <Icon name="chevron-right" size="1em" />
          </a>
          <a href={toHoroscopePath(sign.key, today, today)}>{horoscopeTexts.today}</a>
        </>
      )}
    </nav>
  )
}

/** The symbol as text: a variation selector prevents a coloured emoji. */
function Symbol({ sign: { symbol } }: { sign: Sign }) {
  return (
    <span className={css.symbol} aria-hidden>
      {symbol}&#xFE0E;
    </span>
  )
}

function Fun() {
  return <p className={css.fun}>{horoscopeTexts.fun}</p>
}

async function loadHoroscope(
  publication: string,
  entry: string | null,
  given: string | null,
  now: Date,
): Promise<Loaded<HoroscopeData>> {
  const today = toDayKey(now)
  const sign = entry === null ? null : findSign(entry)
  const day = toHoroscopeDay(given, today)
  if ((entry !== null && sign === null) || day === null) return { kind: 'missing' }
  const { composeHoroscope } = await import('./compose.lazy.ts')
  const horoscopes =
    sign === null
      ? SIGNS.map(({ key }) => ({ mood: composeHoroscope(publication, key, day).mood }))
      : [composeHoroscope(publication, sign.key, day)]
  return { kind: 'ok', data: { today, day, sign: sign?.key ?? null, horoscopes } }
}

export const page = definePage('horoskop', {
  load: inRoom<'horoskop', HoroscopeData>('horoscope', (route, { publication, now }) =>
    loadHoroscope(publication.code, route.entry, route.day, now),
  ),
  Page: HoroscopePage,
  title: ({ sign, day, today }) => {
    const name = sign === null ? '' : (findSign(sign)?.name ?? '')
    if (name === '') return { title: horoscopeTexts.title }
    return { title: day === today ? horoscopeTexts.titleOf(name) : horoscopeTexts.titleOfDay(name, day) }
  },
})
