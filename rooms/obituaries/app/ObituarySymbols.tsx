/**
 * Mourning symbols as line drawings, and two landscapes. Drawn for this product in the text's colour, so that they
 * follow printing and dark mode. Decorative: the notice has everything in words.
 */
import type { ReactNode } from 'react'
import type { ObituarySymbol } from '../domain/obituaries.ts'

type Drawn = Exclude<ObituarySymbol, 'none' | 'sea' | 'hills'>

/** In a view box of 64 by 88. */
const DRAWINGS: Readonly<Record<Drawn, ReactNode>> = {
  cross: <path d="M32 6v76M15 27h34" strokeWidth="3" />,
  wheat: (
    <>
      <path d="M32 84V22M32 84c-7-14-13-26-15-42M32 84c7-14 13-26 15-42" />
      {[22, 32, 42, 52].map((y) => (
        <path key={y} d={`M32 ${y}c-6-1-9-5-9-11 6 1 9 5 9 11zM32 ${y}c6-1 9-5 9-11-6 1-9 5-9 11z`} />
      ))}
      <path d="M32 11c-3-3-3-6 0-9 3 3 3 6 0 9z" />
      {[0, 9, 18].map((y) => (
        <g key={y}>
          <path d={`M${18.5 + y / 6} ${48 + y}c-6 0-9-3-10-9 6 0 9 4 10 9z`} />
          <path d={`M${45.5 - y / 6} ${48 + y}c6 0 9-3 10-9-6 0-9 4-10 9z`} />
        </g>
      ))}
    </>
  ),
  rose: (
    <>
      <path d="M32 34c-9 0-14-6-13-15 3 1 5 2 6 4 1-5 4-9 7-12 3 3 6 7 7 12 1-2 3-3 6-4 1 9-4 15-13 15z" />
      <path d="M32 34c-4-2-6-6-6-11M32 34c4-2 6-6 6-11M27 21c3 3 7 3 10 0M29 15c2 2 4 2 6 0" />
      <path d="M32 34c1 16-2 32-6 50M31 54c-8 2-13-1-16-8 8-2 13 1 16 8zM29 68c8 1 13-2 15-9-8-1-13 2-15 9z" />
      <path d="M24 33c2 3 5 4 8 4s6-1 8-4" />
    </>
  ),
  tree: (
    <>
      <path d="M32 84V40M32 62l-11-11M32 54l10-11M32 70l13-12" />
      <path d="M32 8c6 0 10 3 12 8 6 1 9 5 9 11 0 4-2 7-4 9 1 6-3 11-9 11-3 0-5-1-8-3-3 2-5 3-8 3-6 0-10-5-9-11-2-2-4-5-4-9 0-6 3-10 9-11 2-5 6-8 12-8z" />
      <path d="M22 84h20" />
    </>
  ),
  candle: (
    <>
      <path d="M24 40h16v38H24zM24 48c2 2 3 6 3 10M18 78h28v6H18z" />
      <path d="M32 40v-6" />
      <path d="M32 34c-5-3-7-8-5-14 1-5 4-7 5-13 1 6 4 8 5 13 2 6 0 11-5 14z" />
      <path d="M32 32c-2-2-2-5 0-9 2 4 2 7 0 9z" />
    </>
  ),
  dove: (
    <>
      <path d="M6 44c8 1 13-1 17-6 4-6 10-9 17-8 3 0 5 2 6 5l6 3-6 2c-1 10-8 17-19 17-7 0-12-3-15-8 4 1 8 0 11-2-7 0-13-1-17-3z" />
      <path d="M27 36c-1-10 3-18 12-24 3 9 2 16-4 22M21 40c-5-7-5-14-1-22 5 4 7 9 7 16" />
      <path d="M50 42c4 4 6 9 6 15M53 46c3-1 5-1 7 1-2 2-4 2-6 1M55 52c-3 0-5 1-6 3 2 1 4 0 6-2" />
      <circle cx="41.500" cy="34.500" r="0.900" />
    </>
  ),
  anchor: (
    <>
      <circle cx="32" cy="14" r="6" />
      <path d="M32 20v58M20 32h24M10 56c2 14 10 22 22 22s20-8 22-22M10 56l-4 8M10 56l8 5M54 56l4 8M54 56l-8 5" />
    </>
  ),
  leaf: (
    <>
      <path d="M32 6c15 12 21 26 17 42-3 11-9 17-17 20-8-3-14-9-17-20C11 32 17 18 32 6z" />
      <path d="M32 16v68M32 32l9-7M32 32l-9-7M32 44l12-9M32 44l-12-9M32 56l10-8M32 56l-10-8" />
    </>
  ),
}

export function SymbolDrawing({ symbol, className }: { symbol: ObituarySymbol; className?: string | undefined }) {
  if (symbol === 'none' || symbol === 'sea' || symbol === 'hills') return null
  return (
    <svg
      viewBox="0 0 64 88"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {DRAWINGS[symbol]}
    </svg>
  )
}

/** Across the whole notice, in a lighter tone of the text colour. */
export function Scene({ symbol, className }: { symbol: ObituarySymbol; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 400 110"
      preserveAspectRatio="xMidYMax slice"
      className={className}
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      {symbol === 'hills' ? <Hills /> : <Sea />}
    </svg>
  )
}

function Sea() {
  return (
    <>
      <circle cx="272" cy="52" r="17" opacity="0.16" />
      <path d="M0 62h400v48H0z" opacity="0.1" />
      <path d="M0 74c40-5 70 5 110 0s80-6 120 0 90 5 170-1v37H0z" opacity="0.13" />
      <path d="M0 90c50-6 90 6 140 0s100-5 150 1 70 3 110-1v20H0z" opacity="0.2" />
      <path d="M236 67h72v1h-72zM246 72h52v1h-52zM256 78h34v1h-34z" opacity="0.3" />
      <path
        d="M92 26c4-4 8-4 11 0 3-4 7-4 11 0M128 38c3-3 6-3 8 0 2-3 5-3 8 0M70 40c2-2 5-2 7 0 2-2 4-2 6 0"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
        opacity="0.6"
        strokeLinecap="round"
      />
    </>
  )
}

function Hills() {
  return (
    <>
      <circle cx="118" cy="40" r="15" opacity="0.14" />
      <path d="M0 70c50-26 100-30 150-8s110 2 160-16 70-8 90 0v64H0z" opacity="0.1" />
      <path d="M0 86c60-20 120-14 180 2s140-4 220-18v40H0z" opacity="0.16" />
      <path d="M0 100c80-12 180-6 240 0s120-4 160-8v18H0z" opacity="0.26" />
      <path d="M296 76v-14M296 66c-9 0-12-7-9-14 1-6 5-9 9-9s8 3 9 9c3 7 0 14-9 14z" opacity="0.4" />
      <path d="M295 64h2v16h-2z" opacity="0.5" />
    </>
  )
}
