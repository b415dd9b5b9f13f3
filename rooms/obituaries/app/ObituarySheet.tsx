/**
 * A notice as on paper: a picture of the printed one, or set here in one of four layouts. The text of a picture stands
 * below it, for readers who cannot see it or want to copy it.
 */
import { Fragment } from 'react'
import type { Picture } from '@lokalteil/contracts/content'
import type { Obituary } from '../contract/obituaries.ts'
import { isScene, type ObituaryText } from '../domain/obituaries.ts'
import { obituaryTexts as texts } from './obituary-texts.ts'
import { pictureSources } from '@lokalteil/web/app/page/picture-sources'
import { Figure } from '@lokalteil/web/app/ui/Figure.tsx'
import { LifeDates } from './LifeDates.tsx'
import { Scene, SymbolDrawing } from './ObituarySymbols.tsx'
import { Portrait } from './Portrait.tsx'
import css from './Obituaries.module.css'

type Heading = 'h1' | 'h2' | 'h3' | 'p'

export function ObituarySheet({
  notice,
  heading = 'h2',
  isFirst,
}: {
  notice: Obituary
  heading?: Heading
  isFirst?: boolean
}) {
  const { picture, portrait, person, set, kind } = notice
  const sources = picture === null ? null : pictureSources(picture, { ratio: 'original', quality: 75 })
  if (picture === null || sources === null)
    return <SetObituary person={person} portrait={portrait} set={set} heading={heading} isFirst={isFirst} />
  return (
    <div className={css.printed}>
      <Figure
        sources={sources}
        alt={texts.pictureOf(kind, person.name)}
        sizes="(min-width: 46rem) 40rem, 92vw"
        ratio={picture.width > 0 && picture.height > 0 ? `${picture.width} / ${picture.height}` : '3 / 4'}
        colour={picture.colour}
        className={css.printedPicture}
        {...(isFirst === true ? { isPriority: true } : {})}
      />
      <details className={css.printedText}>
        <summary>{texts.textOfPicture}</summary>
        <SetObituary
          person={person}
          portrait={null}
          set={{ ...set, layout: 'plain', symbol: 'none' }}
          heading={heading}
          isBare
        />
      </details>
    </div>
  )
}

type Who = Pick<Obituary['person'], 'name' | 'birthName' | 'born' | 'died' | 'place'>

export function SetObituary({
  person,
  portrait,
  set,
  heading: Heading = 'h2',
  isFirst,
  isBare,
}: {
  person: Who
  portrait: Picture | null
  set: ObituaryText
  heading?: Heading
  isFirst?: boolean | undefined
  /** Below its picture: without a frame. */
  isBare?: boolean
}) {
  const { layout, symbol, quote, intro, text, mourners, ceremony, remark } = set
  const scene = layout === 'scenic' ? (isScene(symbol) ? symbol : 'hills') : isScene(symbol) ? symbol : null
  return (
    <div className={css.sheet} data-layout={layout} data-bare={isBare === true ? '' : undefined}>
      {scene !== null && isBare !== true && <Scene symbol={scene} className={css.scene} />}
      <div className={css.sheetBody}>
        {scene === null && symbol !== 'none' && <SymbolDrawing symbol={symbol} className={css.symbol} />}
        <div className={css.sheetText}>
          {quote !== '' && (
            <p className={css.quote}>
              <Lines text={quote} />
            </p>
          )}
          {portrait !== null && <Portrait picture={portrait} name={person.name} at="sheet" isFirst={isFirst} />}
          {intro !== '' && (
            <p className={css.intro}>
              <Lines text={intro} />
            </p>
          )}
          <Heading className={css.name}>{person.name}</Heading>
          {person.birthName !== '' && <p className={css.birthName}>{texts.birthName(person.birthName)}</p>}
          <LifeDates life={person} className={css.dates} />
          {text !== '' && (
            <div className={css.words}>
              <Paragraphs text={text} />
            </div>
          )}
          {mourners !== '' && (
            <p className={css.mourners}>
              <Lines text={mourners} />
            </p>
          )}
          {ceremony !== '' && (
            <p className={css.ceremony}>
              <Lines text={ceremony} />
            </p>
          )}
          {remark !== '' && (
            <p className={css.remark}>
              <Lines text={remark} />
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    <Fragment key={`${index} ${line}`}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}

export function Paragraphs({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((part, index) => (
    <p key={`${index} ${part}`}>
      <Lines text={part} />
    </p>
  ))
}
