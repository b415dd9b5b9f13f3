/** A notice in a list: as a clipping, with the name and dates. */
import type { Obituary } from '../contract/obituaries.ts'
import { toPersonPath } from '../domain/obituary-paths.ts'
import { isScene } from '../domain/obituaries.ts'
import { obituaryTexts as texts } from './obituary-texts.ts'
import { pictureSources } from '@lokalteil/web/app/page/picture-sources'
import { Figure } from '@lokalteil/web/app/ui/Figure.tsx'
import { LifeDates } from './LifeDates.tsx'
import { Scene, SymbolDrawing } from './ObituarySymbols.tsx'
import { Lines } from './ObituarySheet.tsx'
import { Portrait } from './Portrait.tsx'
import css from './Obituaries.module.css'

export function ObituaryClip({ notice }: { notice: Obituary }) {
  const { picture, portrait, person, set, kind, published } = notice
  const sources = picture === null ? null : pictureSources(picture, { ratio: 'original', quality: 75 })
  const path = toPersonPath(person.id)
  if (picture !== null && sources !== null)
    return (
      <article className={css.clip} data-printed="">
        <Figure
          sources={sources}
          alt=""
          sizes="(min-width: 62rem) 22rem, (min-width: 40rem) 45vw, 92vw"
          ratio={picture.width > 0 && picture.height > 0 ? `${picture.width} / ${picture.height}` : '3 / 4'}
          colour={picture.colour}
          className={css.clipPicture}
        />
        <div className={css.clipLine}>
          <p className={css.clipKind}>
            {texts.kinds[kind]} · <time dateTime={published}>{texts.at(published)}</time>
          </p>
          <h2 className={css.clipSmallName}>
            <a href={path}>{person.name}</a>
          </h2>
          <LifeDates life={person} className={css.clipDates} />
          {person.place !== '' && <p className={css.clipPlace}>{person.place}</p>}
        </div>
      </article>
    )
  return (
    <article className={css.clip} data-layout={set.layout}>
      {isScene(set.symbol) ? (
        <Scene symbol={set.symbol} className={css.clipScene} />
      ) : (
        portrait === null && <SymbolDrawing symbol={set.symbol} className={css.clipSymbol} />
      )}
      {portrait !== null && <Portrait picture={portrait} name={person.name} at="clip" />}
      <p className={css.clipKind}>
        {texts.kinds[kind]} · <time dateTime={published}>{texts.at(published)}</time>
      </p>
      {set.intro !== '' && (
        <p className={css.clipIntro}>
          <Lines text={set.intro} />
        </p>
      )}
      <h2 className={css.clipName}>
        <a href={path}>{person.name}</a>
      </h2>
      {person.birthName !== '' && <p className={css.clipBirth}>{texts.birthName(person.birthName)}</p>}
      <LifeDates life={person} className={css.clipDates} />
      {person.place !== '' && <p className={css.clipPlace}>{person.place}</p>}
    </article>
  )
}
