/** The door for what pages tell, and the buffer behind it. */
import { createFiguresDoor, type FiguresDoor } from '../api/figures-door.ts'
import type { PortalApi } from '../api/portal-api.ts'
import { createSeenBuffer } from '../api/seen-buffer.ts'
import type { PortalContext } from './portal-context.ts'
import type { Services } from './services/service-table.ts'

export function openFiguresDoor(
  { config, looks, advertising, now, log }: PortalContext,
  { figures }: Services,
  portalApi: PortalApi,
): FiguresDoor {
  return createFiguresDoor({
    portalApi,
    isCounted: (code) => figures.isThere && looks.of(code).identity.figures !== false,
    hasAd: (code, id) => advertising.hasHouseAd(code, id),
    hostsOf: (code) => [new URL(config.originOf(code)).hostname],
    buffer: createSeenBuffer({ figuresOf: figures.clients.internal, log }),
    figuresOf: figures.clients.internal,
    now,
  })
}
