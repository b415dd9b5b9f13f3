/** Writes XML for documents too small to need a library: escaped, and without characters that XML 1.0 forbids. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Control characters, lone surrogates and the two non-characters break every parser, escaped or not. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'

export function dropForbidden(text: string): string {
  return text.replace(FORBIDDEN, '')
}

export function escapeXml(text: string): string {
  return dropForbidden(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}

/** `children`: XML that is already escaped, or null for an empty element. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly string[] | null,
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return children === null ? `<${name}${given.join('')}/>` : `<${name}${given.join('')}>${children.join('')}</${name}>`
}

export function textElement(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string {
  return element(name, attributes, [escapeXml(text)])
}
