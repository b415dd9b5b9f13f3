/** What makes the sound of one piece. The player tells it what to do and hears what became of it. */
export type EngineEvents = {
  onState: (state: 'loading' | 'playing' | 'paused' | 'failed') => void
  /** Seconds; `length` 0: not known. */
  onTime: (position: number, length: number) => void
  onEnd: () => void
}

export type Engine = {
  play: () => void
  pause: () => void
  /** To a second of the piece. */
  seek: (seconds: number) => void
  /** Forward or back. */
  skip: (seconds: number) => void
  setSpeed: (speed: number) => void
  /** From 0 to 1; 0 is mute. */
  setVolume: (volume: number) => void
  /** Silent for good; nothing is told any more. */
  end: () => void
}
