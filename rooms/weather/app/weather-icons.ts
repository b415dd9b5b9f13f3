/** The icon of each kind of weather (R1-77). */
import type { IconName } from '@lokalteil/web/app/ui/icon-names'

export const WEATHER_ICONS = {
  sun: 'sun',
  clouds: 'cloud',
  rain: 'weather',
  snow: 'snow',
  fog: 'fog',
  thunder: 'thunder',
} as const satisfies Record<string, IconName>
