/**
 * The shop's widget below an article, configured by the publisher's settings (specification 3.13, decision S3.13-03).
 * The address is a pattern of this or another site; values are URL-encoded. The widget may send its height by message,
 * accepted only from the one configured origin; without one, no message is accepted.
 */
import type { Settings } from '../publication/settings.ts'

export type CommerceWidget = { address: string; /** null: no message is accepted. */ allowedOrigin: string | null }

type WidgetSettings = Partial<
  Pick<Settings, 'ecommercewidget_enabled' | 'ecommercewidget_iframeurlpattern' | 'ecommercewidget_allowedorigin'>
>

const HEIGHT = { least: 40, most: 2400 } as const

export function toCommerceWidget(
  settings: WidgetSettings,
  article: { mandator: string; articleId: string },
): CommerceWidget | null {
  const pattern = settings.ecommercewidget_iframeurlpattern ?? ''
  if (settings.ecommercewidget_enabled !== true || pattern === '') return null
  const address = pattern.replace(/\{(mandator|articleId)\}/g, (_, name: 'mandator' | 'articleId') =>
    encodeURIComponent(article[name]),
  )
  return { address, allowedOrigin: toOrigin(settings.ecommercewidget_allowedorigin ?? '') }
}

/** Origin of the other site that the frame is loaded from; null: none, or this site. */
export function toWidgetOrigin(settings: WidgetSettings): string | null {
  const widget = toCommerceWidget(settings, { mandator: 'x', articleId: '0' })
  return widget === null ? null : toOrigin(widget.address)
}

/** Pixels; null for a message that is not a height or comes from another origin. */
export function toWidgetHeight(
  message: { origin: string; data: unknown },
  allowedOrigin: string | null,
): number | null {
  if (allowedOrigin === null || message.origin !== allowedOrigin) return null
  const { data } = message
  const height =
    typeof data === 'object' && data !== null && Object.hasOwn(data, 'height')
      ? (data as { height: unknown }).height
      : null
  return typeof height === 'number' && Number.isFinite(height)
    ? Math.min(Math.max(Math.ceil(height), HEIGHT.least), HEIGHT.most)
    : null
}

function toOrigin(address: string): string | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  return new URL(address).origin
}
