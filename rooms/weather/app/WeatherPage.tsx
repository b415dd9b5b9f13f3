/** The weather of a place (R1-77, R1-78): now, today and tomorrow by the hour, ten days, warnings, sun and moon, pollen. */
import type { Pollen, SunAndMoon, WeatherDay, WeatherWarning } from '../contract/weather.ts'
import { toDayKey } from '@lokalteil/domain/german'
import { CONDITION_WORDS, type Condition } from '../domain/conditions.ts'
import { toMoonName, toWindName } from '../domain/readings.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { useMoment } from '@lokalteil/web/app/page/portal'
import { OwnPlaceButton } from './OwnPlace.tsx'
import { useOwnPlace } from './use-own-place.ts'
import { weatherTexts } from './weather-texts.ts'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { WEATHER_ICONS } from './weather-icons.ts'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { EmptyState } from '@lokalteil/web/app/pages/lists/TeaserList.tsx'
import { SectionHeader } from '@lokalteil/web/app/pages/blocks/SectionHeader.tsx'
import { HourStrip } from './HourStrip.tsx'
import { toWeatherData, type PresentWeather, type ShownReport, type WeatherData } from './weather-data.ts'
import css from './WeatherPage.module.css'

function WeatherPage({ data: { place, places, sky, report }, route }: PageProps<'wetter', WeatherData>) {
  const own = useOwnPlace()
  return (
    <>
      <PageHead title={weatherTexts.titleOf(place.name)}>
        {places.length > 1 && (
          <nav aria-label={weatherTexts.places} className={css.places}>
            <ul className={css.placeList}>
              {places.map(({ id, name }, index) => (
                <li key={id}>
                  <a
                    // The short path would redirect to the reader's own place, so link the full one.
                    href={index === 0 && own === null ? '/wetter' : `/wetter/${id}`}
                    className={css.place}
                    aria-current={id === place.id ? 'page' : undefined}
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
            <OwnPlaceButton place={place} places={places} isUnnamed={route.place === null} className={css.own} />
          </nav>
        )}
      </PageHead>
      <div className={`page ${css.page}`}>
        {report === null ? (
          <EmptyState icon="weather" title={weatherTexts.nothing}>
            <p>{weatherTexts.nothingAdvice}</p>
          </EmptyState>
        ) : (
          <Report report={report} />
        )}
        <div className={css.beside}>
          {sky !== null && <SunMoon sky={sky} />}
          {report?.pollen && <PollenFlight pollen={report.pollen} />}
        </div>
        {report !== null && <Source report={report} />}
      </div>
    </>
  )
}

function Report({ report }: { report: ShownReport }) {
  const { at, source, freshness, now, hours, days, warnings } = report
  const today = toDayKey(new Date(useMoment().now))
  return (
    <>
      {source.isSample && <p className={css.notice}>{weatherTexts.sample}</p>}
      {freshness === 'old' && <p className={css.notice}>{weatherTexts.old(at)}</p>}
      {freshness === 'ended' && <p className={css.notice}>{weatherTexts.ended(at)}</p>}
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      {now !== null && <Present now={now} today={days.find(({ day }) => day === today)} />}
      {hours.length > 1 && (
        <section>
          <SectionHeader title={weatherTexts.hours} target="" />
          <HourStrip hours={hours} today={today} />
        </section>
      )}
      {days.length > 0 && (
        <section>
          <SectionHeader title={weatherTexts.days} target="" />
          <Days days={days} today={today} />
        </section>
      )}
    </>
  )
}

function Sky({ condition, size }: { condition: Condition; size: string }) {
  return <Icon name={WEATHER_ICONS[condition]} size={size} label={CONDITION_WORDS[condition]} />
}

function Present({ now, today }: { now: PresentWeather; today: WeatherDay | undefined }) {
  const { temperature, felt, condition, words, wind, rain, rainProbability } = now
  return (
    <section className={css.now} aria-labelledby="weather-now">
      <h2 id="weather-now" className="visually-hidden">
        {weatherTexts.now}
      </h2>
      <div className={css.big}>
        {condition !== null && <Sky condition={condition} size="1em" />}
        <p className={css.temperature}>{weatherTexts.degrees(temperature)}</p>
      </div>
      <p className={css.words}>
        {words !== '' && <span>{words}</span>} <span className={css.felt}>{weatherTexts.felt(felt)}</span>
      </p>
      <dl className={css.facts}>
        {today !== undefined && (
          <div>
            <dt>{weatherTexts.today}</dt>
            <dd>{weatherTexts.range(today.min, today.max)}</dd>
          </div>
        )}
        {wind !== null && (
          <div>
            <dt>{weatherTexts.wind}</dt>
            <dd>
              {weatherTexts.windValue(wind.speed, wind.direction === null ? null : toWindName(wind.direction))}
              {wind.gust !== null && <small>{weatherTexts.gust(wind.gust)}</small>}
            </dd>
          </div>
        )}
        {(rain !== null || rainProbability !== null) && (
          <div>
            <dt>{weatherTexts.rain}</dt>
            <dd>
              {rainProbability === null ? weatherTexts.rainAmount(rain ?? 0) : weatherTexts.rainChance(rainProbability)}
              {rainProbability !== null && rain !== null && rain > 0 && <small>{weatherTexts.rainAmount(rain)}</small>}
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function Warnings({ warnings }: { warnings: readonly WeatherWarning[] }) {
  return (
    <section aria-labelledby="weather-warnings">
      <h2 id="weather-warnings" className="visually-hidden">
        {weatherTexts.warnings}
      </h2>
      <ul className={css.warnings}>
        {warnings.map(({ level, headline, text, instruction, from, until }) => (
          <li key={`${from} ${headline}`} className={css.warning} data-level={level}>
            <p className={css.level}>
              <Icon name="alert" size="1.1em" /> {weatherTexts.level(level)}
            </p>
            <h3 className={css.headline}>{headline}</h3>
            <p className={css.validity}>{weatherTexts.validity(from, until)}</p>
            {text !== '' && <p>{text}</p>}
            {instruction !== '' && <p>{instruction}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All days share one temperature scale. */
function Days({ days, today }: { days: readonly WeatherDay[]; today: string }) {
  const coldest = Math.min(...days.map(({ min }) => min))
  const span = Math.max(1, Math.max(...days.map(({ max }) => max)) - coldest)
  return (
    <ol className={css.days}>
      {days.map(({ day, min, max, condition, words, rain, rainProbability, wind, sunshine }) => (
        <li key={day} className={css.day}>
          <h3 className={css.date}>
            <time dateTime={day}>{weatherTexts.day(day, day === today)}</time>
          </h3>
          <p className={css.sky}>
            {condition !== null && <Sky condition={condition} size="1.5em" />} <span>{words}</span>
          </p>
          <p className={css.span}>
            <span className={css.min}>
              <span className="visually-hidden">{weatherTexts.min}: </span>
              {weatherTexts.degrees(min)}
            </span>
            <svg className={css.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden focusable="false">
              <rect className={css.track} width="100" height="8" />
              <rect
                className={css.reach}
                x={(((min - coldest) / span) * 100).toFixed(1)}
                width={Math.max(2, ((max - min) / span) * 100).toFixed(1)}
                height="8"
              />
            </svg>
            <span className={css.max}>
              <span className="visually-hidden">{weatherTexts.max}: </span>
              {weatherTexts.degrees(max)}
            </span>
          </p>
          <dl className={css.more}>
            {rain !== null && (
              <div>
                <dt>{weatherTexts.rain}</dt>
                <dd>
                  {weatherTexts.rainAmount(rain)}
                  {rainProbability !== null && <small> {weatherTexts.rainChance(rainProbability)}</small>}
                </dd>
              </div>
            )}
            {wind !== null && (
              <div>
                <dt>{weatherTexts.wind}</dt>
                <dd>{weatherTexts.windValue(wind.speed, null)}</dd>
              </div>
            )}
            {sunshine !== null && (
              <div>
                <dt>{weatherTexts.sunshine}</dt>
                <dd>{weatherTexts.sunshineValue(sunshine)}</dd>
              </div>
            )}
          </dl>
        </li>
      ))}
    </ol>
  )
}

function SunMoon({ sky: { sunrise, sunset, moonrise, moonset, moonPhase } }: { sky: SunAndMoon }) {
  const entries: [string, string | null][] = [
    [weatherTexts.sunrise, sunrise],
    [weatherTexts.sunset, sunset],
    [weatherTexts.moonrise, moonrise],
    [weatherTexts.moonset, moonset],
  ]
  return (
    <section>
      <SectionHeader title={weatherTexts.skyTitle} target="" />
      <dl className={css.list}>
        {entries.map(([name, moment]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{moment === null ? weatherTexts.never : weatherTexts.at(moment)}</dd>
          </div>
        ))}
        <div>
          <dt>{weatherTexts.moonPhase}</dt>
          <dd>{toMoonName(moonPhase)}</dd>
        </div>
      </dl>
    </section>
  )
}

function PollenFlight({ pollen: { region, plants } }: { pollen: Pollen }) {
  const flying = plants.filter(({ today }) => today > 0)
  return (
    <section>
      <SectionHeader title={weatherTexts.pollen} target="" />
      {flying.length === 0 ? (
        <p>{weatherTexts.noPollen}</p>
      ) : (
        <>
          <p className={css.region}>{weatherTexts.pollenRegion(region)}</p>
          <dl className={css.list}>
            {flying.map(({ name, today }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{weatherTexts.pollenLevel(today)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

function Source({ report: { source, at } }: { report: ShownReport }) {
  return (
    <p className={css.source}>
      {weatherTexts.source}: {source.url === null ? source.name : <a href={source.url}>{source.name}</a>} ·{' '}
      <time dateTime={at}>{weatherTexts.asOf(at)}</time>
    </p>
  )
}

export const page = definePage('wetter', {
  load: inRoom<'wetter', WeatherData>('weather', async (route, context) =>
    toLoaded(await toRoomApi(context).ask('GET /api/weather', { query: { place: route.place ?? undefined } }), (view) =>
      toWeatherData(view, context.now),
    ),
  ),
  Page: WeatherPage,
  title: ({ place }) => ({ title: weatherTexts.titleOf(place.name) }),
  canonical: ({ place, places }) => (place.id === places[0]?.id ? '/wetter' : `/wetter/${place.id}`),
})
