/** The player at the lower edge of every page, with the queue above it. */
import { useLayoutEffect, useRef, useState } from 'react'
import { formatDuration, formatNumber } from '@lokalteil/domain/german-numbers'
import { SKIP_SECONDS, SLEEP_CHOICES, SPEEDS, type SleepChoice } from '@lokalteil/domain/listening/pieces'
import { mediaTexts } from '../../messages/reading/media.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Player } from './player.ts'
import { usePlayerView, type PlayerView } from './player-view.ts'
import css from './PlayerBar.module.css'
import { QueuePanel } from './QueuePanel.tsx'

export function PlayerBar({ player }: { player: Player }) {
  const view = usePlayerView((all) => all)
  if (view.piece === null) return null
  return <OpenBar player={player} view={view} piece={view.piece} />
}

type BarProps = { player: Player; view: PlayerView; piece: NonNullable<PlayerView['piece']> }

/** Long, because it is one row of controls for one player. */
function OpenBar({ player, view, piece }: BarProps) {
  const bar = useRef<HTMLElement>(null)
  const [isQueueOpen, setQueueOpen] = useState(false)
  useLayoutEffect(() => {
    const root = document.documentElement
    const observer = new ResizeObserver(() =>
      root.style.setProperty('--player-height', `${bar.current?.offsetHeight ?? 0}px`),
    )
    observer.observe(bar.current!)
    root.dataset.player = ''
    return () => {
      observer.disconnect()
      root.style.removeProperty('--player-height')
      delete root.dataset.player
    }
  }, [])
  const isLive = piece.kind === 'stream'
  return (
    <section ref={bar} className={css.bar} aria-label={mediaTexts.player} data-status={view.status}>
      {isQueueOpen && <QueuePanel player={player} queue={view.queue} onClose={() => setQueueOpen(false)} />}
      {!isLive && <Position player={player} view={view} piece={piece} />}
      <div className={css.row}>
        <div className={css.about}>
          <a href={piece.target} className={css.title}>
            {piece.title}
          </a>
          <p className={css.meta}>
            <Meta view={view} piece={piece} />
          </p>
        </div>
        <div className={css.controls}>
          {!isLive && (
            <button
              type="button"
              className={css.button}
              data-shortcut="back"
              onClick={() => player.skip(-SKIP_SECONDS)}
            >
              <Icon name="rewind-15" size="1.6em" label={mediaTexts.back} />
            </button>
          )}
          <button type="button" className={css.play} data-shortcut="play" onClick={player.toggle}>
            <PlayIcon status={view.status} isLive={isLive} />
          </button>
          {!isLive && (
            <button
              type="button"
              className={css.button}
              data-shortcut="forward"
              onClick={() => player.skip(SKIP_SECONDS)}
            >
              <Icon name="forward-15" size="1.6em" label={mediaTexts.forward} />
            </button>
          )}
        </div>
        <div className={css.choices}>
          {!isLive && (
            <label className={css.choice}>
              <span className="visually-hidden">{mediaTexts.speedLabel}</span>
              <select value={view.speed} onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}>
                {SPEEDS.map((speed) => (
                  <option key={speed} value={speed}>
                    {formatNumber(speed)}×
                  </option>
                ))}
              </select>
            </label>
          )}
          <label className={css.choice}>
            <Icon name="moon" size="1.1em" />
            <span className="visually-hidden">{mediaTexts.sleepLabel}</span>
            <select
              value={view.sleep}
              onChange={(event) => player.setSleep(event.currentTarget.value as SleepChoice)}
              data-set={view.sleep === 'off' ? undefined : ''}
            >
              {SLEEP_CHOICES.filter((choice) => choice !== 'end' || !isLive).map((choice) => (
                <option key={choice} value={choice}>
                  {mediaTexts.sleep[choice]}
                </option>
              ))}
            </select>
          </label>
          <Volume player={player} view={view} />
          <button
            type="button"
            className={css.button}
            aria-expanded={isQueueOpen}
            onClick={() => setQueueOpen(!isQueueOpen)}
          >
            <Icon name="queue" size="1.3em" label={mediaTexts.queueCount(view.queue.length)} />
            {view.queue.length > 0 && (
              <span className={css.count} aria-hidden="true">
                {view.queue.length}
              </span>
            )}
          </button>
          <button type="button" className={css.button} onClick={player.close}>
            <Icon name="close" size="1.3em" label={mediaTexts.close} />
          </button>
        </div>
      </div>
    </section>
  )
}

function PlayIcon({ status, isLive }: { status: PlayerView['status']; isLive: boolean }) {
  if (status === 'playing' || status === 'loading')
    return <Icon name={isLive ? 'stop' : 'pause'} size="1.5em" label={isLive ? mediaTexts.stop : mediaTexts.pause} />
  return <Icon name="play" size="1.5em" label={status === 'idle' ? mediaTexts.goOn : mediaTexts.play} />
}

function Meta({ view, piece }: Omit<BarProps, 'player'>) {
  if (view.status === 'failed')
    return (
      <span role="alert">
        {piece.kind === 'stream' ? piece.fallback : piece.kind === 'text' ? mediaTexts.failedText : mediaTexts.failed}
      </span>
    )
  const label =
    piece.kind === 'text' ? mediaTexts.computerVoice : piece.kind === 'stream' ? mediaTexts.live : piece.voiceLabel
  return (
    <>
      {label !== '' && <span className={css.label}>{label}</span>}
      <span className={css.by}>{view.status === 'loading' ? mediaTexts.loading : piece.by}</span>
    </>
  )
}

function Position({ player, view, piece }: BarProps) {
  const length = Math.max(1, Math.round(view.length))
  const [current, total] = [formatDuration(view.position), formatDuration(view.length)]
  // The duration of speech is only an estimate.
  const shownTotal = piece.kind === 'text' ? mediaTexts.about(total) : total
  return (
    <div className={css.position}>
      <input
        type="range"
        className={css.range}
        min={0}
        max={length}
        value={Math.min(length, Math.round(view.position))}
        aria-label={mediaTexts.position}
        aria-valuetext={mediaTexts.of(current, shownTotal)}
        onChange={(event) => player.seek(Number(event.currentTarget.value))}
      />
      <span className={css.time}>
        {current}
        {view.length > 0 && ` / ${shownTotal}`}
      </span>
    </div>
  )
}

/** Phones have volume keys. */
function Volume({ player, view: { volume, isMuted } }: Pick<BarProps, 'player' | 'view'>) {
  return (
    <span className={css.volume}>
      <button
        type="button"
        className={css.button}
        aria-pressed={isMuted}
        onClick={() => player.setVolume(volume, !isMuted)}
      >
        <Icon name={isMuted ? 'muted' : 'listen'} size="1.3em" label={mediaTexts.mute} />
      </button>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={isMuted ? 0 : Math.round(volume * 100)}
        aria-label={mediaTexts.volume}
        onChange={(event) => player.setVolume(Number(event.currentTarget.value) / 100, false)}
      />
    </span>
  )
}
