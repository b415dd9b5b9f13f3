/** The interface of a sound engine for one piece. The player controls it and listens to its events. */
export type EngineEvents = {
  onState: (state: 'loading' | 'playing' | 'paused' | 'failed') => void
  /** Seconds; `length` 0: unknown. */
  onTime: (position: number, length: number) => void
  onEnd: () => void
}

export type Engine = {
  play: () => void
  pause: () => void
  /** To a second of the piece. */
  seek: (seconds: number) => void
  /** Relative, forward or back. */
  skip: (seconds: number) => void
  setSpeed: (speed: number) => void
  /** From 0 to 1; 0 is muted. */
  setVolume: (volume: number) => void
  /** Stops for good; no more events. */
  end: () => void
}
