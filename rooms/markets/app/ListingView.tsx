/** A listing with all its facts; used by its page and by the preview of an order. */
import type { ReactNode } from 'react'
import type { Picture } from '@lokalteil/contracts/content'
import type { HomeFacts, JobFacts, Listing } from '../contract/markets.ts'
import { formatDate } from '@lokalteil/domain/german'
import { toListingPath } from '../domain/market-paths.ts'
import {
  CERTIFICATE_NAMES,
  CONTRACT_NAMES,
  DEAL_NAMES,
  FEATURE_NAMES,
  FIELD_NAMES,
  formatArea,
  formatEuros,
  formatPay,
  formatPlace,
  formatRooms,
  HOME_TYPE_NAMES,
  HOURS_NAMES,
  REMOTE_NAMES,
} from '../domain/market-words.ts'
import { hasRooms } from '../domain/markets.ts'
import { pictureSources } from '@lokalteil/web/app/page/picture-sources'
import { marketTexts as texts } from './market-texts.ts'
import { ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { Figure } from '@lokalteil/web/app/ui/Figure.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { FloorPlan } from './FloorPlan.tsx'
import { EmployerSign } from './ListingCards.tsx'
import css from './ListingView.module.css'

const labels = texts.labels

export function ListingView({ listing, children }: { listing: Listing; children?: ReactNode }) {
  const { facts, address, duplicateOf } = listing
  const kind = facts.kind
  return (
    <div className={css.layout}>
      <div className={css.main}>
        {facts.kind === 'home' && <Pictures listing={listing} facts={facts} />}
        {facts.kind === 'home' ? (
          <HomeKeys facts={facts} />
        ) : (
          <JobKeys facts={facts} picture={listing.pictures[0] ?? null} />
        )}
        {duplicateOf !== null && (
          <p className={css.note}>
            {texts.duplicate} <a href={toListingPath({ kind, ...duplicateOf })}>{duplicateOf.title}</a>
          </p>
        )}
        <section>
          <h2 className={css.title}>{texts.facts[kind]}</h2>
          {facts.kind === 'home' ? (
            <HomeTable listing={listing} facts={facts} />
          ) : (
            <JobTable listing={listing} facts={facts} />
          )}
        </section>
        {facts.kind === 'home' && hasRooms(facts.type) && <Energy energy={facts.energy} />}
        {listing.text !== '' && (
          <section>
            <h2 className={css.title}>{texts.description}</h2>
            <Prose text={listing.text} />
          </section>
        )}
        {address !== '' && (
          <p>
            <ButtonLink href={address} rel="nofollow noopener" target="_blank">
              {texts.external[kind]} <Icon name="external" size="1em" label={texts.externalHint} />
            </ButtonLink>
          </p>
        )}
        <Dates listing={listing} />
      </div>
      {children !== undefined && <div className={css.aside}>{children}</div>}
    </div>
  )
}

function Pictures({ listing: { id, pictures }, facts }: { listing: Listing; facts: HomeFacts }) {
  const drawn = pictures.flatMap((picture) => {
    const sources = pictureSources(picture, { ratio: '4:3', quality: 75 })
    return sources === null ? [] : [{ picture, sources }]
  })
  if (drawn.length === 0)
    return (
      <figure className={css.drawing}>
        <FloorPlan id={id} facts={facts} />
        <figcaption className={css.caption}>{texts.noPicture}</figcaption>
      </figure>
    )
  return (
    <ul
      className={css.pictures}
      data-count={Math.min(drawn.length, 3)}
      // A scrollable area must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={drawn.length > 1 ? 0 : undefined}
      aria-label={texts.picturesOf(drawn.length)}
    >
      {drawn.map(({ picture, sources }, index) => (
        <li key={picture.baseUrl}>
          <figure>
            <Figure
              sources={sources}
              alt={picture.altText}
              sizes="(min-width: 62rem) 720px, 92vw"
              ratio="4 / 3"
              colour={picture.colour}
              isPriority={index === 0}
            />
            {(picture.caption !== '' || picture.credit !== '') && (
              <figcaption className={css.caption}>
                {[picture.caption, picture.credit].filter((part) => part !== '').join(' ')}
              </figcaption>
            )}
          </figure>
        </li>
      ))}
    </ul>
  )
}

function Keys({ entries }: { entries: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={css.keys}>
      {entries.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function HomeKeys({ facts }: { facts: HomeFacts }) {
  const { deal, cents, rooms, area, plotArea, type } = facts
  return (
    <Keys
      entries={[
        [
          deal === 'mieten' ? (hasRooms(type) ? labels.rent : labels.monthly) : labels.price,
          cents === null ? texts.onRequest : formatEuros(cents),
        ],
        ...(rooms === null ? [] : [[labels.rooms, formatRooms(rooms).replace(/\D+$/, '')] as const]),
        ...(area === null
          ? []
          : [[hasRooms(type) && type !== 'gewerbe' ? labels.area : labels.usableArea, formatArea(area)] as const]),
        ...(plotArea === null ? [] : [[labels.plotArea, formatArea(plotArea)] as const]),
      ]}
    />
  )
}

function JobKeys({ facts, picture }: { facts: JobFacts; picture: Picture | null }) {
  const pay = formatPay(facts.pay)
  return (
    <div className={css.employer}>
      <EmployerSign picture={picture} employer={facts.employer} className={css.monogram!} isLarge />
      <div>
        <p className={css.employerName}>{facts.employer}</p>
        <p className={css.pay}>{pay === '' ? `${labels.pay}: ${texts.noPay}` : pay}</p>
        {pay === '' && <p className={css.hint}>{texts.noPayHint}</p>}
      </div>
    </div>
  )
}

function Table({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={css.table}>
      {rows
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function HomeTable({ listing: { place, provider }, facts }: { listing: Listing; facts: HomeFacts }) {
  const { deal, type, cents, extraCents, deposit, commission, floor, availableFrom, features } = facts
  const isRent = deal === 'mieten'
  return (
    <Table
      rows={[
        [labels.type, `${HOME_TYPE_NAMES[type]}, ${DEAL_NAMES[deal].toLowerCase()}`],
        [labels.place, [place.postalCode, formatPlace(place)].filter((part) => part !== '').join(' ')],
        [
          isRent ? (hasRooms(type) ? labels.rent : labels.monthly) : labels.price,
          cents === null ? texts.onRequest : formatEuros(cents),
        ],
        [labels.extra, extraCents === null ? '' : formatEuros(extraCents)],
        [labels.warm, isRent && cents !== null && extraCents !== null ? formatEuros(cents + extraCents) : ''],
        [labels.deposit, deposit],
        [labels.commission, commission],
        [labels.floor, floor],
        [labels.availableFrom, availableFrom],
        [labels.features, features.map((one) => FEATURE_NAMES[one]).join(', ')],
        [labels.provider, provider],
      ]}
    />
  )
}

function JobTable({ listing: { place }, facts }: { listing: Listing; facts: JobFacts }) {
  const pay = formatPay(facts.pay)
  return (
    <Table
      rows={[
        [labels.employer, facts.employer],
        [labels.place, [place.postalCode, formatPlace(place)].filter((part) => part !== '').join(' ')],
        [labels.field, FIELD_NAMES[facts.field]],
        [labels.contract, CONTRACT_NAMES[facts.contract]],
        [labels.hours, facts.hours.map((one) => HOURS_NAMES[one]).join(', ')],
        [labels.remote, REMOTE_NAMES[facts.remote]],
        [labels.start, facts.start],
        [labels.pay, pay === '' ? texts.noPay : pay],
      ]}
    />
  )
}

function Energy({ energy: { certificate, value, class: letter, carrier, built } }: Pick<HomeFacts, 'energy'>) {
  const names = texts.energyLabels
  return (
    <section>
      <h2 className={css.title}>{texts.energy}</h2>
      {certificate === 'keine-angabe' && value === null ? (
        <p>{texts.energyMissing}</p>
      ) : (
        <Table
          rows={[
            [names.certificate, CERTIFICATE_NAMES[certificate]],
            [names.value, value === null ? '' : texts.energyValue(value)],
            [names.class, letter ?? ''],
            [names.carrier, carrier],
            [names.built, built === null ? '' : String(built)],
          ]}
        />
      )}
    </section>
  )
}

/** Renders paragraphs and lists of plain text. */
function Prose({ text }: { text: string }) {
  return (
    <div className={css.prose}>
      {text.split(/\n{2,}/).map((block, index) => {
        const lines = block.split('\n').filter((line) => line.trim() !== '')
        const isList = lines.length > 0 && lines.every((line) => /^\s*[-–•*]\s/.test(line))
        const key = `${index} ${block.slice(0, 20)}`
        return isList ? (
          <ul key={key}>
            {lines.map((line) => (
              <li key={line}>{line.replace(/^\s*[-–•*]\s+/, '')}</li>
            ))}
          </ul>
        ) : (
          <p key={key}>{lines.join('\n')}</p>
        )
      })}
    </div>
  )
}

function Dates({ listing: { id, published, validUntil } }: { listing: Listing }) {
  return (
    <p className={css.dates}>
      <time dateTime={published}>{texts.online(formatDate(new Date(published)))}</time>
      {' · '}
      <time dateTime={validUntil}>{texts.until(formatDate(new Date(validUntil)))}</time>
      {id !== '' && ` · ${texts.number(id)}`}
    </p>
  )
}
