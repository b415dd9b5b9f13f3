/** The live stream (R1-57, S1-08): play and stop, current title; without scripts the browser's own player. */
import { useEffect, useState } from 'react'
import type { RadioView } from '@lokalteil/contracts/portal'
import type { Stream } from '@lokalteil/domain/listening/pieces'
import { isOwnPath } from '@lokalteil/domain/routing/paths'
import { definePage } from '../../page/define-page.ts'
import { inRoom, toRoomApi } from '../../page/rooms/in-room.ts'
import type { PageProps } from '../../page/page.ts'
import { useSurroundings } from '../../page/portal.ts'
import { preparePlayer, usePiece } from '../../features/media/use-piece.ts'
import { usePlayerView } from '../../features/media/player-view.ts'
import { radioTexts } from '../../messages/rooms/radio.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import { ForeignStream } from './ForeignStream.tsx'
import css from './RadioPage.module.css'

/** Milliseconds; the same interval at which the portal asks for the title. */
const ASK_MS = 15_000

function RadioPage({ data }: PageProps<'radio', RadioView>) {
  const { publication } = useSurroundings()
  const piece: Stream = {
    kind: 'stream',
    key: 'radio',
    title: data.title,
    by: publication.name,
    target: '/radio',
    src: data.stream,
    fallback: data.fallback ?? radioTexts.fallback,
  }
  return (
    <>
      <PageHead title={data.title} />
      <div className={`page ${css.page}`}>
        <section className={css.programme} aria-label={data.title}>
          <span className={css.emblem}>
            <Icon name="radio" size="3rem" />
          </span>
          <div className={css.words}>
            <p className={css.live}>{radioTexts.live}</p>
            <NowPlaying first={data.nowPlaying} />
            {isOwnPath(piece.src) ? (
              <>
                <PlayButton piece={piece} />
                <audio controls preload="none" src={piece.src} className="no-js-only" aria-label={data.title} />
              </>
            ) : (
              <ForeignStream piece={piece} renderButton={() => <PlayButton piece={piece} />} />
            )}
            <p className={css.note}>{radioTexts.listenOn}</p>
          </div>
        </section>
        <p className={css.more}>
          <a href="/podcasts">
            <Icon name="podcast" size="1.1em" /> {radioTexts.podcasts}
          </a>
        </p>
      </div>
    </>
  )
}

function PlayButton({ piece }: { piece: Stream }) {
  const { isPlaying, hasFailed, toggle } = usePiece(piece)
  const isSilent = usePlayerView(({ piece: heard, status }) => heard?.key === piece.key && status === 'failed')
  return (
    <>
      <button type="button" className={`${css.play} js-only`} onPointerDown={preparePlayer} onClick={toggle}>
        <Icon name={isPlaying ? 'stop' : 'play'} size="1.3em" />
        {isPlaying ? radioTexts.stop : radioTexts.play}
      </button>
      {(hasFailed || isSilent) && (
        <p role="alert" className={css.fallback}>
          {piece.fallback}
        </p>
      )}
    </>
  )
}

/** The current title, polled while the page is visible. */
function NowPlaying({ first }: { first: string | null }) {
  const [title, setTitle] = useState(first)
  useEffect(() => {
    let isLeft = false
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      const answer = await toRoomApi({}).getRadio()
      if (!isLeft && answer.ok) setTitle(answer.data.nowPlaying)
    }
    const timer = setInterval(() => void ask(), ASK_MS)
    void ask()
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [])
  return (
    <p className={css.now} aria-live="polite">
      {title === null ? (
        <span className={css.unknown}>{radioTexts.unknown}</span>
      ) : (
        <>
          <span className={css.label}>{radioTexts.nowPlaying}</span> {title}
        </>
      )}
    </p>
  )
}

export const page = definePage('radio', {
  load: inRoom('radio', async (_route, context) => toLoaded(await toRoomApi(context).getRadio())),
  Page: RadioPage,
  title: (data) => ({ title: data.title }),
})
