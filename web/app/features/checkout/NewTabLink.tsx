/** Opens documents in a new tab, so that nothing typed is lost. */
import type { ReactNode } from 'react'
import { checkoutTexts as texts } from '../../messages/commerce/checkout.ts'

export function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> {texts.newTab}</span>
    </a>
  )
}
