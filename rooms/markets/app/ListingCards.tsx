/** Listings in a list: a home with its picture or plan, a job with its employer; key facts in one line. */
import type { Picture } from '@lokalteil/contracts/content'
import type { HomeFacts, JobFacts, ListingLine } from '../contract/markets.ts'
import { formatListStamp } from '@lokalteil/domain/german'
import { toListingPath } from '../domain/market-paths.ts'
import {
  CONTRACT_NAMES,
  FEATURE_NAMES,
  formatArea,
  formatDistance,
  formatHomePrice,
  formatPay,
  formatPlace,
  formatRooms,
  HOME_TYPE_NAMES,
  HOURS_NAMES,
  REMOTE_NAMES,
} from '../domain/market-words.ts'
import { useMoment } from '@lokalteil/web/app/page/portal'
import { pictureSources } from '@lokalteil/web/app/page/picture-sources'
import { marketTexts as texts } from './market-texts.ts'
import { Figure } from '@lokalteil/web/app/ui/Figure.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { FloorPlan } from './FloorPlan.tsx'
import css from './Markets.module.css'

export function ListingCards({ listings }: { listings: readonly ListingLine[] }) {
  return (
    <ul className={css.cards}>
      {listings.map((listing, index) => (
        <li key={listing.id} className={css.card} data-kind={listing.facts.kind}>
          {listing.facts.kind === 'home' ? (
            <Home listing={listing} facts={listing.facts} isFirst={index === 0} />
          ) : (
            <Job listing={listing} facts={listing.facts} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Home({ listing, facts, isFirst }: { listing: ListingLine; facts: HomeFacts; isFirst: boolean }) {
  const { id, title, picture, pictureCount } = listing
  const sources = picture === null ? null : pictureSources(picture, { ratio: '4:3', quality: 75, scale: 'small' })
  const space = facts.area ?? facts.plotArea
  return (
    <>
      <div className={css.picture}>
        {sources === null || picture === null ? (
          <FloorPlan id={id} facts={facts} />
        ) : (
          <Figure
            sources={sources}
            alt={picture.altText}
            sizes="(min-width: 40rem) 240px, 40vw"
            ratio="4 / 3"
            colour={picture.colour}
            isPriority={isFirst}
          />
        )}
        {pictureCount > 1 && (
          <span className={css.count}>
            <Icon name="gallery" size="1em" /> {texts.picturesOf(pictureCount)}
          </span>
        )}
      </div>
      <div className={css.text}>
        <Where listing={listing} first={HOME_TYPE_NAMES[facts.type]} />
        <h3 className={css.name}>
          <a href={toListingPath({ kind: 'home', id, title })}>{title}</a>
        </h3>
        <p className={css.key}>
          <strong>{formatHomePrice(facts)}</strong>
          {facts.rooms !== null && <span>{formatRooms(facts.rooms)}</span>}
          {space !== null && <span>{formatArea(space)}</span>}
        </p>
        {facts.features.length > 0 && (
          <p className={css.more}>
            {facts.features
              .slice(0, 4)
              .map((one) => FEATURE_NAMES[one])
              .join(' · ')}
          </p>
        )}
      </div>
    </>
  )
}

/** The employer's logo or initials; the name stands beside it. */
export function EmployerSign({
  picture,
  employer,
  className,
  isLarge,
}: {
  picture: Picture | null
  employer: string
  className?: string
  isLarge?: boolean
}) {
  const sources = picture === null ? null : pictureSources(picture, { ratio: 'original', quality: 75, scale: 'small' })
  if (picture === null || sources === null)
    return (
      <span className={className ?? css.monogram} aria-hidden="true">
        {toMonogram(employer)}
      </span>
    )
  return (
    <span className={css.logo} data-large={isLarge === true ? '' : undefined}>
      <Figure
        sources={sources}
        alt={picture.altText}
        sizes={isLarge === true ? '120px' : '80px'}
        ratio="1"
        colour={null}
      />
    </span>
  )
}

function Job({ listing, facts }: { listing: ListingLine; facts: JobFacts }) {
  const { id, title } = listing
  const pay = formatPay(facts.pay)
  return (
    <>
      <EmployerSign picture={listing.picture} employer={facts.employer} />
      <div className={css.text}>
        <Where listing={listing} first={facts.employer} />
        <h3 className={css.name}>
          <a href={toListingPath({ kind: 'job', id, title })}>{title}</a>
        </h3>
        <p className={css.key}>
          {pay !== '' && <strong>{pay}</strong>}
          <span>{CONTRACT_NAMES[facts.contract]}</span>
          {facts.hours.map((one) => (
            <span key={one}>{HOURS_NAMES[one]}</span>
          ))}
          {facts.remote !== 'vor-ort' && <span>{REMOTE_NAMES[facts.remote]}</span>}
        </p>
      </div>
    </>
  )
}

function Where({ listing: { place, distance, published }, first }: { listing: ListingLine; first: string }) {
  const { now } = useMoment()
  return (
    <p className={css.where}>
      <span className={css.first}>{first}</span>
      <span>
        {formatPlace(place)}
        {distance !== null && distance > 0 ? ` (${formatDistance(distance)})` : ''}
      </span>
      <time dateTime={published}>{formatListStamp(new Date(published), new Date(now))}</time>
    </p>
  )
}

/** At most two letters; legal forms and the like are skipped. */
function toMonogram(name: string): string {
  const words = name
    .split(/[\s-]+/)
    .filter((word) => /^\p{L}/u.test(word) && !/^(?:gmbh|ag|kg|co|e\.?v|mbh|und|der|die|das|am|im|für)\.?$/i.test(word))
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}
