/** Documents open in a new tab, so that nothing typed is lost. */
import type { ReactNode } from 'react'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'

export function TermsLabel() {
  const { before, link, after } = signOnTexts.terms
  return (
    <>
      {before} <NewTabLink href="/agb">{link}</NewTabLink> {after}
    </>
  )
}

export function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> {signOnTexts.newTab}</span>
    </a>
  )
}
