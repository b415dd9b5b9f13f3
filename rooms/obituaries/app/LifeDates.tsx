/** `* 12. März 1941   † 18. November 2026`; announced as "geboren" and "gestorben". */
import type { Life } from '../domain/obituaries.ts'
import { obituaryTexts as texts } from './obituary-texts.ts'

export function LifeDates({ life: { born, died }, className }: { life: Life; className?: string | undefined }) {
  if (born === null && died === null) return null
  return (
    <p className={className}>
      {born !== null && <LifeDate mark="*" word={texts.bornWord} date={born} />}
      {born !== null && died !== null && ' '}
      {died !== null && <LifeDate mark="†" word={texts.diedWord} date={died} />}
    </p>
  )
}

function LifeDate({ mark, word, date }: { mark: string; word: string; date: string }) {
  return (
    <span>
      <span aria-hidden="true">{mark}&nbsp;</span>
      <span className="visually-hidden">{word} </span>
      <time dateTime={date}>{texts.born(date)}</time>
    </span>
  )
}
